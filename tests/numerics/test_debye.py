"""The tables are what their derivation says, and the expansion they make keeps what its remainder bound promises."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import pytest
from flint import arb, ctx

from derivations.vmf import tables
from svflow_math.tables import debye
from svflow_math.tables.logarithms import LOG_2_HIGH, LOG_2_LOW


def test_tables_are_regenerated_byte_for_byte(root: Path) -> None:
    folder = root / "svflow_math" / "tables"
    committed = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("[!_]*.py")}
    assert committed == {name: text() for name, text in tables.TABLES.items()}


def test_the_high_part_of_log_2_multiplies_exactly() -> None:
    """Times nu of the largest dimension for which that is promised, and any exponent that goes with it."""
    for exponent in range(-3, 31):
        nu = 2.0**26 - 1.5
        assert Fraction(nu * exponent * LOG_2_HIGH) == Fraction(nu) * exponent * Fraction(LOG_2_HIGH)
    ctx.prec = 200
    assert abs(arb(LOG_2_HIGH) + arb(LOG_2_LOW) - arb(2).log()) < 2.0**-74


def test_first_debye_polynomials() -> None:
    """DLMF 10.41.10: u_1 = (3 p - 5 p^3) / 24, u_2 = (81 p^2 - 462 p^4 + 385 p^6) / 1152."""
    _, first, second = tables.debye_polynomials(2)
    assert first == [Fraction(3, 24), Fraction(-5, 24)]
    assert second == [Fraction(81, 1152), Fraction(-462, 1152), Fraction(385, 1152)]


def test_at_kappa_zero_the_expansion_is_stirlings() -> None:
    """p = 1: log I_nu near kappa = 0 is -log Gamma(nu + 1), so sum_k D_k(1) / nu^k is minus Stirling's series."""
    values = [sum(polynomial) for polynomial in tables.log_debye_polynomials(9)]
    assert [1 / value for value in values[1::2]] == [-12, 360, -1260, 1680, -1188]
    assert values[::2] == [0] * 5


def test_coefficients_are_rounded_once() -> None:
    rows = tables.log_debye_polynomials(tables.ORDER)[1:]
    assert [[float(c) for c in row] for row in rows] == [list(row) for row in debye.LOG_DEBYE]


def test_bernstein_bound_is_a_bound_and_is_reached_at_zero() -> None:
    for k in (3, 10, tables.ORDER + 1):
        polynomial = tables.log_debye_polynomials(k)[k]
        bound = tables.largest_value(polynomial)
        values = [abs(sum(c * Fraction(i, 97) ** j for j, c in enumerate(polynomial))) for i in range(98)]
        assert max(values) <= bound <= Fraction(101, 100) * max(values)
        assert max(values) == values[0]


P = [0.0, 0.02, 0.1, 0.2, 0.35, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99, 1.0]


@pytest.mark.parametrize(("w", "p"), [(w, p) for w in (19, 22, 25, 28, 34, 50) for p in P if w >= 28 or p * w >= 19])
def test_remainder_bound(w: int, p: float) -> None:
    """Exact coefficients against log I_nu in balls: the rest is within twice the first omitted term.

    From the switch point on for every order, and below it for the orders that steps up reach.
    """
    ctx.prec = 300
    tilt = arb(p)
    nu, kappa = w * tilt, w * (1 - tilt**2).sqrt()
    if p == 1.0:
        logarithm = -(nu + 1).lgamma() - nu * arb(2).log()  # of I_nu / kappa^nu
        leading = w - nu * (2 * nu).log() - (2 * arb.pi() * w).log() / 2
    else:
        logarithm = kappa.bessel_i(nu).log() - nu * kappa.log()
        leading = w - nu * (nu + w).log() - (2 * arb.pi() * w).log() / 2
    total = arb(0)
    for k, row in enumerate(tables.log_debye_polynomials(tables.ORDER)):
        for j, c in enumerate(row):
            total += arb(c.numerator) / c.denominator * tilt ** (2 * j) / arb(w) ** k
    omitted = tables.largest_omitted(tables.ORDER) / (tables.ORDER + 1)
    bound = 2 * arb(omitted.numerator) / omitted.denominator / arb(w) ** (tables.ORDER + 1)
    assert abs(logarithm - leading - total) < bound


def test_switch_point_is_the_first_that_meets_the_tolerance() -> None:
    k = tables.ORDER + 1
    assert 2 * tables.largest_omitted(tables.ORDER) <= tables.TOLERANCE * tables.switch_point() ** k
    assert 2 * tables.largest_omitted(tables.ORDER) > tables.TOLERANCE * (tables.switch_point() - 1) ** k


@pytest.mark.parametrize("dim", [2, 3, 12, 35])
def test_steps_up_are_the_fewest(dim: int) -> None:
    """One less, and either the bound or the rounding of the terms says no."""
    steps = debye.CLIMB_STEPS[dim - 2]
    assert steps == tables.climb_steps(dim)
    end = math.sqrt(tables.switch_point() ** 2 - (dim / 2 - 1) ** 2)
    omitted = 2.0 * float(tables.largest_omitted(tables.ORDER))
    pieces = [(i / 2, min(i / 2 + 0.5, end)) for i in range(math.ceil(2 * end))]
    fewer = [tables._climb_suffices(dim, steps - 1, *piece, tables.ORDER + 1, omitted) for piece in pieces]
    assert not all(fewer) or int(dim / 2 - 1) + steps - 1 < tables._least_order()
