"""The score of the homogeneous extension of a von Mises-Fisher density.

Statement   The gradient in y of log C_d(kappa) + kappa <mu, N(y)> is kappa P_x mu / r at y = r x, |x| = 1, r > 0.
Form        The extension that is constant along rays: tangent everywhere, and smaller further out.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import Normalizer, kappa, mu
from derivations.vocabulary import Project, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Dot, Gradient, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="homogeneous_score_eq_projection_div_norm",
    number="2.2",
    hypotheses=(NonZero(y, witness={y: [0, 0]}),),
    claim=Equal(
        Gradient(sp.log(Normalizer(kappa)) + kappa * Dot(mu, Normalize(y)), y),
        kappa * Project(Normalize(y), mu) / Norm(y),
    ),
    steps=(NormalForm(),),
    cites=("mardia2000",),
)
