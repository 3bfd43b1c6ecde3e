"""The gap of two products over a number, against fractions."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import numpy as np
from numpy.typing import NDArray

from svflow_math.numerics.product_gap import product_gap_quotient

EPS = float(np.finfo(np.float64).eps)


def quotient(*values: NDArray) -> NDArray:
    """Nothing but what leaves the range may be noticed on the way."""
    with np.errstate(divide="raise", invalid="raise", over="ignore", under="ignore"):
        return product_gap_quotient(*values)


def exact(a: float, b: float, c: float, d: float, e: float) -> Fraction:
    return (Fraction(a) * Fraction(b) - Fraction(c) * Fraction(d)) / Fraction(e)


def test_products_that_agree_but_for_their_last_bit() -> None:
    """Whole numbers of 53 bits with a b - c d = 1, of 106 bits each: the gap is exact, whatever is common to all."""
    rng = np.random.default_rng(1)
    rows = []
    while len(rows) < 200:
        a, c = (int(n) for n in rng.integers(2**52, 2**53, 2))
        if gcd(a, c) == 1:
            b = pow(a, -1, c)
            rows.append((a, b, c, (a * b - 1) // c))
    a, b, c, d = np.array(rows, dtype=float).T
    assert np.array_equal(quotient(a, b, c, d, np.ones(200)), np.ones(200))
    assert np.array_equal(quotient(c, d, a, b, np.full(200, 4.0)), np.full(200, -0.25))
    a, c = np.ldexp(a, -900), np.ldexp(c, -900)
    assert np.array_equal(quotient(a, b, c, d, np.ones(200)), np.full(200, 2.0**-900))


def test_over_the_whole_range() -> None:
    """Products beyond the largest number and below the smallest, of unlike size, and one that vanishes."""
    rng = np.random.default_rng(2)
    size = rng.integers(-500, 500, (4, 300))
    a, b, c, d = np.ldexp(rng.uniform(1, 2, (4, 300)) * rng.choice([-1.0, 1.0], (4, 300)), size)
    near = rng.random(300) < 0.5
    c, d = np.where(near, b * (1 + 1e-10 * rng.standard_normal(300)), c), np.where(near, a, d)
    a[::7], c[3::7] = 0, 0
    e = np.ldexp(rng.uniform(-2, 2, 300), np.frexp(a)[1] + np.frexp(b)[1] - 3)
    found = quotient(a, b, c, d, e)
    for value, *row in zip(found, a, b, c, d, e, strict=True):
        expected = exact(*row)
        if 2.0**-1000 < abs(expected) < 2.0**1000:
            assert abs(Fraction(float(value)) - expected) <= 4 * EPS * abs(expected), row


def test_no_gap_over_nothing() -> None:
    a, b, c, d, e = np.array([[3.0, 1, 2, 1, 0], [0, 5, 0, 7, 2], [0, 5, 0, 7, 0], [3, 4, 6, 2, 5], [3, 4, 6, 1, 1]]).T
    assert quotient(a, b, c, d, e).tolist() == [0, 0, 0, 0, 6]
