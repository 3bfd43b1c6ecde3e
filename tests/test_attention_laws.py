"""Laws of attention as properties: gauge, shift, order of keys, streaming, relative positions, dtypes and shapes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from svflow_math.attention import attend, exact_posterior, rotate, smoothed_posterior, tilt_bounds, weights
from svflow_math.numerics.log_bessel import log_normalizer

EPS = np.finfo(np.float64).eps


@dataclass(frozen=True)
class Head:
    """Queries (n_q, d), keys (n_k, d), values (n_k, d_v), a bias (n_q, n_k) and the scale of the logits."""

    q: NDArray
    k: NDArray
    v: NDArray
    bias: NDArray
    scale: float

    @property
    def size(self) -> float:
        """The largest logit that rounding can be measured against."""
        norms = [np.linalg.norm(a, axis=-1).max() for a in (self.q, self.k)]
        return float(1 + self.scale * norms[0] * norms[1] + np.abs(self.bias).max())


@st.composite
def heads(draw: st.DrawFn, even: bool = False, most: int = 40) -> Head:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_q, n_k = draw(st.integers(1, 6)), draw(st.integers(1, most))
    d = 2 * draw(st.integers(1, 8)) if even else draw(st.integers(2, 17))
    size = draw(st.sampled_from([0.1, 1.0, 4.0]))
    return Head(
        size * rng.standard_normal((n_q, d)),
        rng.standard_normal((n_k, d)) * rng.uniform(0.2, 2.0, (n_k, 1)),
        rng.standard_normal((n_k, draw(st.integers(1, 4)))),
        rng.standard_normal((n_q, n_k)),
        draw(st.sampled_from([0.25, 1.0])),
    )


def plain(head: Head) -> NDArray:
    """Softmax from its definition, in extended precision."""
    q, k = head.q.astype(np.longdouble), head.k.astype(np.longdouble)
    joint = np.exp(np.longdouble(head.scale) * (q @ k.T) + head.bias)
    return joint / joint.sum(-1, keepdims=True)


def gap(got: NDArray, expected: NDArray) -> float:
    """The largest difference between two laws over the keys, or between means under them."""
    assert got.shape == expected.shape
    return float(np.abs(got - expected).max(initial=0))


@given(heads(), st.integers(0, 2**32 - 1))
def test_gauge_keeps_the_weights(head: Head, seed: int) -> None:
    rng = np.random.default_rng(seed)
    d = head.q.shape[-1]
    left, right = (np.linalg.qr(rng.standard_normal((d, d)))[0] for _ in range(2))
    stretch = rng.uniform(0.5, 2.0, d)
    moved = weights(head.q @ (left * stretch) @ right, head.k @ (left / stretch) @ right, scale=head.scale)
    assert gap(moved, weights(head.q, head.k, scale=head.scale)) < 100 * d * EPS * head.size


@given(st.integers(2, 65), st.floats(1.01, 20.0), st.sampled_from([0.1, 1.0, 30.0]))
def test_gauge_changes_the_tilt(d: int, stretch: float, scale: float) -> None:
    """The query and two orthogonal unit keys: equal concentrations, until one direction is stretched."""
    q, k = np.eye(1, d), np.eye(2, d)
    gauge = np.r_[stretch, np.ones(d - 1)]
    before = tilt_bounds(q, k, scale=scale).range[0]
    after = tilt_bounds(q * gauge, k / gauge, scale=scale).range[0]
    expected = log_normalizer(np.float64(scale), d) - log_normalizer(np.float64(scale * stretch), d)
    assert before == 0
    assert abs(after - expected) <= 1e-13 * (1 + scale * stretch)
    assert after > 0
    assert gap(weights(q * gauge, k / gauge, scale=scale), weights(q, k, scale=scale)) < 8 * EPS * scale
    assert gap(exact_posterior(q * gauge, k / gauge, scale=scale), weights(q, k, scale=scale)) > 0


@given(heads(), st.floats(-1e3, 1e3))
def test_shift_of_all_logits_changes_nothing(head: Head, shift: float) -> None:
    law = weights(head.q, head.k, scale=head.scale, bias=head.bias)
    shifted = weights(head.q, head.k, scale=head.scale, bias=head.bias + shift)
    assert gap(shifted, law) <= 4 * EPS * (head.size + abs(shift))
    posterior = exact_posterior(head.q, head.k, scale=head.scale, log_prior=head.bias)
    shifted = exact_posterior(head.q, head.k, scale=head.scale, log_prior=head.bias + shift)
    assert gap(shifted, posterior) <= 4 * EPS * (head.size + abs(shift))


@given(heads(most=1500))
def test_streamed_equals_plain(head: Head) -> None:
    expected = plain(head)
    mean = attend(head.q, head.k, head.v, scale=head.scale, bias=head.bias)
    assert gap(mean, expected @ head.v) < 30 * EPS * head.size
    assert gap(weights(head.q, head.k, scale=head.scale, bias=head.bias), expected) < 30 * EPS * head.size


@given(heads(), st.randoms(use_true_random=False))
def test_order_of_keys_does_not_matter(head: Head, random: Any) -> None:
    order = list(range(len(head.k)))
    random.shuffle(order)
    moved = {"scale": head.scale, "bias": head.bias[:, order]}
    kept = {"scale": head.scale, "bias": head.bias}
    k, tolerance = head.k[order], 30 * EPS * head.size
    assert gap(weights(head.q, k, **moved), weights(head.q, head.k, **kept)[:, order]) < tolerance
    assert gap(attend(head.q, k, head.v[order], **moved), attend(head.q, head.k, head.v, **kept)) < tolerance
    bounds = tilt_bounds(head.q, k, scale=head.scale), tilt_bounds(head.q, head.k, scale=head.scale)
    assert all(gap(a, b) < tolerance for a, b in zip(*bounds, strict=True))


@given(heads(even=True), st.integers(-1000, 1000))
def test_rotated_weights_know_relative_positions_only(head: Head, shift: int) -> None:
    positions = np.arange(len(head.q)), 3 * np.arange(len(head.k))
    law = weights(*(rotate(a, p) for a, p in zip((head.q, head.k), positions, strict=True)), scale=head.scale)
    later = weights(*(rotate(a, p + shift) for a, p in zip((head.q, head.k), positions, strict=True)), scale=head.scale)
    farthest = abs(shift) + 120
    assert gap(later, law) < 4 * EPS * head.size * farthest


@given(heads(even=True), st.floats(-1e4, 1e4))
def test_rotation_keeps_the_concentrations(head: Head, position: float) -> None:
    turned = tilt_bounds(rotate(head.q, position), rotate(head.k, -position), scale=head.scale)
    for bound, expected in zip(turned, tilt_bounds(head.q, head.k, scale=head.scale), strict=True):
        assert gap(bound, expected) < 1e-13 * head.size


@given(heads(even=True), st.floats(-100, 100), st.floats(-100, 100))
def test_rotations_add_up(head: Head, first: float, second: float) -> None:
    assert np.array_equal(rotate(head.k, 0), head.k)
    assert gap(rotate(rotate(head.k, first), second), rotate(head.k, first + second)) < 1e-12


def test_rotation_moves_the_weights(rng: np.random.Generator) -> None:
    """What the laws above leave open: positions do matter."""
    q, k = rng.standard_normal((1, 8)), rng.standard_normal((5, 8))
    assert gap(weights(q, rotate(k, np.arange(5))), weights(q, k)) > 1e-2


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "weights": lambda q, k, v, p: weights(q, k),
    "attend": lambda q, k, v, p: attend(q, k, v),
    "exact_posterior": lambda q, k, v, p: exact_posterior(q, k),
    "tilt_bounds": lambda q, k, v, p: tilt_bounds(q, k),
    "smoothed_posterior": lambda q, k, v, p: smoothed_posterior(q, k, p, 2.0),
    "rotate": lambda q, k, v, p: rotate(q, 7),
}
SHAPES = {"weights": (4, 5), "attend": (4, 3), "exact_posterior": (4, 5), "tilt_bounds": (4,), "rotate": (4, 6)}
by_function = pytest.mark.parametrize("name", FUNCTIONS)


def arguments(rng: np.random.Generator, *lead: int) -> list[NDArray]:
    """Unit queries and keys, values, and laws over the components of each key."""
    arrays = [rng.standard_normal((*lead, n, d)) for n, d in ((4, 6), (5, 6), (5, 3))]
    q, k = (a / np.linalg.norm(a, axis=-1, keepdims=True) for a in arrays[:2])
    laws = rng.exponential(size=(5, 2))
    return [q, k, arrays[2], laws / laws.sum(-1, keepdims=True)]


def results(found: Any) -> tuple[NDArray, ...]:
    return tuple(found) if isinstance(found, tuple) else (found,)


@by_function
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_dtype_in_is_dtype_out(name: str, dtype: type, rng: np.random.Generator) -> None:
    given_arrays = arguments(rng)
    found = results(FUNCTIONS[name](*(a.astype(dtype) for a in given_arrays)))
    exact = results(FUNCTIONS[name](*given_arrays))
    assert all(result.dtype == dtype for result in found)
    rounding = 20 * np.finfo(dtype).eps
    assert all(gap(a.astype(float), b) < rounding for a, b in zip(found, exact, strict=True))


@by_function
def test_mixed_dtypes_promote(name: str, rng: np.random.Generator) -> None:
    q, *others = arguments(rng)
    for result in results(FUNCTIONS[name](q.astype(np.float32), *others)):
        assert result.dtype == (np.float32 if name == "rotate" else np.float64)


@pytest.mark.parametrize("name", SHAPES)
def test_leading_axes_broadcast_and_a_batch_is_a_loop(name: str, rng: np.random.Generator) -> None:
    q, k, v, laws = arguments(rng, 2, 3)
    batch = results(FUNCTIONS[name](q, k, v, laws))
    assert all(result.shape == (2, 3, *SHAPES[name]) for result in batch)
    for lead in np.ndindex(2, 3):
        single = results(FUNCTIONS[name](q[lead], k[lead], v[lead], laws))
        assert all(gap(a[lead], b) < 8 * EPS for a, b in zip(batch, single, strict=True))
    shared = results(FUNCTIONS[name](q, k[:, :1], v[:, :1], laws))
    repeated = results(FUNCTIONS[name](q, *(np.repeat(a[:, :1], 3, axis=1) for a in (k, v)), laws))
    assert all(gap(a, b) < 8 * EPS for a, b in zip(shared, repeated, strict=True))


def test_smoothed_posteriors_of_a_batch_are_a_loop(rng: np.random.Generator) -> None:
    x = arguments(rng, 2, 3)[0]
    _, k, _, laws = arguments(rng)
    batch = smoothed_posterior(x, k, laws, 2.0)
    assert batch.shape == (2, 3, 4, 2)
    loop = np.array([smoothed_posterior(row, k, laws, 2.0) for row in x.reshape(-1, 6)]).reshape(batch.shape)
    assert gap(batch, loop) < 8 * EPS


@by_function
def test_inputs_are_left_alone(name: str, rng: np.random.Generator) -> None:
    given_arrays = arguments(rng)
    copies = [a.copy() for a in given_arrays]
    for array in given_arrays:
        array.flags.writeable = False
    FUNCTIONS[name](*given_arrays)
    assert all(map(np.array_equal, given_arrays, copies))


@by_function
def test_a_view_is_as_good_as_a_copy(name: str, rng: np.random.Generator) -> None:
    arrays = arguments(rng)
    views = [np.repeat(a, 2, axis=-1)[..., ::2] for a in arrays]
    assert not views[0].flags.contiguous
    pairs = zip(results(FUNCTIONS[name](*views)), results(FUNCTIONS[name](*arrays)), strict=True)
    assert all(gap(a, b) < 8 * EPS for a, b in pairs)


@pytest.mark.parametrize("name", ["weights", "attend", "tilt_bounds", "exact_posterior", "rotate"])
def test_empty_batches_give_empty_results(name: str, rng: np.random.Generator) -> None:
    q, k, v, laws = (a[:0] for a in arguments(rng, 1))
    assert all(result.shape == (0, *SHAPES[name]) for result in results(FUNCTIONS[name](q, k, v, laws)))


def test_posterior_and_bounds_where_the_normaliser_is_elementary(rng: np.random.Generator) -> None:
    """In three dimensions log C(kappa) = log kappa - log sinh kappa up to a constant: both, from their definitions."""
    q, k = rng.standard_normal((4, 3)), rng.standard_normal((6, 3)) * rng.uniform(0.3, 3, (6, 1))
    prior = rng.standard_normal((4, 6))
    mask = np.arange(6) != 2
    kappa = 0.7 * np.linalg.norm(q, axis=-1)[:, None] * np.linalg.norm(k, axis=-1)
    log_c = np.log(kappa) - np.log(np.sinh(kappa))
    joint = np.exp(log_c + 0.7 * q @ k.T + prior) * mask
    got = exact_posterior(q, k, scale=0.7, log_prior=prior, mask=mask)
    assert gap(got, joint / joint.sum(axis=-1, keepdims=True)) < 100 * EPS
    bounds = tilt_bounds(q, k, scale=0.7, mask=mask)
    assert gap(bounds.range, np.ptp(log_c[:, mask], axis=-1)) < 100 * EPS
    assert gap(bounds.total_variation, np.tanh(bounds.range / 4)) < 4 * EPS
    assert bounds.range.min() > 0.1
    alike = tilt_bounds(q, k / np.linalg.norm(k, axis=-1, keepdims=True), scale=0.7)
    assert np.max(alike.range) < 100 * EPS


def test_posteriors_of_single_precision_are_rounded_once(rng: np.random.Generator) -> None:
    """Exact posteriors are computed in double precision, also of arrays that are not."""
    q, k = (3 * rng.standard_normal((5, 64)).astype(np.float32) for _ in range(2))
    double = exact_posterior(q.astype(float), k.astype(float), scale=0.5)
    assert np.array_equal(exact_posterior(q, k, scale=0.5), double.astype(np.float32))
