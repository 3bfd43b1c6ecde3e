"""Families are replaced by what is known of every member, and a supposition is used only as generally as it is made."""

from __future__ import annotations

import pytest
import sympy as sp

from svflow_math.engine.calculus.rules.finite import (
    ExponentialOfIndicator,
    MemberOfSum,
    ReplaceFamily,
    SolveForMember,
    SumSupposition,
)
from svflow_math.engine.calculus.rules.logic import FromSupposed, Supposing
from svflow_math.engine.calculus.rules.use import is_granted
from svflow_math.engine.record.claim import Bound, Claim, Equal, ForAll, Iff
from svflow_math.engine.record.exceeding_event import ExceedingEvent
from svflow_math.engine.record.hypothesis import Coincide, Event, Nonnegative, Positive
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import FiniteSum, FixedIndex, Index
from tests.engine.symbols import a, b, c, i, j, k, key, n, p, q, r, s, x, z

other = Index("l", n)


def given(supposed: Claim, claim: Claim) -> Goal:
    return Goal(claim, (Supposing(claim=supposed, make=lambda point, random: point),))


def refused(step: Step, goal: Goal) -> bool:
    try:
        step.apply(goal)
    except NotShown:
        return True
    return False


CONSTANT = ForAll((i, j), Equal(b[i] - 2 * a[i], b[j] - 2 * a[j]))
MEAN = Equal(FiniteSum(k, sp.exp(b[k])), p)
CHOSEN = ForAll((i, j), Equal(b[i] - a[k], b[j] - a[k]))


def test_solve_for_member() -> None:
    (goal,) = SolveForMember(b[j], r, r + 2 * a[j]).apply(given(CONSTANT, MEAN))
    assert goal.claim == Equal(FiniteSum(k, sp.exp(r + 2 * a[k])), p)
    (goal,) = SolveForMember(b[j], r, r + 2 * a[j]).apply(given(CONSTANT, ForAll((k,), Equal(b[k], s))))
    assert goal.claim == ForAll((k,), Equal(r + 2 * a[k], s))
    (goal,) = SolveForMember(b[j], r, r + a[k]).apply(given(CHOSEN, Equal(b[k], s)))
    assert goal.claim == Equal(r + a[k], s)


@pytest.mark.parametrize(
    ("step", "supposed", "claim"),
    [
        (SolveForMember(b[j], r, r + a[j]), CONSTANT, MEAN),  # not the solution
        (SolveForMember(b[j], r, 2 * a[j]), CONSTANT, MEAN),  # one solution, for one number
        (SolveForMember(b[j], r, r + 2 * a[j]), CONSTANT, Equal(FiniteSum(j, sp.exp(b[j])), r)),  # the number is in use
        (SolveForMember(b[j], p, p + 2 * a[j]), CONSTANT, Equal(FiniteSum(j, b[j]), s)),  # not every real number
        (SolveForMember(b[j], r, r + 2 * a[j]), CONSTANT.claim, MEAN),  # supposed of one pair
        (SolveForMember(b[j], r, r + 2 * a[j]), ForAll((i,), CONSTANT.claim), MEAN),  # supposed of pairs with j
        (SolveForMember(b[j], r, r), ForAll((i, j), Equal(b[i], 2 * b[j])), MEAN),  # not one expression
        (SolveForMember(b[j], r, r + a[k]), CHOSEN, ForAll((k,), Equal(b[k], s))),  # the chosen index would be all
    ],
)
def test_solve_for_member_is_refused(step: SolveForMember, supposed: Claim, claim: Claim) -> None:
    assert refused(step, given(supposed, claim))


def test_replace_family() -> None:
    known = Coincide(key[j], a[j] * x)
    (goal,) = ReplaceFamily(key[j], a[j] * x).apply(Goal(Equal(FiniteSum(k, key[k]), x), (known,)))
    assert goal.claim == Equal(FiniteSum(k, a[k] * x), x)
    assert refused(ReplaceFamily(key[j], a[j] * x), Goal(Equal(FiniteSum(k, key[k]), x), ()))
    assert refused(ReplaceFamily(key[j], 2 * x), Goal(Equal(FiniteSum(k, key[k]), x), (known,)))


def test_a_replaced_family_keeps_its_chosen_index() -> None:
    known = Coincide(key[j], a[other] * x)
    assert refused(
        ReplaceFamily(key[j], a[other] * x), Goal(ForAll((other,), Equal(key[other], a[other] * x)), (known,))
    )
    (goal,) = ReplaceFamily(key[j], a[other] * x).apply(Goal(Equal(FiniteSum(other, key[other]), x), (known,)))
    assert goal.claim == Equal(FiniteSum(other.renamed(1), a[other] * x), x)


EXPONENTIALS = Equal(sp.exp(a[i]), sp.exp(a[j]))


def test_from_supposed_for_all_indices() -> None:
    everywhere = ForAll((i, j), Equal(a[i], a[j]))
    assert FromSupposed(sp.log).apply(given(ForAll((i, j), EXPONENTIALS), everywhere)) == []
    assert FromSupposed(sp.log).apply(given(ForAll((i, j), EXPONENTIALS), everywhere.claim)) == []
    assert FromSupposed(sp.log).apply(given(EXPONENTIALS, everywhere.claim)) == []
    assert refused(FromSupposed(sp.log), given(EXPONENTIALS, everywhere))
    assert refused(FromSupposed(sp.log), given(ForAll((i,), EXPONENTIALS), everywhere))
    assert refused(FromSupposed(sp.log), given(Iff(EXPONENTIALS, EXPONENTIALS), everywhere))
    logarithms = ForAll((i, j), Equal(sp.log(sp.Abs(a[i])), sp.log(sp.Abs(a[j]))))
    assert refused(FromSupposed(sp.log), given(everywhere, logarithms))
    assert refused(FromSupposed(lambda e: e), given(ForAll((i, j), EXPONENTIALS), everywhere))


