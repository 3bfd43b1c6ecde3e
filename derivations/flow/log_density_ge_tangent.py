"""log p lies above its tangent planes.

Statement   log p(x) + <grad log p(x), y - x> <= log p(y) for all x, y of the ambient space.
Form        Convexity as a step needs it: from the gradient at one point, a bound at every other. Equality where all
            scores have the same inner product with y - x, so for one component.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import joint, log_density, mean_score, posterior
from derivations.vocabulary import scores, x, y, z
from svflow_math.engine.calculus.rules.bounds import TangentOfLogarithm, Termwise
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.terms import Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem

rise = Dot(scores[z], y - x)
growth = FiniteSum(z, joint(y)) / FiniteSum(z, joint(x))
tangent = sp.log(growth) + sp.exp(rise) / growth - 1

THEOREM = Theorem(
    id="log_density_ge_tangent",
    number="3.9",
    hypotheses=(),
    claim=Bound(log_density(x) + Dot(mean_score(x), y - x), log_density(y)),
    steps=(
        Termwise(z, posterior(x), rise, tangent, note="The density grows by the posterior mean of e^<s_z, y - x>."),
        TangentOfLogarithm(sp.exp(rise), growth, note="The logarithm lies below its tangent at that growth:"),
    ),
    cites=("liao2026",),
)
