"""What a wrong proof is: a false statement with steps that look like those of a true one, its twin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from svflow_math.engine.record.claim import Claim
from svflow_math.engine.record.hypothesis import Hypothesis
from svflow_math.engine.record.step import Goal, Step
from svflow_math.engine.record.theorem import Theorem


@dataclass(frozen=True)
class Attempt:
    """A statement, and steps that are to close it."""

    claim: Claim
    hypotheses: tuple[Hypothesis, ...]
    steps: tuple[Step, ...]

    def goals(self) -> list[Goal]:
        """The goals that the steps leave open; what a rule raises is not caught."""
        goals = [Goal(self.claim, self.hypotheses)]
        for step in self.steps:
            goals = [*step.apply(goals[0]), *goals[1:]]
        return goals


@dataclass(frozen=True)
class WrongProof:
    """Made when asked for, since some false statements cannot even be written down."""

    name: str
    wrong: Callable[[], Attempt]
    right: Callable[[], Attempt]


def attempt(claim: Claim, *steps: Step, given: tuple[Hypothesis, ...] = ()) -> Attempt:
    return Attempt(claim, given, steps)


def lemma(claim: Claim, *hypotheses: Hypothesis) -> Theorem:
    """A theorem taken for granted."""
    return Theorem(id="lemma", number="0", hypotheses=hypotheses, claim=claim, steps=())


def anything(point: dict[Any, Any], _: Any) -> dict[Any, Any]:
    """A supposition that every point satisfies, as far as rules are concerned."""
    return point
