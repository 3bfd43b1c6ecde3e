"""The order in a small step by which two maps differ, fitted at a precision where rounding sets no window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.sample import sample
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import repeat

_STEPS = [mpmath.mpf(2) ** -k for k in range(16, 26)]
_DIGITS = 60
_TOLERANCE = 0.1

Point = dict[Any, Any]


@dataclass(frozen=True)
class FittedOrder(Check):
    """The slope of log |gap| against log step, no more than 0.1 from the order at any point; the figure is the worst.

    `coincide` moves a point to where the two maps are the same; there the gap must vanish for every step.
    """

    between: str
    gap: Any
    variable: sp.Symbol
    order: int
    coincide: Callable[[Point, Random], Point] | None = None

    @property
    def name(self) -> str:
        return f"order of {self.between}"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        worst, where, window = float(self.order), "", {"from": float(_STEPS[-1]), "to": float(_STEPS[0])}
        with mpmath.workdps(_DIGITS):
            for dim, point, random in self._points(theorem, settings):
                slope = self._slope(point)
                if not abs(slope - self.order) <= abs(worst - self.order):
                    worst, where = slope, f"d={dim}: slope {slope:.3f}"
                if self.coincide is not None:
                    rest = max(self._sizes(self.coincide(point, random)))
                    if rest > mpmath.mpf(10) ** (10 - _DIGITS):
                        reason = f"d={dim}: the maps differ by {mpmath.nstr(rest, 3)} where they should coincide"
                        return Outcome(Verdict.FAILS, None, "order", reason, repeat(theorem, settings), (window,))
        verdict = Verdict.HOLDS if abs(worst - self.order) <= _TOLERANCE else Verdict.FAILS
        return Outcome(verdict, round(worst, 4), "order", where, repeat(theorem, settings), (window,))

    def _points(self, theorem: Theorem, settings: Settings) -> Iterator[tuple[int, Point, Random]]:
        for dim in (2, 3, 5, 17):
            random = Random(f"{settings.seed} {theorem.id} {self.between} {dim}")
            for _ in range(max(2, settings.examples // 4)):
                yield dim, sample((self.gap,), theorem.hypotheses, dim, random), random

    def _sizes(self, point: Point) -> list[Any]:
        return [ev.magnitude(ev.evaluate(self.gap, {**point, self.variable: step})) for step in _STEPS]

    def _slope(self, point: Point) -> float:
        """The least-squares slope over the window; infinite where the gap vanishes."""
        sizes = self._sizes(point)
        if min(sizes) == 0:
            return float("inf")
        logs = [(mpmath.log(step), mpmath.log(size)) for step, size in zip(_STEPS, sizes, strict=True)]
        mean_x, mean_y = (mpmath.fsum(column) / len(logs) for column in zip(*logs, strict=True))
        above = mpmath.fsum((x - mean_x) * (y - mean_y) for x, y in logs)
        return float(above / mpmath.fsum((x - mean_x) ** 2 for x, _ in logs))