def test_sum_of_a_supposition() -> None:
    (goal,) = SumSupposition(k, b[k]).apply(given(ForAll((j,), Equal(key[j], a[j] * x)), MEAN))
    assert goal.claim == MEAN
    summed = goal.hypotheses[-1]
    assert isinstance(summed, Supposing)
    assert summed.claim == Equal(FiniteSum(k, b[k] * key[k]), FiniteSum(k, b[k] * a[k] * x))
    assert refused(SumSupposition(k, b[k]), given(Equal(key[j], a[j] * x), MEAN))
    assert refused(SumSupposition(k, b[k]), given(ForAll((i, j), Equal(c[i, j], a[j])), MEAN))
    assert refused(SumSupposition(z, q[z]), given(ForAll((j,), Equal(key[j], a[j] * x)), MEAN))
    assert refused(SumSupposition(k, key[k]), given(ForAll((j,), Equal(a[j], b[j])), MEAN))


def test_a_sum_of_a_supposition_captures_no_index() -> None:
    """k is one index in what is supposed, and not summed over."""
    supposed = given(ForAll((j,), Equal(a[j], c[j, k])), MEAN)
    assert refused(SumSupposition(k, b[k]), supposed)
    (goal,) = SumSupposition(j, b[j]).apply(supposed)
    summed = goal.hypotheses[-1]
    assert isinstance(summed, Supposing)
    assert summed.claim == Equal(FiniteSum(j, b[j] * a[j]), FiniteSum(j, b[j] * c[j, k]))


def test_exponential_of_an_indicator() -> None:
    claim = Equal(FiniteSum(j, q[j] * sp.exp(r * a[j])), p)
    for event in (Event(a[k]), ExceedingEvent(a[k], q[k], b[k])):
        (goal,) = ExponentialOfIndicator(a[j], r).apply(Goal(claim, (event,)))
        assert goal.claim == Equal(FiniteSum(j, q[j] * (1 + (sp.exp(r) - 1) * a[j])), p)
    assert refused(ExponentialOfIndicator(a[j], r), Goal(claim, ()))
    assert refused(ExponentialOfIndicator(b[j], r), Goal(claim, (Event(a[j]),)))
    assert refused(ExponentialOfIndicator(a[j], s), Goal(claim, (Event(a[j]),)))


def test_an_exceeding_event_is_decided_at_its_own_index() -> None:
    law = sp.exp(b[j]) / FiniteSum(k, sp.exp(b[k]))
    assert ExceedingEvent(a[j], q[j], law).facts().nonnegative[0] == a[j] * (q[j] - law)
    with pytest.raises(ValueError, match="index"):
        ExceedingEvent(a[j], q[j], b[i])


def test_an_event_is_granted_by_one_that_says_more() -> None:
    """An exceeding event is an event; an event is not an exceeding one, nor is one of other laws."""
    law = sp.exp(b[j]) / FiniteSum(j, sp.exp(b[j]))
    renamed = sp.exp(b[j]) / FiniteSum(k, sp.exp(b[k]))
    goal = Goal(Bound(r, p), (ExceedingEvent(a[j], q[j], law),))
    assert is_granted(Event(a[j]), goal)
    assert is_granted(ExceedingEvent(a[j], q[j], renamed), goal)
    assert not is_granted(ExceedingEvent(a[j], law, q[j]), goal)
    assert not is_granted(ExceedingEvent(a[j], q[j], b[j]), goal)
    assert not is_granted(Event(c[j]), goal)
    assert not is_granted(ExceedingEvent(a[j], q[j], law), Goal(Bound(r, p), (Event(a[j]),)))


def test_a_positive_sum_is_known_under_another_index() -> None:
    total = Positive(FiniteSum(j, b[j] * c[j, j]))
    assert is_granted(Positive(FiniteSum(k, c[k, k] * b[k])), Goal(Bound(r, p), (total,)))
    assert not is_granted(Positive(FiniteSum(k, b[k])), Goal(Bound(r, p), (total,)))
    assert not is_granted(Positive(-FiniteSum(k, c[k, k] * b[k])), Goal(Bound(r, p), (total,)))


def test_a_term_is_at_most_its_sum() -> None:
    body, chosen = sp.exp(a[j]), FixedIndex("f", n)
    (goal,) = MemberOfSum(body, j).apply(Goal(Bound(0, s), ()))
    assert goal.hypotheses == (Nonnegative(FiniteSum(j, body) - body),)
    for step in (
        MemberOfSum(a[j], j),  # of unknown sign
        MemberOfSum(-body, j),
        MemberOfSum(body, k),  # not the index of the terms
        MemberOfSum(sp.exp(s), j),  # no index at all: the sum counts it often, and n may be one
        MemberOfSum(key[j], j),
        MemberOfSum(sp.exp(a[chosen]), chosen),
    ):
        with pytest.raises(NotShown):
            step.apply(Goal(Bound(0, s), ()))
