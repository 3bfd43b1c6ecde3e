"""Steps of a proof: each names a rule, and replay applies it to the first open goal."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import sympy as sp

from svflow_math.engine.record.claim import Claim
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Hypothesis
from svflow_math.engine.record.latex import latex
from svflow_math.engine.record.shown import Shown

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
class Step(Shown):
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

    def told(self) -> list[str]:
        """What the rule was told, as LaTeX: the arguments that are formulas, claims or operations."""
        values = [getattr(self, field.name) for field in fields(self)]
        defaults = [field.default for field in fields(self)]
        return [
            text for value, default in zip(values, defaults, strict=True) if value != default for text in _told(value)
        ]

    def passages(self) -> list[tuple[str, list[str]]]:
        return [(self.note or self.rule, self.told())]


@dataclass(frozen=True, kw_only=True)
class Cited(Step):
    """Taken from the literature: the one step that closes a goal without replaying it."""

    source: str

    def apply(self, goal: Goal) -> list[Goal]:
        return []


def _told(value: Any) -> list[str]:
    if isinstance(value, sp.Basic):
        return [latex(value)]
    if isinstance(value, Claim):
        return [value.latex()]
    if isinstance(value, Mapping):
        return [rf"{latex(key)} \mapsto {latex(image)}" for key, image in value.items()]
    if isinstance(value, tuple):
        return [text for member in value for text in _told(member)]
    if isinstance(value, type):
        return [rf"\text{{{value.__name__}}}"]
    return []
