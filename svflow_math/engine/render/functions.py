"""Functions on pages: their signatures, their docstrings as definition lists, their sources."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from svflow_math.engine.record.emission import Emission
from svflow_math.engine.record.registry import Entry, chapters, entries, home, public_module
from svflow_math.engine.render.blocks import code, folded, joined, link, paragraph, theorem_link
from svflow_math.engine.render.prose import prose
from svflow_math.engine.render.results import NotVerified

_HEADING = re.compile(r"^(\w[\w ]*)\n-{3,}$", re.MULTILINE)


def emitted_function(entry: Entry, emission: Emission) -> nodes.Node:
    """An emitted function of a theorem: signature and summary, opening to its docstring and source."""
    name = f"{public_module(entry.chapter)}.{emission.name}"
    try:
        function = getattr(importlib.import_module(f"{home(entry.chapter)}.{entry.chapter}"), emission.name)
    except (ImportError, AttributeError) as error:
        raise NotVerified(f"{entry.theorem.id} emits {name}, which is not there: {error}") from error
    source = inspect.getsource(function)
    shown = nodes.literal_block(source, source, language="python", classes=["copyable"])
    head = [code(f"{name}{signature(function)}"), " ", *prose(_parts(function)[0])]
    return folded(head, *_sections(function), folded(["Source"], shown), classes=["function"])


def signature(function: Callable[..., Any]) -> str:
    """The signature without annotations, which the docstring gives in words."""
    plain = inspect.signature(function)
    bare = [p.replace(annotation=p.empty) for p in plain.parameters.values()]
    return str(plain.replace(parameters=bare, return_annotation=plain.empty))


def _parts(documented: Any) -> tuple[str, list[tuple[str, str]]]:
    """The summary of a docstring, and its sections: those without a heading have the empty one."""
    head, *rest = _HEADING.split(inspect.getdoc(documented) or "")
    summary, _, opening = head.partition("\n\n")
    sections = [("", opening)] if opening.strip() else []
    return " ".join(summary.split()), [*sections, *zip(rest[::2], rest[1::2], strict=True)]


def _sections(documented: Any) -> list[nodes.Node]:
    found: list[nodes.Node] = []
    for heading, text in _parts(documented)[1]:
        if heading:
            found.append(paragraph(nodes.strong("", heading), classes=["lead"]))
        if heading == "Examples":
            found.append(nodes.literal_block(text.strip(), text.strip(), language="pycon"))
        elif re.search(r"^ +\S", text, re.MULTILINE) and re.search(r"^\w", text, re.MULTILINE):
            found.append(_definitions(text))
        else:
            found += [paragraph(*_sentence(part)) for part in text.strip().split("\n\n")]
    return found


def _sentence(text: str) -> list[nodes.Node]:
    """Typeset text in which double backquotes name a theorem or are code."""
    found: list[nodes.Node] = []
    for i, part in enumerate(" ".join(text.split()).split("``")):
        if i % 2 == 0:
            found += prose(part)
        else:
            found.append(theorem_link(part) if part in entries() else code(part))
    return found


def _definitions(text: str) -> nodes.definition_list:
    """`name : type`, or only one of them, with what is indented below it."""
    items = re.findall(r"^(\S.*)\n((?:[ \n].*\n?)*)", text.strip("\n") + "\n", re.MULTILINE)
    return nodes.definition_list(
        "",
        *(
            nodes.definition_list_item(
                "",
                nodes.term("", "", code(name)),
                nodes.definition("", paragraph(*_sentence(meaning))),
            )
            for name, meaning in items
        ),
    )


class Functions(SphinxDirective):
    """The public functions of every chapter, each with the theorem that emits it."""

    def run(self) -> list[nodes.Node]:
        return [self._chapter(chapter) for chapter in chapters()]

    def _chapter(self, chapter: str) -> nodes.section:
        module = importlib.import_module(public_module(chapter))
        origin = {em.name: e.theorem.id for e in entries().values() if e.chapter == chapter for em in e.theorem.emits}
        body = [
            nodes.title("", "", code(public_module(chapter))),
            paragraph(*prose(" ".join((inspect.getdoc(module) or "").split()))),
            *(self._section(chapter, name, getattr(module, name), origin.get(name)) for name in module.__all__),
        ]
        return nodes.section("", *body, ids=[chapter], names=[chapter])

    def _section(self, chapter: str, name: str, documented: Any, theorem: str | None) -> nodes.section:
        qualified = f"{chapter}.{name}"
        anchor = f"function-{chapter}-{name}"
        self.env.domains.standard_domain.note_object("function", qualified, anchor, location=self.get_location())
        shown = f"{qualified}{signature(documented)}" if inspect.isfunction(documented) else qualified
        body = [
            nodes.title("", "", code(qualified)),
            paragraph(code(shown), classes=["signature"]),
            paragraph(*prose(_parts(documented)[0])),
            *_sections(documented),
        ]
        if theorem and f"``{theorem}``" not in (inspect.getdoc(documented) or ""):
            body.append(paragraph("Emitted from ", theorem_link(theorem), "."))
        return nodes.section("", *body, ids=[anchor], names=[anchor], classes=["api"])


def documented_at(entry: Entry) -> list[nodes.Node]:
    """Links from a theorem to the reference of the functions that it emits, where they are public."""
    public = importlib.import_module(public_module(entry.chapter)).__all__ if entry.theorem.emits else []
    names = [f"{entry.chapter}.{em.name}" for em in entry.theorem.emits if em.name in public]
    return joined([link("function", name, code(name)) for name in names])


def setup(app: Sphinx) -> None:
    app.add_object_type("function", "function")
    app.add_directive("functions", Functions)
