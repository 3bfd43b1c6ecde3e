"""The event where one law exceeds another: on it their probabilities differ most."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Event
from svflow_math.engine.record.latex import latex
from svflow_math.engine.record.members import everywhere
from svflow_math.engine.record.terms import Index


@dataclass(frozen=True)
class ExceedingEvent(Event):
    """The event where one law exceeds another."""

    larger: Any
    smaller: Any

    def __post_init__(self) -> None:
        super().__post_init__()
        free = {s for e in (self.larger, self.smaller) for s in sp.sympify(e).free_symbols if type(s) is Index}
        if not free <= set(self.indicator.args):
            raise ValueError(f"{self.larger} > {self.smaller} is not decided by the index of {self.indicator} alone")

    def subjects(self) -> tuple[Any, ...]:
        return (self.indicator, self.larger, self.smaller)

    def _signs(self, point: ev.Point) -> list[Any]:
        points = everywhere(self.indicator, point)
        return [mpmath.mpf(ev.evaluate(self.larger, p) > ev.evaluate(self.smaller, p)) for p in points]

    def holds(self, point: ev.Point) -> bool:
        return point[sp.Symbol(self.name)] == self._signs(point)

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        return {**point, sp.Symbol(self.name): self._signs(point)}

    def facts(self) -> Facts:
        gap = self.larger - self.smaller
        products = (self.indicator * gap, (1 - self.indicator) * -gap)
        return Facts(events=(self.name,), nonnegative=products)

    def latex(self) -> str:
        return rf"{latex(self.indicator)} = 1 \iff {latex(self.larger)} > {latex(self.smaller)}"
