"""Checks of emitted row functions: the stable form, bits against mpmath, and laws."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from svflow_math.engine.calculus.rules.algebra import vector_aware_identity
from svflow_math.engine.calculus.signs import is_positive
from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Emission, RowEmission, without
from svflow_math.engine.record.hypothesis import Hypothesis, NonZero, Tangent, Unit
from svflow_math.engine.record.primitives import Quotient
from svflow_math.engine.record.registry import entries, home
from svflow_math.engine.record.sample import DIMENSIONS, sample
from svflow_math.engine.record.scope import Scope
from svflow_math.engine.record.step import Goal
from svflow_math.engine.record.terms import LinearMap, Normalize, d, is_vector
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.degenerate import Degenerate, degenerate_points, wrong_limit
from svflow_math.engine.verify.proof import repeat, shown


def emitted_function(theorem: Theorem, emission: Emission) -> Callable[..., Any]:
    """The function that was emitted."""
    chapter = entries()[theorem.id].chapter
    module = importlib.import_module(f"{home(chapter)}.{chapter}")
    return getattr(module, emission.name)


@dataclass(frozen=True)
class StableForm(Check):
    """The emitted program equals the textbook value: by the normal form, and at degenerate points with its limits."""

    @property
    def name(self) -> str:
        return "stable form"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        for emission in theorem.emits:
            facts = Goal(theorem.claim, theorem.hypotheses).facts
            pairs = emission.equalities()
            if isinstance(emission, RowEmission):
                mapping, facts = emission.at_directions(theorem.hypotheses)
                value = sp.sympify(emission.value).xreplace(mapping)
                pairs = [(without(emission.program, a), without(value, a)) for a in emission.absences()]
                for program, factor, meaning in emission.stand_ins():
                    if not is_positive(factor, facts + emission.nonzero()):
                        reason = f"{emission.name}: the sign of {factor} is not known"
                        return Outcome(Verdict.FAILS, None, "programs", reason, repeat(theorem, settings))
                    pairs.append((program, factor * meaning.xreplace(mapping)))
            for program, value in pairs:
                if not vector_aware_identity(program, value, facts):
                    reason = f"{emission.name}: the program is not {value}"
                    return Outcome(Verdict.FAILS, None, "programs", reason, repeat(theorem, settings))
            reason = _fails_where_degenerate(theorem, emission) if isinstance(emission, RowEmission) else ""
            if reason:
                return Outcome(Verdict.FAILS, None, "programs", f"{emission.name}: {reason}", repeat(theorem, settings))
        return Outcome(Verdict.HOLDS, len(theorem.emits), "programs")


def _fails_where_degenerate(theorem: Theorem, emission: RowEmission) -> str:
    """Why a program is wrong at degenerate points of its domain, or has a limit put in that is none."""
    mapping, _ = emission.at_directions(theorem.hypotheses)
    points = [x for x, value in mapping.items() if isinstance(value, Normalize)]
    others = [h for h in theorem.hypotheses if isinstance(h, Unit | Tangent) and h.subjects()[0] not in mapping]
    domain = (*others, *map(NonZero, points), *emission.conditions(theorem.hypotheses))
    claim = Equal(emission.program, sp.sympify(emission.value).xreplace(mapping))
    statement = Theorem(id=theorem.id, number=theorem.number, hypotheses=domain, claim=claim, steps=())
    met = degenerate_points(statement, layouts=1)
    for point in met:
        failure = Degenerate().failure(statement, point)
        if failure:
            return f"{shown(point)}: {failure}"
    return next((f for q in sorted(emission.program.atoms(Quotient), key=str) if (f := wrong_limit(q, met))), "")


Point = dict[Any, Any]


@dataclass(frozen=True)
class Bits(Check):
    """Bits lost by an emitted function against mpmath at two precisions, over all regimes; norm-wise relative.

    `near` lists pairs (symbol, expression): points are also drawn with the symbol close to the expression, from 1e-1
    down to 1e-15. `condition` multiplies the error that is allowed, where the result itself is ill-conditioned; where
    that allows everything, the point is left out.
    """

    maximum: float
    function: str
    near: tuple[tuple[Any, Any], ...] = ()
    scale: tuple[tuple[Any, float], ...] = ()
    condition: Any = 1

    @property
    def name(self) -> str:
        return f"bits of {self.function}"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        emission = next(em for em in theorem.emits if em.name == self.function)
        assert isinstance(emission, RowEmission)
        function = emitted_function(theorem, emission)
        mapping, _ = emission.at_directions(theorem.hypotheses)
        reference, condition = (sp.sympify(e).xreplace(mapping) for e in (emission.value, self.condition))
        worst, where = -1.0, "no point was drawn"
        for i, point in enumerate(self._points(theorem, emission, settings)):
            absent = emission.absences()[i % len(emission.absences())]
            arguments = [None if a in absent else _argument(a, point[a]) for a in emission.args]
            stored = _stored(emission, arguments, int(point[d]))
            if not self._claims_digits(emission.conditions(theorem.hypotheses), condition, stored):
                continue
            result = function(*arguments)
            lost = _bits_lost(result, reference, condition, stored)
            if lost > worst:
                worst, where = lost, _call(self.function, arguments)
        verdict = Verdict.HOLDS if 0 <= worst <= self.maximum else Verdict.FAILS
        return Outcome(verdict, round(worst, 2), "bits", where, repeat(theorem, settings))

    def _claims_digits(self, conditions: list[Hypothesis], condition: Any, stored: Point) -> bool:
        """Whether the stored point is in the domain, which rounding may leave, and any digit is claimed there."""
        with mpmath.workdps(160):
            at = Scope(stored)
            inside = all(hypothesis.holds(at) for hypothesis in conditions)
            return inside and bool(ev.evaluate(condition, at) < 2 ** (49 - self.maximum))

    def _points(self, theorem: Theorem, emission: RowEmission, settings: Settings) -> Iterator[Point]:
        for dim in DIMENSIONS:
            random = Random(f"{settings.seed} {theorem.id} {self.function} {dim}")
            for i in range(settings.examples if dim < 64 else max(2, settings.examples // 5)):
                with mpmath.workdps(30):
                    point = sample((emission.value, *emission.args), theorem.hypotheses, dim, random)
                    for symbol, size in self.scale:
                        point = _rescaled(point, symbol, size ** random.uniform(-1, 1))
                    for symbol, expression in self.near[i % (len(self.near) + 1) : i % (len(self.near) + 1) + 1]:
                        point = _brought_near(point, symbol, expression, theorem, random)
                yield point


def _bits_lost(result: Any, reference: Any, condition: Any, stored: Point) -> float:
    values = []
    for digits in (120, 160):  # an arccosine near 1 loses twice the digits of the angle
        with mpmath.workdps(digits):
            values.append(ev.evaluate(reference, stored))
    with mpmath.workdps(160):
        if ev.difference(*values) > mpmath.mpf(10) ** -40:
            raise ArithmeticError("the two precisions of the reference disagree")
        exact = values[1]
        got = _as_mp(np.asarray(result, dtype=np.float64))
        is_vector_valued = isinstance(exact, list)
        gap = ev.magnitude([g - e for g, e in zip(got, exact, strict=True)]) if is_vector_valued else abs(got - exact)
        allowed = ev.magnitude(exact) * max(ev.evaluate(condition, stored), mpmath.mpf(1))
        if gap == 0:
            return 0.0
        if not mpmath.isfinite(gap) or allowed == 0:
            return float("inf")
        return max(0.0, float(mpmath.log(gap / allowed * 2**53, 2)))


def _argument(symbol: Any, value: Any) -> Any:
    """What the function is called with: floats, and of a linear map the diagonal."""
    return (
        np.array([float(value[k][k]) for k in range(len(value))]) if isinstance(symbol, LinearMap) else _as_float(value)
    )


def _stored(emission: RowEmission, arguments: list[Any], dim: int) -> Point:
    """The point that a call stands for, exactly; absent linear maps are the identity, absent vectors zero."""
    point: Point = {d: mpmath.mpf(dim)}
    for symbol, argument in zip(emission.args, arguments, strict=True):
        if isinstance(symbol, LinearMap):
            diagonal = [mpmath.mpf(1)] * dim if argument is None else _as_mp(argument)
            point[symbol] = [[v * (i == j) for j in range(dim)] for i, v in enumerate(diagonal)]
        else:
            point[symbol] = [mpmath.mpf(0)] * dim if argument is None else _as_mp(argument)
    with mpmath.workdps(200):
        return point | {symbol: value(dim) for symbol, value in emission.constants.items()}


def _as_float(value: Any) -> Any:
    return np.array([float(v) for v in value]) if isinstance(value, list) else float(value)


def _as_mp(value: Any) -> Any:
    array = np.asarray(value)
    return [mpmath.mpf(float(v)) for v in array] if array.ndim else mpmath.mpf(float(array))


def _call(name: str, arguments: list[Any]) -> str:
    """The call at an input, exact to the last bit, cut where it is long."""
    text = f"{name}({', '.join(repr(a.tolist()) if isinstance(a, np.ndarray) else repr(a) for a in arguments)})"
    return text if len(text) <= 400 else f"{text[:397]}..."


def _rescaled(point: Point, symbol: Any, factor: float) -> Point:
    value = point[symbol]
    scaled = [factor * v for v in value] if isinstance(value, list) else factor * value
    return {**point, symbol: scaled}


def _brought_near(point: Point, symbol: Any, expression: Any, theorem: Theorem, random: Random) -> Point:
    """The point with the symbol moved close to the expression, then made admissible again."""
    distance = mpmath.mpf(10) ** random.uniform(-15, -1)
    target, value = ev.evaluate(expression, point), point[symbol]
    if isinstance(value, list):
        moved = [t + distance * v for t, v in zip(target, value, strict=True)]
    else:
        moved = target * (1 + distance)
    near = {**point, symbol: moved}
    for hypothesis in theorem.hypotheses:
        near = hypothesis.admit(near, random)
    return near if all(hypothesis.holds(near) for hypothesis in theorem.hypotheses) else point


@dataclass(frozen=True)
class Laws(Check):
    """Rotation equivariance, shapes, dtypes and batch = loop of every emitted row function; counts the laws."""

    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        count = 0
        for emission in theorem.emits:
            if not isinstance(emission, RowEmission):
                continue
            function = emitted_function(theorem, emission)
            for dim in (2, 3, 17):
                rng = np.random.default_rng([settings.seed, dim])
                arguments = _batch(theorem, emission, dim, Random(f"{settings.seed} {dim}"), 7)
                for law in (_equivariant, _keeps_dtype, _batch_is_loop, _broadcasts, _leaves_inputs):
                    failure = law(function, arguments, emission, rng)
                    count += 1
                    if failure:
                        reason = f"{emission.name}, {law.__name__.strip('_')}, d={dim}: {failure}"
                        return Outcome(Verdict.FAILS, count, "laws", reason, repeat(theorem, settings))
        return Outcome(Verdict.HOLDS, count, "laws")


def _batch(theorem: Theorem, emission: RowEmission, dim: int, random: Random, size: int) -> list[Any]:
    with mpmath.workdps(30):
        expressions = (emission.value, *emission.args)
        points = [sample(expressions, theorem.hypotheses, dim, random) for _ in range(size)]
    return [np.array([_argument(a, p[a]) for p in points]) for a in emission.args]


def _gap(got: Any, expected: Any) -> float:
    """The largest norm-wise difference, relative to the larger of the norm and 1."""
    got, expected = np.asarray(got, dtype=np.float64), np.asarray(expected, dtype=np.float64)
    if got.shape != expected.shape:
        return float("inf")
    scale = np.maximum(1, np.abs(expected).max(initial=0))
    return float(np.abs(got - expected).max(initial=0) / scale)


def _equivariant(function: Any, arguments: list[Any], emission: RowEmission, rng: np.random.Generator) -> str:
    if emission.constants:  # a fixed direction does not turn
        return ""
    arguments = [None if isinstance(s, LinearMap) else a for a, s in zip(arguments, emission.args, strict=True)]
    dim = next(a.shape[-1] for a, s in zip(arguments, emission.args, strict=True) if is_vector(s))
    rotation = np.linalg.qr(rng.standard_normal((dim, dim)))[0]
    turned = [a @ rotation.T if is_vector(s) else a for a, s in zip(arguments, emission.args, strict=True)]
    result = function(*arguments)
    expected = result @ rotation.T if is_vector(emission.value) else result
    gap = _gap(function(*turned), expected)
    return "" if gap < 1e-12 else f"off by {gap:.1e}"


def _keeps_dtype(function: Any, arguments: list[Any], emission: RowEmission, rng: np.random.Generator) -> str:
    for dtype in (np.float32, np.float64):
        result = function(*(a.astype(dtype) for a in arguments))
        if result.dtype != dtype:
            return f"{np.dtype(dtype)} in, {result.dtype} out"
    return ""


def _batch_is_loop(function: Any, arguments: list[Any], emission: RowEmission, rng: np.random.Generator) -> str:
    batch = function(*arguments)
    loop = np.array([function(*row) for row in zip(*arguments, strict=True)])
    gap = _gap(batch, loop)
    return "" if gap < 1e-15 else f"off by {gap:.1e}"


def _broadcasts(function: Any, arguments: list[Any], emission: RowEmission, rng: np.random.Generator) -> str:
    first, *others = arguments
    result = function(first, *others)
    spread = function(first[:, None], *(o[:, None] for o in others))
    return "" if np.array_equal(np.squeeze(spread, 1), result) else "an added axis changes the result"


def _leaves_inputs(function: Any, arguments: list[Any], emission: RowEmission, rng: np.random.Generator) -> str:
    copies = [a.copy() for a in arguments]
    function(*arguments)
    return "" if all(map(np.array_equal, arguments, copies)) else "an input was modified"


@dataclass(frozen=True)
class Oracle(Check):
    """Largest disagreement with geomstats at generic points, where geomstats is right; norm-wise relative."""

    function: str
    call: Callable[..., Any]  # (geomstats sphere, *arguments) -> its answer
    maximum: float = 2e-14

    @property
    def name(self) -> str:
        return f"geomstats {self.function}"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        from geomstats.geometry.hypersphere import Hypersphere

        emission = next(em for em in theorem.emits if em.name == self.function)
        assert isinstance(emission, RowEmission)
        function = emitted_function(theorem, emission)
        worst, where = 0.0, ""
        for dim in (3, 5, 17):
            sphere = Hypersphere(dim - 1)
            batch = _batch(theorem, emission, dim, Random(f"{settings.seed} {dim}"), settings.examples)
            for row in zip(*batch, strict=True):
                gap = _gap(function(*row), self.call(sphere, *row))
                if not gap <= worst:
                    worst, where = gap, _call(self.function, list(row))
        verdict = Verdict.HOLDS if worst <= self.maximum else Verdict.FAILS
        return Outcome(verdict, float(f"{worst:.2g}"), "relative", where, repeat(theorem, settings))
