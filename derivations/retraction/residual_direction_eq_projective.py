"""A pre-norm residual block moves the direction of the stream by a projective retraction.

Statement   N(y + f) = R_u(P_u f / (r + <u, f>)) with u = N(y), r = |y|, for r (r + <u, f>) = |y|^2 + <y, f> > 0.
Form        The effective step is exactly 1 / (r + <u, f>): the longer the stream, the smaller the steps.
Sources     liao2026
"""

from derivations.vocabulary import Project, Projective, w, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

direction = Normalize(y)
radius = Norm(y) + Dot(direction, w)

THEOREM = Theorem(
    id="residual_direction_eq_projective",
    number="4.5",
    hypotheses=(Positive(Dot(y, y) + Dot(y, w), witness={y: [1, 0], w: [-2, 0]}),),
    claim=Equal(Normalize(y + w), Projective(direction, Project(direction, w) / radius)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
