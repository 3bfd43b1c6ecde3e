"""Rank correlations three ways, their intervals and pooled calibration, on data whose answer is known."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.stats import spearmanr

from svflow_math.metrics import expected_calibration_error
from svflow_math.probe.conclusions import Calibration
from svflow_math.probe.statistics import (
    depth,
    draw_passages,
    exact_p,
    level_removed,
    mean_interval,
    spearman,
    three_ways,
    within_passage,
)

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


def test_the_interval_of_a_mean_is_that_of_scipy(rng: np.random.Generator) -> None:
    values = rng.exponential(size=24)
    expected = stats.bootstrap(
        (values,), np.mean, n_resamples=2000, method="percentile", rng=np.random.default_rng(20260)
    ).confidence_interval
    assert np.max(np.abs(np.array(mean_interval(values)[1:]) - expected)) <= 1e-14


def test_intervals_cover_what_they_say() -> None:
    """Of 400 samples of 24 passages about 93 % hold the mean: percentile intervals of few passages are a bit short."""
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        _, low, high = mean_interval(rng.normal(1, 2, size=24))
        held += low <= 1 <= high
    assert 0.89 <= held / 400 <= 0.97


def test_the_interval_of_a_correlation_over_clusters_is_that_of_scipy(rng: np.random.Generator) -> None:
    """Whole passages are drawn, and what is removed is removed anew in each draw."""
    a, b = rng.normal(size=(2, 9, 4))

    def statistic(rows: np.ndarray) -> float:
        return spearmanr(level_removed(a[rows]), level_removed(b[rows])).statistic

    expected = stats.bootstrap(
        (np.arange(9),), statistic, n_resamples=2000, method="percentile", vectorized=False,
        rng=np.random.default_rng(20260),
    ).confidence_interval  # fmt: skip
    found = three_ways(a, b)["level removed"]
    assert np.max(np.abs(np.array([found.low, found.high]) - expected)) <= 1e-12


def test_exact_p_is_that_of_scipy(rng: np.random.Generator) -> None:
    a, b = rng.normal(size=(2, 6))
    found = stats.permutation_test(
        (a,), lambda x: spearmanr(x, b).statistic, permutation_type="pairings", n_resamples=np.inf, vectorized=False
    )
    assert exact_p(a, b) == pytest.approx(found.pvalue, abs=1e-12)
    assert exact_p(np.ones(6), b) is None and exact_p(a[:2], b[:2]) is None


def test_what_is_removed_is_what_regression_removes(rng: np.random.Generator) -> None:
    """Residuals of least squares on a constant for each passage, and for each level too."""
    rows = rng.normal(size=(7, 5)) + 10 * rng.normal(size=(7, 1)) + rng.normal(size=5)
    passage = np.kron(np.eye(7), np.ones((5, 1)))
    level = np.kron(np.ones((7, 1)), np.eye(5))
    for way, columns in ((within_passage, passage), (level_removed, np.hstack([passage, level]))):
        fitted = columns @ np.linalg.lstsq(columns, rows.ravel(), rcond=None)[0]
        assert np.max(np.abs(way(rows) - (rows.ravel() - fitted))) <= 1e-13


def test_depth_is_that_of_scipy(rng: np.random.Generator) -> None:
    change, base = rng.normal(size=(2, 6, 9))
    found = depth(change, base)
    size = np.abs(change.mean(axis=0)) / np.abs(base.mean(axis=0))
    assert abs(found.rho - spearmanr(np.arange(9), size).statistic) <= 1e-14


def test_draws_are_the_same_for_every_statistic() -> None:
    assert np.array_equal(draw_passages(24)[:200], draw_passages(24, 200))
    assert draw_passages(24).min() == 0 and draw_passages(24).max() == 23


def predictions(rng: np.random.Generator, passages: int, tokens: int) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Calibrated at level 0; at level 1 the model is right as often as before, and surer."""
    confidence = rng.uniform(0.2, 0.8, size=(passages, 1, tokens)) + np.array([0, 0.15])[:, None]
    correct = rng.random((passages, 2, tokens)) < confidence - np.array([0, 0.15])[:, None]
    frames = [
        pd.DataFrame(
            {"passage": f"p{i}", "level": float(level), "seed": 0, "token": np.arange(tokens), "metric": name}
            | {"value": values[i, level].astype(float)}
        )
        for i in range(passages)
        for level in (0, 1)
        for name, values in (("confidence", confidence), ("correct", correct))
    ]
    return pd.concat(frames), confidence, correct


def test_calibration_is_pooled_over_passages(rng: np.random.Generator) -> None:
    rows, confidence, correct = predictions(rng, 24, 100)
    plan: Any = SimpleNamespace(levels=(0.0, 1.0), count=24)
    found = Calibration(rows, plan)
    for level, figures in enumerate(found.figures.values()):
        pooled = expected_calibration_error(confidence[:, level].ravel(), correct[:, level].ravel())
        assert (figures["error"], figures["floor"]) == pytest.approx(pooled, abs=1e-15)
    calm, sure = found.figures.values()
    assert calm["error"] < 2 * calm["floor"] and sure["error"] > 4 * sure["floor"]
    assert sure["error"] == pytest.approx(0.15, abs=0.03)
    # a metric that goes with the error, and one that goes against it
    rising = np.tile([1.0, 2.0], (24, 1)) + 0.01 * rng.normal(size=(24, 2))
    assert found.correlate(rising).sign == 1 and found.correlate(-rising).sign == -1


def test_one_passage_is_mostly_floor(rng: np.random.Generator) -> None:
    """What pooling is for: the error of 64 calibrated tokens is far from zero, and its floor says so."""
    confidence = rng.uniform(0.1, 0.9, size=(200, 64))
    found = [expected_calibration_error(row, rng.random(64) < row) for row in confidence]
    mean = np.mean([error.ece for error in found])
    assert mean > 0.1 and mean == pytest.approx(np.mean([error.floor for error in found]), rel=0.05)
