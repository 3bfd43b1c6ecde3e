"""The Riemannian score of a von Mises-Fisher density.

Statement   P_x grad(log C_d(kappa) + kappa <mu, x>) = kappa P_x mu.
Form        The tangent part of the ambient score; any extension off the sphere gives the same.
Sources     mardia2000; absil2008
"""

import sympy as sp

from derivations.vmf.operations import Normalizer, kappa, mu
from derivations.vocabulary import Project, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Dot, Gradient
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="riemannian_score_eq_projection",
    number="2.2",
    hypotheses=(),
    claim=Equal(Project(x, Gradient(sp.log(Normalizer(kappa)) + kappa * Dot(mu, x), x)), kappa * Project(x, mu)),
    steps=(NormalForm(),),
    cites=("mardia2000", "absil2008"),
)
