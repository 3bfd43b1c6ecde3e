"""The tables are what their derivation says, and the expansion they make keeps what its remainder bound promises."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from flint import arb, ctx

from derivations.vmf import tables
from derivations.vmf.debye import EVERY_ORDER, HIGH_ORDERS, ORDER, log_rows, slope_rows
from svflow_math.engine.calculus.rational import added, multiplied, scaled
from svflow_math.engine.calculus.rules.riccati import outermost
from svflow_math.engine.record.polar_sum import Rows
from svflow_math.numerics.debye import NEGLIGIBLE, DebyeSeries, debye_series, polar
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


def debye_polynomials(order: int) -> list[list[Fraction]]:
    """U_0 .. U_order by u_{k+1} = p^2 (1 - p^2) u_k' / 2 + int_0^p (1 - 5 t^2) u_k(t) dt / 8 (DLMF 10.41.9)."""
    polynomials = [[Fraction(1)]]
    for k in range(order):
        following = [Fraction(0)] * (k + 2)
        for j, coefficient in enumerate(polynomials[-1]):
            power = k + 2 * j
            following[j] += coefficient * (Fraction(power, 2) + Fraction(1, 8 * (power + 1)))
            following[j + 1] -= coefficient * (Fraction(power, 2) + Fraction(5, 8 * (power + 3)))
        polynomials.append(following)
    return polynomials


def test_the_riccati_equation_and_the_literature_give_the_same_polynomials() -> None:
    """k U_k = sum_{j<=k} j D_j U_{k-j}: D_k is the logarithm of Debye's polynomials, found from another recurrence."""
    u, rows = debye_polynomials(ORDER), log_rows(ORDER)
    assert u[1] == [Fraction(3, 24), Fraction(-5, 24)]  # DLMF 10.41.10
    assert u[2] == [Fraction(81, 1152), Fraction(-462, 1152), Fraction(385, 1152)]
    for k in range(1, ORDER + 1):
        total = [Fraction(0)] * (k + 1)
        for j in range(1, k + 1):
            total = added(total, scaled(multiplied(rows[j], u[k - j]), j))
        assert total == scaled(u[k], k)


def test_at_kappa_zero_the_expansion_is_stirlings() -> None:
    """p = 1: log I_nu near kappa = 0 is -log Gamma(nu + 1), so sum_k D_k(1) / nu^k is minus Stirling's series."""
    values = [sum(polynomial) for polynomial in log_rows(9)]
    assert [1 / value for value in values[1::2]] == [-12, 360, -1260, 1680, -1188]
    assert values[::2] == [0] * 5


def test_coefficients_are_rounded_once() -> None:
    assert [[float(c) for c in row] for row in log_rows(ORDER)[1:]] == [list(row) for row in debye.LOG_DEBYE]


P = [0.0, 0.02, 0.1, 0.2, 0.35, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99, 1.0]


