"""Rules for equivalences and statements over all indices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import unfold
from svflow_math.engine.calculus.normal_form import is_identity, is_positive_form
from svflow_math.engine.calculus.rules.algebra import rewritten, speaks_of, vector_aware_identity
from svflow_math.engine.calculus.rules.use import instance
from svflow_math.engine.calculus.signs import is_nonnegative, is_positive
from svflow_math.engine.calculus.substitution import substitute
from svflow_math.engine.record.claim import Bound, Claim, Equal, ForAll, Iff
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Hypothesis, Nonnegative, Positive
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Differential, Index, VectorSymbol, is_vector
from svflow_math.engine.record.theorem import Theorem


@dataclass(frozen=True, kw_only=True)
class Supposing(Hypothesis):
    """A claim that is supposed; `make` changes a point so that it holds."""

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
        claim = _plain(goal.claim)
        if not isinstance(claim, Equal):
            raise NotShown("a supposed equality gives equalities")
        for supposition in _supposed(goal):
            supposed = _plain(supposition)
            if isinstance(supposed, Equal) and _as_general(supposition, goal.claim):
                slot = VectorSymbol("_slot") if is_vector(supposed.lhs) else sp.Symbol("_slot", real=True)
                value = sp.sympify(self.function(slot))
                left, right = (substitute(value, {slot: side}) for side in (supposed.lhs, supposed.rhs))
                gap = claim.lhs - claim.rhs - (left - right)
                if vector_aware_identity(gap, sp.S.Zero, goal.facts):
                    for side in (supposed.lhs, supposed.rhs):
                        _defined_at(value, {slot: side}, goal, (*claim.terms(), *supposed.terms()))
                    return []
        raise NotShown("the function of no supposed equality gives the gap of the sides")


@dataclass(frozen=True)
class FromSupposedBound(Step):
    """The gap of the sides is a positive multiple of the gap of a supposed bound."""

    multiple: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Bound):
            raise NotShown("a supposed bound gives bounds")
        if not is_positive(self.multiple, goal.facts):
            raise NotShown(f"{self.multiple} is not known to be positive")
        for supposed in _supposed(goal):
            if isinstance(supposed, Bound) and (supposed.strict or not claim.strict):
                given = self.multiple * (supposed.rhs - supposed.lhs)
                if is_identity(claim.rhs - claim.lhs, given, goal.facts):
                    return []
        raise NotShown("the gap of the sides is the multiple of no supposed gap")


def _defined_at(value: Any, at: dict[Any, Any], goal: Goal, given: tuple[Any, ...]) -> None:
    """Raise NotShown where a function may have no value at a side; the terms given are known to have one."""
    roots = {p.base for e in given for p in unfold(sp.sympify(e)).atoms(sp.Pow) if p.exp.is_negative}
    facts = goal.facts + Facts(positive=tuple(base for base in roots if is_nonnegative(base, goal.facts)))

    def positive(e: Any) -> bool:
        """The normal form takes roots to be positive, which may vanish: it is asked where none does."""
        radicands = [p.base for p in unfold(e).atoms(sp.Pow) if not p.exp.is_Integer]
        rooted = unfold(e).has(sp.Abs) or not all(is_positive(r, facts) for r in radicands)
        return is_positive(e, facts) or (not rooted and is_positive_form(e, facts))

    value = unfold(value)
    if value.atoms(sp.acos, sp.asin, sp.atanh, sp.atan2, sp.gamma, sp.tan):
        raise NotShown(f"{value} is not known to have a value everywhere")
    for part in value.atoms(sp.Pow, sp.log):
        base, power = substitute(part.args[0], at), sp.S.NegativeOne if isinstance(part, sp.log) else part.exp
        whole = power.is_Integer and isinstance(part, sp.Pow)
        total = power.is_nonnegative and (whole or is_nonnegative(base, facts))
        if not (total or positive(base) or (whole and positive(-base))):
            raise NotShown(f"{base} may vanish, or be negative")


@dataclass(frozen=True)
class ReplaceConstantFamily(Step):
    """A family supposed equal at all indices is one number: replace its members by it."""

    member: Any
    number: Any

    def apply(self, goal: Goal) -> list[Goal]:
        name, number = self.member.func, sp.sympify(self.number)
        if not number.is_Symbol or speaks_of(goal, number) or len(self.member.args) != 1:
            raise NotShown(f"{number} is not new, or {self.member} has several indices")
        if any(getattr(self.member, f"is_{kind}") is not value for kind, value in number.assumptions0.items()):
            raise NotShown(f"{number} does not stand for every value of {self.member}")
        for claim in _supposed(goal):
            equality = _plain(claim)
            if isinstance(equality, Equal) and equality.lhs.func == equality.rhs.func == name:
                indices = (*equality.lhs.args, *equality.rhs.args)
                if isinstance(claim, ForAll) and len(set(indices)) == 2 and set(claim.indices) == set(indices):
                    changed = rewritten(goal.claim, lambda e: sp.sympify(e).replace(name, lambda *_: number))
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
            a = [substitute(equality.lhs, m) for m in at]
            b = [substitute(equality.rhs, m) for m in at]
            if not all(is_positive(side, goal.facts) for side in (*a, *b)):
                continue
            if is_identity(a[0] / a[1] * b[1] / b[0], self.gives.lhs / self.gives.rhs, goal.facts):
                last = [h for h in goal.hypotheses if isinstance(h, Supposing)][-1]
                return [goal.given(Supposing(claim=ForAll((self.i, self.j), self.gives), make=last.make))]
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
        wanted, t = _plain(goal.claim), sp.Symbol("_argument", positive=True)
        if not isinstance(wanted, Equal):
            raise NotShown("injectivity gives an equality of arguments")
        f = sp.sympify(self.function(self.argument))
        everywhere = goal.given(Positive(t))  # the derivative is wanted at all numbers between the arguments
        slope, sign = (instance(used, {**self.at, self.argument: t}, everywhere) for used in self.uses())
        log = sp.log(substitute(f, {self.argument: t}))
        if not isinstance(slope, Equal) or slope.lhs != Differential(-log, t, sp.S.One):
            raise NotShown(f"{self.derivative.id} does not give the derivative of -log f")
        if not (isinstance(sign, Bound) and sign.strict and sign.lhs == 0 and sign.rhs == slope.rhs):
            raise NotShown(f"{self.positivity.id} does not give a positive derivative")
        if not all(is_positive(side, goal.facts) for side in (wanted.lhs, wanted.rhs)):
            raise NotShown(f"{wanted.lhs} and {wanted.rhs} are not known to be positive")
        sides = {substitute(f, {self.argument: side}) for side in (wanted.lhs, wanted.rhs)}
        for claim in _supposed(goal):
            values = _plain(claim)
            if isinstance(values, Equal) and {values.lhs, values.rhs} == sides and _as_general(claim, goal.claim):
                return []
        raise NotShown("no supposition equates the values of the function")


def _as_general(supposed: Claim, claim: Claim) -> bool:
    """Whether a supposition is made at all the indices at which the claim is."""
    free = {s for t in _plain(supposed).terms() for s in sp.sympify(t).free_symbols}
    return free & _quantified(claim) <= _quantified(supposed)


def _quantified(claim: Claim) -> set[Any]:
    return {*claim.indices, *_quantified(claim.claim)} if isinstance(claim, ForAll) else set()
