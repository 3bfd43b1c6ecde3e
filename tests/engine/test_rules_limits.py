"""Limits at infinity: sums, logarithms, integrals over slices, sums in polar form, and integration from there."""

from __future__ import annotations

import pytest
import sympy as sp

from derivations.vmf.debye import DebyeLog, DebyeSlope, nu
from derivations.vmf.operations import Normalizer, b, kappa
from svflow_math.engine.calculus.derivative import differential
from svflow_math.engine.calculus.rules.orders import (
    FromInfinity,
    LimitAtTheEnd,
    LogarithmOfLimit,
    PolarLimit,
    SumOfLimits,
)
from svflow_math.engine.calculus.smooth import is_smooth
from svflow_math.engine.record.claim import Bound, Equal, Limit, OrderOf
from svflow_math.engine.record.evaluate import evaluate
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Between, Hypothesis, NonZero, Positive
from svflow_math.engine.record.polar_sum import FarOut
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Differential, d
from tests.engine.symbols import p, r, t

ABOVE_ONE = Positive(d - 1)
NORMAL = Normalizer(kappa) * sp.exp(kappa) * kappa ** (-b)


def left(step: Step, claim, *hypotheses: Hypothesis) -> list[Goal]:
    return step.apply(Goal(claim, hypotheses))


def test_a_sum_of_limits() -> None:
    claim = Limit(r / t + p, t, sp.oo, p)
    assert [g.claim for g in left(SumOfLimits(r / t, 0), claim)] == [Limit(r / t, t, sp.oo, 0), Limit(p, t, sp.oo, p)]
    for value, wrong in ((t, claim), (0, Equal(r, r))):
        with pytest.raises(NotShown):
            left(SumOfLimits(r / t, value), wrong)


def test_the_logarithm_of_a_limit() -> None:
    assert left(LogarithmOfLimit(), Limit(sp.log(1 + r / t), t, sp.oo, 0))[0].claim == Limit(1 + r / t, t, sp.oo, 1)
    for claim in (Limit(r + sp.log(1 + r / t), t, sp.oo, r), OrderOf(sp.log(1 + t), t, 1)):
        with pytest.raises(NotShown):
            left(LogarithmOfLimit(), claim)


def test_integrals_over_slices_at_the_end() -> None:
    assert left(LimitAtTheEnd(1), Limit(NORMAL, kappa, sp.oo, (2 * sp.pi) ** (-b)), ABOVE_ONE) == []
    body = 2 + height
    product = SliceIntegral(body, kappa) * sp.exp(-kappa) * kappa**b
    assert left(LimitAtTheEnd(body), Limit(product, kappa, sp.oo, 3 * 2 ** (b - 1) * sp.gamma(b)), ABOVE_ONE) == []


@pytest.mark.parametrize(
    ("body", "claim", "given"),
    [
        (1, Limit(NORMAL, kappa, sp.oo, (2 * sp.pi) ** (-b)), ()),  # n > 1 is not known
        (1, Limit(NORMAL, kappa, sp.oo, (2 * sp.pi) ** b), (ABOVE_ONE,)),
        (1, Limit(NORMAL, kappa, 0, (2 * sp.pi) ** (-b)), (ABOVE_ONE,)),
        (1, Limit(NORMAL * kappa, kappa, sp.oo, (2 * sp.pi) ** (-b)), (ABOVE_ONE,)),
        (1, Limit(NORMAL, kappa, sp.oo, (2 * sp.pi) ** (-b)), (ABOVE_ONE, Between(kappa, 0, 1))),
        (height, Limit(NORMAL, kappa, sp.oo, (2 * sp.pi) ** (-b)), (ABOVE_ONE,)),  # not in the claim
        (
            1 - height,
            Limit(SliceIntegral(1 - height, kappa) * sp.exp(-kappa) * kappa**b, kappa, sp.oo, 0),
            (ABOVE_ONE,),
        ),
        (1 / (2 - height), Limit(SliceIntegral(1 / (2 - height), kappa), kappa, sp.oo, 1), (ABOVE_ONE,)),
        (1, Limit(Differential(NORMAL, kappa, 1), kappa, sp.oo, 0), (ABOVE_ONE,)),
    ],
)
def test_no_limit_at_the_end(body, claim, given) -> None:
    with pytest.raises(NotShown):
        left(LimitAtTheEnd(body), claim, *given)


