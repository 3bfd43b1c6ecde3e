"""A theorem is written once, as a record."""

from __future__ import annotations

from dataclasses import dataclass

from svflow_math.engine.record.check import Check
from svflow_math.engine.record.claim import Claim
from svflow_math.engine.record.emission import Emission
from svflow_math.engine.record.hypothesis import Hypothesis
from svflow_math.engine.record.step import Step


@dataclass(frozen=True, kw_only=True)
class Theorem:
    """The record from which proof, code, verification and page are derived.

    `id` is the stem of the file and states the conclusion; `number` is the section of the statement in the project's
    list of theorems. A theorem's `uses` are the ids of the theorems that its steps apply.
    """

    id: str
    number: str
    hypotheses: tuple[Hypothesis, ...]
    claim: Claim
    steps: tuple[Step, ...]
    emits: tuple[Emission, ...] = ()
    checks: tuple[Check, ...] = ()
    cites: tuple[str, ...] = ()

    @property
    def uses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(theorem.id for step in self.steps for theorem in step.uses()))
