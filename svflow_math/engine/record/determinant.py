"""The determinant of a linear map of R^d with d symbolic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath

from svflow_math.engine.record.scope import bind
from svflow_math.engine.record.terms import Term, d


class Determinant(Term):
    """The determinant of the linear map that sends the vector symbol u to the expression."""

    nargs = 2

    @property
    def free_symbols(self) -> set:
        return (self.args[0].free_symbols - {self.args[1]}) | {d}

    def at(self, point: Any, evaluate: Callable[[Any, Any], Any]) -> Any:
        body, u = self.args
        n = int(point[d])
        basis = [[mpmath.mpf(i == j) for j in range(n)] for i in range(n)]
        return mpmath.det(mpmath.matrix([evaluate(body, bind(point, u, v)) for v in basis]))

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"\det\left({printer._print(self.args[1])} \mapsto {printer._print(self.args[0])}\right)"
        return text if exp is None else rf"{text}^{{{exp}}}"
