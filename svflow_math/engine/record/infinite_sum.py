"""Convergent series as terms: the sum of a body over every m = 0, 1, 2, ..."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record.terms import Term

_MOST = 20_000
_WHOLE = sp.Symbol("m", integer=True, nonnegative=True).assumptions0


class InfiniteSum(Term):
    """The sum over m >= 0 of a body whose terms fall off geometrically or faster in the end."""

    nargs = 2

    def __new__(cls, body: Any, index: Any) -> Any:
        if index.is_positive:
            raise ValueError(f"{index} never is zero, where the sum begins")
        if index.assumptions0 != _WHOLE:
            raise ValueError(f"{index} is not just any whole number from zero on")
        return super().__new__(cls, body, index)

    @property
    def body(self) -> Any:
        return self.args[0]

    @property
    def index(self) -> Any:
        return self.args[1]

    @property
    def free_symbols(self) -> set:
        return self.body.free_symbols - {self.index}

    def _eval_is_positive(self) -> bool | None:
        return True if self.body.is_positive else None

    def at(self, point: Any, evaluate: Callable[[Any, Any], Any]) -> Any:
        """The value by adding terms until ten in a row no longer change the sum."""
        total, still = mpmath.mpf(0), 0
        for m in range(_MOST):
            term = evaluate(self.body, {**point, self.index: mpmath.mpf(m)})
            total += term
            still = still + 1 if abs(term) <= abs(total) * mpmath.eps / 1000 else 0
            if still == 10:
                return total
        raise OverflowError(f"{self} has not converged after {_MOST} terms")

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        body = printer.parenthesize(self.body, sp.printing.precedence.PRECEDENCE["Mul"])
        text = rf"\sum_{{{printer._print(self.index)} = 0}}^{{\infty}} {body}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"
