"""Checks of emitted functions of states and a mixture: bits against mpmath, laws, geomstats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.emission import MixtureEmission
from svflow_math.engine.record.scope import Scope, bind
from svflow_math.engine.record.terms import d, is_vector
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import emitted_function
from svflow_math.engine.verify.proof import repeat

_DIMENSIONS = (2, 3, 17, 64)
_DIGITS = (60, 90)


@dataclass(frozen=True)
class _Mixture:
    """A state and a mixture in float64, the law where one is given, and the length of a step where one is taken."""

    x: np.ndarray
    means: np.ndarray
    kappas: np.ndarray
    log_prior: np.ndarray
    posterior: np.ndarray | None
    h: float | None

    def call(self, function: Callable[..., Any], emission: MixtureEmission) -> Any:
        options: dict[str, Any] = {"log_prior": self.log_prior}
        if emission.given:
            options["posterior"] = self.posterior
        if emission.step is not None:
            options["h"] = self.h
        return function(self.x, self.means, self.kappas, **options)

    def point(self, emission: MixtureEmission) -> dict[Any, Any]:
        """The point of the calculus at which the textbook value is taken: directions, and what they stand for."""
        x, mean, kappa, log_prior = emission.args[:4]
        index = mean.args[1]
        values: dict[Any, Any] = {
            d: mpmath.mpf(len(self.x)),
            index.over: mpmath.mpf(len(self.kappas)),
            x: _direction(self.x),
            mean.args[0]: [_direction(row) for row in self.means],
            sp.Symbol(kappa.func.__name__): [mpmath.mpf(float(k)) for k in self.kappas],
            sp.Symbol(log_prior.func.__name__): [mpmath.mpf(float(p)) for p in self.log_prior],
        }
        if self.posterior is not None:
            total = mpmath.fsum(float(p) for p in self.posterior)
            values[sp.Symbol(emission.law.func.__name__)] = [mpmath.mpf(float(p)) / total for p in self.posterior]
        if self.h is not None:
            values[emission.step] = mpmath.mpf(self.h)
        return values

    def condition(self) -> Any:
        """By how many roundings of the arguments the log densities of the likely components move."""
        x, rows = _direction(self.x), [_direction(row) for row in self.means]
        cosines = [mpmath.fdot(x, row) for row in rows]
        scaled = list(zip(self.kappas, cosines, strict=True))
        logits = [float(p) + k * (c - 1) for p, (k, c) in zip(self.log_prior, scaled, strict=True)]
        dim = len(self.x)
        weights = [0.5 * (dim - 1) * mpmath.log(1 + float(k)) for k in self.kappas]
        top = max(a + w for a, w in zip(logits, weights, strict=True))
        law = [mpmath.exp(a + w - top) for a, w in zip(logits, weights, strict=True)]
        moves = [1 + dim + abs(float(p)) + float(k) * (2 * mpmath.sqrt(abs(1 - c * c)) + (1 - c)) for p, (k, c) in
                 zip(self.log_prior, scaled, strict=True)]  # fmt: skip
        return max(m * min(1, 2 * p / mpmath.fsum(law)) for m, p in zip(moves, law, strict=True)) + 1


def _direction(row: np.ndarray) -> list[Any]:
    values = [mpmath.mpf(float(v)) for v in row]
    size = mpmath.sqrt(mpmath.fdot(values, values))
    return [v / size for v in values]


def _mixtures(emission: MixtureEmission, settings: Settings, salt: str) -> Iterator[_Mixture]:
    """Mixtures of one to five components, apart and near each other, at states near and far from them.

    A quarter of the states have a norm that is one up to the tolerance only.
    """
    for dim in _DIMENSIONS:
        random = Random(f"{settings.seed} {salt} {dim}")
        for case in range(settings.examples if dim < 64 else max(2, settings.examples // 5)):
            count = case % 5 + 1
            x = _unit(random, dim)
            means = [_unit(random, dim) for _ in range(count)]
            if case % 3 == 1:
                means = [_near(m, x, 10 ** random.uniform(-9, -1)) for m in means]
            if case % 4 == 3:
                x = _near(x, random.choice(means), 10 ** random.uniform(-9, -1))
            if case % 4 == 2:
                x = x * (1 + 3e-7)  # which stands for its direction
            top = 10 if case % 3 else 2
            kappas = np.array([0.0 if random.random() < 0.1 else 10 ** random.uniform(-2, top) for _ in range(count)])
            log_prior = np.array([random.gauss(0, 2) for _ in range(count)])
            law = None
            if emission.given == "required" or (emission.given and case % 2):
                weights = np.array([0.0 if count > 1 and random.random() < 0.2 else random.random() for _ in means])
                law = (weights + (weights.sum() == 0)) / (weights + (weights.sum() == 0)).sum()
            length = None
            if emission.step is not None:
                length = 10 ** random.uniform(-4, 4)
                if count == 1 and kappas[0] > 0 and random.random() < 0.5:  # a step past the centre of the sphere
                    means, length = [_near(means[0], -x, 10 ** random.uniform(-9, -1))], 1 / kappas[0]
            yield _Mixture(x, np.array(means), kappas, log_prior, law, length)


def _unit(random: Random, dim: int) -> np.ndarray:
    row = np.array([random.gauss(0, 1) for _ in range(dim)])
    return row / np.linalg.norm(row)


def _near(row: np.ndarray, target: np.ndarray, distance: float) -> np.ndarray:
    moved = target + distance * row
    return moved / np.linalg.norm(moved)


@dataclass(frozen=True)
class MixtureBits(Check):
    """Bits lost by a function of states and a mixture against mpmath at two precisions, kappa from 0 to 1e10.

    The error is relative to the norm of the result, or to the size of what is added up in it, times the number of
    roundings by which the arguments move the log densities of the likely components.
    """

    maximum: float
    function: str

    @property
    def name(self) -> str:
        return f"bits of {self.function}"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        emission = next(em for em in theorem.emits if em.name == self.function)
        assert isinstance(emission, MixtureEmission)
        function = emitted_function(theorem, emission)
        worst, where = -1.0, "no mixture was drawn"
        for mixture in _mixtures(emission, settings, f"{theorem.id} {self.function}"):
            lost = self._bits_lost(mixture.call(function, emission), mixture, emission)
            if lost > worst:
                worst, where = lost, f"{self.function}({mixture})"[:400]
        verdict = Verdict.HOLDS if 0 <= worst <= self.maximum else Verdict.FAILS
        return Outcome(verdict, round(worst, 2), "bits", where, repeat(theorem, settings))

    def _bits_lost(self, result: Any, mixture: _Mixture, emission: MixtureEmission) -> float:
        exact = []
        for digits in _DIGITS:
            with mpmath.workdps(digits):
                point = Scope(mixture.point(emission))
                if mixture.posterior is None and emission.law is not None:
                    law = _evaluated(emission.posterior, point, emission)
                    point = bind(point, sp.Symbol(emission.law.func.__name__), law)
                exact.append(_evaluated(emission.value, point, emission))
        with mpmath.workdps(_DIGITS[1]):
            doubt = max(abs(a - b) for a, b in zip(*exact, strict=True))
            if doubt > mpmath.mpf(10) ** -25 * max(1e-20, *map(abs, exact[1])):
                raise ArithmeticError("the two precisions of the reference disagree")
            got = np.atleast_1d(np.asarray(result, dtype=float))
            gap = mpmath.norm([mpmath.mpf(float(g)) - e for g, e in zip(got, exact[1], strict=True)])
            if gap == 0:
                return 0.0
            if not np.isfinite(got).all():
                return float("inf")
            condition = mixture.condition()
            allowed = _scale(mixture, emission, exact[1], condition, point) * condition
            return max(0.0, float(mpmath.log(gap / allowed * 2**53, 2)))


def _evaluated(value: Any, point: Any, emission: MixtureEmission) -> list[Any]:
    """The value as a list: of one number, of coordinates, or of the weights of all components."""
    index, value = emission.args[1].args[1], sp.sympify(value)
    if value.free_symbols & {index}:
        return [ev.evaluate(value, bind(point, index, k)) for k in range(int(point[index.over]))]
    result = ev.evaluate(value, point)
    return result if isinstance(result, list) else [result]


def _scale(mixture: _Mixture, emission: MixtureEmission, exact: list[Any], condition: Any, point: Any) -> Any:
    """The norm of the result, no smaller than what may vanish; the size of the terms where they cancel.

    A divergence is of second order in the errors of the posterior. Of the sum that a step normalises, the update is off
    by what the arguments move it by, and the point by its rounding.
    """
    size = mpmath.norm(exact)
    if emission.step is not None:
        laws = point[sp.Symbol(emission.law.func.__name__)]
        weights = [q * float(k) for q, k in zip(laws, mixture.kappas, strict=True)]
        update = [mixture.h * mpmath.fdot(weights, c) for c in zip(*point[emission.args[1].args[0]], strict=True)]
        total = mpmath.norm([a + b for a, b in zip(point[emission.args[0]], update, strict=True)])
        size = (1 / condition + mpmath.norm(update)) / total
    if emission.name == "velocity":
        laws = point[sp.Symbol(emission.law.func.__name__)]
        x, means = point[emission.args[0]], point[emission.args[1].args[0]]
        parts = zip(laws, mixture.kappas, (mpmath.fdot(x, mu) for mu in means), strict=True)
        size = mpmath.fsum(p * float(k) * mpmath.sqrt(abs(1 - c**2)) for p, k, c in parts)
    sizes = {
        "log_density": 1 + size,
        "elbo": 1 + size,
        "divergence": size + len(mixture.x) * float(mixture.kappas.max()),
        "posterior_gap": size + mpmath.sqrt(size) + condition * mpmath.mpf(2) ** -53,
    }
    return max(sizes.get(emission.name, size), mpmath.mpf(10) ** -290)


@dataclass(frozen=True)
class MixtureLaws(Check):
    """Rotations, permutations of the components, shapes, dtypes and batch = loop of every function; counts the laws."""

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        count = 0
        for emission in theorem.emits:
            assert isinstance(emission, MixtureEmission)
            function = emitted_function(theorem, emission)
            for dim in (2, 3, 17):
                rng = np.random.default_rng([settings.seed, dim])
                for law in (_equivariant, _permutes, _one_component, _keeps_dtype, _batch_is_loop, _leaves_inputs):
                    failure = law(function, emission, _batch(emission, dim, rng), rng)
                    count += 1
                    if failure:
                        reason = f"{emission.name}, {law.__name__.strip('_')}, d={dim}: {failure}"
                        return Outcome(Verdict.FAILS, count, "laws", reason, repeat(theorem, settings))
        return Outcome(Verdict.HOLDS, count, "laws")


Arguments = dict[str, np.ndarray]


def _batch(emission: MixtureEmission, dim: int, rng: np.random.Generator) -> Arguments:
    """Five states with mixtures of four components of their own."""
    x, means = rng.standard_normal((5, dim)), rng.standard_normal((5, 4, dim))
    batch = {
        "x": x / np.linalg.norm(x, axis=-1, keepdims=True),
        "means": means / np.linalg.norm(means, axis=-1, keepdims=True),
        "kappas": rng.exponential(5, (5, 4)),
        "log_prior": rng.standard_normal((5, 4)),
    }
    if emission.given:
        batch["posterior"] = rng.dirichlet(np.ones(4), 5)
    if emission.step is not None:
        batch["h"] = rng.exponential(1, 5)
    return batch


def _gap(got: Any, expected: Any) -> float:
    got, expected = np.asarray(got, dtype=float), np.asarray(expected, dtype=float)
    if got.shape != expected.shape:
        return float("inf")
    return float(np.abs(got - expected).max(initial=0) / np.maximum(1, np.abs(expected).max(initial=0)))


def _told(gap: float, limit: float) -> str:
    return "" if gap < limit else f"off by {gap:.1e}"


def _is_law(emission: MixtureEmission) -> bool:
    return bool(sp.sympify(emission.value).free_symbols & {emission.args[1].args[1]})


def _equivariant(function: Any, emission: MixtureEmission, batch: Arguments, rng: np.random.Generator) -> str:
    dim = batch["x"].shape[-1]
    rotation = np.linalg.qr(rng.standard_normal((dim, dim)))[0]
    turned = function(**{**batch, "x": batch["x"] @ rotation.T, "means": batch["means"] @ rotation.T})
    result = function(**batch)
    return _told(_gap(turned, result @ rotation.T if is_vector(emission.value) else result), 1e-12)


def _permutes(function: Any, emission: MixtureEmission, batch: Arguments, rng: np.random.Generator) -> str:
    order = rng.permutation(4)
    permuted = function(**{k: v if k in ("x", "h") else v[:, order] for k, v in batch.items()})
    result = function(**batch)
    return _told(_gap(permuted, result[:, order] if _is_law(emission) else result), 1e-12)


def _one_component(function: Any, emission: MixtureEmission, batch: Arguments, rng: np.random.Generator) -> str:
    """A mixture with one component left is that component; the other functions of the library say what it gives."""
    from svflow_math import euler, vmf

    one = {k: v if k in ("x", "h") else v[:, :1] for k, v in batch.items()}
    if "posterior" in one:
        one["posterior"] = np.ones((5, 1))
    x, mu, kappa = one["x"], one["means"][:, 0], one["kappas"][:, 0]
    density = vmf.log_density(x, mu, kappa)
    expected = {
        "posterior": np.ones((5, 1)), "log_density": density, "elbo": density, "posterior_gap": np.zeros(5),
        "score": vmf.ambient_score(mu, kappa), "velocity": vmf.score(x, mu, kappa),
        "divergence": -(x.shape[-1] - 1) * kappa * np.vecdot(x, mu),
        "ascent_step": euler.relaxed_step(x, vmf.ambient_score(mu, kappa), one.get("h", 0.0)),
    }  # fmt: skip
    return _told(_gap(function(**one), expected[emission.name]), 1e-12)


def _keeps_dtype(function: Any, emission: MixtureEmission, batch: Arguments, rng: np.random.Generator) -> str:
    for dtype in (np.float16, np.float32, np.float64):
        result = function(**{k: v.astype(dtype) for k, v in batch.items()})
        if result.dtype != dtype:
            return f"{np.dtype(dtype)} in, {result.dtype} out"
    return ""


def _batch_is_loop(function: Any, emission: MixtureEmission, batch: Arguments, rng: np.random.Generator) -> str:
    loop = np.array([function(**{k: v[i] for k, v in batch.items()}) for i in range(5)])
    failure = _told(_gap(function(**batch), loop), 1e-13)
    shared = {k: v if k == "x" else v[0] for k, v in batch.items()}
    spread = {k: v if k == "x" else np.repeat(v[:1], 5, axis=0) for k, v in batch.items()}
    return failure or _told(_gap(function(**shared), function(**spread)), 1e-13)


def _leaves_inputs(function: Any, emission: MixtureEmission, batch: Arguments, rng: np.random.Generator) -> str:
    copies = {k: v.copy() for k, v in batch.items()}
    function(**batch)
    return "" if all(np.array_equal(batch[k], copies[k]) for k in batch) else "an input was modified"


@dataclass(frozen=True)
class TangentOracle(Check):
    """Largest disagreement of `velocity` with geomstats' tangent projection of `score`; norm-wise relative."""

    maximum: float = 2e-14

    @property
    def name(self) -> str:
        return "geomstats velocity"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        from geomstats.geometry.hypersphere import Hypersphere

        from svflow_math.gen.flow import score

        (emission,) = theorem.emits
        assert isinstance(emission, MixtureEmission)
        function = emitted_function(theorem, emission)
        worst = 0.0
        for dim in (3, 5, 17):
            batch = _batch(emission, dim, np.random.default_rng([settings.seed, dim]))
            expected = Hypersphere(dim - 1).to_tangent(score(**batch), base_point=batch["x"])
            worst = max(worst, _gap(function(**batch), expected))
        verdict = Verdict.HOLDS if worst <= self.maximum else Verdict.FAILS
        return Outcome(verdict, float(f"{worst:.2g}"), "relative", "", repeat(theorem, settings))
