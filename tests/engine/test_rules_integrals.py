"""Rules for slices, series, orders and means: true goals are accepted, near misses are not."""

from __future__ import annotations

from collections.abc import Callable

import mpmath
import pytest
import sympy as sp

from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.integrals import (
    Antiderivative,
    DeterminantLemma,
    IntegrateByParts,
    LowerDimension,
    MomentRecurrence,
)
from svflow_math.engine.calculus.rules.orders import (
    Factored,
    LimitOfOrder,
    OrderOfDerivative,
    ProductOfLimits,
    Squeeze,
)
from svflow_math.engine.calculus.rules.series import BesselSeries, ExpandSlices, GeometricTail, Induction, TermByTerm
from svflow_math.engine.calculus.rules.spheres import Slicing
from svflow_math.engine.calculus.signs import is_nonnegative, is_positive
from svflow_math.engine.record.claim import Bound, Claim, Equal, Limit, OrderOf
from svflow_math.engine.record.determinant import Determinant
from svflow_math.engine.record.evaluate import evaluate
from svflow_math.engine.record.hypothesis import Facts, Positive, Unit
from svflow_math.engine.record.infinite_sum import InfiniteSum
from svflow_math.engine.record.slices import SliceIntegral, SliceMean, height
from svflow_math.engine.record.sphere_mean import SphereMean, point
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Dot, VectorSymbol, d

