"""The divergence theorem on the sphere: Stein's identity is accepted, and its neighbours are not."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp

from derivations.vmf.mean_score_eq import THEOREM, DensityScore
from derivations.vocabulary import Project, f
from svflow_math.engine.calculus.rules.spheres import DivergenceTheorem
from svflow_math.engine.record.claim import Bound, Equal
from svflow_math.engine.record.evaluate import SmoothField, evaluate
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.sphere_mean import SphereIntegral, point
from svflow_math.engine.record.step import Goal, NotShown
from svflow_math.engine.record.terms import Dot, GradientField, Norm, ScalarField, VectorSymbol, d

density = ScalarField(f, point)
ABOVE_ONE = Positive(d - 1)
v = VectorSymbol("v")


def field(w):
    return density * Project(point, w)


def test_steins_identity_and_its_special_cases() -> None:
    step = DivergenceTheorem(field)
    assert step.apply(Goal(THEOREM.claim, (ABOVE_ONE,))) == []
    gradient = SphereIntegral(Project(point, GradientField(f, point)))
    assert step.apply(Goal(Equal(gradient, (d - 1) * SphereIntegral(density * point)), (ABOVE_ONE,))) == []
    square = DivergenceTheorem(lambda w: Dot(v, point) * Project(point, w))
    claim = Equal(SphereIntegral(Project(point, v)), (d - 1) * SphereIntegral(Dot(v, point) * point))
    assert square.apply(Goal(claim, (ABOVE_ONE,))) == []


@pytest.mark.parametrize(
    ("claim", "made", "given"),
    [
        (
            Equal(SphereIntegral(density * DensityScore(f, point)), d * SphereIntegral(density * point)),
            field,
            (ABOVE_ONE,),
        ),
        (Equal(SphereIntegral(density * DensityScore(f, point)), 0), field, (ABOVE_ONE,)),
        (
            Equal(SphereIntegral(GradientField(f, point)), (d - 1) * SphereIntegral(density * point)),
            field,
            (ABOVE_ONE,),
        ),
        (THEOREM.claim, lambda w: density * w, (ABOVE_ONE,)),  # not tangent
        (THEOREM.claim, lambda w: Project(point, w), (ABOVE_ONE,)),
        (THEOREM.claim, lambda w: density * Project(point, w) / Dot(point, v), (ABOVE_ONE,)),  # not C1
        (THEOREM.claim, lambda w: density * Project(point, w) * Norm(point - v), (ABOVE_ONE,)),
        (THEOREM.claim, field, ()),
        (THEOREM.claim, field, (ABOVE_ONE, Positive(Dot(point, v)))),  # half of the sphere
        (Bound(SphereIntegral(density), SphereIntegral(density)), field, (ABOVE_ONE,)),
        (Equal(Dot(v, point) * SphereIntegral(density * v), v), field, (ABOVE_ONE,)),
    ],
)
def test_near_misses(claim, made, given) -> None:
    with pytest.raises(NotShown):
        DivergenceTheorem(made).apply(Goal(claim, given))


def test_integrals_have_their_values() -> None:
    """Areas, second moments, and a wave with an affine part."""
    at = {d: mpmath.mpf(5), v: [mpmath.mpf(c) for c in (1, 2, 0, 0, 0)]}
    area = 2 * mpmath.pi ** mpmath.mpf(2.5) / mpmath.gamma(2.5)
    assert abs(evaluate(SphereIntegral(sp.S.One), at) - area) < 1e-12
    assert abs(evaluate(SphereIntegral(Dot(v, point) ** 2), at) - area) < 1e-12  # |v|^2 / d = 1
    wave = SmoothField([({0: mpmath.mpf(2)}, mpmath.mpf(0), {1: mpmath.mpf(1)}, mpmath.mpf(3))], scalar=True)
    at = {**at, f: wave}
    assert abs(evaluate(SphereIntegral(density), at) - 3 * area) < 1e-12
    moment = evaluate(SphereIntegral(density * point), at)
    assert abs(moment[1] - area / 5) < 1e-12
    rule = mpmath.quad(lambda s: s * mpmath.sin(2 * s) * (1 - s**2), [-1, 1]) * 2 * mpmath.pi**2
    assert abs(moment[0] - rule) < 1e-10
