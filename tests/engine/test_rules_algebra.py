"""Rules for identities and expansions: a true goal is closed, a near miss raises NotShown."""

from __future__ import annotations

import pytest
import sympy as sp

from svflow_math.engine.calculus.rules.algebra import (
    Derive,
    Generalise,
    Multiply,
    NormalForm,
    Restate,
    Taylor,
    Through,
    Unfold,
)
from svflow_math.engine.record.claim import Bound, Claim, Equal, ForAll, OrderOf
from svflow_math.engine.record.hypothesis import Between, Hypothesis, Nonnegative, Positive, Tangent, Unit
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum, Norm, Normalize
from tests.engine.symbols import a, b, j, m, p, r, s, t, u, w, x


def left(step: Step, claim: Claim, *hypotheses: Hypothesis) -> list[Goal]:
    return step.apply(Goal(claim, hypotheses))


def test_normal_form_closes_vector_and_indexed_goals() -> None:
    assert left(NormalForm(), Equal(x * Dot(x, x) - x, 0), Unit(x)) == []
    assert left(NormalForm(), ForAll((j,), Equal(a[j] ** 2 - b[j] ** 2, (a[j] - b[j]) * (a[j] + b[j])))) == []
    for claim in (Equal(x * Dot(x, x), x), Equal(x, 0), Equal(u, w), Bound(0, 0)):
        with pytest.raises(NotShown):
            left(NormalForm(), claim)


def test_named_roots_must_be_nonnegative() -> None:
    claim = Equal(sp.sqrt(1 - sp.cos(r) ** 2), sp.sin(r))
    assert left(NormalForm(roots=(sp.sin(r),)), claim, Between(r, 0, sp.pi)) == []
    for hypotheses in ((), (Between(r, 0, 4),)):
        with pytest.raises(NotShown):
            left(NormalForm(roots=(sp.sin(r),)), claim, *hypotheses)


def test_unfold_and_derive_change_the_goal_or_refuse() -> None:
    assert left(Unfold((Normalize,)), Equal(Normalize(x), x))[0].claim == Equal(x / Norm(x), x)
    assert left(Derive(), Equal(Differential(r**2, r, 1), 0))[0].claim == Equal(2 * r, 0)
    for step in (Unfold(), Derive()):
        with pytest.raises(NotShown):
            left(step, Equal(r, s))


def test_stations_keep_the_relation() -> None:
    goals = left(Through((s,)), Bound(r, t, strict=True))
    assert [g.claim for g in goals] == [Bound(r, s, strict=True), Bound(s, t, strict=True)]


def test_factor_must_be_positive_and_keep_the_order() -> None:
    assert left(Multiply(p), Bound(r / p, s))[0].claim == Bound(r, s * p)
    for factor, claim in ((r, Bound(0, s)), (-p, Bound(0, s)), (t, OrderOf(t, t, 2))):
        with pytest.raises(NotShown):
            left(Multiply(factor), claim)


ORDERS = {
    "sine": OrderOf(sp.sin(t) - t, t, 3),
    "direction": OrderOf(Normalize(x + t * u) - x, t, 1),
    "root": OrderOf(sp.sqrt(1 + t) - 1 - t / 2 + t**2 / 8, t, 3),
    "large power": OrderOf(t ** sp.Rational(7, 2), t, 3),
    "angle": OrderOf(sp.atan2(t, 1 + t) - t, t, 2),
}
TOO_HIGH = {
    "sine": OrderOf(sp.sin(t) - t, t, 4),
    "direction": OrderOf(Normalize(x + t * u) - x, t, 2),
    "root": OrderOf(sp.sqrt(1 + t) - 1 - t / 2, t, 3),
    "half power": OrderOf(t ** sp.Rational(5, 2), t, 3),
    "root at zero": OrderOf(sp.sqrt(t), t, 1),
    "absolute value": OrderOf(sp.Abs(r), r, 2),
    "jump": OrderOf(r**2 * sp.sign(r), r, 3),
    "logarithm": OrderOf(t**2 * sp.log(t), t, 2),
    "constant": OrderOf(1 + t, t, 1),
    "unknown denominator": OrderOf(t / sp.sqrt(Dot(u, u)), t, 2),
    "angle": OrderOf(sp.atan2(t, 1 + t) - t, t, 3),
}


@pytest.mark.parametrize("name", ORDERS)
def test_order(name: str) -> None:
    assert left(Taylor(), ORDERS[name], Unit(x)) == []


@pytest.mark.parametrize("name", TOO_HIGH)
def test_order_that_is_too_high(name: str) -> None:
    with pytest.raises(NotShown):
        left(Taylor(), TOO_HIGH[name], Unit(x))


def test_a_fact_about_the_step_is_not_one_about_zero() -> None:
    """For t > 1 the root of (t - 1)^2 is t - 1; near zero it is 1 - t."""
    claim = OrderOf(sp.sqrt((t - 1) ** 2) + 1 - t, t, 1)
    for step in (Restate(sp.S.Zero * t), Taylor()):
        with pytest.raises(NotShown):
            left(step, claim, Positive(t - 1))


def test_restate_needs_an_equal_expression() -> None:
    claim = OrderOf(sp.sin(2 * t), t, 1)
    assert left(Restate(2 * sp.sin(t) * sp.cos(t)), claim)[0].claim.terms() == (2 * sp.sin(t) * sp.cos(t),)
    with pytest.raises(NotShown):
        left(Restate(2 * sp.sin(t)), claim)


def test_generalise_takes_a_new_number_of_any_sign() -> None:
    goal = left(Generalise(Dot(x, w), r), Equal(Dot(x, w) ** 2, Dot(x, w) * Dot(x, w)))[0]
    assert goal.claim == Equal(r**2, r**2)
    assert goal.hypotheses == ()
    goal = left(Generalise(Norm(x), r), Equal(sp.Abs(Norm(x)), Norm(x)))[0]
    assert goal.hypotheses == (Nonnegative(r),)
    refused = {
        p: Equal(Dot(x, w), 0),  # positive: the inner product need not be
        s: Equal(Dot(x, w), s),  # not new
        m: Equal(Dot(x, w), Dot(x, w)),
        sp.Symbol("l", integer=True): Equal(Dot(x, w), 0),
        r: Equal(Differential(Dot(x, w), x, u), 0),  # the derivative would see a constant
    }
    for number, claim in refused.items():
        with pytest.raises(NotShown):
            left(Generalise(Dot(x, w), number), claim)
    for expression, claim in (
        (a[j], Equal(FiniteSum(j, a[j] * b[j]), 0)),
        (t * w, Equal(t * w, 0)),
        (sp.sin(t), OrderOf(sp.sin(t), t, 0)),
    ):
        with pytest.raises(NotShown):
            left(Generalise(expression, r), claim)


def test_a_supposed_tangent_is_not_one_along_a_derivative() -> None:
    """<x, w> = 0 at x does not make its derivative vanish."""
    with pytest.raises(NotShown):
        left(NormalForm(), Equal(Differential(Dot(x, w), x, u), 0), Tangent(w, x))
    with pytest.raises(NotShown):
        left(NormalForm(), Equal(Differential(Dot(x, x), x, u), 0), Unit(x))
