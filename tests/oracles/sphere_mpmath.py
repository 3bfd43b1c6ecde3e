"""Vectors in mpmath, for a result that is known in closed form."""

from __future__ import annotations

from typing import Any

import mpmath
from mpmath import mpf

Vector = list[Any]


def exact(array: Any) -> Vector:
    return [mpf(float(value)) for value in array]


def dot(a: Vector, b: Vector) -> Any:
    return mpmath.fdot(zip(a, b, strict=True))


def norm(a: Vector) -> Any:
    return mpmath.sqrt(dot(a, a))


def relative_error(result: Any, expected: Any) -> float:
    """Norm-wise, and exactly zero against zero."""
    if not isinstance(expected, list):
        result, expected = [result], [expected]
    gap = norm([g - e for g, e in zip(exact(result), expected, strict=True)])
    return float(gap / norm(expected)) if gap else 0.0
