"""Sums over whole numbers as terms: convergent series over m = 0, 1, 2, ..., and sums over m = 0 .. n - 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record.scope import bind
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
            term = evaluate(self.body, bind(point, self.index, mpmath.mpf(m)))
            total += term
            still = still + 1 if abs(term) <= abs(total) * mpmath.eps / 1000 else 0
            if still == 10:
                return total
        raise OverflowError(f"{self} has not converged after {_MOST} terms")

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        body = printer.parenthesize(self.body, sp.printing.precedence.PRECEDENCE["Mul"])
        text = rf"\sum_{{{printer._print(self.index)} = 0}}^{{\infty}} {body}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


class RangeSum(Term):
    """The sum of a body over m = 0 .. count - 1."""

    nargs = 3

    def __new__(cls, body: Any, index: Any, count: Any) -> Any:
        body, count = sp.sympify(body), sp.sympify(count)
        if index.is_positive or count.has(index):
            raise ValueError(f"{index} never is zero, where the sum begins, or it bounds itself")
        return super().__new__(cls, body, index, count)

    @property
    def free_symbols(self) -> set:
        body, index, count = self.args
        return (body.free_symbols - {index}) | count.free_symbols

    def differentiated(self, derivative: Callable[[Any], Any]) -> Any:
        """The sum of the derivatives; the number of terms does not vary."""
        body, index, count = self.args
        if derivative(count) != 0:
            raise NotImplementedError("the number of terms is not differentiated")
        return RangeSum(derivative(body), index, count)

    def at(self, point: Any, evaluate: Callable[[Any, Any], Any]) -> Any:
        body, index, count = self.args
        with mpmath.workdps(2 * mpmath.mp.dps):  # the terms may cancel
            terms = [evaluate(body, bind(point, index, mpmath.mpf(m))) for m in range(int(evaluate(count, point)))]
            total = mpmath.fsum(terms)
        return +total

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        body, index, count = self.args
        inside = printer.parenthesize(body, sp.printing.precedence.PRECEDENCE["Mul"])
        text = rf"\sum_{{{printer._print(index)} = 0}}^{{{printer._print(count - 1)}}} {inside}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"
