"""Experts as functions: gates as posteriors, what dropping experts costs, activations to the last bits."""

from __future__ import annotations

import warnings
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from derivations.experts.operations import GELU_FLOOR, NINTH_DIGIT, SILU_FLOOR, TANH_GELU_FLOOR
from svflow_math import vmf
from svflow_math.experts import feed_forward, gate, mixture_of_experts
from svflow_math.testing import points

SEEDS = st.integers(0, 2**32 - 1)
FLOORS = {"gelu": GELU_FLOOR, "gelu_tanh": TANH_GELU_FLOOR, "silu": SILU_FLOOR}


def activation(name: str, a: NDArray) -> NDArray:
    """An activation by way of a layer: each entry is the input of a hidden unit of its own."""
    return feed_forward(np.stack([a, np.zeros_like(a)], -1), [[1.0, 0.0]], [[1.0]], activation=name)[..., 0]


def exactly(name: str, a: float) -> Any:
    a = mpmath.mpf(a)
    if name == "silu":
        return a / (1 + mpmath.exp(-a))
    if name == "gelu":
        return a * mpmath.erfc(-a / mpmath.sqrt(2)) / 2
    if name == "gelu_tanh":
        return a / 2 * (1 + mpmath.tanh(mpmath.sqrt(2 / mpmath.pi) * (a + mpmath.mpf("0.044715") * a**3)))
    return mpmath.exp(a) if name == "exp" else max(a, mpmath.mpf(0))


@settings(max_examples=25, deadline=None)
@given(points(5), SEEDS)
def test_a_gate_is_the_posterior_of_its_rows(x: NDArray, seed: int) -> None:
    """By Bayes' rule with densities of their own; a row of zeros is a uniform component."""
    rng = np.random.default_rng(seed)
    weight = rng.standard_normal((4, 5)) * 10.0 ** rng.uniform(-2, 1, (4, 1))
    weight[seed % 4] = 0
    bias = rng.standard_normal(4)
    sizes = np.linalg.norm(weight, axis=-1)
    axes = np.where(sizes[:, None] > 0, weight / np.where(sizes > 0, sizes, 1)[:, None], np.eye(5)[0])
    log_joint = bias - vmf.log_normalizer(sizes, 5) + vmf.log_density(x, axes, sizes)
    expected = np.exp(log_joint - log_joint.max())
    assert np.max(np.abs(gate(x, weight, bias) - expected / expected.sum())) <= 1e-13


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(1, 8), st.integers(2, 6))
def test_dropping_experts_costs_the_dropped_mass(seed: int, count: int, dim: int) -> None:
    rng = np.random.default_rng(seed)
    top_k = int(rng.integers(1, count + 1))
    x, weight = rng.standard_normal((7, dim)), 3 * rng.standard_normal((count, dim))
    outputs = rng.standard_normal((7, count, dim))
    full, few = gate(x, weight), quietly(x, weight, top_k=top_k)
    assert np.array_equal(np.count_nonzero(few, axis=-1), np.full(7, top_k))
    mass = np.sum(full, axis=-1, where=few > 0)
    assert np.max(np.abs(np.abs(few - full).sum(-1) / 2 - (1 - mass))) <= 1e-14
    assert np.max(np.abs(gate(x, weight, top_k=top_k, renormalize=False) - np.where(few > 0, full, 0))) == 0
    off = np.linalg.norm(mixture_of_experts(few, outputs) - mixture_of_experts(full, outputs), axis=-1)
    diameter = np.linalg.norm(outputs[:, :, None] - outputs[:, None], axis=-1).max((-1, -2))
    assert np.all(off <= diameter * (1 - mass) + 1e-13)
    two = np.where(few[..., None] > 0, outputs[:, :1], outputs[:, -1:])  # kept experts agree, and dropped ones
    off = np.linalg.norm(mixture_of_experts(few, two) - mixture_of_experts(full, two), axis=-1)
    assert np.max(np.abs(off - (1 - mass) * np.linalg.norm(outputs[:, 0] - outputs[:, -1], axis=-1))) <= 1e-13


