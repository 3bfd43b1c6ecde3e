"""Plain sentences of records as document nodes."""

from __future__ import annotations

from docutils import nodes

from svflow_math.engine.words import runs


def prose(text: str) -> list[nodes.Node]:
    """The text as document nodes."""
    kinds = {"raised": nodes.superscript, "lowered": nodes.subscript}
    return [kinds[place]("", piece) if place in kinds else nodes.Text(piece) for place, piece in runs(text)]
