"""Checks of emitted functions of whole arrays at arguments that a record draws."""

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
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.emission import ArrayEmission
from svflow_math.engine.record.terms import Index, VectorAt, VectorSymbol, d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import exact, key_of
from svflow_math.engine.verify.emitted import emitted_function
from svflow_math.engine.verify.proof import repeat

Drawn = dict[str, Any]


@dataclass(frozen=True)
class RegimeBits(Check):
    """Bits lost by a function of arrays against mpmath at two precisions; relative to the norm of the result.

    `draw` gives the arguments of a call, regimes included, and `stands` the parameter that a symbol of the value stands
    for, or a parameter and the half of its rows. `at` is what symbols are replaced by. Of several values each is
    compared by itself. Where a result may vanish by chance, `against` is the size that its terms have, and the error is
    relative to that.
    """

    maximum: float
    function: str
    draw: Callable[[np.random.Generator], Drawn]
    stands: Mapping[Any, str | tuple[str, int]]
    option: bool = False
    at: Mapping[Any, Any] = field(default_factory=dict)
    against: Any = None

    @property
    def name(self) -> str:
        return f"bits of {self.function}{' with its option' if self.option else ''}"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        emission = next(em for em in theorem.emits if em.name == self.function)
        assert isinstance(emission, ArrayEmission)
        function = emitted_function(theorem, emission)
        option = emission.option if self.option else None
        value = emission.value if option is None else option.value
        values = value if isinstance(value, tuple) else (value,)
        rng = np.random.default_rng([settings.seed, len(self.function)])
        worst, where = -1.0, "no arguments were drawn"
        for _ in range(2 * settings.examples):
            drawn = self.draw(rng)
            result = np.asarray(function(**drawn, **({} if option is None else {option.parameter: True})))
            point = self._point(drawn)
            for k, each in enumerate(values):
                got = result[..., k] if isinstance(value, tuple) else result
                reference = substitute(each, self.at)
                lost = _bits_lost(got, reference, reference if self.against is None else self.against, point)
                if lost > worst:
                    worst, where = lost, f"{self.function}({', '.join(f'{n}={_brief(v)}' for n, v in drawn.items())})"
        verdict = Verdict.HOLDS if 0 <= worst <= self.maximum else Verdict.FAILS
        return Outcome(verdict, round(worst, 2), "bits", where, repeat(theorem, settings))

    def _point(self, drawn: Drawn) -> dict[Any, Any]:
        """The point that a call stands for, exactly."""
        point: dict[Any, Any] = {}
        for symbol, place in self.stands.items():
            name, half = (place, None) if isinstance(place, str) else place
            array = np.asarray(drawn[name])
            array = array if half is None else np.split(array, 2)[half]
            point[key_of(symbol)] = exact(array.tolist())
            if isinstance(symbol, VectorAt | VectorSymbol):
                point[d] = mpmath.mpf(array.shape[-1])
            if symbol.args:
                point |= {i.over: mpmath.mpf(len(array)) for i in symbol.free_symbols if isinstance(i, Index)}
        return point


def _bits_lost(result: np.ndarray, reference: Any, against: Any, point: dict[Any, Any]) -> float:
    axes = sorted((s for s in sp.sympify(reference).free_symbols if isinstance(s, Index)), key=str)
    places = list(product(*(range(int(point[axis.over])) for axis in axes)))
    at = [{**point, **dict(zip(axes, place, strict=True))} for place in places]
    values = []
    for digits in (400, 500):  # differences of squares of numbers far apart
        with mpmath.workdps(digits):
            values.append([ev.evaluate(reference, p) for p in at])
    with mpmath.workdps(500):
        if ev.difference(*values) > mpmath.mpf(10) ** -40:
            raise ArithmeticError("the two precisions of the reference disagree")
        gap = ev.magnitude([mpmath.mpf(float(result[place])) - e for place, e in zip(places, values[1], strict=True)])
        size = ev.magnitude([ev.evaluate(against, p) for p in at])
        if gap == 0:
            return 0.0
        if not mpmath.isfinite(gap):
            return float("inf")
        return max(0.0, float(mpmath.log(gap / size * 2**53, 2))) if size else float("inf")


def _brief(value: Any) -> str:
    text = repr(np.asarray(value).tolist())
    return text if len(text) <= 200 else f"{text[:197]}..."
