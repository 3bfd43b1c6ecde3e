"""The table of symbols and operations, linked both ways: to the theorems that speak of them, and from these."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import sympy as sp
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from svflow_math.engine.record.latex import latex
from svflow_math.engine.record.notation import operations_of, symbols_of, vocabulary
from svflow_math.engine.record.registry import entries
from svflow_math.engine.record.terms import Defined
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.render.blocks import folded, joined, link, math, paragraph, table, theorem_link
from svflow_math.engine.render.prose import prose

LAWS = (
    (r"\operatorname{norm}_{j}(a_{j})", "a family of weights divided by their sum: the law proportional to them"),
    (r"\operatorname{softmax}_{j}(l_{j})", "the law proportional to the exponentials of a family of numbers"),
)


def speaks_of(theorem: Theorem) -> nodes.Node:
    """The symbols and operations of a statement, folded, each a link to the table."""
    symbols = [[math(latex(e.symbol)), f" {e.meaning}"] for e in symbols_of(theorem)]
    links = [link("symbol", _name(e.symbol), *text) for e, text in zip(symbols_of(theorem), symbols, strict=True)]
    links += [link("symbol", o.__name__, o.__name__) for o in operations_of(theorem)]
    if not links:
        return paragraph()
    return folded(["Symbols"], paragraph(*joined(links, "; "), "."), classes=["symbols"])


def _name(symbol: Any) -> str:
    """What the symbol is called in links: its LaTeX and its kind, as one word."""
    kinds = {True: "positive", None: "real", False: "nonpositive"}
    sign = kinds[symbol.is_positive] if type(symbol) is sp.Symbol else type(symbol).__name__
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', latex(symbol)).strip('-')}-{sign}"


class Symbols(SphinxDirective):
    """Every symbol of the vocabulary with its meaning, then every named operation."""

    def run(self) -> list[nodes.Node]:
        speaking: dict[str, list[str]] = {}  # what is spoken of, with the theorems that do
        by_name: dict[str, type[Defined]] = {}
        for theorem in (entry.theorem for entry in entries().values()):
            spoken = operations_of(theorem)
            by_name |= {operation.__name__: operation for operation in spoken}
            for name in (*(_name(entry.symbol) for entry in symbols_of(theorem)), *(o.__name__ for o in spoken)):
                speaking.setdefault(name, []).append(theorem.id)
        rows = [
            self._row(name, [math(latex(entry.symbol))], entry.meaning, speaking.get(name, ()))
            for name, entry in ((_name(entry.symbol), entry) for entry in vocabulary().values())
        ]
        operations = [
            self._row(name, [math(_shape(by_name[name]))], _meaning(by_name[name]), speaking[name])
            for name in sorted(by_name)
        ]
        laws = [[[math(shape)], [meaning], []] for shape, meaning in LAWS]
        columns = ["notation", "meaning", "theorems"]
        return [table(columns, rows, "symbols"), table(columns, [*operations, *laws], "symbols")]

    def _row(self, name: str, shown: list[nodes.Node], meaning: str, ids: Iterable[str]) -> list[list[Any]]:
        anchor = f"symbol-{name}"
        self.env.domains.standard_domain.note_object("symbol", name, anchor, location=self.get_location())
        links = [theorem_link(identifier) for identifier in ids]
        used = [folded([str(len(links))], paragraph(*joined(links)))] if links else []
        return [[nodes.inline("", "", *shown, ids=[anchor])], prose(meaning), used]


def _meaning(operation: type[Defined]) -> str:
    return (operation.__doc__ or "").strip().splitlines()[0]


def _shape(operation: type[Defined]) -> str:
    """The notation of an operation with letters in its places."""
    places = {int(digit) for digit in re.findall(r"\{(\d)\}", operation.notation)}
    return operation.notation.format(*"xyz"[: max(places, default=-1) + 1])


def setup(app: Sphinx) -> None:
    app.add_object_type("symbol", "symbol")
    app.add_directive("symbols", Symbols)
