"""What a relaxed step leaves fixed.

Statement   N(x + h u) = x if and only if P_x u = 0, for |x| = 1 and 1 + h <x, u> > 0.
Form        The fixed points are those of the flow at which the update does not pull across the centre.
Sources     liao2026
"""

from derivations.euler.operations import relaxed
from derivations.vocabulary import Project, h, u, x
from svflow_math.engine.calculus.rules.logic import BothDirections, FromSupposed
from svflow_math.engine.record.claim import Equal, Iff
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem


def make_radial(point, random):
    """An update along x."""
    radial = sum(xi * ui for xi, ui in zip(point[x], point[u], strict=True))
    return {**point, u: [radial * xi for xi in point[x]]}


THEOREM = Theorem(
    id="relaxed_step_fixed_iff",
    number="5.4",
    hypotheses=(
        Unit(x, witness={x: [2, 0], u: [0, 0], h: 1}),
        Positive(1 + h * Dot(x, u), witness={x: [1, 0], u: [-2, 0], h: 1}),
    ),
    claim=Iff(Equal(relaxed(x, u), x), Equal(Project(x, u), 0)),
    steps=(
        BothDirections(make_radial, make_radial),
        FromSupposed(lambda y: Norm(x + h * u) / h * Project(x, y)),
        FromSupposed(lambda tangent: Normalize((1 + h * Dot(x, u)) * x + h * tangent)),
    ),
    cites=("liao2026",),
)
