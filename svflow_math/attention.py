"""Attention: softmax weights, exact posteriors of von Mises-Fisher mixtures, and what separates the two."""

from svflow_math.gen.attention import (
    TiltBounds,
    attend,
    exact_posterior,
    rotate,
    smoothed_posterior,
    tilt_bounds,
    weights,
)

__all__ = ["TiltBounds", "attend", "exact_posterior", "rotate", "smoothed_posterior", "tilt_bounds", "weights"]
