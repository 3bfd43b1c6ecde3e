"""Replay tells what holds from what is unknown and what is false, and says which steps are cited."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
import sympy as sp

from svflow_math.engine.calculus import replay as module
from svflow_math.engine.calculus.replay import replay
from svflow_math.engine.calculus.rules.algebra import Multiply, NormalForm, Through
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.check import Verdict
from svflow_math.engine.record.claim import Bound, Claim, Equal
from svflow_math.engine.record.hypothesis import Nonnegative, Positive
from svflow_math.engine.record.sample import NoAdmissiblePoint
from svflow_math.engine.record.step import Cited, Goal, Step
from svflow_math.engine.record.theorem import Theorem
from tests.engine.symbols import p, r, s


def theorem(claim: Claim, *steps: Step, hypotheses=()) -> Theorem:
    return Theorem(id="made_up", number="0", hypotheses=hypotheses, claim=claim, steps=steps)


SQUARE = Bound(2 * r * s, r**2 + s**2)
BY_SQUARE = Certificate((r - s) ** 2)


def test_a_proof_holds_step_by_step() -> None:
    verdict, steps = replay(theorem(Bound(2 * r * s * p, (r**2 + s**2) * p), Multiply(1 / p), BY_SQUARE))
    assert verdict is Verdict.HOLDS
    assert [s.verdict for s in steps] == [Verdict.HOLDS, Verdict.HOLDS]
    assert steps[1].goal.claim == SQUARE
    assert steps[1].left == ()


def test_goals_are_closed_in_order() -> None:
    verdict, steps = replay(theorem(Bound(0, r**2 + p), Through((r**2,)), Certificate(r**2), Certificate(p)))
    assert verdict is Verdict.HOLDS
    assert [s.goal.claim for s in steps[1:]] == [Bound(0, r**2), Bound(r**2, r**2 + p)]


def test_what_a_rule_does_not_show_is_unknown_where_it_may_be_true() -> None:
    verdict, steps = replay(theorem(SQUARE, Certificate((r - 2 * s) ** 2)))
    assert (verdict, steps[-1].verdict) == (Verdict.UNKNOWN, Verdict.UNKNOWN)
    assert "certificate" in steps[-1].reason


def test_what_is_false_in_coordinates_fails() -> None:
    verdict, steps = replay(theorem(Bound(r**2 + s**2, 2 * r * s), BY_SQUARE))
    assert (verdict, steps[-1].verdict) == (Verdict.FAILS, Verdict.FAILS)


def test_a_false_intermediate_goal_fails_though_its_own_steps_would_close_it() -> None:
    verdict, steps = replay(
        theorem(Bound(0, r**2 + p), Through((-p,)), Cited(source="none"), Certificate(r**2 + 2 * p))
    )
    assert verdict is Verdict.FAILS
    assert len(steps) == 1
    assert "false at an admissible point" in steps[0].reason


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ((Through((r**2,)), Certificate(r**2)), "a goal is left open"),
        ((Certificate(r**2 + p), NormalForm()), "no goal is left"),
    ],
)
def test_steps_and_goals_must_match(steps: tuple[Step, ...], reason: str) -> None:
    verdict, replayed = replay(theorem(Bound(0, r**2 + p), *steps))
    assert verdict is Verdict.UNKNOWN
    assert replayed[-1].reason == reason


def test_a_cited_step_is_marked() -> None:
    verdict, steps = replay(theorem(Bound(0, r**2 + p), Through((r**2,)), Cited(source="absil2008"), Certificate(p)))
    assert verdict is Verdict.CITED
    assert [s.verdict for s in steps] == [Verdict.HOLDS, Verdict.CITED, Verdict.HOLDS]


def test_a_cited_step_does_not_outweigh_one_that_is_unknown() -> None:
    steps = (Through((r**2,)), Cited(source="absil2008"), Certificate(p + r**2))
    assert replay(theorem(Bound(0, r**2 + p), *steps))[0] is Verdict.UNKNOWN


@dataclass(frozen=True)
class Supposes(Step):
    """A wrong rule, under whose hypothesis nothing is left to be shown."""

    def apply(self, goal: Goal) -> list[Goal]:
        return [goal.given(Positive(-(p**2)))]


def test_hypotheses_that_admit_nothing_are_an_error() -> None:
    with pytest.raises(NoAdmissiblePoint):
        replay(theorem(SQUARE, Supposes(), BY_SQUARE))


def test_the_points_are_admissible_ones() -> None:
    """Below zero the claim is false, and no goal is tested there."""
    bound = theorem(Bound(0, r**3), Certificate(r * r**2), hypotheses=(Nonnegative(r),))
    assert replay(bound)[0] is Verdict.HOLDS
    assert replay(replace(bound, hypotheses=()))[0] is Verdict.FAILS


def test_an_equality_in_coordinates_has_thirty_digits() -> None:
    nearly = Equal(r, r + sp.Rational(1, 10**25))
    assert replay(theorem(nearly, NormalForm()))[0] is Verdict.FAILS


def test_a_replay_is_made_anew_and_handed_on_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    true = module._replay
    monkeypatch.setattr(module, "_replay", lambda *a: made.append(a) or true(*a))
    square = theorem(SQUARE, BY_SQUARE)
    _, steps = module.replay(square)
    assert module.replayed(square) is steps and len(made) == 1
    module.replayed(square)
    module.replay(square)
    module.replayed(square, seed=1)
    assert len(made) == 4
