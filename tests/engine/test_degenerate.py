"""Degenerate points: a claim that fails, or has no value, on a set that random points never meet is seen to fail."""

from __future__ import annotations

import pytest
import sympy as sp

from svflow_math.engine.record.check import Outcome, Settings, Verdict
from svflow_math.engine.record.claim import Bound, Claim, Equal, ForAll, OrderOf
from svflow_math.engine.record.hypothesis import (
    Between,
    Event,
    Hypothesis,
    Law,
    Nonnegative,
    NonZero,
    NotAntipodal,
    Positive,
    Tangent,
    Unit,
    Within,
)
from svflow_math.engine.record.slices import SliceMean, height
from svflow_math.engine.record.terms import (
    Dot,
    FiniteSum,
    Norm,
    Normalize,
    ScalarFamily,
    d,
)
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.degenerate import Degenerate
from tests.engine.symbols import a, b, j, key, n, r, s, t, u, v, x

y = v
weights = ScalarFamily("w")


def found(claim: Claim, *hypotheses: Hypothesis) -> Outcome:
    theorem = Theorem(id="degenerate", number="0", hypotheses=hypotheses, claim=claim, steps=())
    return Degenerate().run(theorem, Settings())


UNITS = (Unit(x), Unit(y))
PATH = r * x + (1 - r) * y
MEAN = FiniteSum(j, weights[j] * a[j])
VARIANCE = FiniteSum(j, weights[j] * (a[j] - MEAN) ** 2)


def has_direction(v) -> Equal:
    """True where v is not zero, and undefined there."""
    return Equal(Norm(Normalize(v)), 1)


def has_sign(e) -> Equal:
    """True where e is not zero, and undefined there."""
    return Equal(sp.Abs(e) / e, sp.sign(e))


CASES: dict[str, tuple[Claim, tuple[Hypothesis, ...], tuple[Hypothesis, ...]]] = {
    "a vector is zero": (has_direction(v), (NonZero(v),), ()),
    "two vectors coincide": (has_direction(x - y), (*UNITS, Positive(1 - Dot(x, y))), UNITS),
    "two vectors oppose": (has_direction(x + y), (*UNITS, NotAntipodal(x, y)), UNITS),
    "two vectors oppose, and a number is a half": (has_direction(PATH), (*UNITS, NonZero(PATH)), UNITS),
    "two vectors are orthogonal": (has_sign(Dot(x, y)), (NonZero(Dot(x, y)),), (NonZero(x), NonZero(y))),
    "two vectors are parallel": (
        has_direction(v - Dot(x, v) * x),
        (Unit(x), Tangent(v, x), NonZero(v)),
        (Unit(x), NonZero(v)),
    ),
    "an event is empty, beside a law that has to be made one": (
        has_sign(FiniteSum(j, a[j] * weights[j])),
        (Law(weights[j], j), Event(a[j]), Positive(FiniteSum(j, a[j] * weights[j]))),
        (Law(weights[j], j), Event(a[j])),
    ),
    "a number is zero": (has_sign(r), (NonZero(r),), ()),
    "a number is one": (has_sign(1 - r), (NonZero(1 - r),), ()),
    "a number is at the end of its range": (has_sign(r - 2), (Between(r, 2, 3, open_low=True),), (Between(r, 2, 3),)),
    "an angle is a half turn": (has_sign(1 + sp.cos(r)), (Positive(1 + sp.cos(r)),), ()),
    "a hypothesis is an equality": (has_sign(r - 3), (Positive(r - 3),), (Nonnegative(r - 3),)),
    "a family is zero": (has_sign(FiniteSum(j, a[j] ** 2)), (Positive(FiniteSum(j, a[j] ** 2)),), ()),
    "a weight is zero": (
        ForAll((j,), has_sign(weights[j])),
        (Law(weights[j], j), Positive(weights[j])),
        (Law(weights[j], j),),
    ),
    "members of a family are equal": (
        Bound(0, VARIANCE, strict=True),
        (Law(weights[j], j), Positive(VARIANCE)),
        (Law(weights[j], j),),
    ),
    "members are at the end of their range": (
        Bound(0, FiniteSum(j, b[j]), strict=True),
        (Within(b[j], 1, 2),),
        (Within(b[j], 0, 2),),
    ),
    "all vectors of a family are one": (ForAll((j,), has_direction(x - key[j])), (NonZero(x - key[j]),), ()),
    "a set has one member": (Bound(0, FiniteSum(j, 1) - 1, strict=True), (Positive(n - 1),), ()),
    "the dimension is one": (Bound(0, SliceMean(height**2, t), strict=True), (Positive(d - 1),), ()),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_missing_hypothesis_is_noticed(case: tuple[Claim, tuple[Hypothesis, ...], tuple[Hypothesis, ...]]) -> None:
    claim, enough, too_little = case
    right, wrong = found(claim, *enough), found(claim, *too_little)
    assert (right.verdict, right.worst_input) == (Verdict.HOLDS, "")
    assert wrong.verdict is Verdict.FAILS
    assert wrong.worst_input
    assert wrong.reproduce


def test_rounding_is_no_defect() -> None:
    """Near 1 the arccosine has half of the digits, and a velocity of zero leaves what |x|^2 is off by."""
    chords = Equal(sp.acos(Dot(x, y)), 2 * sp.atan2(Norm(x - y), Norm(x + y)))
    assert found(chords, *UNITS).verdict is Verdict.HOLDS
    gap = Normalize(x + t * u) - x - t * u
    assert found(OrderOf(gap, t, 2), Unit(x), Tangent(u, x)).verdict is Verdict.HOLDS
    assert found(OrderOf(gap, t, 2), Unit(x)).verdict is Verdict.FAILS


def test_the_end_of_a_range_is_met_from_within() -> None:
    """At pi the angle of (sin, cos) is pi, and negative beyond."""
    claim = Equal(sp.atan2(sp.sin(s), sp.cos(s)), s)
    assert found(claim, Between(s, 0, sp.pi)).verdict is Verdict.HOLDS
    assert found(claim, Between(s, 0, 2 * sp.pi)).verdict is Verdict.FAILS


def test_points_are_counted_once() -> None:
    one = found(Equal(Dot(x, x), 1), Unit(x))
    assert one.verdict is Verdict.HOLDS
    assert one.unit == "points"
    assert one.figure == 8  # e1, -e1 and e2 in dimensions 2 and 3, e1 and -e1 in dimension 1
