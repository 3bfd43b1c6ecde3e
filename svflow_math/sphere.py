"""The sphere S^(d-1): projection, exponential and logarithm, distance, parallel transport, geodesics."""

from svflow_math.gen.sphere import dist, exp, geodesic, log, normalize, project_tangent, transport

__all__ = ["dist", "exp", "geodesic", "log", "normalize", "project_tangent", "transport"]
