"""Rules for power series, term by term, and for induction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import unfold
from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.calculus.rules.algebra import rewritten
from svflow_math.engine.calculus.rules.integrals import integrable
from svflow_math.engine.calculus.signs import is_nonnegative, is_positive
from svflow_math.engine.record.claim import Bound, Equal
from svflow_math.engine.record.hypothesis import Hypothesis, Positive
from svflow_math.engine.record.infinite_sum import InfiniteSum
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.step import Goal, NotShown, Step


def _fresh(index: sp.Symbol, goal: Goal) -> None:
    """Raise NotShown unless the index is any whole number from zero on, of which nothing else is known."""
    if index.assumptions0 != sp.Symbol("m", integer=True, nonnegative=True).assumptions0:
        raise NotShown(f"{index} is not just any whole number from zero on")
    terms = (*goal.claim.terms(), *(e for h in goal.hypotheses for e in h.subjects()))
    if any(index in sp.sympify(e).free_symbols for e in terms):
        raise NotShown(f"{index} occurs in the goal")


@dataclass(frozen=True)
class ExpandSlices(Step):
    """Expand e^(kappa s) and integrate term by term; odd powers of s integrate to zero."""

    index: sp.Symbol

    def apply(self, goal: Goal) -> list[Goal]:
        _fresh(self.index, goal)
        claim = rewritten(goal.claim, lambda e: self._expanded(unfold(sp.sympify(e)), goal))
        if not any(sp.sympify(e).has(InfiniteSum) for e in claim.terms()):
            raise NotShown("no integral of a power of s in the claim")
        return [goal.with_claim(claim)]

    def _expanded(self, e: Any, goal: Goal) -> Any:
        changes = {}
        for integral in e.atoms(SliceIntegral):
            body, kappa, dim = integral.args
            power = sp.S.Zero if body == 1 else body.as_base_exp()[1]
            if height**power != body or not power.is_Integer or power < 0:
                continue
            integrable(dim, goal.facts)
            m = 2 * self.index + power % 2
            moment = SliceIntegral(height ** (m + power), 0, dim)
            changes[integral] = InfiniteSum(kappa**m / sp.factorial(m) * moment, self.index)
        return e.xreplace(changes)


@dataclass(frozen=True)
class BesselSeries(Step):
    """Write I_nu(z) as its power series, the sum of (z/2)^(2m + nu) / (m! Gamma(m + nu + 1))."""

    index: sp.Symbol

    def apply(self, goal: Goal) -> list[Goal]:
        _fresh(self.index, goal)
        m = self.index

        def expanded(e: Any) -> Any:
            changes = {}
            for bessel in sp.sympify(e).atoms(sp.besseli):
                order, z = bessel.args
                if not (is_positive(z, goal.facts) and is_positive(order + 1, goal.facts)):
                    raise NotShown(f"{z} > 0 and {order} > -1 are not known")
                term = (z / 2) ** (2 * m + order) / (sp.factorial(m) * sp.gamma(m + order + 1))
                changes[bessel] = InfiniteSum(term, m)
            return sp.sympify(e).xreplace(changes)

        claim = rewritten(goal.claim, expanded)
        if claim == goal.claim:
            raise NotShown("no Bessel function in the claim")
        return [goal.with_claim(claim)]


@dataclass(frozen=True)
class TermByTerm(Step):
    """Two convergent series are equal when each term of one equals the term of the other."""

    index: sp.Symbol

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Equal):
            raise NotShown("series are compared in an equality")
        _fresh(self.index, goal)
        return [goal.with_claim(Equal(self._term(claim.lhs), self._term(claim.rhs)))]

    def _term(self, side: Any) -> Any:
        factors = sp.Mul.make_args(sp.sympify(side))
        sums = [f for f in factors if isinstance(f, InfiniteSum)]
        rest = sp.Mul(*(f for f in factors if not isinstance(f, InfiniteSum)))
        if len(sums) != 1 or rest.has(InfiniteSum):
            raise NotShown(f"{side} is not a number times one series")
        return rest * sums[0].body.xreplace({sums[0].index: self.index})


@dataclass(frozen=True)
class GeometricTail(Step):
    """A series of nonnegative terms with ratios at most q < 1 is at most its first term over 1 - q."""

    ratio: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim, q = goal.claim, sp.sympify(self.ratio)
        if not isinstance(claim, Bound) or claim.strict or not isinstance(claim.lhs, InfiniteSum):
            raise NotShown("a geometric series bounds one series")
        term, m = claim.lhs.body, claim.lhs.index
        _fresh(m, goal)  # a hypothesis on a number of this name does not speak of the terms
        if m in q.free_symbols or not is_positive(1 - q, goal.facts):
            raise NotShown(f"{q} < 1 is not known, for every term alike")
        if not is_nonnegative(term, goal.facts):
            raise NotShown(f"{term} is not known to be nonnegative")
        if not is_identity(claim.rhs, term.xreplace({m: sp.S.Zero}) / (1 - q), goal.facts):
            raise NotShown("the bound is not the first term over 1 - q")
        return [goal.with_claim(Bound(term.xreplace({m: m + 1}), q * term))]


@dataclass(frozen=True)
class Induction(Step):
    """Two sequences are equal when they agree at the start and have the same ratio from each member to the next.

    With steps of k there are k starting values. The right side is positive, so that ratios make sense.
    """

    variable: sp.Symbol
    start: int = 0
    by: int = 1

    def apply(self, goal: Goal) -> list[Goal]:
        claim, n = goal.claim, self.variable
        if not isinstance(claim, Equal):
            raise NotShown("two sequences are compared in an equality")
        from_start = Positive(n - self.start + 1)
        if not (n.is_integer and is_positive(from_start.expression, goal.facts)):
            raise NotShown(f"{n} is not known to be a whole number from {self.start} on")
        others = tuple(h for h in goal.hypotheses if not _says(h, from_start))
        if any(n in sp.sympify(e).free_symbols for h in others for e in h.subjects()):
            raise NotShown(f"a hypothesis restricts {n} further")
        if not is_positive(claim.rhs, goal.facts):
            raise NotShown(f"{claim.rhs} is not known to be positive")

        def at(e: Any, value: Any) -> Any:
            return sp.sympify(e).xreplace({n: sp.sympify(value)})

        starts = range(self.start, self.start + self.by)
        bases = [Goal(Equal(at(claim.lhs, k), at(claim.rhs, k)), others) for k in starts]
        following = n + self.by
        ratio = Equal(at(claim.lhs, following) * claim.rhs, claim.lhs * at(claim.rhs, following))
        return [*bases, goal.with_claim(ratio)]


def _says(hypothesis: Hypothesis, other: Positive) -> bool:
    return (
        isinstance(hypothesis, Positive)
        and type(hypothesis) is Positive
        and (sp.expand(hypothesis.expression - other.expression) == 0)
    )
