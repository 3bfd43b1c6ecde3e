"""Rules for points of the sphere in geodesic coordinates and for the angle between them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import unfold
from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.calculus.rules.algebra import nonnegative_roots, rewritten, speaks_of
from svflow_math.engine.calculus.signs import is_nonnegative, is_positive
from svflow_math.engine.calculus.smooth import is_continuous_at
from svflow_math.engine.calculus.substitution import replace_equal, substituted
from svflow_math.engine.record.claim import Bound, Claim, Equal
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import (
    Between,
    Hypothesis,
    Nonnegative,
    NonZero,
    NotAntipodal,
    Positive,
    Tangent,
    Unit,
)
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Defined, VectorSymbol


@dataclass(frozen=True)
class GeodesicCoordinates(Step):
    """Write the unit vector y as cos(theta) x + sin(theta) u, with u a unit tangent vector at x.

    Every unit y is of this form with theta in [0, pi], since d >= 2; where theta enters the goal only through
    multiples of theta/2, `half` makes theta = 2 phi.
    """

    y: Any
    x: Any
    u: Any
    angle: Any
    half: bool = False

    def apply(self, goal: Goal) -> list[Goal]:
        if Unit(self.y) not in _bare(goal) or Unit(self.x) not in _bare(goal):
            raise NotShown(f"{self.y} and {self.x} are not known to be unit vectors")
        if not isinstance(self.y, VectorSymbol):  # the members of a family have coordinates of their own
            raise NotShown(f"{self.y} is not one vector")
        if not isinstance(self.u, VectorSymbol) or self.angle != sp.Symbol(str(self.angle), real=True):
            raise NotShown(f"{self.u} and {self.angle} do not stand for every vector and every number")
        if speaks_of(goal, self.u) or speaks_of(goal, self.angle):
            raise NotShown(f"{self.u} and {self.angle} are not new")
        theta = 2 * self.angle if self.half else self.angle
        mapping = {self.y: sp.cos(theta) * self.x + sp.sin(theta) * self.u}
        kept = [h for h, bare in zip(goal.hypotheses, _bare(goal), strict=True) if bare != Unit(self.y)]
        top = sp.pi / 2 if self.half else sp.pi
        signs = [Nonnegative(sp.sin(self.angle))]
        signs += [Nonnegative(sp.cos(self.angle))] if self.half else []
        coordinates = [Tangent(self.u, self.x), Unit(self.u), Between(self.angle, sp.S.Zero, top), *signs]
        # coordinates come before the hypotheses that speak of them, so that sampling finds admissible points
        first = [h for h in kept if isinstance(h, Unit | Tangent) and self.y not in h.subjects()]
        rest = [substituted(h, mapping) for h in kept if h not in first]
        hypotheses = (*first, *coordinates, *rest)
        return [Goal(substituted(goal.claim, mapping), hypotheses)]


def _bare(goal: Goal) -> list[Hypothesis]:
    """The hypotheses without witnesses, so that they compare by what they say."""
    return [replace(h, witness=None, convenience="") for h in goal.hypotheses]


@dataclass(frozen=True)
class RecogniseAngle(Step):
    """Replace atan2(r sin t, r cos t) with r > 0, and arccos(cos t), by t, for t in [0, pi]."""

    angle: Any
    radius: Any = sp.S.One
    roots: tuple[Any, ...] = ()

    def apply(self, goal: Goal) -> list[Goal]:
        facts = goal.facts
        nonnegative_roots(self.roots, facts)
        if not is_positive(self.radius, facts):
            raise NotShown(f"the radius {self.radius} is not known to be positive")
        shown = is_nonnegative(self.angle, facts) and is_nonnegative(sp.pi - self.angle, facts)
        if not shown and not _within_half_turn(self.angle, goal.hypotheses):
            raise NotShown(f"{self.angle} is not known to lie in [0, pi]")

        def is_angle(e: Any) -> bool:
            e = unfold(e)
            if isinstance(e, sp.acos):
                return is_identity(e.args[0], sp.cos(self.angle), facts, self.roots)
            sides = zip(e.args, (sp.sin(self.angle), sp.cos(self.angle)), strict=True)
            return all(is_identity(side, self.radius * f, facts, self.roots) for side, f in sides)

        for claim in (goal.claim, rewritten(goal.claim, unfold)):
            angles = {e: self.angle for e in _innermost_angles(claim) if is_angle(e)}
            if angles:
                return [goal.with_claim(rewritten(claim, lambda e, a=angles: replace_equal(e, a, goal.hypotheses)))]
        raise NotShown(f"no angle of the claim is shown to be {self.angle}")


def _innermost_angles(claim: Claim) -> list[Any]:
    """The arccosines and atan2 of a claim, named or not, that hold no other one."""
    nodes = {e for t in claim.terms() for e in sp.sympify(t).atoms(sp.atan2, sp.acos, Defined)}
    angles = {e for e in nodes if isinstance(unfold(e), sp.acos | sp.atan2)}
    return [e for e in angles if not any(e.has(other) for other in angles if other != e)]


def _within_half_turn(angle: Any, hypotheses: tuple[Hypothesis, ...]) -> bool:
    """Whether the angle, a product of numbers and symbols of known range from 0 up, is at most pi."""
    top = sp.S.One
    for factor in sp.Mul.make_args(sp.sympify(angle)):
        if factor.is_Rational:
            low, high = factor, factor
        else:
            ranges = [h for h in hypotheses if isinstance(h, Between) and h.symbol == factor]
            if not ranges:
                return False
            low, high = sp.sympify(ranges[0].low), sp.sympify(ranges[0].high)
        if not (low.is_nonnegative and high.is_nonnegative):
            return False
        top *= high
    return bool((sp.pi - top).is_nonnegative)


@dataclass(frozen=True)
class AngleInHalfPlane(Step):
    """arccos c = atan2(p, q), since q = r c and p^2 + q^2 = r^2 with p >= 0 and r > 0."""

    radius: Any

    def apply(self, goal: Goal) -> list[Goal]:
        claim, facts = goal.claim, goal.facts
        if not isinstance(claim, Equal):
            raise NotShown("an angle is recognised in an equality")
        angle, polar = (unfold(side) for side in (claim.lhs, claim.rhs))
        if not (isinstance(angle, sp.acos) and isinstance(polar, sp.atan2)):
            raise NotShown("the sides are not an arccosine and an atan2")
        if not is_positive(self.radius, facts):
            raise NotShown(f"the radius {self.radius} is not known to be positive")
        (cosine,), (p, q) = angle.args, polar.args
        if not is_nonnegative(p, facts):
            raise NotShown(f"{p} is not known to be nonnegative")
        if not is_identity(q, self.radius * cosine, facts):
            raise NotShown("the cosines differ")
        if not is_identity(p**2 + q**2, self.radius**2, facts):
            raise NotShown("the point is not at the distance named")
        return []


@dataclass(frozen=True)
class Assume(Step):
    """Set aside the boundary of the hypotheses, where both sides have values and are continuous."""

    positive: tuple[Any, ...]

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Equal | Bound) or (isinstance(claim, Bound) and claim.strict):
            raise NotShown("only an equality or a bound that may be attained carries over to the boundary")
        known = goal.facts.nonnegative + goal.facts.positive
        for e in self.positive:
            if not any(sp.expand(e - fact) == 0 for fact in known):
                raise NotShown(f"{e} >= 0 is not among the hypotheses")
            if not _vanishes_at_ends_only(e, goal.hypotheses):
                raise NotShown(f"{e} may vanish where no admissible point with {e} > 0 is near")
            self._extends(goal, *e.free_symbols)
        return [goal.given(*(Positive(e) for e in self.positive))]

    def _extends(self, goal: Goal, t: Any) -> None:
        """Raise NotShown unless both sides are continuous at each end of the range of t that the hypotheses admit."""
        others = tuple(h for h in goal.hypotheses if not any(sp.sympify(s).has(t) for s in h.subjects()))
        kept = Goal(goal.claim, others).facts
        for end in _ends(t, goal.hypotheses):
            if any(is_identity(sp.sympify(f).xreplace({t: end}), 0, kept) for f in goal.facts.positive):
                continue  # a hypothesis excludes the end
            for side in goal.claim.terms():
                if not is_continuous_at(end, side, t, kept, goal.facts):
                    raise NotShown(f"{side} is not known to be continuous where {t} is {end}")


def _ends(t: Any, hypotheses: tuple[Hypothesis, ...]) -> list[Any]:
    """The ends of the range of t: those of the first range stated, or else zero."""
    for h in hypotheses:
        if isinstance(h, Between) and h.symbol == t:
            ends = ((h.low, h.open_low), (h.high, h.open_high))
            return [sp.sympify(end) for end, is_open in ends if not is_open]
    return [sp.S.Zero]


_OPEN = (Positive, NotAntipodal, NonZero)  # what holds at a point by these holds around it


def _vanishes_at_ends_only(e: Any, hypotheses: tuple[Hypothesis, ...]) -> bool:
    """Whether e is positive inside of the range of its one variable, which no other hypothesis cuts at a closed end."""
    if len(e.free_symbols) != 1:
        return False
    (t,) = e.free_symbols
    about = [h for h in hypotheses if any(sp.sympify(s).has(t) for s in h.subjects()) and type(h) not in _OPEN]
    ranges = [h for h in about if isinstance(h, Between) and h.symbol == t]
    closed = [h.expression for h in about if isinstance(h, Nonnegative)]
    if len(ranges) + len(closed) < len(about) or not all((h.high - h.low).is_positive for h in ranges):
        return False
    if not ranges and not any(h.expression == t for h in about if isinstance(h, Nonnegative)):
        return False  # zero need not be where the range of t ends
    inside = Facts(positive=tuple(gap for h in ranges[:1] for gap in (t - h.low, h.high - t)) or (t,))
    others = [gap for h in ranges[1:] for gap in (t - h.low, h.high - t)]
    return all(is_positive(g, inside) for g in (e, *others, *closed))
