"""Replay: every step is executed again, and its open goal is tested in coordinates at 40 digits."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import mpmath

from svflow_math.engine.record.check import Verdict
from svflow_math.engine.record.evaluate import Undefined
from svflow_math.engine.record.obligation import Obligation, noting
from svflow_math.engine.record.sample import sample
from svflow_math.engine.record.scope import Scope
from svflow_math.engine.record.step import Cited, Goal, NotShown, Step
from svflow_math.engine.record.theorem import Theorem

_DIGITS = 40
_DIMENSIONS = (2, 3, 5)


@dataclass(frozen=True)
class Replayed:
    """One step as replay found it: the goal before it, the goals after it, and the verdict."""

    step: Step
    goal: Goal
    left: tuple[Goal, ...]
    verdict: Verdict
    reason: str = ""
    decided: tuple[Obligation, ...] = ()  # the equalities that the step rests on


_last: list[tuple[Theorem, int, tuple[Verdict, list[Replayed]]]] = []


def replay(theorem: Theorem, seed: int = 0) -> tuple[Verdict, list[Replayed]]:
    """Replay the steps of a theorem; it holds when every goal is closed and no step is unknown or false."""
    result = _replay(theorem, seed)
    _last[:] = [(theorem, seed, result)]
    return result


def replayed(theorem: Theorem, seed: int = 0) -> list[Replayed]:
    """The steps of the replay just made, for the check that asks what they decided; once, and else a new one."""
    while _last:
        known, by, (_, steps) = _last.pop()
        if known is theorem and by == seed:
            return steps
    return _replay(theorem, seed)[1]


def _replay(theorem: Theorem, seed: int) -> tuple[Verdict, list[Replayed]]:
    goals = [Goal(theorem.claim, theorem.hypotheses)]
    done: list[Replayed] = []
    for step in theorem.steps:
        if not goals:
            return Verdict.UNKNOWN, [*done, Replayed(step, done[-1].goal, (), Verdict.UNKNOWN, "no goal is left")]
        goal, *rest = goals
        try:
            with noting() as decided:
                left = step.apply(goal)
        except NotShown as reason:
            verdict = Verdict.UNKNOWN if _survives(goal, seed) else Verdict.FAILS
            return verdict, [*done, Replayed(step, goal, (), verdict, str(reason))]
        verdict = Verdict.CITED if isinstance(step, Cited) else Verdict.HOLDS
        false = next((g for g in left if not _survives(g, seed)), None)
        if false is not None:
            reason = f"the goal {false.claim.latex()} is false at an admissible point"
            return Verdict.FAILS, [*done, Replayed(step, goal, tuple(left), Verdict.FAILS, reason)]
        done.append(Replayed(step, goal, tuple(left), verdict, decided=tuple(decided)))
        goals = [*left, *rest]
    if goals:
        open_goal = Replayed(theorem.steps[-1], goals[0], tuple(goals), Verdict.UNKNOWN, "a goal is left open")
        return Verdict.UNKNOWN, [*done, open_goal]
    cited = any(r.verdict is Verdict.CITED for r in done)
    return (Verdict.CITED if cited else Verdict.HOLDS), done


def _survives(goal: Goal, seed: int) -> bool:
    """Whether the claim of a goal holds at admissible points drawn at random, to 30 digits."""
    with mpmath.workdps(_DIGITS):
        for dim in _DIMENSIONS:
            random = Random(f"{seed} {dim}")
            point = Scope(sample(goal.claim.terms(), goal.hypotheses, dim, random))
            try:
                if not goal.claim.holds(point, _DIGITS - 10):
                    return False
            except Undefined:
                return False
    return True
