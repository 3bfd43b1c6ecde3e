"""Checks of emitted functions of arrays against mpmath."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from svflow_math.engine.calculus.substitution import substitute
from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.array_emission import ArrayEmission, family_of
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.terms import Index, VectorAt, VectorSymbol, d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import emitted_function
from svflow_math.engine.verify.proof import repeat

Drawn = dict[str, Any]


@dataclass(frozen=True)
class ArrayBits(Check):
    """Bits lost by a function of arrays against mpmath at two precisions; relative to the norm of the result.

    `draw` gives the arguments of a call, regimes included. `at` says what arguments stand for. Of several values each
    is compared by itself.
    Where a result may vanish by chance, `against` is the size that its terms have, and the error is relative to that.
    """

    maximum: float
    function: str
    draw: Callable[[np.random.Generator], Drawn]
    option: str = ""
    at: Mapping[Any, Any] = field(default_factory=dict)
    against: Any = None

    @property
    def name(self) -> str:
        return f"bits of {self.function}{f', {self.option}' if self.option else ''}"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        emission = next(em for em in theorem.emits if em.name == self.function)
        assert isinstance(emission, ArrayEmission)
        function = emitted_function(theorem, emission)
        value = next((v.value for v in emission.variants if v.option == self.option), emission.value)
        values = value if isinstance(value, tuple) else (value,)
        rng = np.random.default_rng([settings.seed, len(self.function)])
        worst, where = -1.0, "no arguments were drawn"
        for _ in range(2 * settings.examples):
            drawn = self.draw(rng)
            result = np.asarray(function(**drawn, **({self.option: True} if self.option else {})))
            point = _point(emission, drawn)
            for k, each in enumerate(values):
                got = result[..., k] if isinstance(value, tuple) else result
                reference = substitute(each, self.at)
                lost = _bits_lost(got, reference, reference if self.against is None else self.against, point)
                if lost > worst:
                    worst, where = lost, f"{self.function}({', '.join(f'{n}={_brief(v)}' for n, v in drawn.items())})"
        verdict = Verdict.HOLDS if 0 <= worst <= self.maximum else Verdict.FAILS
        return Outcome(verdict, round(worst, 2), "bits", where, repeat(theorem, settings))


def _point(emission: ArrayEmission, drawn: Drawn) -> dict[Any, Any]:
    """The point that a call stands for, exactly."""
    point: dict[Any, Any] = {}
    for argument in emission.args:
        array = np.asarray(drawn[emission.called(argument)])
        if argument in emission.halves:
            array = np.split(array, 2)[emission.halves[argument]]
        point[family_of(argument)] = _as_mp(array)
        if isinstance(argument, VectorAt | VectorSymbol):
            point[d] = mpmath.mpf(array.shape[-1])
        for index in argument.free_symbols if argument.args else ():
            if isinstance(index, Index):
                point[index.over] = mpmath.mpf(len(array))
    return point


def _as_mp(array: np.ndarray) -> Any:
    return [_as_mp(a) for a in array] if array.ndim else mpmath.mpf(float(array))


def _bits_lost(result: np.ndarray, reference: Any, against: Any, point: dict[Any, Any]) -> float:
    axes = sorted((s for s in sp.sympify(reference).free_symbols if isinstance(s, Index)), key=str)
    places = list(product(*(range(int(point[axis.over])) for axis in axes)))
    at = [{**point, **dict(zip(axes, place, strict=True))} for place in places]
    exact = []
    for digits in (400, 500):  # differences of squares of numbers far apart
        with mpmath.workdps(digits):
            exact.append([ev.evaluate(reference, p) for p in at])
    with mpmath.workdps(500):
        if ev.difference(*exact) > mpmath.mpf(10) ** -40:
            raise ArithmeticError("the two precisions of the reference disagree")
        gap = ev.magnitude([mpmath.mpf(float(result[place])) - e for place, e in zip(places, exact[1], strict=True)])
        size = ev.magnitude([ev.evaluate(against, p) for p in at])
        if gap == 0:
            return 0.0
        return max(0.0, float(mpmath.log(gap / size * 2**53, 2))) if size else float("inf")


def _brief(value: Any) -> str:
    text = repr(np.asarray(value).tolist())
    return text if len(text) <= 200 else f"{text[:197]}..."
