"""The directives and roles by which pages pull in theorems and figures."""

from __future__ import annotations

import decimal
import inspect

import sympy as sp
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from svflow_math.engine.record.registry import Entry, chapters, entries
from svflow_math.engine.render.blocks import code, joined, paragraph, table, theorem_link
from svflow_math.engine.render.prose import prose
from svflow_math.engine.render.results import NotVerified, results
from svflow_math.engine.render.theorem import section, status, verification

_log = logging.getLogger(__name__)


class _Theorems(SphinxDirective):
    """What the directives have in common: pages depend on records and results, and a missing result is a warning."""

    def sections(self, chosen: list[Entry]) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for entry in chosen:
            self._note(entry)
            try:
                found.append(section(entry, self.env.app))
            except NotVerified as error:
                _log.warning("%s", error, location=self.get_location(), type="svflow", subtype="verification")
        return found

    def _note(self, entry: Entry) -> None:
        self.env.note_dependency(str(entry.path))
        self.env.note_dependency(str(verification(self.env.app)))
        identifier = entry.theorem.id
        self.env.domains.standard_domain.note_object("theorem", identifier, identifier, location=self.get_location())


class OneTheorem(_Theorems):
    """A theorem by its id."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        (identifier,) = self.arguments
        if identifier not in entries():
            raise self.error(f"no theorem is called {identifier!r}")
        return self.sections([entries()[identifier]])


class Chapter(_Theorems):
    """The opening words of a chapter, then its theorems in reading order."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        (chapter,) = self.arguments
        if chapter not in chapters():
            raise self.error(f"no chapter is called {chapter!r}")
        words = inspect.getdoc(chapters()[chapter]) or ""
        opening = [paragraph(*prose(" ".join(part.split()))) for part in words.split("\n\n")]
        return [*opening, *self.sections([e for e in entries().values() if e.chapter == chapter])]


class Index(_Theorems):
    """Every theorem: its number, title and status, and the functions that it emits."""

    def run(self) -> list[nodes.Node]:
        path = verification(self.env.app)
        rows = []
        for entry in entries().values():
            theorem = entry.theorem
            try:
                standing = str(status(entry, path))
            except NotVerified:  # its own page says so
                standing = ""
            functions = joined([code(f"{entry.chapter}.{emission.name}") for emission in theorem.emits])
            title = theorem_link(theorem.id, *prose(entry.header.title.rstrip(".")))
            rows.append([[theorem.number], [title, " ", code(theorem.id)], [standing], functions])
        return [table(["number", "theorem", "status", "functions"], rows, "theorem-index")]


class Figure(SphinxRole):
    """What a check found, `id:check`; or the range of a column of the rows that it reports, `id:check:column`."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        identifier, check, *column = self.text.split(":")
        try:
            result = results(entries()[identifier], verification(self.env.app))[check]
            shown = _span([row[column[0]] for row in result.details]) if column else result.measured
        except (KeyError, ValueError, NotVerified) as error:
            _log.warning("no figure %r: %s", self.text, error, location=self.get_location(), type="svflow")
            return [], []
        return [nodes.inline("", shown, classes=["figure"])], []


class Decimal(SphinxRole):
    """The least fraction that the statement of a theorem names, in decimals: a bound as the record has it."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        known = entries()[self.text].theorem.claim.terms() if self.text in entries() else ()
        named = [abs(r) for term in known for r in sp.sympify(term).atoms(sp.Rational) if not r.is_integer]
        if not named:
            _log.warning("no fraction in %r", self.text, location=self.get_location(), type="svflow")
            return [], []
        least = min(named)
        return [nodes.inline("", str(decimal.Decimal(least.p) / least.q), classes=["figure"])], []


class TheoremLink(XRefRole):
    """A link to a theorem: its id as code, or the words given instead as words."""

    def create_xref_node(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        self.innernodeclass = nodes.inline if self.has_explicit_title else nodes.literal
        return super().create_xref_node()


def _span(values: list[float]) -> str:
    low, high = f"{min(values):.3g}", f"{max(values):.3g}"
    return low if low == high else f"{low} to {high}"


def setup(app: Sphinx) -> None:
    app.add_config_value("svflow_verification", "../build/verification.json", "env", str)
    app.add_object_type("theorem", "theorem")
    app.add_role_to_domain("std", "theorem", TheoremLink(warn_dangling=True), override=True)
    app.add_directive_to_domain("std", "theorem", OneTheorem, override=True)
    app.add_directive("theorems", Chapter)
    app.add_directive("theorem-index", Index)
    app.add_role("figure", Figure())
    app.add_role("decimal", Decimal())
