"""Rules for inequalities by derivatives: ends, strictness, singular points and other hypotheses all count."""

from __future__ import annotations

import pytest
import sympy as sp

from svflow_math.engine.calculus.rules.bounds import Certificate, CompareSquares, FromConvexity, FromDerivative
from svflow_math.engine.calculus.smooth import is_smooth
from svflow_math.engine.record.claim import Bound, Claim, Equal
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Between, Hypothesis, Nonnegative, Positive
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Dot, GradientField, HessianField, ScalarField
from tests.engine.symbols import f, p, r, s, t, u, x

OPEN = Between(r, 0, 1, open_low=True, open_high=True)
CLOSED = Between(r, 0, 1)


def left(step: Step, claim: Claim, *hypotheses: Hypothesis) -> list[Goal]:
    return step.apply(Goal(claim, hypotheses))


def test_certificate() -> None:
    assert left(Certificate((r - s) ** 2), Bound(2 * r * s, r**2 + s**2)) == []
    assert left(Certificate((r - s) ** 2 + p), Bound(2 * r * s, r**2 + s**2 + p, strict=True)) == []
    for certificate, claim in (
        ((r - s) ** 2, Bound(2 * r * s, r**2 + s**2, strict=True)),
        ((r - s) ** 2, Bound(r**2 + s**2, 2 * r * s)),
        (r - s, Bound(s, r)),
        ((r + s) ** 2, Bound(2 * r * s, r**2 + s**2)),
    ):
        with pytest.raises(NotShown):
            left(Certificate(certificate), claim)


def test_from_derivative() -> None:
    (goal,) = left(FromDerivative(t, sp.S.Zero), Bound(sp.atan(t), t, strict=True))
    assert goal.claim == Bound(1 / (t**2 + 1), 1, strict=True)
    (goal,) = left(FromDerivative(r, sp.S.Zero), Bound(r, sp.exp(r) - 1), CLOSED)
    assert goal.claim == Bound(1, sp.exp(r))


@pytest.mark.parametrize(
    ("claim", "hypotheses"),
    [
        (Bound(0, r), ()),  # the range has no start
        (Bound(0, r, strict=True), (CLOSED,)),  # attained at the start
        (Bound(0, r + 1), (CLOSED,)),  # the sides differ at the start
        (Bound(0, 1 / (1 - r) - 1), (Between(r, 0, 3),)),  # a pole on the way, after which the bound is false
        (Bound(0, (r - 1) ** 3 + 1), (Between(r, 1, 2),)),  # starts elsewhere
        (Bound(0, sp.sign(r) * r), (CLOSED,)),  # not known to be smooth
        (Bound(0, r**2 - r), (Between(r, 0, 3), Positive(r - 1))),  # true beyond 1 only, false on the way
    ],
)
def test_from_derivative_is_refused(claim: Claim, hypotheses: tuple[Hypothesis, ...]) -> None:
    with pytest.raises(NotShown):
        left(FromDerivative(r, sp.S.Zero), claim, *hypotheses)


def test_from_convexity() -> None:
    low, high, bend = left(FromConvexity(r), Bound(r**2, r, strict=True), OPEN)
    assert (low.claim, high.claim) == (Equal(0, 0), Equal(1, 1))
    assert bend.claim == Bound(0, 2, strict=True)
    assert OPEN not in low.hypotheses


@pytest.mark.parametrize(
    ("claim", "hypotheses"),
    [
        (Bound(r**2, r, strict=True), (CLOSED,)),  # equal at the ends
        (Bound(r**2, r, strict=True), ()),
        (Bound(r**2, r, strict=True), (OPEN, Positive(1 - 2 * r))),
        (Bound(1 / (2 * r - 1), 4 * r - 1, strict=True), (OPEN,)),  # a pole between the ends
        (Bound(sp.log(r), r, strict=True), (OPEN,)),  # a pole at an end
        (Equal(r**2, r), (OPEN,)),
    ],
)
def test_from_convexity_is_refused(claim: Claim, hypotheses: tuple[Hypothesis, ...]) -> None:
    with pytest.raises(NotShown):
        left(FromConvexity(r), claim, *hypotheses)


@pytest.mark.parametrize(
    "e",
    [
        sp.exp(r) * sp.sin(r**2),
        sp.sqrt(1 + r**2),
        1 / (2 + r),
        sp.log(p + r),
        sp.acos(r / 2),
        sp.atan2(1, r),
        Dot(GradientField(f, x + r * u), HessianField(f, x, r * u)) * ScalarField(f, r**2 * x),
    ],
)
def test_smooth(e: sp.Expr) -> None:
    assert is_smooth(e, r, OPEN.facts())


@pytest.mark.parametrize(
    "e",
    [
        sp.Abs(s * r),
        sp.sqrt(s + r),
        1 / (r - s),
        sp.log(r - 1),
        sp.acos(2 * r),
        sp.atan2(r - s, s),
        sp.sign(r),
        sp.zeta(r),
        ScalarField(f, x / (r - s)),
        1 / ScalarField(f, r * x),
    ],
)
def test_not_known_to_be_smooth(e: sp.Expr) -> None:
    assert not is_smooth(e, r, OPEN.facts())


def test_ends_are_taken_at_their_values() -> None:
    assert is_smooth(sp.sqrt(r), r, OPEN.facts())
    assert is_smooth(sp.sqrt(r), r, OPEN.facts(), at=0)
    assert not is_smooth(1 / r, r, OPEN.facts(), at=0)
    assert not is_smooth(sp.atan2(r, r - 1), r, OPEN.facts(), at=0)
    assert is_smooth(sp.atan2(r, 1 - r), r, Facts(), at=0)


def test_compare_squares() -> None:
    (goal,) = left(CompareSquares(), Bound(r, sp.sqrt(p)))
    assert goal.claim == Bound(r**2, p)
    (goal,) = left(CompareSquares(), Bound(r, s, strict=True), Nonnegative(s))
    assert goal.claim == Bound(r**2, s**2, strict=True)
    for claim, given in (
        (Bound(r, s), ()),  # 1 <= -2 is false, and its squares say it is true
        (Bound(r, s), (Nonnegative(r),)),
        (Bound(r, sp.sqrt(s)), ()),  # no number where s is negative
        (Equal(r, p), ()),
    ):
        with pytest.raises(NotShown):
            left(CompareSquares(), claim, *given)
