"""Checks of attention on real heads: the recorded ones, or a user's own queries, keys and values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
from numpy.typing import NDArray

from svflow_math.data import attention_heads
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.proof import repeat

_DIGITS = 30
_QUERIES_PER_HEAD = 6  # of those that mpmath recomputes, spread over the sequence


@dataclass(frozen=True)
class Heads:
    """Heads of one layer in float64; `output` is what another implementation computed, where that is known."""

    label: str
    scale: float
    q: NDArray[np.float64]  # (heads, n, d)
    k: NDArray[np.float64]
    v: NDArray[np.float64]
    output: NDArray[np.float64] | None

    @property
    def queries(self) -> Iterator[tuple[int, int]]:
        """Head and position of the queries that are recomputed one by one."""
        length = self.q.shape[1]
        for head in range(self.q.shape[0]):
            for position in np.unique(np.linspace(0, length - 1, _QUERIES_PER_HEAD).astype(int)):
                yield head, int(position)


def heads_of(settings: Settings) -> list[Heads]:
    """The recorded heads, or those of the user's file: arrays q, k, v (..., n, d), optionally scale and output."""
    if settings.heads is None:
        return [_prepared(str(h.layer), h.scale, h.q, h.k, h.v, h.output) for h in attention_heads()]
    with np.load(Path(settings.heads), allow_pickle=False) as arrays:
        missing = [name for name in ("q", "k", "v") if name not in arrays]
        if missing:
            raise ValueError(f"{settings.heads} lacks the arrays {', '.join(missing)}")
        q, k, v = (arrays[name] for name in ("q", "k", "v"))
        scale = float(arrays["scale"]) if "scale" in arrays else float(q.shape[-1]) ** -0.5
        return [_prepared("file", scale, q, k, v, arrays.get("output"))]


def _prepared(label: str, scale: float, q: Any, k: Any, v: Any, output: Any) -> Heads:
    lead = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    q, k, v = (np.broadcast_to(a, (*lead, *a.shape[-2:])).reshape(-1, *a.shape[-2:]).astype(float) for a in (q, k, v))
    expected = None if output is None else np.asarray(output, dtype=float).reshape(*q.shape[:-1], v.shape[-1])
    return Heads(label, scale, q, k, v, expected)


@dataclass(frozen=True)
class _Apart:
    """One query's laws over the keys that it sees, by Bayes' rule with densities in mpmath."""

    log_normalizers: list[Any]
    exact: list[Any]
    softmax: list[Any]
    density: Any  # of the query, keys taken as equally likely
    mean_concentration: Any


@lru_cache(maxsize=10_000)
def _key(row: tuple[float, ...], precision: int) -> tuple[list[Any], Any]:
    """A key and its length, which all later queries see."""
    key = [mpmath.mpf(x) for x in row]
    return key, mpmath.sqrt(mpmath.fdot(key, key))


def _computed_apart(heads: Heads, head: int, position: int) -> _Apart:
    d = heads.q.shape[-1]
    order = mpmath.mpf(d) / 2 - 1
    query = [mpmath.mpf(x) for x in heads.q[head, position]]
    size = mpmath.sqrt(mpmath.fdot(query, query))
    logs, exact, softmax, kappas = [], [], [], []
    for row in heads.k[head, : position + 1]:
        key, norm = _key(tuple(row.tolist()), mpmath.mp.prec)
        kappa = heads.scale * size * norm
        constant = kappa**order / ((2 * mpmath.pi) ** (order + 1) * mpmath.besseli(order, kappa))
        likelihood = mpmath.exp(kappa * (mpmath.fdot(query, key) / (size * norm)))
        kappas.append(kappa)
        logs.append(mpmath.log(constant))
        exact.append(constant * likelihood)
        softmax.append(likelihood)
    count = len(exact)
    return _Apart(logs, _law(exact), _law(softmax), mpmath.fsum(exact) / count, mpmath.fsum(kappas) / count)


def _law(weights: list[Any]) -> list[Any]:
    total = mpmath.fsum(weights)
    return [w / total for w in weights]


@dataclass(frozen=True)
class AttendsAsRecorded(Check):
    """`attend` on float32 heads against the recorded output of another implementation; largest difference."""

    maximum: float = 1e-5

    @property
    def name(self) -> str:
        return "recorded attention"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        from svflow_math.gen.attention import attend

        worst, where = 0.0, "no output is recorded"
        for heads in heads_of(settings):
            if heads.output is not None:
                arrays = (a.astype(np.float32) for a in (heads.q, heads.k, heads.v))
                gap = float(np.abs(attend(*arrays, scale=heads.scale, causal=True) - heads.output).max())
                if not gap < worst:
                    worst, where = gap, f"layer {heads.label}"
        verdict = Verdict.HOLDS if worst <= self.maximum else Verdict.FAILS
        return Outcome(verdict, float(f"{worst:.2g}"), "absolute", where, repeat(theorem, settings))


