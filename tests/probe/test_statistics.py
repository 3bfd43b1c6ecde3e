"""Rank correlations three ways, on data whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import spearmanr

from svflow_math.probe.statistics import depth, mean_interval, spearman, three_ways

pytestmark = pytest.mark.models

LEVELS = np.arange(6.0)


def test_spearman_is_that_of_scipy(rng: np.random.Generator) -> None:
    for _ in range(20):
        a, b = rng.integers(5, size=12), rng.normal(size=12)
        assert abs(spearman(a.astype(float), b) - spearmanr(a, b).statistic) <= 1e-14
    assert np.isnan(spearman(np.ones(4), LEVELS[:4]))


def test_what_only_moves_with_the_dose(rng: np.random.Generator) -> None:
    """Correlated by level and within passage, and by nothing else: the third correlation does not show a sign."""
    a = LEVELS + rng.normal(size=(24, 1)) + 0.3 * rng.normal(size=(24, 6))
    b = LEVELS**2 + rng.normal(size=(24, 1)) + 0.3 * rng.normal(size=(24, 6))
    found = three_ways(a, b)
    assert found["level"].rho == 1 and found["level"].p == pytest.approx(2 / 720)
    assert found["within passage"].rho > 0.9 and found["within passage"].sign == 1
    assert abs(found["level removed"].rho) < 0.25 and found["level removed"].sign == 0


def test_what_is_left_when_the_level_is_removed(rng: np.random.Generator) -> None:
    shared = rng.normal(size=(24, 6))
    a, b = LEVELS + shared, LEVELS - shared + 0.3 * rng.normal(size=(24, 6))
    found = three_ways(a, b)
    assert found["level"].rho > 0.8
    assert found["level removed"].rho < -0.8 and found["level removed"].sign == -1
    assert found["level removed"].low <= found["level removed"].rho <= found["level removed"].high


def test_constant_draws_are_dropped_and_counted() -> None:
    a = np.zeros((3, 4))
    a[0] = [1.0, 2.0, 3.0, 4.0]
    found = three_ways(a, np.tile(LEVELS[:4], (3, 1)))
    assert found["level"].dropped > 400  # without the first passage: (2/3)^3 of 2000 draws
    assert found["level"].rho == 1


def test_depth(rng: np.random.Generator) -> None:
    change = 0.1 * np.arange(1, 9) + 0.01 * rng.normal(size=(10, 8))
    assert depth(change).rho == 1 and depth(change).sign == 1
    base = np.tile(np.arange(1.0, 9) ** 2, (10, 1))
    assert depth(change, base).rho == -1
    assert depth(-change).rho == 1  # the size of a change


def test_mean_interval(rng: np.random.Generator) -> None:
    values = rng.normal(2, 1, size=400)
    mean, low, high = mean_interval(values)
    assert mean == pytest.approx(values.mean()) and low < mean < high
    assert high - low == pytest.approx(2 * 1.96 / 20, rel=0.15)
