"""Calibration error and rank correlation on cases that are known, and against SciPy where it has a counterpart."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from svflow_math.metrics import expected_calibration_error, rank_correlation
from svflow_math.numerics import statistics

SEEDS = st.integers(0, 2**32 - 1)


def test_bins_hold_their_upper_ends() -> None:
    """Two bins: [0, 1/2] and (1/2, 1]. A half belongs to the first, as zero does."""
    together = expected_calibration_error([0.5, 0.25], [1, 0], bins=2)
    assert together.ece == abs(1 - 0.75) / 2
    apart = expected_calibration_error([np.nextafter(0.5, 1), 0.25], [1, 0], bins=2)
    assert abs(apart.ece - (0.5 + 0.25) / 2) <= 1e-15
    assert expected_calibration_error([0.0, 1.0], [0, 1]).ece == 0
    for k in range(1, 15):
        edge = k / 15
        found = expected_calibration_error([edge, np.nextafter(edge, 0)], [1, 0])
        assert abs(found.ece - abs(1 - 2 * edge) / 2) <= 1e-15


def test_there_are_fifteen_bins() -> None:
    confidence, correct = np.linspace(0.01, 0.99, 99), np.arange(99) % 3 == 0
    found = expected_calibration_error(confidence, correct)
    assert found == expected_calibration_error(confidence, correct, np.int64(15))  # pyright: ignore[reportArgumentType]
    assert found != expected_calibration_error(confidence, correct, 16)


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(1, 6))
def test_the_floor_is_the_mean_error_of_perfect_calibration(seed: int, n: int) -> None:
    """By all outcomes with their probabilities."""
    rng = np.random.default_rng(seed)
    confidence = rng.random(n) ** 0.3
    bins = int(rng.integers(1, 6))
    mean = 0.0
    for outcome in product((0, 1), repeat=n):
        chance = np.prod(np.where(outcome, confidence, 1 - confidence))
        mean += chance * expected_calibration_error(confidence, outcome, bins).ece
    assert abs(expected_calibration_error(confidence, np.zeros(n), bins).floor - mean) <= 1e-14


def test_large_samples_have_the_floor_of_a_normal_law() -> None:
    chance = np.full(4000, 0.7)
    floor = expected_calibration_error(chance, np.ones(4000), 1).floor
    assert abs(floor - np.sqrt(2 / np.pi * 0.21 / 4000)) <= 1e-3 * floor
    assert abs(expected_calibration_error(chance, np.ones(4000), 1).ece - 0.3) <= 1e-12
    assert expected_calibration_error(np.ones(9), np.ones(9)) == (0, 0)


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(1, 200))
def test_error_and_floor_are_bounded(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    confidence, correct = rng.random(n), rng.random(n) < 0.5
    ece, floor = expected_calibration_error(confidence, correct)
    assert abs(correct.mean() - confidence.mean()) - 1e-13 <= ece <= 1
    assert 0 <= floor <= np.sqrt(np.sum(confidence * (1 - confidence)) * min(n, 15)) / n + 1e-13


def test_calibration_input_that_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^confidence must be in \[0, 1\], which it is not at index 1$"):
        expected_calibration_error([0.5, 1.5], [0, 1])
    with pytest.raises(ValueError, match=r"^correct must be 0 or 1, which it is not at index 1$"):
        expected_calibration_error([0.5, 0.5], [0, 0.5])
    with pytest.raises(ValueError, match="one length, got 2 and 1"):
        expected_calibration_error([0.5, 0.5], [0])
    with pytest.raises(ValueError, match="confidence must be finite"):
        expected_calibration_error([np.nan], [0])
    with pytest.raises(ValueError, match=r"^correct must have shape"):
        expected_calibration_error([0.5], [[0]])
    for empty in ([], [[0.5]]):
        with pytest.raises(ValueError, match="confidence must have shape"):
            expected_calibration_error(empty, [0])
    with pytest.raises(ValueError, match="bins must be at least 1"):
        expected_calibration_error([0.5], [0], bins=0)
    with pytest.raises(TypeError, match="bins must be an integer"):
        expected_calibration_error([0.5], [0], bins=2.5)  # pyright: ignore[reportArgumentType]


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.integers(3, 40), st.booleans())
def test_rho_and_p_are_those_of_scipy(seed: int, n: int, tied: bool) -> None:
    rng = np.random.default_rng(seed)
    x, y = rng.standard_normal((2, n))
    if tied:
        x, y = np.round(x), np.round(y)
        x[0], x[1], y[0], y[1] = 9, -9, 9, -9
    found = rank_correlation(x, y)
    expected = stats.spearmanr(x, y)
    assert abs(found.rho - expected.statistic) <= 1e-13
    assert found.low <= found.high
    if n > 8:
        assert abs(found.p - expected.pvalue) <= 1e-11


def test_small_samples_have_exact_p() -> None:
    for n in (3, 4, 6):
        x = np.arange(n)
        every = [1 - 6 * np.sum((x - order) ** 2) / (n**3 - n) for order in permutations(range(n))]
        for order in list(permutations(range(n)))[:: max(1, len(every) // 20)]:
            found = rank_correlation(x, order)
            share = np.mean(np.abs(every) >= abs(found.rho) - 1e-9)
            assert abs(found.p - share) <= 1e-15
    assert rank_correlation([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1])[::3] == (-1.0, 2 / 720)


def test_midranks() -> None:
    """Ties share a rank; the textbook form 1 - 6 sum d^2/(n^3 - n) would say 0.95 here."""
    assert abs(rank_correlation([1, 2, 2, 3], [1, 2, 3, 4]).rho - np.sqrt(0.9)) <= 1e-15


def test_clusters_are_resampled_together() -> None:
    rng = np.random.default_rng(5)
    centre = np.repeat(rng.standard_normal(6), 30)
    x, y = (centre + 0.05 * rng.standard_normal(180) for _ in range(2))
    clusters = np.repeat([f"passage {i}" for i in range(6)], 30)
    alone, together = rank_correlation(x, y), rank_correlation(x, y, clusters)
    assert alone.rho == together.rho
    assert together.high - together.low > 2 * (alone.high - alone.low)
    assert rank_correlation(x, y, clusters) == together


@pytest.mark.parametrize("clustered", [False, True])
def test_the_interval_is_that_of_a_plain_bootstrap(clustered: bool) -> None:
    """Each resample written out, with SciPy's ranks: ties, clusters of unlike sizes, and one that is left out."""
    rng = np.random.default_rng(7)
    x = np.round(2 * rng.standard_normal(14))
    y = np.round(x - 2 * rng.standard_normal(14))
    clusters = np.array([4, 4, 1, 1, 1, 3, 3, 3, 3, 2, 0, 0, 0, 5]) if clustered else np.arange(14)
    found = rank_correlation(x, y, clusters)
    members = [np.flatnonzero(clusters == label) for label in np.unique(clusters)]
    drawn = np.random.default_rng(0).integers(len(members), size=(2000, len(members)))
    rhos = []
    for labels in drawn:
        rows = np.concatenate([members[label] for label in labels])
        if np.ptp(x[rows]) and np.ptp(y[rows]):
            rhos.append(np.corrcoef(stats.rankdata(x[rows]), stats.rankdata(y[rows]))[0, 1])
    assert found.dropped == 2000 - len(rhos)
    assert np.abs(np.quantile(rhos, [0.025, 0.975]) - [found.low, found.high]).max() <= 1e-13


