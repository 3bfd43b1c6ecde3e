"""Rules for sequences: numbers of which each begins where the one before it ended."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.rules.algebra import rewritten
from svflow_math.engine.record.evaluate import Point
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Hypothesis
from svflow_math.engine.record.latex import latex
from svflow_math.engine.record.members import tolerance
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import FiniteSum, FixedIndex, Index


@dataclass(frozen=True)
class Successive(Hypothesis):
    """A step begins where the one before it ended: a_(k+1) = b_k, of two families of numbers over one set."""

    start: Any  # a[k]
    end: Any  # b[k]
    index: Index
    first: FixedIndex
    last: FixedIndex

    def __post_init__(self) -> None:
        if self.start.args != (self.index,) or self.end.args != (self.index,):
            raise ValueError(f"{self.start} and {self.end} are not families over {self.index}")
        if {self.first.over, self.last.over} != {self.index.over} or self.first == self.last:
            raise ValueError(f"{self.first} and {self.last} are not two chosen indices of the set of {self.index}")

    def subjects(self) -> tuple[Any, ...]:
        return (self.start, self.end, self.first, self.last)

    def _families(self, point: Point) -> tuple[Any, Any]:
        return point[sp.Symbol(self.start.func.__name__)], point[sp.Symbol(self.end.func.__name__)]

    def holds(self, point: Point) -> bool:
        starts, ends = self._families(point)
        linked = all(abs(a - b) <= tolerance() for a, b in zip(starts[1:], ends[:-1], strict=True))
        return linked and point[self.first] == 0 and point[self.last] == len(starts) - 1

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        starts, ends = self._families(point)
        key = sp.Symbol(self.start.func.__name__)
        return {**point, key: [starts[0], *ends[:-1]], self.first: 0, self.last: len(starts) - 1}

    def facts(self) -> Facts:
        return Facts()

    def latex(self) -> str:
        name = self.start.func.__name__
        return rf"{name}_{{{latex(self.index)}+1}} = {latex(self.end)}"


@dataclass(frozen=True)
class Telescope(Step):
    """Write the last end less the first start as the sum of the steps between them."""

    def apply(self, goal: Goal) -> list[Goal]:
        for h in goal.hypotheses:
            if isinstance(h, Successive):
                whole = h.end.xreplace({h.index: h.last}) - h.start.xreplace({h.index: h.first})
                parts = FiniteSum(h.index, h.end - h.start)
                claim = rewritten(goal.claim, lambda e, w=whole, p=parts: sp.sympify(e).xreplace({w: p}))
                if claim != goal.claim:
                    return [goal.with_claim(claim)]
        raise NotShown("no last end less the first start of a sequence occurs")
