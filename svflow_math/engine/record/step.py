"""Steps of a proof: each names a rule, and replay applies it to the first open goal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from svflow_math.engine.record.claim import Claim
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Hypothesis

if TYPE_CHECKING:
    from svflow_math.engine.record.theorem import Theorem


class NotShown(Exception):
    """A rule does not apply, or its condition could not be decided."""


@dataclass(frozen=True)
class Goal:
    """A claim still to be shown, with the hypotheses in force."""

    claim: Claim
    hypotheses: tuple[Hypothesis, ...]

    @property
    def facts(self) -> Facts:
        total = Facts()
        for hypothesis in self.hypotheses:
            total = total + hypothesis.facts()
        return total

    def given(self, *more: Hypothesis) -> Goal:
        return Goal(self.claim, self.hypotheses + more)

    def with_claim(self, claim: Claim) -> Goal:
        return Goal(claim, self.hypotheses)


@dataclass(frozen=True, kw_only=True)
class Step(ABC):
    """One application of a rule. `note` is the sentence that the page prints before it."""

    note: str = ""

    @abstractmethod
    def apply(self, goal: Goal) -> list[Goal]:
        """What is left to show after the rule; raises NotShown where the rule's condition is not decided."""

    @property
    def rule(self) -> str:
        """What the rule does, in words: the first line of its docstring."""
        return (type(self).__doc__ or "").strip().splitlines()[0]

    def uses(self) -> tuple[Theorem, ...]:
        """Theorems that the step applies."""
        return ()


@dataclass(frozen=True, kw_only=True)
class Cited(Step):
    """Taken from the literature: the one step that closes a goal without replaying it."""

    source: str

    def apply(self, goal: Goal) -> list[Goal]:
        return []
