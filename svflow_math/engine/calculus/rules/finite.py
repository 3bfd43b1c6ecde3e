"""Rules for families and finite sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from svflow_math.engine.calculus.rules.algebra import rewritten
from svflow_math.engine.calculus.substitution import substitute
from svflow_math.engine.record.hypothesis import Coincide
from svflow_math.engine.record.step import Goal, NotShown, Step


@dataclass(frozen=True)
class ReplaceFamily(Step):
    """Replace the members of a family by what a hypothesis says they are."""

    member: Any
    value: Any

    def apply(self, goal: Goal) -> list[Goal]:
        known = any(
            isinstance(h, Coincide) and h.member == self.member and h.value == self.value for h in goal.hypotheses
        )
        if not known:
            raise NotShown(f"{self.member} is not known to be {self.value}")
        return [goal.with_claim(rewritten(goal.claim, lambda e: substitute(e, {self.member: self.value})))]
