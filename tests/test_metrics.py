"""Metrics of heads against mpmath, key by key, and what is known of them before they are measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from svflow_math.attention import tilt_bounds
from svflow_math.data import attention_heads
from svflow_math.metrics import HeadMetrics, context_divergence, head_metrics, perplexity
from svflow_math.numerics.log_bessel import log_normalizer
from svflow_math.numerics.log_normalizer_grid import LogNormalizers

SEEDS = st.integers(0, 2**32 - 1)


def by_definition(
    q: list[Any], k: list[Any], scale: Any, bias: NDArray | None, visible: NDArray, softcap: float = np.inf
) -> list[Any]:
    """The five metrics of one query from densities in mpmath; nothing of the library is used."""
    d = mpmath.mpf(len(q))
    order = d / 2 - 1
    size = mpmath.sqrt(mpmath.fdot(q, q))
    kappas, weights, joint, priors = [], [], [], []
    for j in np.flatnonzero(visible):
        norm = mpmath.sqrt(mpmath.fdot(k[j], k[j]))
        kappa, logit = scale * size * norm, scale * mpmath.fdot(q, k[j])
        prior = mpmath.exp(0 if bias is None else mpmath.mpf(bias[j]))
        constant = mpmath.gamma(d / 2) / (2 * mpmath.pi ** (d / 2))
        if kappa:
            constant = kappa**order / ((2 * mpmath.pi) ** (d / 2) * mpmath.besseli(order, kappa))
        capped = logit if softcap == np.inf else softcap * mpmath.tanh(logit / softcap)
        kappas.append(kappa)
        priors.append(prior)
        weights.append(prior * mpmath.exp(capped))
        joint.append(prior * constant * mpmath.exp(logit))
    total, density = mpmath.fsum(weights), mpmath.fsum(joint)
    laws = [(w / total, p / density) for w, p in zip(weights, joint, strict=True)]
    uniform = mpmath.gamma(d / 2) / (2 * mpmath.pi ** (d / 2))
    log_likelihood = mpmath.log(density / mpmath.fsum(priors))
    return [
        mpmath.fsum(kappas) / len(kappas),
        log_likelihood,
        log_likelihood - mpmath.log(uniform),
        mpmath.fsum(w * mpmath.log(w / p) for w, p in laws if w),
        -mpmath.fsum(w * mpmath.log(w) for w, _ in laws if w),
    ]


def exactly(row: NDArray) -> list[Any]:
    return [mpmath.mpf(float(entry)) for entry in row]


@dataclass(frozen=True)
class Case:
    """Queries and keys of one head, with options."""

    q: NDArray
    k: NDArray
    options: dict[str, Any]

    def seen(self, i: int, sink: bool) -> NDArray:
        n_q, n_k = len(self.q), len(self.k)
        visible = np.ones(n_k, bool)
        if self.options.get("causal", True):
            visible &= np.arange(n_k) <= i + n_k - n_q
        if "mask" in self.options:
            visible &= self.options["mask"][i]
        if "bias" in self.options:
            visible &= ~np.isneginf(self.options["bias"][i])
        visible[:1] &= sink
        return visible


@st.composite
def cases(draw: Any) -> Case:
    rng = np.random.default_rng(draw(SEEDS))
    n_k = draw(st.integers(2, 64))
    n_q, d = draw(st.integers(1, min(3, n_k))), draw(st.sampled_from([2, 3, 8, 64]))
    spread = draw(st.sampled_from([0.0, 0.3, 2.0]))
    q, k = (
        rng.standard_normal((n, d)) * np.exp(spread * rng.standard_normal((n, 1))) * draw(st.sampled_from([0.1, 1, 4]))
        for n in (n_q, n_k)
    )
    if draw(st.booleans()):
        k[draw(st.integers(0, n_k - 1))] = 0
    options: dict[str, Any] = {"causal": n_q < n_k and draw(st.booleans())}
    if draw(st.booleans()):
        options["scale"] = 2.0 ** draw(st.integers(-4, 1))
    if draw(st.booleans()):
        options["bias"] = np.where(rng.random((n_q, n_k)) < 0.2, -np.inf, rng.standard_normal((n_q, n_k)))
        options["bias"][:, :2] = 0.5
    if draw(st.booleans()):
        options["mask"] = rng.random((n_q, n_k)) < 0.7
        options["mask"][:, :2] = True
    if draw(st.booleans()):
        options["softcap"] = 5.0
    return Case(q, k, options)


def agree(got: float, expected: Any, size: float) -> bool:
    return bool(abs(got - expected) <= 2e-14 * (1 + size))


@settings(max_examples=40, deadline=None)
@given(cases(), st.booleans())
def test_metrics_of_a_head_by_definition(case: Case, sink: bool) -> None:
    got = head_metrics(case.q, case.k, sink=sink, **case.options)
    scale = case.options.get("scale", case.q.shape[-1] ** -0.5)
    sizes = scale * np.linalg.norm(case.q, axis=-1) * np.linalg.norm(case.k, axis=-1).max()
    with mpmath.workdps(40):
        keys = [exactly(key) for key in case.k]
        for i, query in enumerate(case.q):
            bias = case.options["bias"][i] if "bias" in case.options else None
            expected = by_definition(
                exactly(query), keys, mpmath.mpf(scale), bias, case.seen(i, sink), case.options.get("softcap", np.inf)
            )
            for name, value in zip(HeadMetrics._fields, expected, strict=True):
                assert agree(getattr(got, name)[i], value, sizes[i] + 100), name


@pytest.mark.parametrize("sink", [True, False])
def test_real_heads_by_definition(sink: bool) -> None:
    for layer in attention_heads():
        q, k = layer.q.astype(float), layer.k.astype(float)
        got = head_metrics(q[:, 1:], k, scale=layer.scale, sink=sink)
        single = head_metrics(layer.q[:, 1:], layer.k, scale=layer.scale, sink=sink)
        with mpmath.workdps(30):
            keys = [exactly(key) for key in k[0]]
            for head, i in ((0, 1), (1, 20), (2, q.shape[1] - 1)):
                visible = np.arange(len(keys)) <= i
                visible[0] = sink
                expected = by_definition(exactly(q[head, i]), keys, mpmath.mpf(layer.scale), None, visible)
                for field, rough, value in zip(got, single, expected, strict=True):
                    assert abs(field[head, i - 1] - value) <= 1e-12 * max(1, abs(value))
                    assert abs(rough[head, i - 1] - value) <= 1e-5 * max(1, abs(value))
        assert single.entropy.dtype == np.float32


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.integers(2, 300))
def test_what_is_known_of_them(seed: int, n: int) -> None:
    """Bounds, the gauge, both variants at once, and blocks: a batch is a loop."""
    rng = np.random.default_rng(seed)
    q, k = 2 * rng.standard_normal((2, n, 8)), 2 * rng.standard_normal((1, n, 8))
    got = head_metrics(q, k)
    bounds = tilt_bounds(q, k, causal=True)
    assert np.all((got.posterior_gap >= 0) & (got.posterior_gap <= bounds.kl + 1e-13))
    assert np.all((got.entropy >= -1e-13) & (got.entropy <= np.log(np.arange(1, n + 1)) + 1e-13))
    both = head_metrics(q[:, 1:], k, sink=None)
    for i, sink in enumerate((True, False)):
        for field, one in zip(both, head_metrics(q[:, 1:], k, sink=sink), strict=True):
            assert np.array_equal(field[i], one)
    rotation = np.linalg.qr(rng.standard_normal((8, 8)))[0]
    for other in (
        head_metrics(4 * q, k / 4),
        head_metrics(q @ rotation, k @ rotation),
        head_metrics(q, k, bias=3.0 * np.ones((n, n))),
    ):
        for name, field in other._asdict().items():
            assert np.max(np.abs(field - getattr(got, name))) <= 1e-11
    row = int(rng.integers(n))
    for name, field in head_metrics(q[1, row : row + 1], k[0, : row + 1])._asdict().items():
        assert abs(field[0] - getattr(got, name)[1, row]) <= 1e-11


def test_equal_norms_leave_no_gap() -> None:
    rng = np.random.default_rng(3)
    q, k = rng.standard_normal((40, 5)), rng.standard_normal((90, 5))
    k /= np.linalg.norm(k, axis=-1, keepdims=True)
    assert np.max(head_metrics(q, k, causal=False).posterior_gap) <= 4 * np.spacing(4.5)  # of log C_d, about 4.5
    away = head_metrics(0 * q, k, causal=False)
    assert np.max(np.abs(away.relative_log_likelihood)) <= 1e-14
    assert np.array_equal(away.concentration, np.zeros(40))


def test_extreme_concentrations() -> None:
    """Tilts beyond the range of the exponential, in both precisions."""
    for dtype, large in ((np.float64, 3e4), (np.float32, 3e2)):
        q = np.array([[1.0, 0.0, 0.0]], dtype)
        k = np.array([[0.0, 1.0, 0.0], [large, 0.0, 0.0], [0.0, 1.0, 0.0], [large / 2, large / 2, 0]], dtype)
        got = head_metrics(q, k, scale=1.0, causal=False)
        with mpmath.workdps(40):
            expected = by_definition(exactly(q[0]), [exactly(key) for key in k], mpmath.mpf(1), None, np.ones(4, bool))
        for field, value in zip(got, expected, strict=True):
            assert abs(field[0] - value) <= 64 * np.finfo(dtype).eps * (1 + large)


@pytest.mark.parametrize("spread", [0.0, 0.5, 2.0, 4.0])
@pytest.mark.parametrize("dim", [2, 8, 64, 1024])
def test_interpolated_normalisers(dim: int, spread: float) -> None:
    rng = np.random.default_rng(dim)
    queries, keys = (3 * np.exp(rng.uniform(-spread, spread, n)) for n in (150, 400))
    found = LogNormalizers(queries, keys, dim, np.dtype(float))
    tile = found.tile(slice(0, 150), slice(1, 400), np.empty((150, 399))) + found.reference[:, None]
    expected = log_normalizer(np.outer(queries, keys[1:]), dim)
    scale = 1 + np.abs(expected) + abs(log_normalizer(0.0, dim))  # log C_d passes zero, the values around do not
    assert np.max(np.abs(tile - expected) / scale) <= 4e-14
    assert np.array_equal(found.sink, log_normalizer(queries * keys[0], dim))
    assert np.all(found.highest[:, None] >= expected - 1e-12)


def test_heads_that_are_refused() -> None:
    bad: Any
    q, k = np.ones((3, 4)), np.ones((3, 4))
    with pytest.raises(ValueError, match="query 0 has no key beside key 0 to attend to"):
        head_metrics(q, k, sink=False)
    with pytest.raises(ValueError, match="query 1 has no key to attend to"):
        head_metrics(q, k, mask=np.array([[True] * 3, [False] * 3, [True] * 3]))
    for bad in ("yes", 1, 0.5):
        with pytest.raises(TypeError, match="sink must be a bool or None"):
            head_metrics(q, k, sink=bad)
    with pytest.raises(ValueError, match="q must be finite"):
        head_metrics(np.where(np.eye(3, 4), np.nan, q), k)
    with pytest.raises(TypeError, match="q must hold real numbers"):
        head_metrics(q.astype(complex), k)
    with pytest.raises(ValueError, match="overflows"):
        head_metrics(1e200 * q, 1e200 * k)
    with pytest.raises(ValueError, match="overflows float16"):
        head_metrics((250 * q).astype(np.float16), (250 * k).astype(np.float16), scale=4.0)
    assert head_metrics(q[:0], k).entropy.shape == (0,)
    assert head_metrics(np.stack([q] * 2)[:0], k).entropy.shape == (0, 3)


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(1, 9), st.floats(-9, 0))
def test_divergences_by_definition(seed: int, n: int, exponent: float) -> None:
    rng = np.random.default_rng(seed)
    w = rng.dirichlet(np.ones(n))
    p = w + 10**exponent * w * rng.uniform(-0.5, 0.5, n)
    p /= p.sum()
    w[rng.random(n) < 0.2] = 0
    if not w.any():
        w[0] = 1
    w /= w.sum()
    with mpmath.workdps(60):
        first, second = exactly(w), exactly(p)
        first, second = ([x / mpmath.fsum(law) for x in law] for law in (first, second))
        expected = {
            "kl": mpmath.fsum(a * mpmath.log(a / b) for a, b in zip(first, second, strict=True) if a),
            "js": mpmath.fsum(
                x * mpmath.log(2 * x / (a + b)) / 2 for a, b in zip(first, second, strict=True) for x in (a, b) if x
            ),
        }
    for base, value in expected.items():
        got = context_divergence(w, p, base=base)
        # an ulp of the laws moves a divergence by its root
        assert abs(got - value) <= 1e-14 * value + 4e-16 * mpmath.sqrt(value) + 1e-31
    assert context_divergence(w, p) == context_divergence(p, w) <= np.log(2) * (1 + 1e-15)


def test_divergences_of_disjoint_laws() -> None:
    assert abs(context_divergence([0.5, 0.5, 0, 0], [0, 0, 0.25, 0.75]) - np.log(2)) <= 2e-16
    assert context_divergence([0.5, 0.5], [1.0, 0.0], base="kl") == np.inf
    assert abs(context_divergence([1.0, 0.0], [0.5, 0.5], base="kl") - np.log(2)) <= 2e-16
    assert context_divergence([[1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]]).shape == (2,)
    assert context_divergence([[1.0, 0.0]], [1.0, 0.0]) == 0
    for bad in ([0.5, 0.6], [1.5, -0.5], [0.0, 0.0]):
        with pytest.raises(ValueError, match="w2 must be a law"):
            context_divergence([0.5, 0.5], bad)
    with pytest.raises(ValueError, match="w1 and w2 must be laws over the same items"):
        context_divergence([0.5, 0.5], [1.0])
    with pytest.raises(ValueError, match="base must be one of 'js', 'kl'"):
        context_divergence([1.0], [1.0], base="tv")
    with pytest.raises(ValueError, match="w1 must be finite"):
        context_divergence([np.nan, 1.0], [0.5, 0.5])
    assert context_divergence(np.ones((3, 1), np.float32), np.ones(1, np.float32)).dtype == np.float32


def test_perplexity() -> None:
    rng = np.random.default_rng(0)
    logs = -rng.exponential(size=(4, 50))
    with mpmath.workdps(30):
        for got, row in zip(perplexity(logs), logs, strict=True):
            expected = mpmath.fprod(mpmath.exp(-mpmath.mpf(x)) for x in row) ** (mpmath.mpf(1) / 50)
            assert abs(got - expected) <= 1e-15 * 8 * expected
    assert abs(perplexity(np.full(7, -np.log(50257))) - 50257) <= 1e-10
    assert perplexity([-1.0, -np.inf]) == np.inf
    assert perplexity([0.0]) == 1
    with pytest.raises(ValueError, match="the perplexity overflows"):
        perplexity([-1000.0])
    with pytest.raises(ValueError, match=r"log_probs must not be positive, got 0.5 at index \(1,\)"):
        perplexity([-1.0, 0.5])
    for bad in (np.nan, np.inf):
        with pytest.raises(ValueError, match="log_probs must be finite or -inf"):
            perplexity([bad, -1.0])
    for empty in ([], -1.0, np.zeros((2, 0))):
        with pytest.raises(ValueError, match="log_probs must have a last axis"):
            perplexity(empty)
