"""Docstrings from records: summary, shapes, errors, the source theorem, and an example that runs."""

from __future__ import annotations

from textwrap import wrap

from svflow_math.engine.record.emission import Emission
from svflow_math.engine.record.registry import entries
from svflow_math.engine.record.theorem import Theorem

_WIDTH = 116


def docstring(theorem: Theorem, emission: Emission) -> str:
    """The docstring of an emitted function, indented by one level."""
    docs = emission.docs
    lines = [docs.summary, "", "Parameters", "----------"]
    for name, text in docs.parameters.items():
        lines += [name, *_indented(text)]
    lines += ["", "Returns", "-------", *_indented(docs.returns)]
    lines += ["", "Raises", "------", "ValueError, TypeError", *_indented(docs.raises)]
    lines += ["", "Notes", "-----"]
    if docs.notes:
        lines += [*wrap(docs.notes, _WIDTH - 4), ""]
    lines += [f"Source: theorem ``{theorem.id}`` (section {theorem.number})."]
    chapter = entries()[theorem.id].chapter
    imported = f">>> from svflow_math.{chapter} import {emission.name}"
    lines += ["", "Examples", "--------", imported, *docs.example.strip().splitlines()]
    quoted = "\n".join(f"    {line}".rstrip() for line in lines)
    return f'    """{quoted.strip()}\n    """'


def _indented(text: str) -> list[str]:
    return [f"    {line}" for line in wrap(text, _WIDTH - 8)]
