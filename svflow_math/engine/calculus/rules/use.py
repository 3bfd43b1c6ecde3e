"""Rules that apply a theorem proved before: its hypotheses are checked in the goal, then its claim is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.calculus.rules.algebra import rewritten, vector_aware_identity
from svflow_math.engine.calculus.signs import is_nonnegative, is_positive
from svflow_math.engine.calculus.substitution import replace_equal, substituted
from svflow_math.engine.record.claim import Bound, Claim, Equal, ForAll, Iff
from svflow_math.engine.record.exceeding_event import ExceedingEvent
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import (
    Between,
    Event,
    Hypothesis,
    Law,
    Nonnegative,
    NonZero,
    Positive,
    Tangent,
    Unit,
    Within,
)
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Dot, FiniteSum, Index, LinearMap, VectorAt, VectorSymbol, d, is_vector
from svflow_math.engine.record.theorem import Theorem


def is_granted(hypothesis: Hypothesis, goal: Goal) -> bool:
    """Whether the goal's hypotheses give this one: it is among them, or the calculus decides it."""
    bare = replace(hypothesis, witness=None, convenience="")
    if any(replace(h, witness=None, convenience="") == bare for h in goal.hypotheses):
        return True
    facts = goal.facts
    if isinstance(hypothesis, Unit):
        return is_identity(Dot(hypothesis.x, hypothesis.x), 1, facts)
    if isinstance(hypothesis, Tangent):
        return is_identity(Dot(hypothesis.v, hypothesis.at), 0, facts)
    if isinstance(hypothesis, Nonnegative):
        return is_nonnegative(hypothesis.expression, facts)
    if isinstance(hypothesis, Positive):
        known = [h.expression for h in goal.hypotheses if type(h) is Positive]
        return is_positive(hypothesis.expression, facts) or any(
            is_identity(hypothesis.expression, e, facts) for e in known if sp.sympify(e).has(FiniteSum)
        )
    if isinstance(hypothesis, NonZero):
        return is_positive(hypothesis.expression, facts) or is_positive(-hypothesis.expression, facts)
    if isinstance(hypothesis, Within):
        gaps = (hypothesis.member - hypothesis.low, hypothesis.high - hypothesis.member)
        return all(is_nonnegative(g, facts) for g in gaps)
    if isinstance(hypothesis, Law):
        total = FiniteSum(hypothesis.index, hypothesis.weight)
        return is_identity(total, 1, facts) and is_nonnegative(hypothesis.weight, facts)
    if isinstance(hypothesis, Event):
        return any(isinstance(h, Event) and _is_same_event(hypothesis, h, facts) for h in goal.hypotheses)
    if isinstance(hypothesis, Between):
        low, high = hypothesis.symbol - hypothesis.low, hypothesis.high - hypothesis.symbol
        ends = ((low, hypothesis.open_low), (high, hypothesis.open_high))
        return all((is_positive if is_open else is_nonnegative)(gap, facts) for gap, is_open in ends)
    return False


def _is_same_event(wanted: Event, known: Event, facts: Facts) -> bool:
    """Whether an event known is the one wanted; where that is to be an exceeding one, with equal laws."""
    if wanted.indicator != known.indicator or not isinstance(wanted, ExceedingEvent):
        return wanted.indicator == known.indicator
    if not isinstance(known, ExceedingEvent):
        return False
    pairs = ((wanted.larger, known.larger), (wanted.smaller, known.smaller))
    return all(is_identity(a, b, facts) for a, b in pairs)


_KINDS = ("even", "odd", "prime", "composite", "irrational", "zero", "infinite")


def _is_family(key: Any) -> bool:
    """A member at indices that are all different: it stands for the whole family."""
    member = isinstance(key, sp.core.function.AppliedUndef | VectorAt)
    indices = [i for i in key.args if isinstance(i, Index)] if member else []
    rest = key.args[1:] if isinstance(key, VectorAt) else key.args
    return bool(indices) and len(indices) == len(rest) == len(set(indices))


def _may_be_replaced(key: Any) -> bool:
    return type(key) in (sp.Symbol, VectorSymbol, Index, LinearMap) or _is_family(key)


def _quantified(claim: Any) -> set[Any]:
    if isinstance(claim, ForAll):
        return {*claim.indices, *_quantified(claim.claim)}
    return _quantified(claim.left) | _quantified(claim.right) if isinstance(claim, Iff) else set()


def keeps_assumptions(symbol: Any, value: Any, goal: Goal) -> bool:
    """Whether a value has the sign, and is the whole number, that the symbol is declared to have and to be."""
    value = sp.sympify(value)
    if isinstance(symbol, Index):
        return type(value) is Index
    if isinstance(symbol, LinearMap):
        return isinstance(value, LinearMap) and (value.symmetric or not symbol.symmetric)
    if isinstance(symbol, VectorSymbol | VectorAt):
        return value == 0 or is_vector(value)
    if is_vector(value) or (symbol.is_integer and not value.is_integer):
        return False
    if symbol.is_negative or symbol.is_nonpositive or (symbol.is_nonzero and not symbol.is_positive):
        return False
    if any(getattr(symbol, f"is_{kind}") and not getattr(value, f"is_{kind}") for kind in _KINDS):
        return False
    if symbol.is_positive:
        return is_positive(value, goal.facts)
    return is_nonnegative(value, goal.facts) if symbol.is_nonnegative else True


