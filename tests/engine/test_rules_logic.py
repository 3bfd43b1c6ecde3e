"""Rules for equivalences: what is supposed is used as it is said, and what is left to show is stated exactly."""

from __future__ import annotations

import pytest
import sympy as sp

from derivations.vmf.mean_resultant_length_pos import THEOREM as POSITIVE
from derivations.vmf.neg_log_normalizer_derivative_eq_mean_resultant_length import THEOREM as DERIVATIVE
from derivations.vmf.operations import Normalizer, kappa
from svflow_math.engine.calculus.rules.logic import (
    BothDirections,
    DivideSupposition,
    FromSupposedBound,
    Have,
    Injective,
    ReplaceConstantFamily,
    Supposing,
)
from svflow_math.engine.record.claim import Bound, Claim, Equal, ForAll, Iff
from svflow_math.engine.record.hypothesis import Nonnegative, Positive
from svflow_math.engine.record.step import Goal, NotShown
from svflow_math.engine.record.terms import FiniteSum, ScalarFamily, d
from tests.engine.symbols import i, j, k, m, p, r, s, t

FAMILY, OTHER = ScalarFamily("F", positive=True), ScalarFamily("G", positive=True)
NUMBER = sp.Symbol("number", positive=True)
EQUAL_VALUES = Equal(Normalizer(p), Normalizer(m))


def same(point, random):
    return point


def supposing(supposed: Claim, claim: Claim) -> Goal:
    return Goal(claim, (Supposing(claim=supposed, make=same), Positive(d - 1)))


def test_an_equivalence_has_two_goals() -> None:
    left, right = Equal(r, s), Equal(s, r)
    forward, backward = BothDirections(same, same).apply(Goal(Iff(left, right), (Positive(p),)))
    assert (forward.claim, backward.claim) == (right, left)
    assert forward.hypotheses == (Positive(p), Supposing(claim=left, make=same))
    assert backward.hypotheses == (Positive(p), Supposing(claim=right, make=same))
    with pytest.raises(NotShown):
        BothDirections(same, same).apply(Goal(left, ()))


def test_what_is_supposed_is_no_fact_of_the_calculus() -> None:
    """It holds at the values supposed, and not around them."""
    assert Supposing(claim=Equal(r, 0), make=same).facts().fixed == {}


def test_a_bound_is_shown_before_it_is_used() -> None:
    goal = Goal(Bound(0, r**3), ())
    first, then = Have(Bound(s, r)).apply(goal)
    assert (first.claim, first.hypotheses) == (Bound(s, r), ())
    assert (then.claim, then.hypotheses) == (goal.claim, (Nonnegative(r - s),))
    assert Have(Bound(s, r, strict=True)).apply(goal)[1].hypotheses == (Positive(r - s),)


def test_a_constant_family_becomes_one_number() -> None:
    supposed = ForAll((i, j), Equal(FAMILY[i], FAMILY[j]))
    goal = supposing(supposed, Equal(FiniteSum(k, FAMILY[k]) * FAMILY[j], OTHER[j]))
    (left,) = ReplaceConstantFamily(FAMILY[j], NUMBER).apply(goal)
    assert left.claim == Equal(FiniteSum(k, NUMBER) * NUMBER, OTHER[j])
    for member, number in ((OTHER[j], NUMBER), (FAMILY[j], 2 * NUMBER), (FAMILY[j], sp.Symbol("l", integer=True))):
        with pytest.raises(NotShown):
            ReplaceConstantFamily(member, number).apply(goal)
    with pytest.raises(NotShown):
        ReplaceConstantFamily(FAMILY[j], NUMBER).apply(supposing(supposed, Equal(FAMILY[j], NUMBER)))


def test_a_quotient_of_suppositions_holds_for_all_pairs() -> None:
    gives = Equal(FAMILY[i] / FAMILY[k], OTHER[i] / OTHER[k])
    goal = supposing(ForAll((j,), Equal(FAMILY[j], OTHER[j])), Equal(r, s))
    (left,) = DivideSupposition(i, k, gives).apply(goal)
    assert left.hypotheses[-1] == Supposing(claim=ForAll((i, k), gives), make=same)
    with pytest.raises(NotShown):
        DivideSupposition(i, k, Equal(FAMILY[i] / FAMILY[k], OTHER[k] / OTHER[i])).apply(goal)
    with pytest.raises(NotShown):
        DivideSupposition(i, k, gives).apply(supposing(Equal(FAMILY[j], OTHER[j]), Equal(r, s)))


def test_equal_values_have_equal_arguments() -> None:
    rule = Injective(Normalizer, kappa, DERIVATIVE, POSITIVE)
    assert rule.apply(supposing(EQUAL_VALUES, Equal(p, m))) == []
    assert rule.apply(supposing(EQUAL_VALUES, Equal(m, p))) == []
    for supposed, claim in (
        (EQUAL_VALUES, Equal(p, t)),
        (EQUAL_VALUES, Bound(p, m)),
        (Equal(Normalizer(p), Normalizer(m) / 2), Equal(p, m)),
        (Equal(Normalizer(p, d + 2), Normalizer(m, d + 2)), Equal(p, m)),
    ):
        with pytest.raises(NotShown):
            rule.apply(supposing(supposed, claim))
    assert rule.uses() == (DERIVATIVE, POSITIVE)


def test_a_derivative_that_is_not_positive_gives_nothing() -> None:
    with pytest.raises(NotShown):
        Injective(Normalizer, kappa, DERIVATIVE, DERIVATIVE).apply(supposing(EQUAL_VALUES, Equal(p, m)))
    with pytest.raises(NotShown):
        Injective(Normalizer, kappa, POSITIVE, POSITIVE).apply(supposing(EQUAL_VALUES, Equal(p, m)))


def test_a_supposed_bound_gives_its_positive_multiples() -> None:
    strict, weak = Bound(r, s, strict=True), Bound(r, s)
    assert FromSupposedBound(p).apply(supposing(strict, Bound(p * r, p * s, strict=True))) == []
    assert FromSupposedBound(p).apply(supposing(strict, Bound(-p * s, -p * r))) == []
    assert FromSupposedBound(1 / p).apply(supposing(weak, Bound(r / p, s / p))) == []
    for supposed, claim, multiple in (
        (weak, strict, 1),
        (strict, Bound(s, r), -1),
        (strict, Bound(r * s, s * s), s),
        (strict, Bound(r, s + p), 1),
        (strict, Equal(r, s), 1),
        (Equal(r, s), weak, 1),
    ):
        with pytest.raises(NotShown):
            FromSupposedBound(multiple).apply(supposing(supposed, claim))
