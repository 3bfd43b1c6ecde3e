"""Rules for angles: a true goal is closed or changed rightly, a near miss raises NotShown."""

from __future__ import annotations

import pytest
import sympy as sp

from derivations.vocabulary import Dist
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.angles import AngleInHalfPlane, Assume, GeodesicCoordinates, RecogniseAngle
from svflow_math.engine.record.claim import Bound, Claim, Equal, Iff, OrderOf
from svflow_math.engine.record.hypothesis import Between, Hypothesis, Nonnegative, NonZero, Tangent, Unit
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Differential, Dot, Norm, Normalize, VectorSymbol
from tests.engine.symbols import p, r, s, t, u, w, x

y = VectorSymbol("y")
UNITS = (Unit(x), Unit(y))
HALF_TURN = Between(r, 0, sp.pi)


def left(step: Step, claim: Claim, *hypotheses: Hypothesis) -> list[Goal]:
    return step.apply(Goal(claim, hypotheses))


def test_coordinates_replace_the_point_everywhere() -> None:
    (goal,) = left(GeodesicCoordinates(y, x, u, r), Equal(Dot(x, y), 0), *UNITS, Tangent(w, y))
    assert goal.claim.terms()[0] == Dot(x, sp.cos(r) * x + sp.sin(r) * u)
    assert not any(sp.sympify(e).has(y) for h in goal.hypotheses for e in h.subjects())


@pytest.mark.parametrize(
    ("claim", "hypotheses"),
    [
        (Equal(Dot(x, y), 0), (Unit(x),)),
        (Equal(y, sp.cos(r) * x + sp.sin(r) * u), UNITS),  # u and r are not new: true for every y, if they were
        (Equal(Dot(x, y), 0), (*UNITS, Nonnegative(r))),
        (Equal(Differential(Dot(y, y), y, w), 0), UNITS),
    ],
)
def test_coordinates_are_refused(claim: Claim, hypotheses: tuple[Hypothesis, ...]) -> None:
    with pytest.raises(NotShown):
        left(GeodesicCoordinates(y, x, u, r), claim, *hypotheses)


def test_angles_are_recognised() -> None:
    for angle in (sp.acos(sp.cos(r)), sp.atan2(p * sp.sin(r), p * sp.cos(r))):
        (goal,) = left(RecogniseAngle(r, radius=p if angle.has(p) else sp.S.One), Equal(angle, s), HALF_TURN)
        assert goal.claim == Equal(r, s)
    (goal,) = left(RecogniseAngle(s * r), Equal(sp.acos(sp.cos(s * r)), t), HALF_TURN, Between(s, 0, 1))
    assert goal.claim == Equal(s * r, t)


@pytest.mark.parametrize(
    ("step", "angle", "hypotheses"),
    [
        (RecogniseAngle(r), sp.acos(sp.cos(r)), ()),
        (RecogniseAngle(r), sp.acos(sp.cos(r)), (Between(r, 0, 4),)),
        (RecogniseAngle(r), sp.acos(sp.cos(r)), (Between(r, -1, 1),)),
        (RecogniseAngle(2 * r), sp.acos(sp.cos(2 * r)), (HALF_TURN,)),
        (RecogniseAngle(s * r), sp.acos(sp.cos(s * r)), (HALF_TURN, Between(s, 0, 2))),
        (RecogniseAngle(s * r), sp.acos(sp.cos(s * r)), (HALF_TURN, Between(s, -1, 1))),
        (RecogniseAngle(r), sp.acos(sp.sin(r)), (HALF_TURN,)),
        (RecogniseAngle(r), sp.atan2(sp.cos(r), sp.sin(r)), (HALF_TURN,)),
        (RecogniseAngle(r, radius=s), sp.atan2(s * sp.sin(r), s * sp.cos(r)), (HALF_TURN,)),
        (RecogniseAngle(r), sp.acos(-sp.cos(r)), (HALF_TURN,)),
    ],
)
def test_angles_are_not_recognised(step: Step, angle: sp.Expr, hypotheses: tuple[Hypothesis, ...]) -> None:
    with pytest.raises(NotShown):
        left(step, Equal(angle, r), *hypotheses)


def test_an_angle_under_a_derivative_off_the_sphere_stays() -> None:
    """arccos <x, x> is 0 on the sphere, and its derivative is not."""
    claim = Equal(Differential(Dist(x, x), x, w), Dist(x, x))
    (goal,) = left(RecogniseAngle(0 * r), claim, Unit(x), HALF_TURN)
    assert goal.claim == Equal(Differential(Dist(x, x), x, w), 0)


def test_angle_in_the_half_plane() -> None:
    height = Norm(x) * Norm(y - Dot(x, y) / Dot(x, x) * x)
    given, step = (NonZero(x), NonZero(y)), AngleInHalfPlane(radius=Norm(x) * Norm(y))
    angle = Dist(Normalize(x), Normalize(y))
    assert left(step, Equal(angle, sp.atan2(height, Dot(x, y))), *given) == []
    near_misses = [(-height, Dot(x, y)), (height, -Dot(x, y)), (Norm(y - x), Dot(x, y)), (height, Dot(x, y) / 2)]
    for sine, cosine in near_misses:
        with pytest.raises(NotShown):
            left(step, Equal(angle, sp.atan2(sine, cosine)), *given)
    with pytest.raises(NotShown):
        left(step, Equal(angle, sp.atan2(height, Dot(x, y))), given[0])


def test_the_boundary_is_set_aside_for_closed_claims_only() -> None:
    (goal,) = left(Assume((s,)), Equal(s * r / s, r), Nonnegative(s))
    assert s in goal.facts.positive
    open_claims = (
        Bound(0, s, strict=True), Equal(sp.sign(s), 1), OrderOf(s * t, t, 1), Iff(Equal(s, 0), Equal(1, 2)),
    )  # fmt: skip
    for claim in open_claims:
        with pytest.raises(NotShown):
            left(Assume((s,)), claim, Nonnegative(s))
    with pytest.raises(NotShown):
        left(Assume((s,)), Equal(s, s))


def test_the_whole_of_the_chord_formula() -> None:
    claim = Equal(Dist(x, y), 2 * sp.atan2(Norm(x - y), Norm(x + y)))
    goal = Goal(claim, UNITS)
    for step in (
        GeodesicCoordinates(y, x, u, r, half=True),
        RecogniseAngle(r, radius=sp.Integer(2), roots=(2 * sp.sin(r), 2 * sp.cos(r))),
        RecogniseAngle(2 * r),
    ):
        (goal,) = step.apply(goal)
    assert NormalForm().apply(goal) == []
