"""Polynomials that are summed only as far as the argument makes their terms count."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from svflow_math.numerics.vmf_types import Array, Value


class TruncatedPolynomial(NamedTuple):
    """sum_m coefficients[m] x^m for x >= 0; coefficients are floats, or arrays that broadcast against x.

    reach[n - 1] is the largest x for which the first n terms suffice; empty: all terms are always summed.
    """

    coefficients: Sequence[Value]
    reach: Sequence[float] = ()

    def __call__(self, x: Value) -> Value:
        """The sum at a float or a non-empty float64 array, by Horner's rule."""
        coefficients = self.coefficients
        if self.reach:
            largest = x if isinstance(x, float) else float(x.max())
            coefficients = coefficients[: bisect_left(self.reach, largest) + 1]
        value = coefficients[-1] + 0.0 * x
        for coefficient in coefficients[-2::-1]:
            value *= x
            value += coefficient
        return value


def truncated(coefficients: Sequence[float], allowance: float) -> TruncatedPolynomial:
    """The polynomial whose leading terms are left out while their absolute sum is below allowance."""
    share = allowance / len(coefficients)
    reach: list[float] = []
    bound = np.inf
    for m in range(len(coefficients) - 1, 0, -1):
        if coefficients[m]:
            bound = min(bound, (share / abs(coefficients[m])) ** (1 / m))
        reach.append(bound)
    reach.reverse()
    return TruncatedPolynomial(tuple(coefficients), reach)


def economized(coefficients: Sequence[float], allowance: float) -> TruncatedPolynomial:
    """The Chebyshev series of the polynomial on [0, 1], cut where the rest is below allowance, in powers again."""
    series = _to_chebyshev(len(coefficients)) @ np.asarray(coefficients)
    tails = np.cumsum(np.abs(series[::-1]))[::-1]
    count = max(1, int(np.count_nonzero(tails > allowance / 2)))
    powers = series[:count] @ _chebyshev_powers(count)
    return truncated([float(c) for c in powers], allowance / 2)


@lru_cache(maxsize=8)
def _to_chebyshev(count: int) -> Array:
    """x^n is the sum over k of entry (k, n) times T_k(2 x - 1): positive weights of sum 1, nothing cancels."""
    return np.array(
        [[(1 + (k > 0)) * comb(2 * n, n - k) / 4**n if k <= n else 0.0 for n in range(count)] for k in range(count)]
    )


@lru_cache(maxsize=64)
def _chebyshev_powers(count: int) -> Array:
    """Row k: the coefficients of T_k(2 x - 1), exact integers."""
    rows = [[1], [-1, 2]]
    for _ in range(2, count):
        last, previous = rows[-1], rows[-2]
        following = [0] * (len(last) + 1)
        for j, c in enumerate(last):
            following[j] -= 2 * c
            following[j + 1] += 4 * c
        for j, c in enumerate(previous):
            following[j] -= c
        rows.append(following)
    return np.array([[float(c) for c in row] + [0.0] * (count - len(row)) for row in rows[:count]])
