"""Exact polynomials: products, and bounds that are bounds and nearly reached."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from svflow_math.engine.calculus.rational import added, euler, largest_value, multiplied, scaled


def value(a, x: Fraction) -> Fraction:
    return sum((c * x**j for j, c in enumerate(a)), Fraction(0))


@pytest.mark.parametrize("seed", range(8))
def test_arithmetic_and_largest_value(seed: int) -> None:
    random = Random(seed)
    a, b = ([Fraction(random.randint(-99, 99), random.randint(1, 9)) for _ in range(k)] for k in (seed + 1, 4))
    x = Fraction(3, 7)
    assert value(added(a, b), x) == value(a, x) + value(b, x)
    assert value(multiplied(a, b), x) == value(a, x) * value(b, x)
    assert value(scaled(a, 5), x) == 5 * value(a, x)
    h = Fraction(1, 10**9)
    slope = (value(a, x + h) - value(a, x - h)) / (2 * h)
    assert abs(value(euler(a), x) - x * slope) < Fraction(1, 10**6)
    met = max(abs(value(a, Fraction(i, 500))) for i in range(501))
    assert met <= largest_value(a) <= met * Fraction(66, 64) + Fraction(1, 100)


def test_an_inner_maximum_is_found() -> None:
    assert 1 <= largest_value([Fraction(0), Fraction(4), Fraction(-4)]) <= Fraction(65, 64)
    assert largest_value([Fraction(-3)]) == 3
    assert largest_value([Fraction(0)]) == 0
