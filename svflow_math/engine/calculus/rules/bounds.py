"""Rules for inequalities: certificates, derivatives, and bounds proved before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import sympy as sp
from mpmath import mpf

from svflow_math.engine.calculus.derivative import differential
from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.calculus.rules.algebra import nonnegative_roots, speaks_of
from svflow_math.engine.calculus.signs import is_nonnegative, is_positive
from svflow_math.engine.calculus.smooth import is_smooth
from svflow_math.engine.record.claim import Bound, Equal, Iff
from svflow_math.engine.record.evaluate import Point, evaluate
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Between, Hypothesis, Nonnegative
from svflow_math.engine.record.latex import latex
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Dot, FiniteSum, FixedIndex, Index, Norm


@dataclass(frozen=True)
class Certificate(Step):
    """The right side minus the left equals an expression that is nonnegative part by part."""

    difference: Any
    roots: tuple[Any, ...] = ()

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Bound):
            raise NotShown("a certificate shows bounds")
        facts = goal.facts
        nonnegative_roots(self.roots, facts)
        shown = is_positive if claim.strict else is_nonnegative
        if not shown(self.difference, facts):
            raise NotShown(f"the sign of {self.difference} is not shown")
        if not is_identity(claim.rhs - claim.lhs, self.difference, facts, self.roots):
            raise NotShown("the certificate is not the difference of the sides")
        return []


@dataclass(frozen=True)
class TangentOfLogarithm(Step):
    """log u <= log c + u/c - 1 for u, c > 0: the logarithm lies below its tangents."""

    u: Any
    c: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim, facts = goal.claim, goal.facts
        if not isinstance(claim, Bound) or claim.strict:
            raise NotShown("the tangent of the logarithm gives a bound that may be attained")
        if not (is_positive(self.u, facts) and is_positive(self.c, facts)):
            raise NotShown("the arguments of the logarithm are not known to be positive")
        gap = sp.log(self.c) + self.u / self.c - 1 - sp.log(self.u)
        if not is_identity(claim.rhs - claim.lhs, gap, facts + Facts(positive=(self.u, self.c))):
            raise NotShown("the sides do not differ by the gap between the logarithm and its tangent")
        return []


def _vary_alone(variable: sp.Symbol, goal: Goal) -> list[Between]:
    """The ranges of a variable; raises NotShown where another hypothesis limits it, and so need not hold all along."""
    if variable.is_integer:
        raise NotShown(f"{variable} takes whole values only, between which derivatives say nothing")
    ranges = [h for h in goal.hypotheses if isinstance(h, Between) and h.symbol == variable]
    others = [h for h in goal.hypotheses if h not in ranges]
    if any(variable in sp.sympify(e).free_symbols for h in others for e in h.subjects()):
        raise NotShown(f"a hypothesis on {variable} need not hold at its other values")
    return ranges


@dataclass(frozen=True)
class FromDerivative(Step):
    """f <= g on [low, high] since f = g at low and f' <= g' beyond: the goal becomes the bound of derivatives."""

    variable: sp.Symbol
    low: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim, t, facts = goal.claim, self.variable, goal.facts
        if not isinstance(claim, Bound):
            raise NotShown("derivatives are compared for bounds")
        ranges = _vary_alone(t, goal)
        declared = t.is_positive if claim.strict else t.is_nonnegative
        starts = bool(ranges) and all(h.low == self.low and (h.open_low or not claim.strict) for h in ranges)
        if t.is_nonnegative and not is_nonnegative(sp.sympify(self.low), facts):
            starts = False  # what is shown for t >= 0 says nothing of the way there
        if not starts and not (not ranges and self.low == 0 and declared):
            raise NotShown(f"{t} is not known to start {'beyond' if claim.strict else 'at'} {self.low}")
        gap = claim.rhs - claim.lhs
        if not (is_smooth(gap, t, facts) and is_smooth(gap, t, facts, at=self.low)):
            raise NotShown("the sides are not known to be smooth up to where the variable starts")
        if not is_identity(gap.xreplace({t: sp.sympify(self.low)}), 0, facts):
            raise NotShown("the sides differ where the variable starts")
        left, right = (differential(sp.sympify(side), t, sp.S.One) for side in (claim.lhs, claim.rhs))
        return [goal.with_claim(replace(claim, lhs=left, rhs=right))]


@dataclass(frozen=True)
class FromConvexity(Step):
    """f < g between low and high since f = g at both and f'' > g'': the goals are the two equalities and that bound."""

    variable: sp.Symbol

    def apply(self, goal: Goal) -> list[Goal]:
        claim, t, facts = goal.claim, self.variable, goal.facts
        if not isinstance(claim, Bound):
            raise NotShown("second derivatives are compared for bounds")
        ranges = _vary_alone(t, goal)
        if len(ranges) != 1 or not (ranges[0].open_low and ranges[0].open_high):
            raise NotShown(f"{t} is not known to lie in one open interval")
        ends = [sp.sympify(end) for end in (ranges[0].low, ranges[0].high)]
        sides = [sp.sympify(side) for side in (claim.lhs, claim.rhs)]
        if not all(is_smooth(side, t, facts) and is_smooth(side, t, facts, at=end) for side in sides for end in ends):
            raise NotShown("the sides are not known to be smooth up to the ends")
        kept = tuple(h for h in goal.hypotheses if h not in ranges)
        left, right = (differential(differential(side, t, sp.S.One), t, sp.S.One) for side in sides)
        equalities = [Goal(Equal(*(side.xreplace({t: end}) for side in sides)), kept) for end in ends]
        return [*equalities, goal.with_claim(Bound(right, left, claim.strict))]


@dataclass(frozen=True)
class MonotoneLogarithm(Step):
    """log is increasing: log a + c <= log b + c follows from a <= b, for a > 0."""

    lower: Any
    upper: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim, facts = goal.claim, goal.facts
        if not isinstance(claim, Bound):
            raise NotShown("the logarithm is applied to bounds")
        for side in (self.lower, self.upper):
            if not is_positive(side, facts):
                raise NotShown(f"{side} is not known to be positive")
        gap = sp.log(self.upper) - sp.log(self.lower)
        if not is_identity(claim.rhs - claim.lhs, gap, facts + Facts(positive=(self.lower, self.upper))):
            raise NotShown("the sides do not differ by the difference of the logarithms")
        return [goal.with_claim(replace(claim, lhs=self.lower, rhs=self.upper))]


@dataclass(frozen=True)
class CompareSquares(Step):
    """a <= b follows from a^2 <= b^2, for b >= 0."""

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Bound):
            raise NotShown("squares are compared for bounds")
        if not is_nonnegative(claim.rhs, goal.facts):
            raise NotShown(f"{claim.rhs} is not known to be nonnegative")
        return [goal.with_claim(replace(claim, lhs=claim.lhs**2, rhs=claim.rhs**2))]


@dataclass(frozen=True)
class MonotoneExponential(Step):
    """exp is increasing: e^low <= e^high joins the facts, for low <= high."""

    low: Any
    high: Any

    def apply(self, goal: Goal) -> list[Goal]:
        if not is_nonnegative(self.high - self.low, goal.facts):
            raise NotShown(f"{self.low} <= {self.high} is not known")
        return [goal.given(Nonnegative(sp.exp(self.high) - sp.exp(self.low)))]


@dataclass(frozen=True)
class ChordOfExponential(Step):
    """exp lies below its chords: e^g <= e^c + (g - c)/s (e^(c+s) - e^c) for c <= g <= c + s, s > 0."""

    member: Any
    low: Any
    width: Any

    def apply(self, goal: Goal) -> list[Goal]:
        facts = goal.facts
        gaps = (self.member - self.low, self.low + self.width - self.member)
        if not (all(is_nonnegative(g, facts) for g in gaps) and is_positive(self.width, facts)):
            raise NotShown(f"{self.member} is not known to lie on the chord")
        low, high = sp.exp(self.low), sp.exp(self.low + self.width)
        chord = low + (self.member - self.low) / self.width * (high - low)
        return [goal.given(Nonnegative(chord - sp.exp(self.member)))]


@dataclass(frozen=True)
class ProportionalGaps(Step):
    """Two bounds are equivalent where the gap of one is a positive multiple of the gap of the other."""

    factor: Any  # of the right bound's gap, in the left bound's

    def apply(self, goal: Goal) -> list[Goal]:
        claim, facts = goal.claim, goal.facts
        if not isinstance(claim, Iff):
            raise NotShown("only an equivalence compares two bounds")
        left, right = claim.left, claim.right
        if not (isinstance(left, Bound) and isinstance(right, Bound) and left.strict == right.strict):
            raise NotShown("the sides are not two bounds, both strict or both not")
        if not is_positive(self.factor, facts):
            raise NotShown(f"{self.factor} is not known to be positive")
        if not is_identity(left.rhs - left.lhs, self.factor * (right.rhs - right.lhs), facts):
            raise NotShown("the gaps are not proportional by the factor")
        return []


@dataclass(frozen=True)
class CauchySchwarz(Step):
    """<a, b> <= |a| |b|: the inequality joins the facts."""

    a: Any
    b: Any

    def apply(self, goal: Goal) -> list[Goal]:
        return [goal.given(Nonnegative(Norm(self.a) * Norm(self.b) - Dot(self.a, self.b)))]


@dataclass(frozen=True)
class Termwise(Step):
    """A sum is bounded term by term: the goal becomes the bound of the bodies, common nonnegative weights left out."""

    index: Index
    weight: Any
    lower: Any
    upper: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim, facts = goal.claim, goal.facts
        if not isinstance(claim, Bound) or claim.strict:
            raise NotShown("terms are compared for bounds that may be attained")
        if not is_nonnegative(self.weight, facts):
            raise NotShown(f"{self.weight} is not known to be nonnegative")
        gap = FiniteSum(self.index, self.weight * (self.upper - self.lower))
        if not is_identity(claim.rhs - claim.lhs, gap, facts):
            raise NotShown("the sides do not differ by the weighted sum of the gaps")
        return [goal.with_claim(Bound(self.lower, self.upper))]


@dataclass(frozen=True)
class MinimumAttained(Step):
    """A finite family has a smallest member: name its index, and every member is at least it."""

    member: Any
    index: Index
    at: FixedIndex

    def apply(self, goal: Goal) -> list[Goal]:
        if speaks_of(goal, self.at) or self.at.over != self.index.over:
            raise NotShown(f"{self.at} is not a new index of the set")
        if any(type(s) is Index and s != self.index for s in self.member.free_symbols):
            raise NotShown(f"the smallest {self.member} depends on another index")
        smallest = self.member.xreplace({self.index: self.at})
        return [goal.given(SmallestMember(self.member, self.index, self.at, smallest))]


@dataclass(frozen=True)
class SmallestMember(Hypothesis):
    """The member at one index is the smallest of the family."""

    member: Any
    index: Index
    at: FixedIndex
    smallest: Any

    def subjects(self) -> tuple[Any, ...]:
        return (self.member, self.smallest)

    def _values(self, point: Point) -> list[Any]:
        return [evaluate(self.member, {**point, self.index: i}) for i in range(int(point[self.index.over]))]

    def holds(self, point: Point) -> bool:
        return bool(evaluate(self.smallest, point) == min(self._values(point)))

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        values = self._values(point)
        return {**point, self.at: mpf(values.index(min(values)))}

    def facts(self) -> Facts:
        return Facts(nonnegative=(self.member - self.smallest,))

    def latex(self) -> str:
        return rf"{latex(self.smallest)} \le {latex(self.member)}"
