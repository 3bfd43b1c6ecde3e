"""Checks of emitted functions of a concentration and a dimension against mpmath."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import mpmath

from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.emission import ConcentrationEmission
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import emitted_function
from svflow_math.engine.verify.proof import repeat

_DIMENSIONS = (2, 3, 4, 5, 17, 64, 128, 1024)


@dataclass(frozen=True)
class ConcentrationBits(Check):
    """The error over concentrations from 1e-8 to 1e6, relative to max(1, |value|, d) or, if so asked, to |value|."""

    function: str
    maximum: float
    relative: bool = False

    @property
    def name(self) -> str:
        return f"accuracy of {self.function}"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        emission = next(em for em in theorem.emits if em.name == self.function)
        assert isinstance(emission, ConcentrationEmission)
        function = emitted_function(theorem, emission)
        worst, where = 0.0, ""
        for dim, kappa in _points(settings):
            exact = self._reference(emission, dim, kappa)
            scale = abs(exact) if self.relative else max(mpmath.mpf(1), abs(exact), mpmath.mpf(dim))
            got = mpmath.mpf(float(function(kappa, dim)))
            gap = abs(got - exact)
            undefined = not mpmath.isfinite(gap) or (gap and not scale)
            error = float("inf") if undefined else float(gap / scale) if gap else 0.0
            if error >= worst:
                worst, where = error, f"{self.function}({kappa!r}, {dim})"
        verdict = Verdict.HOLDS if worst <= self.maximum else Verdict.FAILS
        return Outcome(verdict, float(f"{worst:.2g}"), "relative", where, repeat(theorem, settings))

    def _reference(self, emission: ConcentrationEmission, dim: int, kappa: float) -> Any:
        (symbol,) = emission.args
        values = []
        for digits in (40, 60):
            with mpmath.workdps(digits):
                point = {d: mpmath.mpf(dim), symbol: mpmath.mpf(kappa)}
                values.append(ev.evaluate(emission.value, point))
        if ev.difference(*values) > mpmath.mpf(10) ** -30:
            raise ArithmeticError(f"the two precisions of the reference disagree at kappa={kappa!r}, d={dim}")
        return values[1]


def _points(settings: Settings) -> Iterator[tuple[int, float]]:
    random = Random(settings.seed)
    for dim in _DIMENSIONS:
        yield dim, 0.0
        for _ in range(settings.examples):
            yield dim, 10 ** random.uniform(-8, 6)
