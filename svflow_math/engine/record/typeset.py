"""Formulas as native MathML."""

from __future__ import annotations

from functools import cache

from math_core import LatexToMathML


@cache
def _converter() -> LatexToMathML:
    return LatexToMathML(fancy_error=False)


def mathml(latex: str, *, block: bool = False) -> str:
    """A formula as MathML. Raises math_core.LatexError where it is malformed."""
    return _converter().convert_with_local_state(latex, displaystyle=block)