@dataclass(frozen=True)
class PosteriorAsComputedApart(Check):
    """`exact_posterior` against Bayes' rule with mpmath's densities, and, with the prior 1/C_d, against softmax."""

    maximum: float = 1e-12

    @property
    def name(self) -> str:
        return "posterior of real heads"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        from svflow_math.gen.attention import exact_posterior

        worst, where = 0.0, ""
        for heads in heads_of(settings):
            for head, position in heads.queries:
                with mpmath.workdps(_DIGITS):
                    apart = _computed_apart(heads, head, position)
                q, k = heads.q[head, position][None], heads.k[head, : position + 1]
                correction = -np.array([float(c) for c in apart.log_normalizers])
                for expected, log_prior in ((apart.exact, None), (apart.softmax, correction)):
                    got = exact_posterior(q, k, scale=heads.scale, log_prior=log_prior)[0]
                    gap = float(np.abs(got - np.array([float(e) for e in expected])).max())
                    if not gap < worst:
                        worst, where = gap, f"layer {heads.label}, head {head}, query {position}"
        verdict = Verdict.HOLDS if worst <= self.maximum else Verdict.FAILS
        return Outcome(verdict, float(f"{worst:.2g}"), "absolute", where, repeat(theorem, settings))


@dataclass(frozen=True)
class MetricsAsComputedApart(Check):
    """`head_metrics` of real heads against mpmath: densities by Bayes' rule, divergence and entropy by definition."""

    maximum: float = 1e-12  # relative to the larger of the value and 1

    @property
    def name(self) -> str:
        return "metrics of real heads"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        from svflow_math.gen.metrics import head_metrics

        worst, where = 0.0, ""
        for heads in heads_of(settings):
            got = head_metrics(heads.q, heads.k, scale=heads.scale)
            for head, position in heads.queries:
                with mpmath.workdps(_DIGITS):
                    apart = _computed_apart(heads, head, position)
                    pairs = list(zip(apart.softmax, apart.exact, strict=True))
                    d = mpmath.mpf(heads.q.shape[-1])
                    uniform = mpmath.gamma(d / 2) / (2 * mpmath.pi ** (d / 2))
                    expected = (
                        apart.mean_concentration,
                        mpmath.log(apart.density),
                        mpmath.log(apart.density / uniform),
                        mpmath.fsum(w * mpmath.log(w / p) for w, p in pairs),
                        -mpmath.fsum(w * mpmath.log(w) for w, _ in pairs),
                    )
                    for field, value in zip(got, expected, strict=True):
                        gap = float(abs(field[head, position] - value) / max(1, abs(value)))
                        if not gap < worst:
                            worst, where = gap, f"layer {heads.label}, head {head}, query {position}"
        verdict = Verdict.HOLDS if worst <= self.maximum else Verdict.FAILS
        return Outcome(verdict, float(f"{worst:.2g}"), "relative", where, repeat(theorem, settings))


@dataclass(frozen=True)
class InsideTiltBounds(Check):
    """Measured range, total variation, divergence and field error of real heads, inside the bounds; one row a layer."""

    maximum: float = 1e-12  # of the range against max - min of mpmath's log normalisers

    @property
    def name(self) -> str:
        return "tilt of real heads"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        rows, worst, broken = [], 0.0, ""
        for heads in heads_of(settings):
            row, gap, failure = self._layer(heads)
            rows.append(row)
            worst = float(np.maximum(worst, gap))
            broken = broken or failure
        if not worst <= self.maximum:
            broken = broken or f"the range differs by {worst:.1e}"
        verdict = Verdict.FAILS if broken else Verdict.HOLDS
        return Outcome(verdict, float(f"{worst:.2g}"), "absolute", broken, repeat(theorem, settings), tuple(rows))

    def _layer(self, heads: Heads) -> tuple[dict[str, Any], float, str]:
        from svflow_math.gen.attention import tilt_bounds

        measured: dict[str, float] = {}
        gap, broken = 0.0, ""
        for head, position in heads.queries:
            with mpmath.workdps(_DIGITS):
                apart = _computed_apart(heads, head, position)
                spread = float(max(apart.log_normalizers) - min(apart.log_normalizers))
                pairs = list(zip(apart.softmax, apart.exact, strict=True))
                variation = float(mpmath.fsum(abs(w - p) for w, p in pairs) / 2)
                divergence = float(mpmath.fsum(w * mpmath.log(w / p) for w, p in pairs))
                change = np.array([float(w - p) for w, p in pairs])
            q, k = heads.q[head, position][None], heads.k[head, : position + 1]
            bounds = tilt_bounds(q, k, scale=heads.scale)
            limit = [float(b[0]) for b in bounds]
            v = heads.v[head, : position + 1]
            field = float(np.linalg.norm(change @ v))
            diameter = float(np.sqrt(np.square(v[:, None] - v).sum(-1).max()))
            gap = float(np.maximum(gap, abs(limit[0] - spread) / max(1.0, spread)))
            slack = 1 + 1e-12
            inside = variation <= limit[1] * slack and divergence <= limit[2] * slack
            if not (inside and field <= diameter * limit[1] * slack):
                broken = f"layer {heads.label}, head {head}, query {position} is outside its bounds"
            found = {
                "range": spread, "TV": variation, "TV bound": limit[1], "KL": divergence, "KL bound": limit[2],
                "field error": field, "field bound": diameter * limit[1],
            }  # fmt: skip
            for name, value in found.items():
                measured[name] = max(measured.get(name, 0.0), value)
        rounded = {name: float(f"{value:.4g}") for name, value in measured.items()}
        return {"layer": heads.label, **rounded}, gap, broken
