"""Retractions of the sphere: projective and relaxed steps, and the norms of a residual stream."""

__all__: list[str] = []