def test_blocks_of_resamples_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(8)
    x, y = np.round(rng.standard_normal((2, 9)))
    whole = rank_correlation(x, y)
    for block in (300 * 9, 1999 * 9):
        monkeypatch.setattr(statistics, "BLOCK", block)
        assert rank_correlation(x, y) == whole


def test_perfect_agreement() -> None:
    """Beyond eight pairs Student's t would be infinite."""
    x = np.arange(12.0)
    assert rank_correlation(x, np.exp(x))[:4] == (1, 1, 1, 0)
    assert rank_correlation(x, -x)[:4] == (-1, -1, -1, 0)


def test_from_nine_pairs_on_p_is_that_of_student() -> None:
    x, y = np.arange(9), np.array([2, 0, 1, 5, 3, 8, 4, 7, 6])
    assert abs(rank_correlation(x, y).p - stats.spearmanr(x, y).pvalue) <= 1e-14
    x, y = x[:8], stats.rankdata(y[:8])
    products = np.array(list(permutations(range(8)))) @ x - 98  # less their mean, 3.5 * 28
    share = np.mean(abs(products) >= abs((y - 1) @ x - 98))
    assert abs(rank_correlation(x, y).p - share) <= 1e-15


def test_constant_resamples_are_dropped_and_counted() -> None:
    found = rank_correlation([0.0, 0.0, 0.0, 1.0], [1.0, 2.0, 3.0, 4.0])
    chance = 0.75**4 + 0.25**4  # all from the equal ones, or all the other
    assert abs(found.dropped / 2000 - chance) <= 0.04


def test_correlation_input_that_is_refused() -> None:
    with pytest.raises(ValueError, match="a must not be constant"):
        rank_correlation([1, 1, 1], [1, 2, 3])
    with pytest.raises(ValueError, match="b must not be constant"):
        rank_correlation([1, 2, 3], [1, 1, 1])
    with pytest.raises(ValueError, match="one length of at least 3"):
        rank_correlation([1, 2], [1, 2])
    with pytest.raises(ValueError, match="one length of at least 3"):
        rank_correlation([1, 2, 3], [1, 2, 3, 4])
    with pytest.raises(ValueError, match="b must be finite"):
        rank_correlation([1, 2, 3], [1, 2, np.inf])
    with pytest.raises(ValueError, match="clusters must have shape"):
        rank_correlation([1, 2, 3], [1, 2, 3], [1, 2])
    with pytest.raises(ValueError, match=r"^clusters must be"):
        rank_correlation([1, 2, 3], [1, 2, 3], [1, [2], 3])  # pyright: ignore[reportArgumentType]


def test_the_error_is_that_of_the_reliability_curve_of_scikit_learn() -> None:
    calibration = pytest.importorskip("sklearn.calibration")
    rng = np.random.default_rng(3)
    for bins in (5, 15):
        confidence = rng.beta(2, 1, size=700)
        correct = rng.random(700) < confidence**2
        accuracy, mean = calibration.calibration_curve(correct, confidence, n_bins=bins)
        share = np.histogram(confidence, np.linspace(0, 1, bins + 1))[0] / 700
        expected = np.sum(share[share > 0] * np.abs(accuracy - mean))
        assert abs(expected_calibration_error(confidence, correct, bins).ece - expected) <= 1e-14


def test_rounding_carries_no_correlation_beyond_one() -> None:
    """Of millions of values sums of ranks are rounded; unclipped this one came to 1 + 2^-52, and p to NaN."""
    values = np.random.default_rng(2).permutation(2_400_000).astype(float)
    tied = values.copy()
    tied[0] += 1
    assert 0 <= 1 - statistics._spearman(values, tied) <= 1e-15
    assert 0 <= 1 + statistics._spearman(values, -tied) <= 1e-15
