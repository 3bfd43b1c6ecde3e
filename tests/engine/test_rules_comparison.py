"""Rules that compare: proportional gaps of two bounds, cosines of two angles, signs of odd functions."""

from __future__ import annotations

import pytest
import sympy as sp

from derivations.vocabulary import Dist
from svflow_math.engine.calculus.rules.angles import CompareCosines
from svflow_math.engine.calculus.rules.bounds import ProportionalGaps
from svflow_math.engine.calculus.rules.telescope import Successive, Telescope
from svflow_math.engine.calculus.signs import is_nonnegative, is_positive
from svflow_math.engine.record.claim import Bound, Equal, Iff
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.step import Goal, NotShown
from svflow_math.engine.record.terms import Dot, FiniteSum, FixedIndex, Norm
from tests.engine.symbols import K, a, b, j, m, n, p, r, s, u, v, w


def test_proportional_gaps() -> None:
    def apply(left, right, factor):
        return ProportionalGaps(factor).apply(Goal(Iff(left, right), ()))

    assert apply(Bound(r**2, p**2, strict=True), Bound(p * r**2, p**3, strict=True), 1 / p) == []
    assert apply(Bound(p * r, p * s), Bound(r, s), p) == []
    for left, right, factor in (
        (Bound(p * r, p * s), Bound(s, r), p),  # the other way
        (Bound(r * p, s * p), Bound(p, s), r),  # a factor of unknown sign
        (Bound(-p * r, -p * s), Bound(r, s), -p),  # a negative one
        (Bound(p * r, p * s, strict=True), Bound(r, s), p),  # strict and not
        (Bound(p * r, p * s), Bound(r, s), m),  # another factor
        (Equal(p * r, p * s), Bound(r, s), p),
    ):
        with pytest.raises(NotShown):
            apply(left, right, factor)


def test_compare_cosines() -> None:
    units = (Unit(u), Unit(v), Unit(w))
    (goal,) = CompareCosines().apply(Goal(Bound(Dist(u, v), Dist(u, w), strict=True), units))
    assert goal.claim == Bound(Dot(u, w), Dot(u, v), strict=True)
    for claim, known in (
        (Bound(Dist(u, v), Dist(u, w)), (Unit(u), Unit(v))),  # w may be of any length
        (Bound(Dist(u, v), r), units),
        (Bound(sp.acos(r), sp.acos(s)), units),  # the arguments may be anything
        (Equal(Dist(u, v), Dist(u, w)), units),
    ):
        with pytest.raises(NotShown):
            CompareCosines().apply(Goal(claim, known))


def test_the_sine_of_a_negative_angle() -> None:
    inside = Facts(positive=(sp.pi - r, r))
    assert is_positive(-sp.sin(-r, evaluate=False), inside)
    between = Facts(positive=(s - r, sp.pi + r - s))
    assert is_positive(-sp.sin(r - s, evaluate=False), between)
    assert is_nonnegative(-p * sp.sin(r - s, evaluate=False), between)
    assert not is_positive(-sp.sin(r), inside)
    assert not is_nonnegative(-sp.sin(r - s, evaluate=False), Facts(positive=(s - r,)))  # it may be beyond pi
    assert not is_nonnegative(-sp.sin(r - s, evaluate=False) * m * Norm(v) * r, between)


FIRST, LAST = FixedIndex("first", n), FixedIndex("last", n)


def test_telescope() -> None:
    linked = (Successive(a[j], b[j], j, FIRST, LAST),)
    whole = b[LAST] - a[FIRST]
    (goal,) = Telescope().apply(Goal(Equal(r * whole, 0), linked))
    assert goal.claim == Equal(r * FiniteSum(j, b[j] - a[j]), 0)
    for claim, known in (
        (Equal(whole, 0), ()),  # nothing says that the steps follow each other
        (Equal(a[LAST] - b[FIRST], 0), linked),
        (Equal(b[FIRST] - a[LAST], 0), linked),
        (Equal(b[j] - a[j], 0), linked),
    ):
        with pytest.raises(NotShown):
            Telescope().apply(Goal(claim, known))
    for indices in ((FIRST, FIRST), (FixedIndex("first", K), LAST)):
        with pytest.raises(ValueError, match="chosen indices"):
            Successive(a[j], b[j], j, *indices)
