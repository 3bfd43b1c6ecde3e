"""The anchor of log C_d is what it says, its large part is a product without rounding; log(C_d exp(kappa)) in balls."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx

from svflow_math.engine.verify.vmf_oracle import exact
from svflow_math.numerics.log_bessel import anchor, log_normalizer, log_scaled_normalizer
from svflow_math.tables.logarithms import LOG_2_HIGH

ORDERS = [0.0, 0.5, 1.0, 9.0, 27.5, 31.0, 1000.5, 131_073.0, 149_999.0]


@pytest.mark.parametrize("nu", ORDERS)
def test_anchor(nu: float) -> None:
    ctx.prec = 200
    scale, large, rest = anchor(nu)
    assert np.frexp(scale)[0] == 0.5
    octaves = Fraction(large) / (Fraction(nu) * Fraction(LOG_2_HIGH)) if nu else Fraction(0)
    assert octaves.denominator == 1  # the product was not rounded
    assert abs(rest) <= 0.25 * nu
    value = nu * (arb(scale) / (2 * arb.pi())).log()
    assert abs(arb(large) + arb(rest) - value) <= 2.0**-54 * nu
    assert [part[1] for part in anchor(np.array([7.5, nu]))] == [scale, large, rest]


@pytest.mark.parametrize("dim", [20, 100, 1000, 65_537, 300_000])
def test_at_its_anchor_the_logarithm_is_of_the_order_of_one(dim: int) -> None:
    """w + nu where log C_d vanishes is within a factor of four of the scale."""
    low, high = 0.0, 1e8
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if log_normalizer(middle, dim) > 0 else (low, middle)
    nu = dim / 2 - 1
    assert 0.25 < (np.hypot(low, nu) + nu) / anchor(nu).scale < 4


@pytest.mark.parametrize("dim", [2, 3, 20, 57, 58, 1000])
def test_the_scaled_normalizer(dim: int) -> None:
    """It grows as log kappa only, and is accurate to what it is itself, not to kappa."""
    kappas = np.array([0.0, 0.3, 3.0, 20.0, 27.9, 28.1, 60.0, 1e4, 1e9, 1e15])
    many = log_scaled_normalizer(kappas, dim)
    for kappa, value in zip(kappas.tolist(), many.tolist(), strict=True):
        reference = exact(kappa, dim).log_normalizer + kappa
        allowed = 1e-15 * max(1.0, abs(float(reference.mid())), dim) * (1 if kappa > 28 else 30)
        for found in (value, float(log_scaled_normalizer(kappa, dim))):
            assert abs(arb(found) - reference) <= allowed
