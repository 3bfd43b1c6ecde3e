"""Metrics of attention heads and of predictions, each with what is known about it before it is measured."""

from svflow_math.gen.metrics import HeadMetrics, context_divergence, head_metrics, perplexity
from svflow_math.numerics.statistics import (
    CalibrationError,
    RankCorrelation,
    expected_calibration_error,
    rank_correlation,
)

__all__ = [
    "CalibrationError",
    "HeadMetrics",
    "RankCorrelation",
    "context_divergence",
    "expected_calibration_error",
    "head_metrics",
    "perplexity",
    "rank_correlation",
]
