"""Experts: gates, mixtures of experts, feed-forward layers, and losses that balance the load."""

from svflow_math.gen.experts import (
    feed_forward,
    gate,
    kl_to_uniform_loss,
    mixture_of_experts,
    squared_cv_loss,
    switch_loss,
)

__all__ = [
    "feed_forward",
    "gate",
    "kl_to_uniform_loss",
    "mixture_of_experts",
    "squared_cv_loss",
    "switch_loss",
]
