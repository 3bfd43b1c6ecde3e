"""Normalising an unprojected step is the projective retraction of its tangent part, rescaled.

Statement   N(x + a) = R_x(P_x a / (1 + <x, a>)) for |x| = 1 and 1 + <x, a> > 0.
Form        a is what a residual branch adds; no projection is needed, and the price is exactly the factor.
Sources     absil2008; liao2026
"""

from derivations.vocabulary import Project, Projective, a, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot, Normalize
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="relaxed_retraction_eq_projective",
    number="4.2",
    hypotheses=(
        Unit(
            x,
            convenience="R is a retraction at points of the sphere; the equality of directions needs no more than its definition",
        ),
        Positive(1 + Dot(x, a), witness={x: [1, 0], a: [-2, 0]}),
    ),
    claim=Equal(Normalize(x + a), Projective(x, Project(x, a) / (1 + Dot(x, a)))),
    steps=(NormalForm(),),
    cites=("absil2008", "liao2026"),
)
