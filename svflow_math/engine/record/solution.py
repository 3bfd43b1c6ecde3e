"""Solutions of differential equations as terms: the flow of a vector field, at a time and a start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record.scope import bind
from svflow_math.engine.record.terms import Term, VectorSymbol


class _State(VectorSymbol):
    """A class of its own, so that no vector of a statement is the same symbol."""

    __slots__ = ()


state = _State("y")  # the point at which a field is taken, always bound by the solution


class Solution(Term):
    """y(t) with y' = F(y) and y(0) = x, F an expression in `state`; with directions, its derivatives in the start.

    `Solution(F, x, t)` is the solution, `Solution(F, x, t, u)` its derivative as the start moves along u, and so on.
    """

    vector = True

    def __new__(cls, field: Any, start: Any, time: Any, *directions: Any) -> Any:
        field, start, time = sp.sympify(field), sp.sympify(start), sp.sympify(time)
        if field.has(Solution):
            raise ValueError(f"the field {field} holds a solution itself")
        if time == 0:
            return (start, *directions)[len(directions)] if len(directions) < 2 else sp.S.Zero
        return super().__new__(cls, field, start, time, *directions)

    @property
    def free_symbols(self) -> set:
        field, *others = self.args
        return (field.free_symbols - {state}).union(*(a.free_symbols for a in others))

    def at(self, point: Any, evaluate: Callable[[Any, Any], Any]) -> Any:
        """The value for a short time t by extrapolated midpoint steps, up to a multiple of t^7."""
        field, start, time, *directions = self.args
        if directions:
            raise NotImplementedError("derivatives in the start are not evaluated")
        return _extrapolated(
            lambda y: evaluate(field, bind(point, state, y)), evaluate(start, point), evaluate(time, point)
        )

    def _latex(self, printer: Any) -> str:
        field, start, time, *directions = (printer._print(a) for a in self.args)
        return rf"\Phi_{{{time}}}^{{y \mapsto {field}}}\left({start}\right){''.join(f'[{u}]' for u in directions)}"


def _extrapolated(field: Callable[[Any], Any], start: Any, time: Any) -> Any:
    """Gragg's midpoint rule with 2, 4 and 6 steps, extrapolated in the square of the step (Bulirsch and Stoer)."""
    slope = field(start)
    table: list[list[Any]] = []
    for row in range(3):
        count = 2 * (row + 1)
        step = time / count
        before, now = start, [y + step * s for y, s in zip(start, slope, strict=True)]
        for _ in range(count - 1):
            before, now = now, [b + 2 * step * s for b, s in zip(before, field(now), strict=True)]
        line = [[(b + n + step * s) / 2 for b, n, s in zip(before, now, field(now), strict=True)]]
        for k in range(row):
            ratio = mpmath.mpf((row + 1) ** 2) / (row - k) ** 2 - 1
            line.append([a + (a - b) / ratio for a, b in zip(line[k], table[row - 1][k], strict=True)])
        table.append(line)
    return table[-1][-1]