@pytest.mark.parametrize(("w", "p"), [(w, p) for w in (19, 22, 25, 28, 34, 50) for p in P if w >= 28 or p * w >= 19])
def test_remainder_bound(w: int, p: float) -> None:
    """Exact coefficients against log I_nu and A in balls: the rest is within the bounds that the records show.

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
    reach = EVERY_ORDER if w >= EVERY_ORDER.radius else HIGH_ORDERS
    bound = arb(reach.bound) / arb(w) ** (ORDER + 1)
    assert abs(logarithm - leading - summed(log_rows(ORDER), tilt, w)) < bound / (ORDER + 1)
    if p < 1:
        length = kappa.bessel_i(nu + 1) / kappa.bessel_i(nu)
        slope = (w / (w + nu) - length * w / kappa) * w
        rest = abs(slope - summed(slope_rows(ORDER), tilt, w))
        assert rest < bound
        assert p > 0 or rest > bound / 3  # the bound is not idle


def summed(rows: Rows, tilt: arb, w: int) -> arb:
    """sum_k P_k(p^2) / w^k in balls."""
    total = arb(0)
    for k, row in enumerate(rows):
        for j, c in enumerate(row):
            total += arb(c.numerator) / c.denominator * tilt ** (2 * j) / arb(w) ** k
    return total


def test_switch_point_is_the_first_that_meets_the_tolerance() -> None:
    w = tables.switch_point()
    assert EVERY_ORDER.radius <= w == debye.SWITCH_POINT
    assert EVERY_ORDER.bound <= tables.TOLERANCE * w ** (ORDER + 1)
    gap = outermost(slope_rows(ORDER), 5, w - 1, 2).gap  # what is shown one step nearer
    assert gap > tables.TOLERANCE


def test_steps_up_are_those_that_are_shown_to_suffice() -> None:
    assert list(debye.CLIMB_STEPS) == [tables.climb_steps(dim) for dim in range(2, 2 + len(debye.CLIMB_STEPS))]


@pytest.mark.parametrize("dim", [2, 3, 12, 35])
def test_steps_up_are_the_fewest(dim: int) -> None:
    """One less, and either the bound is too large or it is not shown for every kappa."""
    steps = debye.CLIMB_STEPS[dim - 2]
    assert steps == tables.climb_steps(dim)
    end = math.sqrt(tables.switch_point() ** 2 - (dim / 2 - 1) ** 2)
    pieces = [(i / 2, min(i / 2 + 0.5, end)) for i in range(math.ceil(2 * end))]
    fewer = [tables._climb_suffices(dim, steps - 1, *piece) for piece in pieces]
    assert not all(fewer) or int(dim / 2 - 1) + steps - 1 < HIGH_ORDERS.radius


NAMES = ("log", "slope", "curvature", "entropy")


def exact_sums(nu: float, radius: float, r: float) -> dict[str, tuple[Fraction, float]]:
    """What the polynomials of an order are at r, from the tables in rationals; and the sums of the sizes of terms."""
    w, tilt = Fraction(radius) / Fraction(r), (Fraction(nu) / Fraction(radius)) ** 2 * Fraction(r) ** 2
    terms = [
        (k + 2 * j, Fraction(coefficient) * tilt**j / w**k)
        for k, row in enumerate(debye.LOG_DEBYE, start=1)
        for j, coefficient in enumerate(row)
    ]
    kinds = {
        "log": [t for _, t in terms],
        "slope": [Fraction(1, 2), *(m * t for m, t in terms)],
        "curvature": [m * m * t for m, t in terms],
    }
    kinds["entropy"] = [*kinds["log"], *kinds["slope"], *(-tilt * t for t in kinds["slope"])]
    return {name: (sum(parts, Fraction(0)), float(sum(map(abs, parts)))) for name, parts in kinds.items()}


@pytest.mark.parametrize("nu", [0.0, 5.0, 28.0, 100.0, 3000.0, 1e5])
def test_polynomials_leave_out_no_more_than_is_negligible(nu: float) -> None:
    """That is a share of what stands beside them: 1/2, or nu / 2 once nu is larger; an array leaves out nothing."""
    radius = max(nu, debye.SWITCH_POINT)
    one, many = debye_series(nu), debye_series(np.array([40.0, nu]))
    assert one.radius == many.radius[1] == radius and debye_series(nu) is one
    allowance = NEGLIGIBLE * max(1.0, nu / 2)
    for r in (0.2, 0.5, 0.8, 1.0):
        for name, (exact, size) in exact_sums(nu, radius, r).items():
            rounding = 2.0**-51 * size
            assert abs(Fraction(getattr(one, name)(r)) - exact) <= allowance + rounding, name
            assert abs(Fraction(getattr(many, name)(np.array([0.5, r]))[1]) - exact) <= rounding, name


@pytest.mark.parametrize("name", NAMES)
def test_a_single_order_takes_few_terms(name: str) -> None:
    for nu in (0.0, 28.0, 1e5):
        assert len(getattr(DebyeSeries(nu, max(nu, 28.0)), name).coefficients) <= 25
        assert len(getattr(DebyeSeries(np.array([nu]), np.array([max(nu, 28.0)])), name).coefficients) >= 55


@pytest.mark.parametrize("nu", [0.0, 0.5, 27.0, 1e5])
@pytest.mark.parametrize("kappa", [1e-3, 30.0, 1e6, 1e150])
def test_polar_form(kappa: float, nu: float) -> None:
    """Each part against balls, also where w - kappa cancels; where kappa^2 overflows the excess vanishes."""
    ctx.prec = 1600
    w = (arb(kappa) ** 2 + arb(nu) ** 2).sqrt()
    found = polar(kappa, nu, math)
    for value, exact in zip(found, (w, w - kappa, w + nu), strict=True):
        assert abs(arb(value) - exact) <= 8 * 2.0**-53 * float(exact.mid())
    assert polar(1e200, nu, math) == (1e200, 0.0, 1e200)
