"""A theorem is written once, as a record."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from svflow_math.engine.record.check import Check
from svflow_math.engine.record.claim import Claim
from svflow_math.engine.record.emission import Emission
from svflow_math.engine.record.hypothesis import Hypothesis
from svflow_math.engine.record.latex import latex
from svflow_math.engine.record.shown import Shown
from svflow_math.engine.record.step import Step


@dataclass(frozen=True, kw_only=True)
class Theorem(Shown):
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

    def passages(self) -> list[tuple[str, list[str]]]:
        name = [(f"{self.number} {self.id}", [])]
        conditions = [*self.domains, *(h.latex() for h in self.hypotheses)]
        proof = [(f"{number}. {text}", told) for number, s in enumerate(self.steps, 1) for text, told in s.passages()]
        return [*name, *([("for", conditions)] if conditions else []), ("", [self.claim.latex()]), *proof]

    @property
    def domains(self) -> tuple[str, ...]:
        """Signs and integrality that the symbols of the statement are declared with, as LaTeX; the rest is real."""
        expressions = (*self.claim.terms(), *(e for h in self.hypotheses for e in h.subjects()))
        symbols = {s for e in expressions for s in sp.sympify(e).atoms(sp.Symbol) if type(s) is sp.Symbol}
        return tuple(sorted(text for s in symbols if (text := _domain(s))))

    @property
    def uses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(theorem.id for step in self.steps for theorem in step.uses()))


def _domain(symbol: sp.Symbol) -> str:
    if symbol.is_integer:
        return rf"{latex(symbol)} \in \{{{'1, 2' if symbol.is_positive else '0, 1'}, \dots\}}"
    if symbol.is_positive:
        return f"{latex(symbol)} > 0"
    return rf"{latex(symbol)} \ge 0" if symbol.is_nonnegative else ""
