"""Rules for equivalences and statements over all indices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.calculus.rules.algebra import rewritten, vector_aware_identity
from svflow_math.engine.calculus.signs import is_positive
from svflow_math.engine.record.claim import Bound, Claim, Equal, ForAll, Iff
from svflow_math.engine.record.hypothesis import Facts, Hypothesis, Nonnegative, Positive
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Index
from svflow_math.engine.record.theorem import Theorem


@dataclass(frozen=True, kw_only=True)
class Supposing(Hypothesis):
    """A claim supposed for one direction of an equivalence; `make` changes a point so that it holds."""

    claim: Claim
    make: Callable[[dict[Any, Any], Random], dict[Any, Any]]

    def holds(self, point: Any) -> bool:
        return self.claim.holds(point)

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        return self.make(point, random)

    def subjects(self) -> tuple[Any, ...]:
        return self.claim.terms()

    def facts(self) -> Facts:
        return Facts()

    def latex(self) -> str:
        return self.claim.latex()


@dataclass(frozen=True)
class BothDirections(Step):
    """Show each direction of the equivalence: first right from left, then left from right."""

    make_left: Callable[[dict[Any, Any], Random], dict[Any, Any]]
    make_right: Callable[[dict[Any, Any], Random], dict[Any, Any]]

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Iff):
            raise NotShown("only an equivalence has two directions")
        forward = goal.given(Supposing(claim=claim.left, make=self.make_left)).with_claim(claim.right)
        backward = goal.given(Supposing(claim=claim.right, make=self.make_right)).with_claim(claim.left)
        return [forward, backward]


@dataclass(frozen=True)
class Have(Step):
    """Show a bound first, then use it as a fact."""

    claim: Bound

    def apply(self, goal: Goal) -> list[Goal]:
        gap = self.claim.rhs - self.claim.lhs
        fact = Positive(gap) if self.claim.strict else Nonnegative(gap)
        return [goal.with_claim(self.claim), goal.given(fact)]


def _supposed(goal: Goal) -> list[Claim]:
    return [h.claim for h in goal.hypotheses if isinstance(h, Supposing)]


def _plain(claim: Claim) -> Claim:
    while isinstance(claim, ForAll):
        claim = claim.claim
    return claim


@dataclass(frozen=True)
class FromSupposed(Step):
    """The sides differ by what a function of the supposed equality's sides differs by."""

    function: Callable[[Any], Any]

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Equal):
            raise NotShown("a supposed equality gives equalities")
        for supposed in _supposed(goal):
            if isinstance(supposed, Equal):
                gap = claim.lhs - claim.rhs - (self.function(supposed.lhs) - self.function(supposed.rhs))
                if vector_aware_identity(gap, sp.S.Zero, goal.facts):
                    return []
        raise NotShown("the function of no supposed equality gives the gap of the sides")


@dataclass(frozen=True)
class ReplaceConstantFamily(Step):
    """A family supposed equal at all indices is one number: replace its members by it."""

    member: Any
    number: Any

    def apply(self, goal: Goal) -> list[Goal]:
        name = self.member.func
        for claim in _supposed(goal):
            equality = _plain(claim)
            if isinstance(equality, Equal) and equality.lhs.func == equality.rhs.func == name:
                i, j = equality.lhs.args[0], equality.rhs.args[0]
                if isinstance(claim, ForAll) and set(claim.indices) == {i, j}:
                    changed = rewritten(goal.claim, lambda e: e.replace(name, lambda *_: self.number))
                    return [goal.with_claim(changed)]
        raise NotShown(f"{self.member} is not supposed to be the same for all indices")


@dataclass(frozen=True)
class DivideSupposition(Step):
    """From a_i = b_i for all i: a_i/a_j = b_i/b_j, which is the equality stated."""

    i: Index
    j: Index
    gives: Equal

    def apply(self, goal: Goal) -> list[Goal]:
        for claim in _supposed(goal):
            equality = _plain(claim)
            if not isinstance(claim, ForAll) or not isinstance(equality, Equal) or len(claim.indices) != 1:
                continue
            at = [{claim.indices[0]: index} for index in (self.i, self.j)]
            a = [equality.lhs.xreplace(m) for m in at]
            b = [equality.rhs.xreplace(m) for m in at]
            if not all(is_positive(side, goal.facts) for side in (*a, *b)):
                continue
            if is_identity(a[0] / a[1] * b[1] / b[0], self.gives.lhs / self.gives.rhs, goal.facts):
                last = [h for h in goal.hypotheses if isinstance(h, Supposing)][-1]
                return [goal.given(Supposing(claim=self.gives, make=last.make))]
        raise NotShown("no supposition, divided at the two indices, gives the equality")


@dataclass(frozen=True)
class Injective(Step):
    """f(a) = f(b) gives a = b, since the derivative of -log f is positive by a theorem proved before."""

    function: Callable[[Any], Any]
    argument: sp.Symbol
    derivative: Theorem  # d(-log f)/dt = g
    positivity: Theorem  # 0 < g
    at: Mapping[Any, Any] = field(default_factory=dict)

    def uses(self) -> tuple[Theorem, ...]:
        return (self.derivative, self.positivity)

    def apply(self, goal: Goal) -> list[Goal]:
        wanted = _plain(goal.claim)
        slope, sign = self.derivative.claim, self.positivity.claim
        f = self.function(self.argument)
        expected = sp.diff(-sp.log(f), self.argument) if not f.has(sp.Function) else None
        if not isinstance(wanted, Equal) or not isinstance(slope, Equal):
            raise NotShown("injectivity gives an equality of arguments")
        if slope.lhs != differential_of_log(f, self.argument) and slope.lhs != expected:
            raise NotShown(f"{self.derivative.id} does not give the derivative of -log f")
        if not (isinstance(sign, Bound) and sign.strict and sign.lhs == 0 and sign.rhs == slope.rhs):
            raise NotShown(f"{self.positivity.id} does not give a positive derivative")
        for claim in _supposed(goal):
            if isinstance(claim, Equal):
                sides = {self.function(wanted.lhs), self.function(wanted.rhs)}
                if {claim.lhs, claim.rhs} == sides:
                    facts = goal.facts
                    if all(is_positive(t, facts) for t in (wanted.lhs, wanted.rhs)):
                        return []
        raise NotShown("no supposition equates the values of the function")


def differential_of_log(f: Any, t: sp.Symbol) -> Any:
    from svflow_math.engine.record.terms import Differential

    return Differential(-sp.log(f), t, sp.S.One)
