"""Terms of a Kullback-Leibler divergence, and the remainder they are made of, against multiple precision."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

from svflow_math.numerics.divergence_term import divergence_term
from svflow_math.numerics.log1p_remainder import SWITCH, log1p_remainder

EPS = float(np.finfo(np.float64).eps)


def exact(a: float, b: float) -> float:
    with mpmath.workdps(60):
        first, second = mpmath.mpf(a), mpmath.mpf(b)
        return float(first * mpmath.log(first / second) - first + second)


@pytest.mark.parametrize("spread", [1e-6, 0.1, 1.0, 30.0])
def test_terms_by_definition(spread: float) -> None:
    """Beyond what the quotient of the two, as it is rounded, moves the term."""
    rng = np.random.default_rng(6)
    a = 10.0 ** rng.uniform(-5, 0, 60)
    b = a * np.exp(spread * rng.uniform(-1, 1, 60))
    for first, second, value in zip(a, b, divergence_term(a, b), strict=True):
        expected = exact(float(first), float(second))
        assert abs(value - expected) <= 8 * EPS * (expected + abs(first - second) * min(1.0, spread))


def test_borders_of_a_term() -> None:
    a, b = np.array([0.0, 0.0, 0.25, 1e-310, 0.5]), np.array([0.0, 0.75, 0.25, 1.0, 0.0])
    with np.errstate(divide="ignore"):
        assert divergence_term(a, b).tolist() == [0, 0.75, 0, 1, np.inf]
        assert divergence_term(a[:4, None], b[:4]).shape == (4, 4)


def test_the_remainder_on_both_sides_of_its_seams() -> None:
    """The series up to one half; beyond, half an ulp of 1 + x moves the difference by less than six."""
    edges = [s * v for s in (-1, 1) for v in (SWITCH, np.nextafter(SWITCH, 0), np.nextafter(SWITCH, 1), 0.45, 0.55)]
    points = np.array([*edges, 1e-150, -1e-9, 1e-5, 0.3, -0.3, -0.99, 3.0, 1e9])
    for x, value in zip(points, log1p_remainder(points, 1 + points), strict=True):
        with mpmath.workdps(400):
            expected = mpmath.mpf(float(x)) - mpmath.log(1 + mpmath.mpf(float(x)))
            assert abs(mpmath.mpf(float(value)) / expected - 1) <= 6 * EPS, x
