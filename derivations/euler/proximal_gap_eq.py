"""The relaxed step maximises on the sphere what the update promises less half the squared distance, divided by h.

Statement   With F(y) = <u, y> - |y - x|^2 / (2h) and x' = N(x + h u): F(x') - F(y) = |x + h u| |y - x'|^2 / (2h) for
            |x| = |y| = 1 and x + h u != 0.
Form        An identity, so that x' is the maximiser, the only one, and how much another point lacks is known. With
            u = grad log p the relaxed step is a proximal step.
Sources     liao2026
"""

from derivations.euler.operations import relaxed
from derivations.vocabulary import h, u, x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

moved = relaxed(x, u)


def proximal(point):
    """<u, point> - |point - x|^2 / (2h)."""
    return Dot(u, point) - Dot(point - x, point - x) / (2 * h)


THEOREM = Theorem(
    id="proximal_gap_eq",
    number="5.3",
    hypotheses=(
        Unit(x, convenience="the identity holds for every x; a step starts at a point of the sphere"),
        Unit(y, witness={x: [1, 0], y: [0, 2], u: [0, 1], h: 1}),
        NonZero(x + h * u, witness={x: [1, 0], y: [0, 1], u: [-1, 0], h: 1}),
    ),
    claim=Equal(proximal(moved) - proximal(y), Norm(x + h * u) * Dot(y - moved, y - moved) / (2 * h)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
