"""Normalisers of all pairs: the interpolation by its laws, and what is handed on against single values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from svflow_math.numerics import log_normalizer_grid as grid
from svflow_math.numerics.log_bessel import log_normalizer, log_scaled_normalizer
from svflow_math.numerics.log_normalizer_grid import DIGITS, MARGIN, SHORTEST, LogNormalizers

DOUBLE, SINGLE = np.dtype(np.float64), np.dtype(np.float32)


def norms(lead: tuple[int, ...], n: int, spread: float, seed: int) -> NDArray:
    return np.exp(spread * np.random.default_rng(seed).uniform(-1, 1, (*lead, n)))


def directly(queries: NDArray, keys: NDArray, dim: int) -> NDArray:
    return np.asarray(log_normalizer(queries[..., :, None] * keys[..., None, :], dim))


@pytest.mark.parametrize("half", [SHORTEST, 0.3, 1.0, 5.0])
def test_points_reach_the_digits_and_no_more(half: float) -> None:
    y = math.pi / (2 * half)
    rho = y + math.sqrt(1 + y * y)
    for digits in DIGITS.values():
        m = grid._points(half, digits) - MARGIN
        assert rho**-m <= 10.0**-digits * (1 + 1e-12) < rho ** -(m - 1)


def test_intervals() -> None:
    middle, half = grid._interval(np.array([[3.0, -1.0, 0.0], [2.0, 2.0, 2.0]]))
    assert np.array_equal(middle, [1, 2])
    assert np.array_equal(half, [2, SHORTEST])


@pytest.mark.parametrize("m", [1, 2, 5, 13])
def test_interpolation_of_polynomials(m: int) -> None:
    """Exact below degree m, the identity at the points, and constant beyond the ends, where only rounding leads."""
    nodes = grid._chebyshev(m)
    assert np.max(np.abs(np.polynomial.chebyshev.chebval(nodes, [0] * m + [1]))) <= 1e-14
    assert np.max(np.abs(grid._interpolation(nodes, m) - np.eye(m))) <= 1e-14
    x = np.linspace(-1, 1, 12).reshape(3, 4)
    found = grid._interpolation(x, m)
    assert found.shape == (3, 4, m)
    assert np.max(np.abs(found.sum(-1) - 1)) <= 1e-14
    for power in range(m):
        assert np.max(np.abs(found @ nodes**power - x**power)) <= 1e-14
    ends = np.array([1.0, -1.0])
    assert np.array_equal(grid._interpolation(ends * (1 + 1e-9), m), grid._interpolation(ends, m))


@pytest.mark.parametrize(("lead_q", "lead_k"), [((), ()), ((2, 3), (2, 1)), ((3,), (3,))])
@pytest.mark.parametrize(("n_q", "n_k"), [(40, 90), (4, 5)], ids=["by interpolation", "one by one"])
def test_values_of_pairs(n_q: int, n_k: int, lead_q: tuple[int, ...], lead_k: tuple[int, ...]) -> None:
    queries, keys = norms(lead_q, n_q, 0.4, 0), norms(lead_k, n_k, 0.2, 1)
    expected = directly(queries, keys, 6)
    rest = np.sort(keys[..., 1:], axis=-1)
    for dtype, tolerance in ((DOUBLE, 2e-14), (SINGLE, 1e-6)):
        found = LogNormalizers(queries, keys, 6, dtype)
        assert np.array_equal(found.key_norms, keys)
        assert np.max(np.abs(found.sink - expected[..., 0])) <= 1e-14
        assert np.max(np.abs(found.highest - expected[..., 1:].max(-1))) <= 1e-14
        middle = directly(queries, np.median(rest, axis=-1)[..., None], 6)[..., 0]
        assert np.max(np.abs(found.reference - middle)) <= 1e-14
        for rows, columns in ((slice(0, n_q), slice(1, n_k)), (slice(1, 3), slice(2, n_k)), (slice(2, 4), slice(3, 4))):
            part = expected[..., rows, columns] - middle[..., rows, None]
            out = np.full(part.shape, np.nan, dtype)
            assert found.tile(rows, columns, out) is out
            assert np.max(np.abs(out - part)) <= tolerance


def test_the_wider_axis_has_more_points_and_few_are_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes: list[tuple[int, ...]] = []

    def recorded(kappa: NDArray, dim: int) -> NDArray:
        shapes.append(np.shape(kappa))
        return np.asarray(log_scaled_normalizer(kappa, dim))

    monkeypatch.setattr(grid, "log_scaled_normalizer", recorded)
    queries, keys = norms((2,), 300, 1.5, 0), norms((2,), 200, 0.2, 1)
    LogNormalizers(queries, keys, 6, DOUBLE)
    halves = [max(np.ptp(np.log(array), axis=-1)) / 2 for array in (queries, keys[:, 1:])]
    assert shapes == [(2, *(grid._points(half, 17) for half in halves))]
    assert shapes[0][1] > shapes[0][2]
    shapes.clear()
    LogNormalizers(queries, keys, 6, SINGLE)
    assert shapes == [(2, *(grid._points(half, 10) for half in halves))]
    shapes.clear()
    for few in (LogNormalizers(queries[:, :3], keys, 6, DOUBLE), LogNormalizers(queries, keys[:, :3], 6, DOUBLE)):
        assert len(few.highest) == 2
    assert not shapes  # a grid would be as much work


def test_the_widest_head_decides() -> None:
    queries = np.stack([norms((), 60, 0.01, 0), norms((), 60, 2.0, 1)])
    keys = np.stack([norms((), 80, 2.0, 2), norms((), 80, 0.01, 3)])
    found = LogNormalizers(queries, keys, 5, DOUBLE)
    out = found.tile(slice(0, 60), slice(1, 80), np.empty((2, 60, 79))) + found.reference[..., None]
    assert np.max(np.abs(out - directly(queries, keys[:, 1:], 5))) <= 4e-14


@pytest.mark.parametrize("which", ["queries", "keys"])
def test_norms_that_vanish(which: str) -> None:
    queries, keys = norms((), 60, 0.1, 0), norms((), 80, 0.1, 1)
    {"queries": queries, "keys": keys}[which][5] = 0
    found = LogNormalizers(queries, keys, 5, DOUBLE)
    out = found.tile(slice(0, 60), slice(1, 80), np.empty((60, 79))) + found.reference[:, None]
    assert np.max(np.abs(out - directly(queries, keys[1:], 5))) <= 1e-14


def test_without_keys_after_the_first() -> None:
    queries = norms((2,), 3, 0.5, 0)
    one = LogNormalizers(queries, queries[:, :1], 5, DOUBLE)
    assert np.max(np.abs(one.sink - directly(queries, queries[:, :1], 5)[..., 0])) <= 1e-15
    assert np.array_equal(one.reference, np.zeros((2, 3)))
    assert one.tile(slice(0, 3), slice(1, 1), np.empty((2, 3, 0))).shape == (2, 3, 0)
    none = LogNormalizers(queries, queries[:, :0], 5, DOUBLE)
    assert np.array_equal(none.sink, np.zeros((2, 3)))
    assert LogNormalizers(queries[:, :0], queries, 5, DOUBLE).sink.shape == (2, 0)
