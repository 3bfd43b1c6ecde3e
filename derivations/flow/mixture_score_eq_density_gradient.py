"""The mean score under the exact posterior is the gradient of log p.

Statement   grad log p(x) = E_(p(z|x))[s_z] for log p(x) = log sum_z e^(pi_z + <s_z, x>).
Form        Fisher's identity for components with linear log densities, as von Mises-Fisher components are: the field of
            the flow with the exact posterior is the ambient score of the mixture.
Sources     liao2026
"""

from derivations.flow.operations import log_density, mean_score
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Gradient
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mixture_score_eq_density_gradient",
    number="3.2",
    hypotheses=(),
    claim=Equal(Gradient(log_density(x), x), mean_score(x)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
