"""Retractions of the sphere: projective and relaxed steps, normalising layers, and the direction of a stream."""

from svflow_math.gen.retraction import (
    inverse_projective,
    layer_norm,
    projective,
    relaxed,
    relaxed_tangent,
    residual_direction,
    residual_tangent,
    rms_norm,
)

__all__ = [
    "inverse_projective",
    "layer_norm",
    "projective",
    "relaxed",
    "relaxed_tangent",
    "residual_direction",
    "residual_tangent",
    "rms_norm",
]
