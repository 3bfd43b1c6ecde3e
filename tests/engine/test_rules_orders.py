"""Rules for orders and limits: a power taken out, a squeeze, integration, and what holds near the limit only."""

from __future__ import annotations

import pytest
import sympy as sp

from derivations.vmf.operations import MeanResultantLength
from svflow_math.engine.calculus.rules.integrals import Reduced
from svflow_math.engine.calculus.rules.orders import (
    Factored,
    LimitOfOrder,
    OrderOfDerivative,
    ProductOfLimits,
    Squeeze,
    is_bounded,
    near_the_limit,
)
from svflow_math.engine.record.claim import Bound, Equal, Limit, OrderOf
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Between, Hypothesis, NonZero, Positive
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Norm, d
from tests.engine.symbols import m, p, r, s, t, x


def left(step: Step, claim, *hypotheses: Hypothesis) -> list[Goal]:
    return step.apply(Goal(claim, hypotheses))


def test_a_power_is_taken_out() -> None:
    assert left(Factored(r / (1 + t)), OrderOf(r * t**2 / (1 + t), t, 2)) == []
    for factor, claim in ((r / t, OrderOf(r * t, t, 2)), (r, OrderOf(r * t**2, t, 3)), (r, Equal(r, r))):
        with pytest.raises(NotShown):
            left(Factored(factor), claim)


@pytest.mark.parametrize("e", [r, t, r * t**3 + s, (1 + t) ** 2, 1 / (p + r * t), t * MeanResultantLength(t, d)])
def test_bounded(e: sp.Expr) -> None:
    assert is_bounded(e, t, Facts())


@pytest.mark.parametrize("e", [1 / t, 1 / (r + t), sp.log(t), t ** sp.Rational(-1, 2), 1 / (p * t + t**2)])
def test_not_known_to_be_bounded(e: sp.Expr) -> None:
    assert not is_bounded(e, t, Facts())


def test_a_squeeze_has_two_bounds_and_two_ends() -> None:
    claim = OrderOf(t**2 * sp.sin(r), t, 2)
    goals = left(Squeeze(-(t**2), t**2), claim)
    assert [g.claim for g in goals] == [
        Bound(-(t**2), t**2 * sp.sin(r)),
        Bound(t**2 * sp.sin(r), t**2),
        OrderOf(-(t**2), t, 2),
        OrderOf(t**2, t, 2),
    ]
    with pytest.raises(NotShown):
        left(Squeeze(-(t**2), t**2), Equal(r, r))


def test_an_order_is_raised_by_integration() -> None:
    (goal,) = left(OrderOfDerivative(), OrderOf(sp.exp(t) - 1 - t, t, 2))
    assert goal.claim == OrderOf(sp.exp(t) - 1, t, 1)
    for claim in (OrderOf(sp.exp(t), t, 1), OrderOf(sp.exp(t) - 1, t, 0), OrderOf(sp.sqrt(t) - 1 / t, t, 1)):
        with pytest.raises(NotShown):
            left(OrderOfDerivative(), claim)


def test_a_limit_is_an_order_of_the_gap() -> None:
    (goal,) = left(LimitOfOrder(t), Limit(p / (1 + p), p, sp.oo, 1))
    assert goal.claim == OrderOf(1 / (t * (1 + 1 / t)) - 1, t, 1)
    (goal,) = left(LimitOfOrder(t), Limit(sp.exp(p), p, 0, 1))
    assert goal.claim == OrderOf(sp.exp(t) - 1, t, 1)
    for h, claim in (
        (t, Limit(t * p, p, 0, 0)),  # not new
        (r, Limit(sp.exp(p), p, 0, 1)),  # of any sign
        (t, Limit(sp.exp(p), p, 1, sp.E)),
    ):
        with pytest.raises(NotShown):
            left(LimitOfOrder(h), claim)


def test_a_limit_is_split_into_factors() -> None:
    claim = Limit((1 + 1 / p) * sp.exp(-p), p, sp.oo, 0)
    first, rest = left(ProductOfLimits(1 + 1 / p, sp.S.One), claim)
    assert first.claim == Limit(1 + 1 / p, p, sp.oo, 1)
    assert rest.claim == Limit(sp.exp(-p), p, sp.oo, 0)
    for factor, value in ((r, sp.S.One), (1 + 1 / p, sp.S.Zero), (1 + 1 / p, r)):
        with pytest.raises(NotShown):
            left(ProductOfLimits(factor, value), claim)


SMALL, LARGE = OrderOf(t, t, 1), Limit(1 / t, t, sp.oo, 0)
AT_TWO = Limit(t, t, 2, 2)


@pytest.mark.parametrize(
    ("claim", "hypothesis"),
    [
        (SMALL, Positive(t)),
        (SMALL, Between(t, 0, 1)),
        (SMALL, Between(t, 0, m)),
        (SMALL, Between(r, 1, 2)),
        (SMALL, NonZero(x)),
        (SMALL, Reduced(t, d)),
        (LARGE, Positive(t)),
        (LARGE, Positive(t - 5)),
        (AT_TWO, Positive(t - 2)),
        (AT_TWO, Positive(t - 1)),
        (AT_TWO, Between(t, 2, 3)),
        (AT_TWO, Reduced(t, d)),
        (SMALL, Positive(t + 1)),
    ],
    ids=str,
)
def test_what_holds_near_the_limit(claim, hypothesis: Hypothesis) -> None:
    near_the_limit(claim, (hypothesis,))


@pytest.mark.parametrize(
    ("claim", "hypothesis"),
    [
        (SMALL, Positive(t - 1)),
        (SMALL, Between(t, 1, 2)),
        (SMALL, Positive(r - t)),
        (SMALL, Positive(Norm(x) - t)),
        (LARGE, Between(t, 0, 1)),
        (LARGE, Positive(5 - t)),
        (LARGE, Positive(t - r)),
        (AT_TWO, Positive(t - 5)),
        (AT_TWO, Between(t, 1, 2)),
        (AT_TWO, Between(t, 3, 4)),
        (AT_TWO, Positive(5 - t)),
        (Limit(t, t, r, r), Positive(t)),
    ],
    ids=str,
)
def test_what_need_not_hold_near_the_limit(claim, hypothesis: Hypothesis) -> None:
    with pytest.raises(NotShown):
        near_the_limit(claim, (hypothesis,))
