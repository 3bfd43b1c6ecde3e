"""The sphere in mpmath: what points that stand for their directions and tangent vectors make of each function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

DIGITS = 70
EPS = float(np.finfo(float).eps)

Vector = list[Any]


def exact(array: Any) -> Vector:
    return [mpf(float(value)) for value in array]


def dot(a: Vector, b: Vector) -> Any:
    return mpmath.fdot(zip(a, b, strict=True))


def norm(a: Vector) -> Any:
    return mpmath.sqrt(dot(a, a))


def combine(*terms: tuple[Any, Vector]) -> Vector:
    return [mpmath.fdot(pairs) for pairs in zip(*([(c, p) for p in v] for c, v in terms), strict=True)]


def unit(a: Vector) -> Vector:
    return combine((1 / norm(a), a))


@dataclass
class Sphere:
    """Points x, y, a tangent vector v and an update a, as floats; the results as exact as need be."""

    x: Any
    y: Any
    v: Any
    a: Any

    def __post_init__(self) -> None:
        self.length_gap = float(abs(norm(exact(self.x)) - norm(exact(self.y))))
        x, y, v = unit(exact(self.x)), unit(exact(self.y)), exact(self.v)
        self.speed = norm(v)
        v = combine((1, v), (-dot(x, v), x))
        self.tangent = norm(v)
        cosine = dot(x, y)
        across = combine((1, y), (-cosine, x))
        sine = norm(across)
        self.dist = mpmath.atan2(sine, cosine)
        self.log = combine((self.dist / sine if sine else 1, across))
        r = self.tangent
        self.exp = combine((mpmath.cos(r), x), (mpmath.sin(r) / r if r else 1, v))
        self.transport = combine((1, v), (-dot(y, v) / (1 + cosine), combine((1, x), (1, y))))
        total = combine((1, x), (1, exact(self.a)))
        self.total = norm(total)
        self.relaxed = unit(total)

    def allowed(self) -> dict[str, float]:
        """The error that is allowed relative to the norm of each result.

        Unequal norms of the points and a normal part of v cost what they are beside the angle and the tangent part.
        """
        theta, rest = float(self.dist), float(mpmath.pi - self.dist)
        skew = EPS * self.length_gap / min(theta, rest)
        return {
            "dist": 4 * float(np.spacing(theta)) / theta + skew,
            "log": 2e-15 + skew,
            "exp": 2e-15 * max(1, float(self.tangent)),
            "transport": 1e-15 * max(10, 1 / rest) * float(self.speed / self.tangent) + skew,
            "relaxed": 4e-15 * max(1, 1 / float(self.total)),
        }

    def excess(self, name: str, result: Any) -> float:
        """The error of a result in units of what is allowed."""
        expected = getattr(self, name)
        return relative_error(result, expected) / self.allowed()[name]


def relative_error(result: Any, expected: Any) -> float:
    """Norm-wise, and exactly zero against zero."""
    if not isinstance(expected, list):
        result, expected = [result], [expected]
    gap = norm([g - e for g, e in zip(exact(result), expected, strict=True)])
    return float(gap / norm(expected)) if gap else 0.0
