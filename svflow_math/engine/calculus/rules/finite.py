"""Rules for families and finite sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.calculus.rules.algebra import rewritten, speaks_of
from svflow_math.engine.calculus.rules.logic import Supposing
from svflow_math.engine.calculus.signs import is_nonnegative
from svflow_math.engine.calculus.substitution import substitute
from svflow_math.engine.record.claim import Equal, ForAll
from svflow_math.engine.record.hypothesis import Coincide, Nonnegative
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import FiniteSum, Index, is_vector


def _with_family(goal: Goal, member: Any, value: Any) -> Goal:
    """The goal with the family replaced; an index of the value that is one of the goal's would be captured."""
    claim = goal.claim
    chosen = {s for s in sp.sympify(value).free_symbols if isinstance(s, Index)} - set(member.args)
    while isinstance(claim, ForAll):
        if chosen & set(claim.indices):
            raise NotShown(f"an index of {value} is bound in the goal")
        claim = claim.claim
    return goal.with_claim(rewritten(goal.claim, lambda e: substitute(e, {member: value})))


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
        return [_with_family(goal, self.member, self.value)]


@dataclass(frozen=True)
class SolveForMember(Step):
    """An expression supposed equal at all indices is one number: solve for the member in it, and replace the family."""

    member: Any
    number: sp.Symbol
    value: Any  # of the member, in terms of the number

    def apply(self, goal: Goal) -> list[Goal]:
        if speaks_of(goal, self.number):
            raise NotShown(f"{self.number} is not new")
        if any(type(i) is not Index for i in self.member.args):
            raise NotShown(f"{self.member} is not any member of its family")
        if self.number != sp.Symbol(self.number.name, real=True):
            raise NotShown(f"{self.number} does not stand for every real number")
        for constant in self._constants(goal):
            solved = sp.sympify(self.value).xreplace({self.number: constant})
            if is_identity(solved, self.member, goal.facts):
                return [_with_family(goal, self.member, self.value)]
        raise NotShown(f"{self.value} does not solve what is supposed equal at all indices for {self.member}")

    def _constants(self, goal: Goal) -> list[Any]:
        """The expressions supposed equal at all indices, each at the index of the member."""
        (index,) = self.member.args
        found = []
        for h in goal.hypotheses:
            claim = h.claim if isinstance(h, Supposing) else None
            equality = claim.claim if isinstance(claim, ForAll) else None
            if isinstance(claim, ForAll) and isinstance(equality, Equal) and len(claim.indices) == 2:
                i, j = claim.indices
                same = i != j and i.over == j.over == index.over and not equality.lhs.has(j)
                if same and equality.rhs == equality.lhs.xreplace({i: j}) and not is_vector(equality.lhs):
                    found.append(substitute(equality.lhs, {i: index}))
        return found


@dataclass(frozen=True)
class MemberOfSum(Step):
    """A term is at most the sum, where no term is negative: the inequality joins the facts."""

    body: Any
    index: Index

    def apply(self, goal: Goal) -> list[Goal]:
        if type(self.index) is not Index or self.index not in sp.sympify(self.body).free_symbols:
            raise NotShown(f"{self.body} is not a term for each {self.index}")
        if is_vector(self.body) or not is_nonnegative(self.body, goal.facts):
            raise NotShown(f"{self.body} is not known to be nonnegative")
        return [goal.given(Nonnegative(FiniteSum(self.index, self.body) - self.body))]


@dataclass(frozen=True)
class SumSupposition(Step):
    """From a_j = b_j for all j: sum_j w_j a_j = sum_j w_j b_j, for any numbers w_j."""

    index: Index
    weight: Any

    def apply(self, goal: Goal) -> list[Goal]:
        if is_vector(self.weight):
            raise NotShown(f"{self.weight} is not a number")
        for h in goal.hypotheses:
            claim = h.claim if isinstance(h, Supposing) else None
            equality = claim.claim if isinstance(claim, ForAll) else None
            if isinstance(claim, ForAll) and isinstance(equality, Equal) and len(claim.indices) == 1:
                (bound,) = claim.indices
                captured = bound != self.index and any(self.index in sp.sympify(t).free_symbols for t in claim.terms())
                if bound.over == self.index.over and not captured:
                    sides = (substitute(side, {bound: self.index}) for side in (equality.lhs, equality.rhs))
                    summed = Equal(*(FiniteSum(self.index, self.weight * side) for side in sides))
                    return [goal.given(Supposing(claim=summed, make=lambda point, random: point))]
        raise NotShown(f"nothing is supposed for all {self.index}")


@dataclass(frozen=True)
class ExponentialOfIndicator(Step):
    """e^(c A) = 1 + (e^c - 1) A for the indicator A of an event."""

    indicator: Any
    factor: Any

    def apply(self, goal: Goal) -> list[Goal]:
        name = getattr(self.indicator.func, "__name__", "")
        if name not in goal.facts.events or not isinstance(self.indicator, sp.core.function.AppliedUndef):
            raise NotShown(f"{self.indicator} is not known to be the indicator of an event")
        power = sp.exp(self.factor * self.indicator)
        value = 1 + (sp.exp(self.factor) - 1) * self.indicator
        claim = rewritten(goal.claim, lambda e: sp.sympify(e).xreplace({power: value}))
        if claim == goal.claim:
            raise NotShown(f"{power} does not occur in the claim")
        return [goal.with_claim(claim)]
