"""Entire functions of the square of a length, by which smoothness at length zero is seen."""

from __future__ import annotations

from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record.terms import Term


class CosRoot(Term):
    """The derivative of order k of cos(sqrt(q)) in q: entire; sinc(sqrt(q)) is -2 times that of order 1."""

    nargs = 2

    def __new__(cls, k: Any, q: Any) -> Any:
        if sp.sympify(q) == 0:
            return sp.Rational(-1, 4) ** k / sp.rf(sp.Rational(1, 2), k)
        return super().__new__(cls, sp.sympify(k), q)

    def fdiff_rule(self, i: int) -> Any:
        """The derivative in the argument q."""
        k, q = self.args
        return CosRoot(k + 1, q)

    @staticmethod
    def numeric(k: Any, q: Any) -> Any:
        half = mpmath.mpf(1) / 2
        return (-half / 2) ** int(k) / mpmath.rf(half, int(k)) * mpmath.hyp0f1(half + int(k), -q / 4)

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        k, q = self.args
        order = "" if k == 0 else rf"^{{({printer._print(k)})}}"
        text = rf"(\cos\sqrt{{\cdot}}){order}\left({printer._print(q)}\right)"
        return text if exp is None else rf"\left[{text}\right]^{{{exp}}}"
