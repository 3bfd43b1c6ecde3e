"""Rank correlations of what moves with the dose: by level, within passage, and with passage and level removed.

The matrices are (passages, levels). Passages are the clusters of the bootstrap: whole rows are drawn again, and what is
removed is removed anew in each draw.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from svflow_math.metrics import rank_correlation

RESAMPLES = 2000
COVERAGE = 0.95

Rows = NDArray[np.floating]


@dataclass(frozen=True)
class Estimate:
    """A rank correlation with its interval over passages; p where it is exact; draws in which it did not exist."""

    rho: float
    low: float
    high: float
    dropped: int
    p: float | None = None

    @property
    def sign(self) -> int:
        """The sign that the interval leaves no doubt about, 0 if it holds zero or the estimate does not exist."""
        return 1 if self.low > 0 else -1 if self.high < 0 else 0


def by_level(rows: Rows) -> Rows:
    """Means over passages: one value a level."""
    return rows.mean(axis=-2)


def within_passage(rows: Rows) -> Rows:
    """What is left of each value when the mean of its passage is taken off."""
    return _flat(rows - rows.mean(axis=-1, keepdims=True))


def level_removed(rows: Rows) -> Rows:
    """What is left when the means of its passage and of its level are taken off."""
    centred = rows - rows.mean(axis=-1, keepdims=True)
    return _flat(centred - centred.mean(axis=-2, keepdims=True))


WAYS: dict[str, Callable[[Rows], Rows]] = {
    "level": by_level,
    "within passage": within_passage,
    "level removed": level_removed,
}


def three_ways(a: Rows, b: Rows) -> dict[str, Estimate]:
    """The three correlations of two (passages, levels) matrices."""
    draws = draw_passages(len(a))
    found = {}
    for name, way in WAYS.items():
        resampled = spearman(way(a[draws]), way(b[draws]))
        p = exact_p(way(a), way(b)) if name == "level" else None
        found[name] = estimate(float(spearman(way(a), way(b))), resampled, p)
    return found


def exact_p(a: Rows, b: Rows) -> float | None:
    """The p of a rank correlation of a few values; None where there is none to speak of."""
    if a.size < 3 or not np.isfinite(spearman(a, b)):
        return None
    return float(rank_correlation(a, b).p)


def depth(change: Rows, base: Rows | None = None) -> Estimate:
    """Correlation of the layer's index with the size of the mean change, relative to the mean base if there is one.

    Both are (passages, layers).
    """

    def size(draw: Rows, reference: Rows | None) -> Rows:
        mean = np.abs(draw.mean(axis=-2))
        return mean if reference is None else mean / np.abs(reference.mean(axis=-2))

    draws = draw_passages(len(change))
    layers = np.arange(change.shape[-1], dtype=float)
    resampled = size(change[draws], None if base is None else base[draws])
    return estimate(
        float(spearman(layers, size(change, base))), spearman(np.broadcast_to(layers, resampled.shape), resampled)
    )


def mean_interval(values: Rows) -> tuple[float, float, float]:
    """Mean over passages and its interval."""
    resampled = values[draw_passages(len(values))].mean(axis=-1)
    low, high = np.quantile(resampled, [(1 - COVERAGE) / 2, (1 + COVERAGE) / 2])
    return float(values.mean()), float(low), float(high)


def draw_passages(count: int, resamples: int = RESAMPLES) -> NDArray[np.int64]:
    """The same draws for every statistic, so that a result does not depend on what else was computed."""
    return np.random.default_rng(20260).integers(count, size=(resamples, count))


def spearman(a: Rows, b: Rows) -> Rows:
    """Correlation of midranks along the last axis; NaN where one of the two is constant."""
    first, second = (rankdata(values, axis=-1) for values in (a, b))
    first, second = (ranks - ranks.mean(axis=-1, keepdims=True) for ranks in (first, second))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.vecdot(first, second) / np.sqrt(np.vecdot(first, first) * np.vecdot(second, second))


def estimate(rho: float, resampled: Rows, p: float | None = None) -> Estimate:
    """With the percentile interval of the draws in which the statistic exists."""
    kept = resampled[np.isfinite(resampled)]
    dropped = int(resampled.size - kept.size)
    if not kept.size or not np.isfinite(rho):
        return Estimate(float("nan"), float("nan"), float("nan"), dropped, p)
    low, high = np.quantile(kept, [(1 - COVERAGE) / 2, (1 + COVERAGE) / 2])
    return Estimate(rho, float(low), float(high), dropped, p)


def _flat(rows: Rows) -> Rows:
    return rows.reshape(*rows.shape[:-2], -1)
