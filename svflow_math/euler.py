"""Euler steps on the sphere, and trajectories by methods of higher order."""

from svflow_math.gen.euler import ascent_step, exponential_step, projective_step, relaxed_step, solve, step

__all__ = ["ascent_step", "exponential_step", "projective_step", "relaxed_step", "solve", "step"]
