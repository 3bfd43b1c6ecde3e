"""The power series has the terms that it needs and no more, and the values at zero are those of the gamma function."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx

from svflow_math.numerics.bessel_series import (
    NEGLIGIBLE,
    _coefficients,
    _series_of_one_order,
    excess,
    log_normalizer_at_zero,
)

ORDERS = [0.0, 0.5, 1.0, 6.5, 13.0, 27.0, 27.5]


@pytest.mark.parametrize("nu", ORDERS)
def test_the_fewest_terms(nu: float) -> None:
    """At the switch point the last term is the first to be negligible beside the sum, in rationals."""
    t = (Fraction(28) ** 2 - Fraction(nu) ** 2) / 4
    terms, last = [Fraction(1)], len(_coefficients(nu)) - 1
    for k in range(1, last + 1):
        terms.append(terms[-1] * t / (k * (Fraction(nu) + k)))
    assert terms[last] <= Fraction(NEGLIGIBLE) * sum(terms)
    assert terms[last - 1] > Fraction(NEGLIGIBLE) * sum(terms[:-1])
    assert 2 * terms[last] < terms[last - 1]  # so that all that is left out is below the last term


@pytest.mark.parametrize("nu", ORDERS)
def test_coefficients(nu: float) -> None:
    """1 / (k! (nu + 1)_k) for k from 1 on: the constant term is what the excess leaves out."""
    coefficients = _coefficients(nu)
    assert coefficients[0] == 0 and list(_series_of_one_order(nu).coefficients) == coefficients
    exact = Fraction(1)
    for k, coefficient in enumerate(coefficients[1:], start=1):
        exact /= k * (Fraction(nu) + k)
        assert abs(Fraction(coefficient) / exact - 1) <= 2 * k * Fraction(2) ** -53


def test_many_orders_are_served_by_the_terms_of_the_lowest() -> None:
    nu = np.array(ORDERS[::-1])
    table = _coefficients(nu)
    assert len(table) == len(_coefficients(0.0))
    for column, order in enumerate(nu):
        one = _coefficients(float(order))
        assert [row[column] for row in table[1 : len(one)]] == one[1:]
    kappa = 0.9 * np.sqrt(28**2 - nu**2)
    values = excess(kappa, nu)
    for value, k, order in zip(values, kappa, nu, strict=True):
        assert value == pytest.approx(excess(float(k), float(order)), rel=1e-15, abs=0)


def test_values_at_zero() -> None:
    """log(Gamma(d/2) / (2 pi^(d/2))) of every dimension below the switch point: half of what log C_d may be off."""
    ctx.prec = 120
    dims = np.arange(2, 58)
    values = log_normalizer_at_zero(dims / 2 - 1)
    for dim, value in zip(dims.tolist(), values.tolist(), strict=True):
        half = arb(dim) / 2
        exact = half.lgamma() - arb(2).log() - half * arb.pi().log()
        assert log_normalizer_at_zero(dim / 2 - 1) == value
        assert abs(arb(value) - exact) <= 0.5e-15 * dim
