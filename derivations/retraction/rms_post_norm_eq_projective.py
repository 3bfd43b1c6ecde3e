"""RMS post-norm is the projective retraction with the radius of the layer.

Statement   N(sqrt(d) u + f) = R_u(P_u f / (sqrt(d) + <u, f>)) for |u| = 1 and sqrt(d) + <u, f> > 0.
Form        The stream leaves each layer with |y| = sqrt(d); a scalar gain g replaces sqrt(d) by g sqrt(d).
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import Project, Projective, u, w
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
            convenience="R is a retraction at points of the sphere; the equality of directions needs no more than its definition",
        ),
        Positive(sp.sqrt(d) + Dot(u, w), witness={u: [1, 0], w: [-2, 0]}),
    ),
    claim=Equal(Normalize(sp.sqrt(d) * u + w), Projective(u, Project(u, w) / (sp.sqrt(d) + Dot(u, w)))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
