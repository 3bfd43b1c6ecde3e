"""The ambient score of a von Mises-Fisher density.

Statement   The gradient in x of log C_d(kappa) + kappa <mu, x> is kappa mu: it does not depend on x.
Form        The linear extension of the log density off the sphere; the score is linear in the mean direction.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.operations import Normalizer, kappa, mu
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Dot, Gradient
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="score_eq_concentrated_direction",
    number="2.2",
    hypotheses=(),
    claim=Equal(Gradient(sp.log(Normalizer(kappa)) + kappa * Dot(mu, x), x), kappa * mu),
    steps=(NormalForm(),),
    cites=("mardia2000",),
)