kappa = sp.Symbol("kappa", nonnegative=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
h = sp.Symbol("h", positive=True)
mu, u, a = VectorSymbol("mu"), VectorSymbol("u"), VectorSymbol("a")
one, first = SliceIntegral(1, kappa), SliceIntegral(height, kappa)
second = SliceIntegral(height**2, kappa)
CURVED, WARM = Positive(d - 1), Positive(kappa)


def run(claim: Claim, *steps: Step, given: tuple = (CURVED, WARM)) -> list[Goal]:
    goals = [Goal(claim, given)]
    for step in steps:
        goal, *rest = goals
        goals = [*step.apply(goal), *rest]
    return goals


PARTS = Equal(kappa * (one - second), (d - 1) * first)
GROWTH = sp.exp(kappa * height) / kappa
RANK_ONE = Determinant(h * u + a * Dot(mu, u), u)

ACCEPTED = [
    (PARTS, (IntegrateByParts(1, 1, kappa),)),
    (PARTS, (MomentRecurrence(kappa), NormalForm())),
    (Equal(SliceIntegral(1, kappa, d + 2), one - second), (LowerDimension(), NormalForm())),
    (Equal(SliceIntegral(1, kappa, 3), 2 * sp.sinh(kappa) / kappa), (Antiderivative(GROWTH), NormalForm())),
    (Equal(SliceIntegral(1, 0, 2), sp.pi), (Antiderivative(sp.asin(height)), NormalForm())),
    (Bound(first, one, strict=True), (Certificate(SliceIntegral(1 - height, kappa)),)),
    (Equal(RANK_ONE, h ** (d - 1) * (h + Dot(a, mu))), (DeterminantLemma(), NormalForm())),
    (Equal(sp.gamma(m + 1), sp.factorial(m)), (Induction(m), NormalForm(), NormalForm())),
    (OrderOf(h**3 / (1 + h), h, 3), (Factored(1 / (1 + h)),)),
]  # fmt: skip

REFUSED = [
    (Equal(kappa * (one - second), d * first), (IntegrateByParts(1, 1, kappa),), "d instead of d - 1"),
    (Equal(kappa * (one - second), (d - 2) * first), (MomentRecurrence(kappa), NormalForm()), "d - 2"),
    (Equal(one, one + second), (IntegrateByParts(1 / height, 1, kappa),), "an integrand with a pole"),
    (Equal(first, 0), (IntegrateByParts(sp.Abs(height), 1, kappa),), "an integrand with a corner"),
    (Equal(SliceIntegral(1, kappa, d + 2), one + second), (LowerDimension(), NormalForm()), "the wrong sign"),
    (Equal(SliceIntegral(1, kappa, 4), sp.sinh(kappa)), (Antiderivative(GROWTH),), "n = 4"),
    (Equal(SliceIntegral(1 / height**2, 0, 3), -2), (Antiderivative(-1 / height),), "an antiderivative with a pole"),
    (Bound(0, first, strict=True), (Certificate(first),), "a sign that changes"),
    (Bound(0, SliceIntegral((height - 1) ** 3, kappa)), (Certificate(SliceIntegral((height - 1) ** 3, kappa)),), "odd"),
    (Equal(RANK_ONE, h**d + Dot(a, mu)), (DeterminantLemma(), NormalForm()), "power"),
    (Equal(Determinant(u * Dot(u, u), u), 1), (DeterminantLemma(),), "not linear"),
    (Equal(Determinant(-h * u, u), (-h) ** d), (DeterminantLemma(),), "a negative multiple"),
    (Equal(m * 0 + 1, sp.factorial(m)), (Induction(m), NormalForm(), NormalForm()), "the ratio differs"),
    (Equal(2 * sp.factorial(m), sp.factorial(m)), (Induction(m), NormalForm()), "the start differs"),
    (Equal(m - 1, m - 1), (Induction(m),), "members that vanish"),
    (Equal(d, d), (Induction(d),), "a start below the range"),
    (OrderOf(h, h, 2), (Factored(1 / h),), "a factor that is not bounded"),
    (OrderOf(h**2 / (h - 1), h, 2), (Factored(1 / (h - 1)),), "a denominator of unknown sign"),
    (OrderOf(1 + h, h, 1), (OrderOfDerivative(),), "does not vanish"),
    (Limit(kappa, kappa, 1, 1), (LimitOfOrder(h),), "a limit elsewhere"),
    (Limit(h, kappa, sp.oo, h), (LimitOfOrder(h),), "a symbol that is taken"),
    (Limit(kappa - 1, kappa, sp.oo, 1), (ProductOfLimits(kappa - 1, sp.Integer(1)),), "a sign not known"),
    (Equal(InfiniteSum(h**m, m) + 1, InfiniteSum(h**m, m)), (TermByTerm(m),), "more than a series"),
    (Equal(m * InfiniteSum(h**m, m), InfiniteSum(h**m, m)), (TermByTerm(m),), "an index that is taken"),
    (Bound(InfiniteSum(h**m, m), 1), (GeometricTail(h),), "a ratio not below one"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "steps"), ACCEPTED)
def test_true_goal_is_closed(claim: Claim, steps: tuple[Step, ...]) -> None:
    assert run(claim, *steps) == []


@pytest.mark.parametrize(("claim", "steps", "why"), REFUSED)
def test_near_miss_is_refused(claim: Claim, steps: tuple[Step, ...], why: str) -> None:
    with pytest.raises(NotShown):
        assert run(claim, *steps) != [], why


@pytest.mark.parametrize(
    "step", [IntegrateByParts(1, 1, kappa), LowerDimension(), MomentRecurrence(kappa), ExpandSlices(m)]
)
def test_slices_need_two_dimensions(step: Step) -> None:
    with pytest.raises(NotShown):
        step.apply(Goal(Equal(one + SliceIntegral(1, kappa, d + 2), first), (WARM,)))


def test_moments_are_not_reduced_at_zero_concentration() -> None:
    with pytest.raises(NotShown):
        run(PARTS, MomentRecurrence(kappa), given=(CURVED,))


def test_induction_refuses_a_hypothesis_about_its_variable() -> None:
    with pytest.raises(NotShown):
        run(Equal(sp.gamma(m + 1), sp.factorial(m)), Induction(m), given=(Positive(m - 3),))


def test_series_of_bessel_needs_a_positive_argument() -> None:
    with pytest.raises(NotShown):
        run(Equal(sp.besseli(1, kappa), 0), BesselSeries(m), given=())


def test_squeeze_leaves_both_bounds_and_both_orders() -> None:
    claim = OrderOf(h**2, h, 2)
    left = [g.claim for g in run(claim, Squeeze(sp.Integer(0), 2 * h**2))]
    assert left == [Bound(0, h**2), Bound(h**2, 2 * h**2), OrderOf(sp.Integer(0), h, 2), OrderOf(2 * h**2, h, 2)]


def test_geometric_tail_leaves_the_ratio() -> None:
    half = sp.Rational(1, 2)
    goals = run(Bound(InfiniteSum(half**m, m), 2), GeometricTail(half))
    assert [g.claim for g in goals] == [Bound(half ** (m + 1), half * half**m)]


MEANS: list[tuple[Callable, bool]] = [
    (lambda: Equal(SphereMean(point, mu, kappa), first / one * mu), True),
    (lambda: Equal(SphereMean(point, mu, kappa), one / one * mu), False),
    (lambda: Equal(SphereMean(Dot(a, point) ** 2, a, kappa), second / one), True),
    (lambda: Equal(SphereMean(Dot(a, point) ** 2, mu, kappa), second / one), False),
]


@pytest.mark.parametrize(("make", "true"), MEANS)
def test_mean_over_the_sphere(make: Callable[[], Claim], true: bool) -> None:
    steps = (Slicing(), NormalForm())
    given = (Unit(mu), Unit(a), CURVED)
    if true:
        assert run(make(), *steps, given=given) == []
    else:
        with pytest.raises(NotShown):
            run(make(), *steps, given=given)


@pytest.mark.parametrize("body", [Dot(a, point) ** 4, sp.exp(Dot(a, point)), Dot(point, mu) / Dot(a, point)])
def test_mean_refuses_what_is_not_a_low_power(body: sp.Expr) -> None:
    with pytest.raises((NotShown, sp.PolynomialError)):
        Slicing().apply(Goal(Equal(SphereMean(body, mu, kappa), 0), (Unit(mu), CURVED)))


def test_mean_refuses_an_axis_of_unknown_length() -> None:
    with pytest.raises(NotShown):
        Slicing().apply(Goal(Equal(SphereMean(point, mu, kappa), 0), (CURVED,)))


def test_square_of_the_height_is_strictly_positive_only_where_it_is() -> None:
    facts = Facts()
    assert is_positive(SliceIntegral((height - kappa) ** 2, kappa), facts)
    assert is_nonnegative(SliceIntegral((height * kappa) ** 2, kappa), facts)
    assert not is_positive(SliceIntegral((height * kappa) ** 2, kappa), facts)
    assert not is_nonnegative(SliceIntegral(height, kappa), facts)


def test_the_height_is_bound() -> None:
    with pytest.raises(ValueError, match="bound"):
        SliceIntegral(1, height)
    assert height not in SliceMean(height**2, kappa).free_symbols
    assert one.free_symbols == {kappa, d}


@pytest.mark.parametrize("dim", [2, 3, 5, 64])
def test_quadrature_against_bessel(dim: int) -> None:
    """At 50 digits the rule keeps 45, in the thinnest and in a high dimension."""
    with mpmath.workdps(50):
        value = evaluate(one, {kappa: mpmath.mpf(3), d: mpmath.mpf(dim)})
        order = mpmath.mpf(dim) / 2 - 1
        scale = mpmath.sqrt(mpmath.pi) * mpmath.gamma(order + mpmath.mpf(1) / 2) * (mpmath.mpf(2) / 3) ** order
        assert abs(value / (scale * mpmath.besseli(order, 3)) - 1) < mpmath.mpf(10) ** -45
