"""Statistics of predictions and of metrics: calibration error with its floor, rank correlation with its uncertainty."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.arrays import any_array, real_array
from svflow_math.numerics.attention_inputs import largest_entry

EXACT = 8  # up to so many pairs the permutation distribution is enumerated
RESAMPLES = 2000
LEVEL = 0.95
BLOCK = 262_144  # values of resamples at a time


class CalibrationError(NamedTuple):
    """Expected calibration error, and its expectation under perfect calibration."""

    ece: float
    floor: float


class RankCorrelation(NamedTuple):
    """Spearman's rho, the ends of a 95 % bootstrap interval, the two-sided p, and how many resamples were dropped."""

    rho: float
    low: float
    high: float
    p: float
    dropped: int


def expected_calibration_error(confidence: ArrayLike, correct: ArrayLike, bins: int = 15) -> CalibrationError:
    """Expected calibration error, and what perfect calibration would give at this sample size.

    Parameters
    ----------
    confidence
        Probabilities of the predictions, shape (n,).
    correct
        Whether each prediction was right, boolean or 0 and 1, shape (n,).
    bins
        Number of bins of equal width; each holds its upper end, the first its lower end too.

    Returns
    -------
        ``(ece, floor)``: sum over the bins of share times |accuracy - mean confidence|; and the expectation of that if
        each prediction were right with the probability of its confidence, independently. The floor is exact: the
        number of right predictions of a bin is a sum of independent coins, whose law is computed.

    Raises
    ------
    ValueError, TypeError
        If there is no prediction, shapes differ, a confidence is not in [0, 1], or `correct` is not 0 or 1.

    Notes
    -----
    Predictions are pooled: the error of few predictions is mostly floor. Source: theorem ``deviation_sq_le_variance``
    (section 9.6), which bounds the floor of a bin by a standard deviation.

    Examples
    --------
    >>> from svflow_math.metrics import expected_calibration_error
    >>> error = expected_calibration_error([0.9, 0.9, 0.6, 0.6], [True, True, True, False])
    >>> round(error.ece, 6), round(error.floor, 6)
    (0.1, 0.225)
    """
    probability, right = _column("confidence", confidence), _column("correct", correct)
    if len(probability) != len(right):
        raise ValueError(f"confidence and correct must have one length, got {len(probability)} and {len(right)}")
    for name, what, bad in (
        ("confidence", "in [0, 1]", (probability < 0) | (probability > 1)),
        ("correct", "0 or 1", (right != 0) & (right != 1)),
    ):
        if bad.any():
            raise ValueError(f"{name} must be {what}, which it is not at index {int(np.argmax(bad))}")
    if isinstance(bins, bool) or not isinstance(bins, (int, np.integer)):
        raise TypeError(f"bins must be an integer, got {bins!r}")
    if bins < 1:
        raise ValueError(f"bins must be at least 1, got {bins!r}")
    edges = np.arange(1, bins) / bins
    places = np.searchsorted(edges, probability, side="left")
    error = floor = 0.0
    for place in np.unique(places):
        mine = places == place
        error += abs(right[mine].sum() - probability[mine].sum())
        floor += _mean_deviation(probability[mine])
    return CalibrationError(float(error / len(right)), float(floor / len(right)))


def _mean_deviation(chances: NDArray) -> float:
    """E |S - E S| for a sum S of independent coins with these chances, from the law of S within 40 deviations."""
    mean, deviation = chances.sum(), np.sqrt((chances * (1 - chances)).sum())
    width = int(min(len(chances), np.ceil(mean + 40 * deviation + 1)))
    law = np.zeros(width + 1)
    law[0] = 1
    for count, chance in enumerate(chances):
        top = min(count + 1, width)
        law[1 : top + 1] += chance * (law[:top] - law[1 : top + 1])
        law[0] *= 1 - chance
    above = np.arange(width + 1) - mean
    return float(2 * np.sum(np.maximum(above, 0) * law))


