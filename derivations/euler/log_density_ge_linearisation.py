"""The log density of a mixture lies above its tangent planes, in the ambient space.

Statement   <g(x), y - x> <= log p(y) - log p(x) for g = E_p[s_z] and log joints pi_z + <s_z, x>, at all x and y.
Form        log p is a log-sum-exp of linear functions, and convex; what ascent needs is this alone.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import joint, log_density, mean_score
from derivations.vocabulary import scores, x, y, z
from svflow_math.engine.calculus.rules.bounds import Certificate, MonotoneLogarithm, TangentOfExponential
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.terms import Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem

rise = Dot(scores[z], y - x)
mean_rise = Dot(mean_score(x), y - x)
above_tangent = sp.exp(rise) - sp.exp(mean_rise) * (1 + rise - mean_rise)

THEOREM = Theorem(
    id="log_density_ge_linearisation",
    number="5.3",
    hypotheses=(),
    claim=Bound(mean_rise, log_density(y) - log_density(x)),
    steps=(
        MonotoneLogarithm(FiniteSum(z, joint(x)) * sp.exp(mean_rise), FiniteSum(z, joint(y))),
        TangentOfExponential(rise, mean_rise, note="The tangent of exp at the mean rise of the log joints:"),
        Certificate(FiniteSum(z, joint(x) * above_tangent), note="The mean of the tangent is its value at the mean."),
    ),
    cites=("liao2026",),
)
