"""Rules for identities: definitions, derivatives, the normal form, and expansions in a small step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import derive, differential, pair_with, spread, unfold
from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.calculus.signs import is_nonnegative, is_positive
from svflow_math.engine.calculus.smooth import is_smooth, is_smooth_around
from svflow_math.engine.calculus.substitution import variable_of
from svflow_math.engine.record.claim import Bound, Claim, Equal, ForAll, Iff, Limit, OrderOf
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Nonnegative
from svflow_math.engine.record.obligation import note, noting
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import FiniteSum, VectorSymbol, is_vector


class _Generic(VectorSymbol):
    """A class of its own, so that no vector of a statement is the same symbol."""

    __slots__ = ()


TEST = _Generic("test")  # the generic vector with which vector identities are paired


def rewritten(claim: Any, change: Any) -> Any:
    """The claim with `change` applied to each of its expressions."""
    if isinstance(claim, Equal | Bound):
        return replace(claim, lhs=change(claim.lhs), rhs=change(claim.rhs))
    if isinstance(claim, OrderOf):
        return replace(claim, expression=change(claim.expression))
    if isinstance(claim, Iff):
        return Iff(rewritten(claim.left, change), rewritten(claim.right, change))
    if isinstance(claim, ForAll):
        return ForAll(claim.indices, rewritten(claim.claim, change))
    raise NotShown(f"no expression of {claim} can be rewritten")


def vector_aware_identity(lhs: Any, rhs: Any, facts: Facts, roots: tuple[Any, ...] = ()) -> bool:
    """Whether lhs = rhs is shown by the normal form; vectors are paired with a generic one."""
    difference = sp.sympify(lhs) - sp.sympify(rhs)
    if difference == 0:
        return True
    if is_vector(lhs) or is_vector(rhs):
        with noting():  # the vectors are noted, not their pairing
            shown = is_identity(pair_with(difference, TEST), 0, facts, roots)
        return shown and note(lhs, rhs, facts)
    return is_identity(lhs, rhs, facts, roots)


def nonnegative_roots(roots: tuple[Any, ...], facts: Facts) -> None:
    """Raise NotShown where a root that a step names is not known to be nonnegative."""
    for root in roots:
        if not is_nonnegative(root, facts):
            raise NotShown(f"the root {root} is not known to be nonnegative")


@dataclass(frozen=True)
class NormalForm(Step):
    """Both sides have the same normal form."""

    roots: tuple[Any, ...] = ()

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        while isinstance(claim, ForAll):
            claim = claim.claim
        if not isinstance(claim, Equal):
            raise NotShown("the normal form decides equalities only")
        nonnegative_roots(self.roots, goal.facts)
        if not vector_aware_identity(claim.lhs, claim.rhs, goal.facts, self.roots):
            raise NotShown("the normal forms differ")
        return []


@dataclass(frozen=True)
class Unfold(Step):
    """Replace defined operations by their definitions."""

    operations: tuple[type, ...] = ()

    def apply(self, goal: Goal) -> list[Goal]:
        claim = rewritten(goal.claim, lambda e: unfold(e, *self.operations))
        if claim == goal.claim:
            raise NotShown("nothing to unfold")
        return [goal.with_claim(claim)]


@dataclass(frozen=True)
class Derive(Step):
    """Take the directional derivatives, gradients and traces."""

    def apply(self, goal: Goal) -> list[Goal]:
        claim = rewritten(goal.claim, lambda e: derive(unfold(e)))
        if claim == goal.claim:
            raise NotShown("nothing to differentiate")
        return [goal.with_claim(claim)]


@dataclass(frozen=True)
class Restate(Step):
    """Write the expression in an equal form, equal by the normal form."""

    expression: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, OrderOf | Limit):
            raise NotShown("only the expression of an order or a limit is restated")
        if not vector_aware_identity(claim.expression, self.expression, _facts_of_small_steps(goal)):
            raise NotShown("the normal forms differ")
        return [goal.with_claim(replace(claim, expression=self.expression))]


@dataclass(frozen=True)
class Replace(Step):
    """Replace a part of the expression by an equal one, equal by the normal form."""

    part: Any
    by: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, OrderOf | Limit):
            raise NotShown("only the expression of an order or a limit is restated")
        if not vector_aware_identity(self.part, self.by, _facts_of_small_steps(goal)):
            raise NotShown("the normal forms differ")
        if any(variable_of(n) is not None and n.has(self.part) for n in sp.preorder_traversal(claim.expression)):
            raise NotShown(f"{self.part} and {self.by} need not be equal around the values of a bound variable")
        changed = replace(claim, expression=claim.expression.subs(self.part, self.by))
        if changed == claim:
            raise NotShown(f"{self.part} does not occur")
        return [goal.with_claim(changed)]


@dataclass(frozen=True)
class Through(Step):
    """Insert intermediate expressions: each consecutive pair is a goal of its own."""

    middle: tuple[Any, ...]

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Equal | Bound):
            raise NotShown("only equalities and bounds have sides")
        stations = (claim.lhs, *self.middle, claim.rhs)
        return [goal.with_claim(replace(claim, lhs=a, rhs=b)) for a, b in _pairs(stations)]


def _pairs(stations: tuple[Any, ...]) -> Iterator[tuple[Any, Any]]:
    return pairwise(stations)


def _bound(claim: Claim) -> set[Any]:
    """The symbols of a claim that some term of it binds: variables, indices, the small step of an order."""
    nodes = [n for t in claim.terms() for n in sp.preorder_traversal(sp.sympify(t))]
    found = {n.index for n in nodes if isinstance(n, FiniteSum)} | {variable_of(n) for n in nodes}
    while isinstance(claim, ForAll):
        found |= set(claim.indices)
        claim = claim.claim
    return found | ({claim.variable} if isinstance(claim, OrderOf | Limit) else set())


def speaks_of(goal: Goal, symbol: Any) -> bool:
    """Whether the symbol occurs in the goal, free or bound, so that it is not a new one."""
    parts = (*goal.claim.terms(), *(e for h in goal.hypotheses for e in h.subjects()))
    return symbol in _bound(goal.claim) or any(sp.sympify(e).has(symbol) for e in parts)


@dataclass(frozen=True)
class Generalise(Step):
    """Show the claim with a new number in the place of an expression; it is nonnegative where the expression is."""

    expression: Any
    number: sp.Symbol

    def apply(self, goal: Goal) -> list[Goal]:
        if speaks_of(goal, self.number):
            raise NotShown(f"{self.number} is not new")
        if self.number != sp.Symbol(self.number.name, real=True):
            raise NotShown(f"{self.number} does not stand for every real number")
        if is_vector(self.expression) or sp.sympify(self.expression).free_symbols & _bound(goal.claim):
            raise NotShown(f"{self.expression} does not stand for one number throughout the claim")
        claim = rewritten(goal.claim, lambda e: sp.sympify(e).xreplace({self.expression: self.number}))
        if claim == goal.claim:
            raise NotShown(f"{self.expression} does not occur in the goal")
        signs = (Nonnegative(self.number),) if is_nonnegative(self.expression, goal.facts) else ()
        return [goal.given(*signs).with_claim(claim)]


@dataclass(frozen=True)
class Multiply(Step):
    """Multiply both sides by a factor: not zero for an equality, positive for a bound."""

    factor: Any

    def apply(self, goal: Goal) -> list[Goal]:
        if isinstance(goal.claim, OrderOf):
            raise NotShown("a factor may change an order")
        claim: Claim = rewritten(goal.claim, lambda e: e * self.factor)
        if not is_positive(self.factor, goal.facts):
            raise NotShown(f"{self.factor} is not known to be positive")
        return [goal.with_claim(claim)]


@dataclass(frozen=True)
class Taylor(Step):
    """Every derivative in the small step below the order vanishes at zero."""

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, OrderOf):
            raise NotShown("only orders are shown by Taylor expansion")
        h, facts = claim.variable, _facts_around_zero(claim.variable, goal)
        coefficient = unfold(claim.expression)
        if is_vector(coefficient):
            coefficient = pair_with(coefficient, TEST)
        coefficient = spread(coefficient)
        smooth = is_smooth_around(coefficient, h, facts, 0)
        for order in range(claim.order):
            if not is_identity(coefficient.xreplace({h: sp.S.Zero}), 0, facts):
                raise NotShown(f"a coefficient below order {claim.order} does not vanish")
            if not (smooth and order == claim.order - 1):  # the last derivative of what is smooth is bounded
                coefficient = differential(coefficient, h, sp.S.One)
        if not smooth and not is_smooth(coefficient, h, facts, at=0):
            raise NotShown(f"the derivative of order {claim.order} is not known to be bounded near zero")
        return []


def _facts_of_small_steps(goal: Goal) -> Facts:
    """The facts that hold for every small step: it falls to zero from above, and moments are reduced as before."""
    claim: Any = goal.claim
    facts = _facts_around_zero(claim.variable, goal)
    if isinstance(claim, OrderOf):
        facts = facts + Facts(positive=(claim.variable,), recurrent=goal.facts.recurrent)
    return facts


def _facts_around_zero(step: sp.Symbol, goal: Goal) -> Facts:
    """The facts that do not speak of the small step, and so hold where it vanishes."""
    about = [h for h in goal.hypotheses if not any(sp.sympify(e).has(step) for e in h.subjects())]
    return Goal(goal.claim, tuple(about)).facts