def rank_correlation(a: ArrayLike, b: ArrayLike, clusters: ArrayLike | None = None) -> RankCorrelation:
    """Spearman's rank correlation with midranks, a bootstrap interval and a two-sided p.

    Parameters
    ----------
    a, b
        Values, shape (n,), n >= 3.
    clusters
        Labels of what is resampled together, such as passages, shape (n,); each pair by itself if None.

    Returns
    -------
        ``RankCorrelation(rho, low, high, p, dropped)``: rho; the 2.5 and 97.5 percentiles of it over 2000 resamples of
        the clusters; the share of permutations with a correlation as large, exact up to n = 8, by Student's t beyond;
        and the number of resamples left out since one of their sides was constant. p takes pairs as independent: with
        clusters the interval is what counts.

    Raises
    ------
    ValueError, TypeError
        If shapes differ, n < 3, a value is not finite, or a side is constant.

    Notes
    -----
    The resamples are those of a generator with seed 0, so that results repeat. Source: theorem
    ``rank_correlation_le_one`` (section 9.6).

    Examples
    --------
    >>> from svflow_math.metrics import rank_correlation
    >>> found = rank_correlation([1, 2, 3, 4], [1, 3, 2, 4])
    >>> round(found.rho, 6), round(found.p, 6)
    (0.8, 0.333333)
    """
    x, y = _column("a", a), _column("b", b)
    if len(x) != len(y) or len(x) < 3:
        raise ValueError(f"a and b must have one length of at least 3, got {len(x)} and {len(y)}")
    for name, values in (("a", x), ("b", y)):
        if values.min() == values.max():
            raise ValueError(f"{name} must not be constant, got {values[0]} only")
    rho = _spearman(x, y)
    low, high, dropped = _interval(x, y, _members(clusters, len(x)))
    return RankCorrelation(rho, low, high, _p_value(x, y, rho), dropped)


def _spearman(x: NDArray, y: NDArray) -> float:
    """Pearson's correlation of the midranks."""
    from scipy.stats import rankdata

    u, v = (rankdata(values) - (len(values) + 1) / 2 for values in (x, y))
    return float(np.clip(u @ v / np.sqrt((u @ u) * (v @ v)), -1, 1))


def _p_value(x: NDArray, y: NDArray, rho: float) -> float:
    from scipy.stats import rankdata, t

    n = len(x)
    if n <= EXACT:
        u, v = (2 * rankdata(values) - (n + 1) for values in (x, y))  # whole numbers, so that ties are exact
        products = np.array(list(permutations(v))) @ u
        return float(np.mean(np.abs(products) >= abs(u @ v)))
    if abs(rho) == 1:
        return 0.0
    return float(2 * t.sf(abs(rho) * np.sqrt((n - 2) / ((1 - rho) * (1 + rho))), n - 2))


def _members(clusters: ArrayLike | None, n: int) -> list[NDArray]:
    """The indices of each cluster."""
    if clusters is None:
        return list(np.arange(n)[:, None])
    labels = any_array("clusters", clusters)
    if labels.shape != (n,):
        raise ValueError(f"clusters must have shape ({n},), got {labels.shape}")
    return [np.flatnonzero(labels == label) for label in np.unique(labels)]


def _interval(x: NDArray, y: NDArray, members: list[NDArray]) -> tuple[float, float, int]:
    """The ends of the bootstrap interval, and how many resamples were constant on a side."""
    rng = np.random.default_rng(0)
    cluster = np.empty(len(x), int)
    for label, rows in enumerate(members):
        cluster[rows] = label
    found = []
    step = max(1, BLOCK // len(x))
    for start in range(0, RESAMPLES, step):
        drawn = rng.integers(len(members), size=(min(step, RESAMPLES - start), len(members)))
        times = np.stack([np.bincount(row, minlength=len(members)) for row in drawn])[:, cluster]
        (u, varies), (v, differs) = (_midranks(values, times) for values in (x, y))
        size = np.sqrt(np.sum(times * u * u, axis=-1) * np.sum(times * v * v, axis=-1))
        kept = varies & differs
        found.append(np.sum(times * u * v, axis=-1)[kept] / size[kept])
    rhos = np.clip(np.concatenate(found), -1, 1)
    low, high = np.quantile(rhos, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high), RESAMPLES - len(rhos)


def _midranks(values: NDArray, times: NDArray) -> tuple[NDArray, NDArray]:
    """Midranks less their mean where each value is taken so many times, a row a resample; and which rows vary."""
    order = np.argsort(values, kind="stable")
    starts = np.flatnonzero(np.diff(values[order], prepend=-np.inf))
    tied = np.add.reduceat(times[:, order], starts, axis=-1)
    total = tied.sum(axis=-1, keepdims=True)
    ranks = np.cumsum(tied, axis=-1) - (tied - 1) / 2 - (total + 1) / 2
    place = np.empty(len(values), int)
    place[order] = np.cumsum(np.isin(np.arange(len(values)), starts)) - 1
    return ranks[:, place], tied.max(axis=-1) < total[:, 0]


def _column(name: str, values: ArrayLike) -> NDArray:
    array = real_array(name, values).astype(np.float64)
    if array.ndim != 1 or not len(array):
        raise ValueError(f"{name} must have shape (n,), n >= 1, got shape {array.shape}")
    largest_entry(name, array)
    return array