def _keep_generality(theorem: Theorem, subjects: tuple[Any, ...], at: Mapping[Any, Any]) -> None:
    """Raise NotShown where renamed indices say less in a hypothesis, which holds for all values of its indices.

    Sets are renamed whole, and neither their sizes nor the dimension of vectors are given another value.
    """
    indices = {i for e in subjects for i in sp.sympify(e).atoms(Index)}
    sets = {i.over: at[i].over for i in indices if i in at}
    if any(at.get(i, i).over != sets.get(i.over, i.over) for i in indices) or any(i.over in at for i in indices):
        raise NotShown(f"a set of {theorem.id} is not replaced as a whole")
    if d in at and any(sp.sympify(e).atoms(VectorSymbol, LinearMap) for e in subjects):
        raise NotShown(f"the dimension of the vectors of {theorem.id} is not replaced")
    for hypothesis in theorem.hypotheses:
        ours = {i for e in hypothesis.subjects() for i in sp.sympify(e).free_symbols if isinstance(i, Index)}
        if len({at.get(i, i) for i in ours}) < len(ours):
            raise NotShown(f"two indices of {hypothesis.latex()} become one")


def instance(theorem: Theorem, at: Mapping[Any, Any], goal: Goal) -> Claim:
    """The claim of a theorem, its symbols replaced; raises NotShown where the goal does not grant its hypotheses."""
    subjects = (*theorem.claim.terms(), *(e for h in theorem.hypotheses for e in h.subjects()))
    free = {symbol for e in subjects for symbol in sp.sympify(e).free_symbols}
    quantified = _quantified(theorem.claim)
    for symbol, value in at.items():
        if not _may_be_replaced(symbol):
            raise NotShown(f"{symbol} is neither a symbol nor a whole family")
        if not _is_family(symbol) and quantified & (sp.sympify(value).free_symbols - {symbol}):
            raise NotShown(f"an index of {value} would be captured in {theorem.id}")
        if type(symbol) is sp.Symbol and symbol not in free:
            raise NotShown(f"{symbol} is bound in {theorem.id}, or does not occur in it")
        if not keeps_assumptions(symbol, value, goal):
            raise NotShown(f"{value} is not known to be what {symbol} stands for in {theorem.id}")
    _keep_generality(theorem, subjects, at)
    for hypothesis in theorem.hypotheses:
        needed = substituted(hypothesis, at)
        if not is_granted(needed, goal):
            raise NotShown(f"the hypothesis {needed.latex()} of {theorem.id} is not known here")
    return substituted(theorem.claim, at)


@dataclass(frozen=True)
class Recall(Step):
    """A bound proved before joins the facts, its symbols replaced as `at` says."""

    theorem: Theorem
    at: Mapping[Any, Any] = field(default_factory=dict)

    def uses(self) -> tuple[Theorem, ...]:
        return (self.theorem,)

    def apply(self, goal: Goal) -> list[Goal]:
        claim = instance(self.theorem, self.at, goal)
        if not isinstance(claim, Bound):
            raise NotShown(f"{self.theorem.id} is not a bound")
        fact = Positive if claim.strict else Nonnegative
        return [goal.given(fact(claim.rhs - claim.lhs))]


@dataclass(frozen=True)
class Use(Step):
    """Apply a theorem proved before, its symbols replaced as `at` says."""

    theorem: Theorem
    at: Mapping[Any, Any] = field(default_factory=dict)

    def uses(self) -> tuple[Theorem, ...]:
        return (self.theorem,)

    def apply(self, goal: Goal) -> list[Goal]:
        claim = instance(self.theorem, self.at, goal)
        if isinstance(claim, Equal):
            return self._rewrite(goal, claim)
        if isinstance(claim, Bound):
            return self._bound(goal, claim)
        if claim == goal.claim:
            return []
        raise NotShown(f"{self.theorem.id} is neither an equality nor a bound, nor the goal")

    def _rewrite(self, goal: Goal, claim: Equal) -> list[Goal]:
        changed = rewritten(goal.claim, lambda e: replace_equal(e, {claim.lhs: claim.rhs}, goal.hypotheses))
        if changed != goal.claim:
            return [goal.with_claim(changed)]
        if isinstance(goal.claim, Equal):
            gap = goal.claim.lhs - goal.claim.rhs - (claim.lhs - claim.rhs)
            if vector_aware_identity(gap, sp.S.Zero, goal.facts):
                return []
        raise NotShown(f"the left side of {self.theorem.id} does not occur in the goal")

    def _bound(self, goal: Goal, claim: Bound) -> list[Goal]:
        wanted = goal.claim
        if not isinstance(wanted, Bound) or (wanted.strict and not claim.strict):
            raise NotShown(f"{self.theorem.id} does not give a strict bound")
        if not is_identity(wanted.rhs - wanted.lhs, claim.rhs - claim.lhs, goal.facts):
            raise NotShown(f"the bound of {self.theorem.id} is not the goal")
        return []