def test_sums_in_polar_form_tend_to_their_constant() -> None:
    series, slope = DebyeLog(kappa, nu, 5), DebyeSlope(kappa, nu, 5)
    assert left(PolarLimit(), Limit(series, kappa, sp.oo, 0)) == []
    assert left(PolarLimit(), Limit(slope, kappa, sp.oo, sp.Rational(1, 2))) == []
    for claim in (
        Limit(slope, kappa, sp.oo, 0),
        Limit(slope, kappa, 0, sp.Rational(1, 2)),
        Limit(DebyeSlope(kappa, kappa, 5), kappa, sp.oo, sp.Rational(1, 2)),
        Limit(DebyeSlope(p, nu, 5), kappa, sp.oo, sp.Rational(1, 2)),
        Limit(2 * series, kappa, sp.oo, 0),
    ):
        with pytest.raises(NotShown):
            left(PolarLimit(), claim)


def test_the_derivative_of_a_sum_in_polar_form() -> None:
    series = DebyeLog(kappa, nu, 5)
    slope = differential(series, kappa, sp.S.One)
    point = {kappa: sp.Integer(3), d: sp.Integer(9)}
    assert abs(evaluate(slope, point) - evaluate(Differential(series, kappa, sp.S.One), point)) < 1e-12
    for e, x in ((DebyeSlope(kappa, nu, 5), kappa), (series, d), (DebyeLog(kappa, kappa, 5), kappa)):
        with pytest.raises(NotImplementedError):
            differential(e, x, sp.S.One)


def test_where_a_sum_in_polar_form_is_smooth() -> None:
    series = DebyeLog(kappa, nu, 5)
    assert is_smooth(series, kappa, FarOut(kappa, nu, 2).facts())
    assert not is_smooth(series, kappa, Facts())
    assert not is_smooth(series, d, FarOut(kappa, nu, 2).facts())


FALLING = sp.exp(-t) - sp.exp(-2 * t)
SLOPE = 2 * sp.exp(-2 * t) - sp.exp(-t)
BOUNDED = Bound(sp.Abs(FALLING), 2 / t)


def test_integrated_from_infinity() -> None:
    limits = [Limit(FALLING, t, sp.oo, 0), Limit(2 / t, t, sp.oo, 0)]
    goals = left(FromInfinity(t, SLOPE), BOUNDED, Positive(t - 3))
    assert [g.claim for g in goals] == [*limits, Bound(sp.Abs(SLOPE), 2 / t**2)]
    assert goals[0].hypotheses == ()


@pytest.mark.parametrize(
    ("slope", "claim", "given"),
    [
        (-SLOPE, BOUNDED, ()),
        (SLOPE, Bound(sp.Abs(FALLING), 2 / t, strict=True), ()),
        (SLOPE, Bound(FALLING, 2 / t), ()),
        (SLOPE, BOUNDED, (Between(t, 0, 9),)),  # not known beyond
        (SLOPE, BOUNDED, (Positive(3 - t),)),
        (SLOPE, BOUNDED, (NonZero(t - 3),)),
        (-1 / (t - 3) ** 2, Bound(sp.Abs(1 / (t - 3)), 2 / t), ()),  # a pole on the way
        (SLOPE.xreplace({t: r}), Bound(sp.Abs(FALLING.xreplace({t: r})), 2 / r), ()),
    ],
)
def test_not_integrated_from_infinity(slope, claim, given) -> None:
    variable = t if claim.rhs.has(t) else r
    with pytest.raises(NotShown):
        left(FromInfinity(variable, slope), claim, *given)
