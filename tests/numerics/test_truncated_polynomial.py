"""Polynomials summed as far as they count stay within their allowance of the full sum."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from svflow_math.numerics.truncated_polynomial import TruncatedPolynomial, economized, truncated

COEFFICIENTS = [(-1.0) ** m / (m + 1) ** 2 for m in range(40)]
X = np.linspace(0, 1, 1001)
FULL = np.sum([c * X**m for m, c in enumerate(COEFFICIENTS)], axis=0)


@pytest.mark.parametrize("make", [truncated, economized])
@pytest.mark.parametrize("allowance", [1e-3, 1e-8, 1e-13])
def test_within_allowance_at_every_reach(make: Callable[..., TruncatedPolynomial], allowance: float) -> None:
    polynomial = make(COEFFICIENTS, allowance)
    rounding = 4e-15 * sum(map(abs, polynomial.coefficients))
    assert np.max(np.abs(polynomial(X) - FULL)) <= allowance + rounding
    for x, full in zip(X, FULL, strict=True):
        assert abs(polynomial(float(x)) - full) <= allowance + rounding


@pytest.mark.parametrize(("size", "terms"), [(3.9, 2), (4.1, 3), (15.2, 3)])
def test_the_allowance_is_kept_where_it_is_nearly_used_up(size: float, terms: int) -> None:
    """x + c x^2: c/8 of it is the last Chebyshev term, and counts fully at zero, where the linear term is left out."""
    allowance = 1e-4
    polynomial = economized([0.0, 1.0, size * allowance], allowance)
    assert len(polynomial.coefficients) == terms
    for x in (0.0, *polynomial.reach, 1.0):
        assert abs(polynomial(x) - (x + size * allowance * x**2)) <= 0.75 * allowance
    assert polynomial.reach[0] >= 0.16 * allowance


def test_one_term_may_be_enough() -> None:
    assert economized([1.0, 1e-9], 1e-3).coefficients == (1 + 5e-10,)


def test_fewer_terms_are_summed_where_fewer_count() -> None:
    polynomial = economized(COEFFICIENTS, 1e-8)
    assert len(polynomial.coefficients) <= 25 < len(COEFFICIENTS)
    assert list(polynomial.reach) == sorted(polynomial.reach)
    assert abs(polynomial(1e-12) - 1) <= 2e-8 and polynomial.reach[0] > 1e-12


def test_too_large_an_allowance_shows() -> None:
    assert np.max(np.abs(economized(COEFFICIENTS, 1e-3)(X) - FULL)) > 1e-8
    assert np.max(np.abs(truncated(COEFFICIENTS, 1e-3)(X / 2) - TruncatedPolynomial(COEFFICIENTS)(X / 2))) > 1e-8


def test_coefficients_may_differ_from_value_to_value() -> None:
    polynomial = TruncatedPolynomial([np.array([1.0, 2.0]), 0.0, np.array([3.0, -1.0])])
    assert polynomial(np.array([2.0, 3.0])).tolist() == [13.0, -7.0]
    assert TruncatedPolynomial([2.5])(np.zeros(3)).tolist() == [2.5] * 3


def test_the_argument_is_not_modified() -> None:
    x = np.array([0.25, 0.5])
    economized(COEFFICIENTS, 1e-10)(x)
    assert x.tolist() == [0.25, 0.5]
