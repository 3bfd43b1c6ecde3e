"""A statement to be copied: as LaTeX, SymPy, NumPy and MathML."""

from __future__ import annotations

from docutils import nodes

from svflow_math.engine.record.registry import Entry
from svflow_math.engine.record.typeset import mathml
from svflow_math.engine.render.blocks import copyable, folded, paragraph
from svflow_math.engine.render.functions import documented_at


def forms(entry: Entry) -> nodes.Node:
    """Every form of the statement; that in NumPy is the functions that the theorem emits."""
    theorem = entry.theorem
    latex = theorem.claim.latex()
    blocks = [
        *copyable("LaTeX", latex),
        *copyable("SymPy", str(theorem.claim)),
        *copyable("MathML", mathml(latex, block=True)),
    ]
    functions = documented_at(entry)
    numpy = paragraph("NumPy: ", *functions, ", with the source above.") if functions else paragraph()
    title = "Copy as LaTeX, SymPy, MathML, NumPy" if functions else "Copy as LaTeX, SymPy, MathML"
    return folded([title], *blocks, numpy, classes=["forms"])