def quietly(*arguments: Any, **options: Any) -> NDArray:
    """A gate with one expert kept, without the warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return gate(*arguments, **options)


def test_ties_keep_the_first_experts() -> None:
    weight = np.zeros((5, 2))
    assert np.array_equal(gate([1.0, 0.0], weight, top_k=2), [0.5, 0.5, 0, 0, 0])
    assert np.array_equal(gate([1.0, 0.0], weight, [0, 0, 1, 0, 1], top_k=3)[[0, 1, 3]] > 0, [True, False, False])
    assert np.array_equal(
        gate([1.0, 0.0], weight, [-0.0, 0.0, -0.0, 0.0, 0.0], top_k=1, renormalize=False) > 0, [1, 0, 0, 0, 0]
    )


def test_the_softmax_runs_over_all_experts_before_any_is_dropped() -> None:
    """As sparse mixtures do: softmax over all, then the largest, then divided by their sum or not."""
    rng = np.random.default_rng(0)
    x, weight = rng.standard_normal((11, 6)), rng.standard_normal((8, 6))
    logits = x @ weight.T
    law = np.exp(logits - logits.max(-1, keepdims=True))
    law /= law.sum(-1, keepdims=True)
    order = np.argsort(-law, axis=-1)[:, :2]
    best = np.take_along_axis(law, order, -1)
    for renormalize, expected in ((True, best / best.sum(-1, keepdims=True)), (False, best)):
        got = gate(x, weight, top_k=2, renormalize=renormalize)
        assert np.max(np.abs(np.take_along_axis(got, order, -1) - expected)) <= 4e-16
        assert np.count_nonzero(got) == 22


def test_large_logits_and_experts_taken_out() -> None:
    got = gate([1.0, 0.0], [[1e300, 0], [-1e300, 0], [1e300, 0]], [0.0, 0.0, -np.inf])
    assert np.array_equal(got, [1, 0, 0])
    assert np.array_equal(gate([1.0, 0.0], [[1.0, 0], [2.0, 0]], [-np.inf, 0.0], top_k=2), [0, 1])
    with pytest.raises(ValueError, match="the logit of expert 1 overflows at index \\(2,\\)"):
        gate([[1.0, 0.0], [0.0, 1.0], [1e200, 0.0]], [[0.0, 1.0], [1e200, 0.0]])


@pytest.mark.parametrize("name", ["silu", "gelu", "gelu_tanh", "relu", "exp"])
def test_activations_to_the_last_bits(name: str) -> None:
    """Relative to the value, where it is normal: in the tails, around the minimum and at zero."""
    far = {"silu": 700.0, "gelu": 37.0, "gelu_tanh": 21.0, "relu": 1e300, "exp": 700.0}[name]
    a = np.concatenate(
        [-np.geomspace(1e-300, far, 150), np.geomspace(1e-300, far, 150), np.linspace(-3, 3, 100), [0.0]]
    )
    got = activation(name, a)
    with mpmath.workdps(400 if name == "gelu_tanh" else 60):  # 1 + tanh is lost to cancellation otherwise
        for x, y in zip(a, got, strict=True):
            expected = exactly(name, x)
            condition = (
                4 + 2 * abs(x) + (4 * abs(x) ** 3 if name == "gelu_tanh" else 0) + (x * x if name == "gelu" else 0)
            )
            assert abs(y - expected) <= condition * 2**-53 * abs(expected)
    extreme = activation(name, np.array([-1e308, -800.0, 0.0]))
    assert np.array_equal(extreme, [0, 0, name == "exp"])


@pytest.mark.parametrize("name", FLOORS)
def test_no_activation_falls_below_its_floor(name: str) -> None:
    values = activation(name, np.linspace(-3, 0, 300_001))
    assert -float(FLOORS[name]) < values.min() < -float(FLOORS[name] - NINTH_DIGIT)
    with mpmath.workdps(30):
        assert (
            abs(mpmath.lambertw(mpmath.exp(-1)).real - exactly("silu", -1 - mpmath.lambertw(mpmath.exp(-1)).real) * -1)
            < 1e-25
        )
    assert activation(name, np.geomspace(-1e3, -3, 10_000)).min() > -float(FLOORS[name])


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.sampled_from(["silu", "gelu", "gelu_tanh", "relu", "exp"]), st.booleans(), st.booleans())
def test_layers_by_their_sums(seed: int, name: str, gated: bool, biased: bool) -> None:
    rng = np.random.default_rng(seed)
    x, w_in, w_gate = rng.standard_normal((2, 3, 4)), rng.standard_normal((6, 4)), rng.standard_normal((6, 4))
    w_out, b_in, b_out = rng.standard_normal((5, 6)), rng.standard_normal(6), rng.standard_normal(5)
    options = {"b_in": b_in, "b_out": b_out} if biased else {}
    got = feed_forward(x, w_in, w_out, w_gate if gated else None, activation=name, **options)
    linear = np.einsum("...d,md->...m", x, w_in) + (b_in if biased else 0)
    weight = activation(name, np.einsum("...d,md->...m", x, w_gate) if gated else linear)
    factor = linear if gated else np.ones_like(linear)
    expected = np.einsum("...m,...m,om->...o", weight, factor, w_out) + (b_out if biased else 0)
    size = np.einsum("...m,...m,om->...o", abs(weight), abs(factor), abs(w_out)) + 1
    assert np.max(np.abs(got - expected) / size) <= 1e-14
    mass = weight.sum(-1, keepdims=True)
    if name in ("relu", "exp") and np.all(mass > 0):  # the posterior mean times the mass
        mean = mixture_of_experts(weight / mass, factor[..., None] * w_out.T)
        assert np.max(np.abs(mass * mean + (b_out if biased else 0) - got) / size) <= 1e-14


@settings(max_examples=50, deadline=None)
@given(arrays(np.float64, (12,), elements=st.floats(-50, 50)), st.sampled_from(sorted(FLOORS)))
def test_negative_mass(a: NDArray, name: str) -> None:
    """At most the width times the floor; relative to the mass it has no bound, and the mass may be negative."""
    values = activation(name, a)
    assert -np.sum(values, where=values < 0) <= len(a) * float(FLOORS[name])
    pair = activation(name, np.array([1e-9, -1e-9]))
    assert -pair[1] / pair.sum() > 1e8
    assert activation(name, -np.abs(a) - 0.1).sum() < 0 or np.all(np.abs(a) > 10)


def test_single_precision_stays_single() -> None:
    rng = np.random.default_rng(1)
    x, w = (rng.standard_normal(s).astype(np.float32) for s in ((3, 4), (6, 4)))
    out = rng.standard_normal((5, 6)).astype(np.float32)
    for name in ("silu", "gelu", "gelu_tanh", "relu", "exp"):
        single, double = (
            feed_forward(x, w, out, w, activation=name),
            feed_forward(*(a.astype(float) for a in (x, w, out, w)), activation=name),
        )
        assert single.dtype == np.float32
        assert np.max(np.abs(single - double)) <= 2e-6 * np.abs(double).max()
    assert gate(x, w, top_k=3).dtype == np.float32
