"""The trace of the projected Hessian of log p is the spread of the scores across x.

Statement   tr(P_x H) = E|P_x(s_z - g)|^2 for |x| = 1, with g = grad log p = E[s_z] and H = Cov_(p(z|x))(s_z).
Form        So div_S(P_x g) = tr(P_x H) - (d - 1) <x, g>.
Sources     liao2026
"""

from derivations.flow.operations import hessian, mean_score, posterior
from derivations.vocabulary import Project, scores, u, x, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot, FiniteSum, Trace
from svflow_math.engine.record.theorem import Theorem

spread = scores[z] - mean_score(x)

THEOREM = Theorem(
    id="projected_hessian_trace_eq",
    number="3.8",
    hypotheses=(Unit(x, convenience="off the sphere the identity holds for this form of P_x, too"),),
    claim=Equal(Trace(Project(x, hessian(x, u)), u), FiniteSum(z, posterior(x) * Dot(Project(x, spread), spread))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
