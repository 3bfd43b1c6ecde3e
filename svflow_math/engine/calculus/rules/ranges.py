"""Rules for sums over ranges of whole numbers, and for sequences of functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import unfold
from svflow_math.engine.calculus.rules.algebra import rewritten, speaks_of
from svflow_math.engine.calculus.signs import is_nonnegative
from svflow_math.engine.calculus.substitution import variable_of
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.infinite_sum import RangeSum
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Differential


@dataclass(frozen=True)
class InductionByDerivative(Step):
    """Two sequences of functions are equal when they begin alike and each next is the same multiple of a derivative.

    The goals are the beginning, n = 1, and the recurrence f_{n+1} = c f_n' of either side.
    """

    variable: sp.Symbol
    argument: sp.Symbol
    factor: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim, n, x = goal.claim, self.variable, self.argument
        if not isinstance(claim, Equal):
            raise NotShown("two sequences are compared in an equality")
        if n.assumptions0 != sp.Symbol("n", integer=True, positive=True).assumptions0:
            raise NotShown(f"{n} is not just any whole number from one on")
        if x.is_integer or sp.sympify(self.factor).has(n):
            raise NotShown(f"nothing is differentiated in {x}, or the factor changes with {n}")
        for h in goal.hypotheses:
            subjects = [sp.sympify(e) for e in h.subjects()]
            open_in_x = type(h) is Positive and h.expression == x  # what holds there holds around each point
            if any(e.has(n) for e in subjects) or (any(e.has(x) for e in subjects) and not open_in_x):
                raise NotShown(f"{h.latex()} restricts {n}, or {x} to a set that need not be open")

        if any(variable_of(node) == n for e in claim.terms() for node in sp.preorder_traversal(sp.sympify(e))):
            raise NotShown(f"{n} is bound in the claim")

        def at(e: Any, value: Any) -> Any:
            return sp.sympify(e).xreplace({n: sp.sympify(value)})

        def next_is_derivative(side: Any) -> Goal:
            return goal.with_claim(Equal(at(side, n + 1), self.factor * Differential(side, x, sp.S.One)))

        beginning = goal.with_claim(Equal(at(claim.lhs, 1), at(claim.rhs, 1)))
        return [beginning, next_is_derivative(claim.lhs), next_is_derivative(claim.rhs)]


@dataclass(frozen=True)
class WriteOut(Step):
    """Write out sums over ranges of a known number of terms."""

    def apply(self, goal: Goal) -> list[Goal]:
        def spelled(e: Any) -> Any:
            found = [s for s in sp.sympify(e).atoms(RangeSum) if s.args[2].is_Integer and s.args[2] >= 0]
            return sp.sympify(e).xreplace({s: self._terms(*s.args) for s in found})

        claim = rewritten(goal.claim, spelled)
        if claim == goal.claim:
            raise NotShown("no sum over a range of known length")
        return [goal.with_claim(claim)]

    @staticmethod
    def _terms(body: Any, index: Any, count: Any) -> Any:
        _binds_nothing(body)
        return sp.Add(*(body.xreplace({index: sp.Integer(m)}) for m in range(int(count))))


@dataclass(frozen=True)
class Telescope(Step):
    """A sum of n + 1 terms T_k is a sum of n terms U_k where T_k - U_k = Q_k - Q_{k+1}, Q_0 = 0 and T_n = Q_n."""

    index: sp.Symbol
    part: Any  # Q, in the index

    def apply(self, goal: Goal) -> list[Goal]:
        claim, k = goal.claim, self.index
        if not isinstance(claim, Equal):
            raise NotShown("sums are compared in an equality")
        if k.assumptions0 != sp.Symbol("k", integer=True, nonnegative=True).assumptions0 or speaks_of(goal, k):
            raise NotShown(f"{k} is not a new number, any whole one from zero on")
        (first, more), (second, count) = _term(claim.lhs), _term(claim.rhs)
        if sp.expand(more - count - 1) != 0 or not count.is_integer or not is_nonnegative(count, goal.facts):
            raise NotShown(f"{more} terms are not one more than {count}")
        part = sp.sympify(self.part)
        _binds_nothing(part)

        def at(value: Any) -> Any:
            return part.xreplace({k: sp.sympify(value)})

        return [
            goal.given(Positive(count - k)).with_claim(Equal(first(k) - second(k), part - at(k + 1))),
            goal.with_claim(Equal(first(count), at(count))),
            goal.with_claim(Equal(at(0), sp.S.Zero)),
        ]


def _binds_nothing(e: Any) -> None:
    """Raise NotShown where a variable is bound, so that replacing symbols might capture it."""
    if any(variable_of(node) is not None for node in sp.preorder_traversal(e)):
        raise NotShown(f"{e} binds a variable")


def _term(side: Any) -> tuple[Callable[[Any], Any], Any]:
    """A number times one sum as its term, a function of the index, and the number of terms."""
    factors = sp.Mul.make_args(unfold(sp.sympify(side)))
    sums = [f for f in factors if isinstance(f, RangeSum)]
    rest = sp.Mul(*(f for f in factors if not isinstance(f, RangeSum)))
    if len(sums) != 1 or rest.has(RangeSum):
        raise NotShown(f"{side} is not a number times one sum")
    body, index, count = sums[0].args
    _binds_nothing(body)
    return lambda value: rest * body.xreplace({index: sp.sympify(value)}), count
