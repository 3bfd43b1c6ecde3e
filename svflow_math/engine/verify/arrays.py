"""Checks of emitted functions of whole arrays, and of laws over keys and means under them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.emission import ArrayEmission, Emission, PosteriorEmission, SmoothingEmission
from svflow_math.engine.record.hypothesis import Hypothesis
from svflow_math.engine.record.primitives import ScaledInner
from svflow_math.engine.record.sample import DIMENSIONS, sample
from svflow_math.engine.record.terms import Index, VectorAt
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import emitted_function
from svflow_math.engine.verify.proof import repeat

Point = dict[Any, Any]


@dataclass(frozen=True)
class ArrayBits(Check):
    """Bits lost by an emitted function of arrays against mpmath at 60 digits, relative to a condition.

    `given` are values of symbols of the textbook value that are no arguments. `condition` is what rounding is relative
    to, the norm of the result if it is not given. A function with choices is tried with each of them, `at` what they
    are functions of. Arguments are drawn as the hypotheses of the theorem have them, and those `under` which the
    function is defined where the theorem needs less. `passed` are the parameters, where they are not the arguments in
    their order: one in a tuple is a batch of one; and `options` what else the function is told.
    """

    maximum: float
    function: str
    given: Mapping[Any, Any] = field(default_factory=dict)
    condition: Any = None
    at: tuple[Any, ...] = ()
    under: tuple[Hypothesis, ...] = ()
    passed: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"bits of {self.function}"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        emission = next(em for em in theorem.emits if em.name == self.function)
        function = emitted_function(theorem, emission)
        worst, where = -1.0, "no point was drawn"
        for options, value in self._variants(emission):
            for dim in DIMENSIONS:
                random = Random(f"{settings.seed} {theorem.id} {self.function} {options} {dim}")
                for _ in range(max(1, settings.examples // (20 if dim < 64 else 40))):
                    lost, call = self._trial(theorem, function, emission, options, value, dim, random)
                    if not lost <= worst:
                        worst, where = lost, call
        verdict = Verdict.HOLDS if 0 <= worst <= self.maximum else Verdict.FAILS
        return Outcome(verdict, round(worst, 2), "bits", where, repeat(theorem, settings))

    def _variants(self, emission: Emission) -> list[tuple[dict[str, str], Any]]:
        value = sp.sympify(emission.value).xreplace(dict(self.given))
        choices = emission.choices if isinstance(emission, ArrayEmission) else None
        if choices is None:
            return [(dict(self.options), value)]
        meant = dict(zip(choices.variables, self.at, strict=True))
        return [
            ({choices.parameter: name}, value.xreplace({choices.symbol: meaning.xreplace(meant)}))
            for name, (meaning, _) in choices.named.items()
        ]

    def _trial(
        self,
        theorem: Theorem,
        function: Any,
        emission: Emission,
        options: Any,
        value: Any,
        dim: int,
        random: Random,
    ) -> tuple[float, str]:
        given = dict(self.passed) or _parameters(emission)
        passed = {name: a[0] if isinstance(a, tuple) else a for name, a in given.items()}
        with mpmath.workdps(30):
            drawn = sample((value, *passed.values()), (*theorem.hypotheses, *self.under), dim, random)
        arrays = {name: np.array(_floats(drawn[key_of(a)])) for name, a in passed.items()}
        stored = drawn | {key_of(a): exact(arrays[name].tolist()) for name, a in passed.items()}
        laid = {name: _laid(emission, given[name], array) for name, array in arrays.items()}
        result = function(**laid, **options)
        if isinstance(emission, PosteriorEmission):
            (result,) = result
        with mpmath.workdps(60):
            condition = sp.sympify(self.condition if self.condition is not None else value)
            got = exact(np.asarray(result).tolist())
            index = next((i for i in value.free_symbols if isinstance(i, Index)), None)
            if index is None:
                gap = _gap(got, value, condition, stored)
            else:  # the value is one member of a family
                members = [{**stored, index: mpmath.mpf(k)} for k in range(len(got))]
                gap = max(_gap(g, value, condition, at) for g, at in zip(got, members, strict=True))
            lost = float(mpmath.log(gap * 2**53, 2)) if gap else 0.0
        return max(lost, 0.0), f"{self.function}(d={dim}, {options}, " + f"{arrays})"[:200].replace("\n", "")


def _parameters(emission: Emission) -> dict[str, Any]:
    """What the parameters of an emitted function are called, and which arguments of its value they are."""
    if isinstance(emission, PosteriorEmission):
        (product,) = sp.sympify(emission.log_likelihood).atoms(ScaledInner)
        options = {"scale": product.args[0], emission.prior: emission.log_prior}
        return dict(zip("qkv", emission.args, strict=False)) | options
    if isinstance(emission, SmoothingEmission):
        return dict(zip(("x", "points", "posteriors", "kappa"), emission.args, strict=True))
    assert isinstance(emission, ArrayEmission)
    return dict(zip(emission.parameters, emission.args, strict=False))


def _laid(emission: Emission, argument: Any, array: Any) -> Any:
    """An argument as the function wants it: families may be columns, and of queries or tokens there are several."""
    if isinstance(emission, ArrayEmission) and argument in emission.columns:
        return array.T
    is_one = isinstance(argument, tuple) or (isinstance(emission, PosteriorEmission) and argument == emission.args[0])
    return array[None] if is_one else array


def _gap(got: Any, value: Any, condition: Any, at: Point) -> Any:
    """How far the result is from the value, relative to the size of the condition."""
    expected = ev.evaluate(value, at)
    pairs = zip(got, expected, strict=True) if isinstance(expected, list) else [(got, expected)]
    gap = ev.magnitude([g - e for g, e in pairs])
    return gap / ev.magnitude(ev.evaluate(condition, at)) if gap else gap


def key_of(argument: Any) -> Any:
    """What a point calls an argument, a family by its name."""
    if isinstance(argument, VectorAt):
        return argument.args[0]
    return sp.Symbol(argument.func.__name__) if isinstance(argument, sp.core.function.AppliedUndef) else argument


def _floats(value: Any) -> Any:
    return [_floats(v) for v in value] if isinstance(value, list) else float(value)


def exact(value: Any) -> Any:
    return [exact(v) for v in value] if isinstance(value, list) else mpmath.mpf(value)
