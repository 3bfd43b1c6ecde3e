"""Rules that compute: what is true by a billionth is shown, what is false by one is not."""

from __future__ import annotations

import pytest
import sympy as sp

from svflow_math.engine.calculus.rules.balls import Computed, ComputedBetween, NormalTail
from svflow_math.engine.record.claim import Bound, Claim, Equal
from svflow_math.engine.record.hypothesis import Hypothesis, Nonnegative, Positive
from svflow_math.engine.record.primitives import NormalCdf
from svflow_math.engine.record.step import Goal, NotShown, Step
from tests.engine.symbols import j, p, r, s, t

BEYOND = sp.Symbol("beyond", nonnegative=True)
NANO = sp.Rational(1, 10**9)
LINE = ComputedBetween(s, sp.Integer(-3), sp.Integer(3), BEYOND)


def left(step: Step, claim: Claim, *hypotheses: Hypothesis) -> list[Goal]:
    return step.apply(Goal(claim, hypotheses))


@pytest.mark.parametrize("strict", [True, False])
def test_numbers(strict: bool) -> None:
    pi = sp.Rational(3141592653, 10**9)
    for low, high in ((pi, sp.pi), (sp.pi, pi + NANO), (sp.tanh(1), sp.sqrt(sp.erf(1))), (sp.log(2), sp.exp(-1) + 1)):
        assert left(Computed(), Bound(low, high, strict)) == []
        with pytest.raises(NotShown):
            left(Computed(), Bound(high, low, strict))


@pytest.mark.parametrize(
    "claim",
    [
        Bound(sp.exp(1), sp.E, strict=True),  # equal
        Bound(s, 2 * s),  # not one number
        Bound(0, sp.gamma(sp.Rational(1, 3))),  # a function of which no ball is known
        Bound(0, 1 / (sp.exp(1) - sp.E)),  # no number
        Bound(0, sp.sqrt(-(sp.pi**2) + 9)),
        Bound(0, sp.Float(1.0)),
        Equal(sp.S.One, sp.S.One),
    ],
)
def test_no_numbers(claim: Claim) -> None:
    with pytest.raises(NotShown):
        left(Computed(), claim)


def test_between() -> None:
    """The parabola (s - 1/3)^2 is within a billionth of zero at its minimum; the tails are left as goals."""
    gap = (s - sp.Rational(1, 3)) ** 2
    low, high = left(LINE, Bound(0, gap + NANO, strict=True))
    assert low.claim == Bound(0, gap.xreplace({s: -3 - BEYOND}) + NANO, strict=True)
    assert high.claim == Bound(0, gap.xreplace({s: 3 + BEYOND}) + NANO, strict=True)
    for false in (gap - NANO, gap):  # the second is true, and not shown: it is attained
        with pytest.raises(NotShown):
            left(LINE, Bound(0, false))


@pytest.mark.parametrize(
    ("claim", "hypotheses"),
    [
        (Bound(0, s + 2), ()),  # false at the left end
        (Bound(0, 2 - s), ()),
        (Bound(0, 1 / s + 1), ()),  # a pole with a change of sign
        (Bound(0, s ** (-2)), ()),  # true, but for the pole
        (Bound(0, sp.sqrt(s) + 1), ()),  # no value on the left
        (Bound(0, sp.log(s**2) + 100), ()),
        (Bound(0, sp.Abs(s) + 1), ()),  # no derivative
        (Bound(0, sp.sign(s) + 2), ()),
        (Bound(0, 1 + s**2 + r), ()),  # two numbers
        (Bound(0, 1 + p**2), ()),  # not the variable
        (Bound(0, 1 + s**2), (Positive(s),)),  # the tail would be shown for s > 0 only
        (Bound(0, 1 + s**2), (Nonnegative(BEYOND - 1),)),  # not new
        (Equal(s, s), ()),
    ],
)
def test_between_is_refused(claim: Claim, hypotheses: tuple[Hypothesis, ...]) -> None:
    with pytest.raises(NotShown):
        left(LINE, claim, *hypotheses)


@pytest.mark.parametrize(
    "step",
    [
        ComputedBetween(t, sp.Integer(-3), sp.Integer(3), BEYOND),  # declared positive
        ComputedBetween(p, sp.Integer(1), sp.Integer(3), BEYOND),
        ComputedBetween(j, sp.Integer(1), sp.Integer(3), BEYOND),  # an index
        ComputedBetween(s, sp.Integer(3), sp.Integer(-3), BEYOND),
        ComputedBetween(s, sp.Integer(-3), sp.Integer(3), sp.Symbol("far", positive=True)),  # misses the ends
        ComputedBetween(s, sp.Integer(-3), sp.Integer(3), s),
    ],
)
def test_between_needs_a_line(step: ComputedBetween) -> None:
    with pytest.raises(NotShown):
        left(step, Bound(0, 1 + step.variable**2))


def test_tail_of_the_normal_law() -> None:
    (goal,) = left(NormalTail(-r), Bound(0, s), Nonnegative(r))
    assert goal.hypotheses[-1] == Nonnegative(sp.exp(-(r**2) / 2) / 2 - NormalCdf(-r))
    for wrong in (r, s, -s):
        with pytest.raises(NotShown):
            left(NormalTail(wrong), Bound(0, s), Nonnegative(r))
