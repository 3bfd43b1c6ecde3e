"""RMS post-norm is the projective retraction with the radius of the layer.

Statement   N(sqrt(d) u + f) = R_u(P_u f / (sqrt(d) + <u, f>)) for |u| = 1 and sqrt(d) + <u, f> > 0.
Form        The stream leaves each layer with |y| = sqrt(d); a scalar gain g replaces sqrt(d) by g sqrt(d).
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import Project, Projective, u, update
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot, Normalize, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="rms_post_norm_eq_projective",
    number="4.6",
    hypotheses=(
        Unit(
            u,
            convenience="R is a retraction at points of the sphere only; the equality itself holds for every vector",
        ),
        Positive(sp.sqrt(d) + Dot(u, update), witness={u: [1, 0], update: [-2, 0]}),
    ),
    claim=Equal(Normalize(sp.sqrt(d) * u + update), Projective(u, Project(u, update) / (sp.sqrt(d) + Dot(u, update)))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
