"""The sphere in FLINT balls: what points that stand for their directions and tangent vectors make of each function."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, arb_mat

DIGITS = 70
EPS = float(np.finfo(float).eps)


def column(values: Iterable[Any]) -> arb_mat:
    """A vector of floats, of balls, or of what texts say."""
    entries = [arb(value) if isinstance(value, str | arb) else arb(float(value)) for value in values]
    return arb_mat(len(entries), 1, entries)


def dot(a: arb_mat, b: arb_mat) -> arb:
    return (a.transpose() * b)[0, 0]


def norm(a: arb_mat) -> arb:
    return dot(a, a).sqrt()


def unit(a: arb_mat) -> arb_mat:
    return a * (1 / norm(a))


@dataclass
class Sphere:
    """Points x, y, a tangent vector v and an update a, as floats; the results as exact as need be."""

    x: Any
    y: Any
    v: Any
    a: Any

    def __post_init__(self) -> None:
        self.length_gap = float(abs(norm(column(self.x)) - norm(column(self.y))))
        x, y, v = unit(column(self.x)), unit(column(self.y)), column(self.v)
        self.speed = norm(v)
        v -= x * dot(x, v)
        self.tangent = r = norm(v)
        cosine = dot(x, y)
        across = y - x * cosine
        sine = norm(across)
        self.dist = arb.atan2(sine, cosine)
        self.log = across * (self.dist / sine)
        self.exp = x * r.cos() + v * (r.sin() / r)
        self.transport = v - (x + y) * (dot(y, v) / (1 + cosine))
        total = x + column(self.a)
        self.total = norm(total)
        self.relaxed = unit(total)

    def allowed(self) -> dict[str, float]:
        """The error that is allowed relative to the norm of each result.

        Unequal norms of the points and a normal part of v cost what they are beside the angle and the tangent part.
        """
        theta, rest = float(self.dist), float(arb.pi() - self.dist)
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
    """Norm-wise; no less than it is."""
    if not isinstance(expected, arb_mat):
        result, expected = [result], column([expected])
    gap = norm(column(result) - expected) / norm(expected)
    return float(gap.upper())
