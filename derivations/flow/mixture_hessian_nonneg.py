"""The Hessian of log p is positive semidefinite.

Statement   0 <= <u, H u> for H = Cov_(p(z|x))(s_z) and every u.
Form        Half the double sum of p_z p_v <s_z - s_v, u>^2: it vanishes only where all scores have the same inner
            product with u.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.operations import hessian, posterior
from derivations.vocabulary import K, scores, u, x, z
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.terms import Dot, FiniteSum, Index
from svflow_math.engine.record.theorem import Theorem

other = Index("v", K)
pairs = posterior(x) * posterior(x).xreplace({z: other}) * Dot(scores[z] - scores[other], u) ** 2

THEOREM = Theorem(
    id="mixture_hessian_nonneg",
    number="3.9",
    hypotheses=(),
    claim=Bound(sp.S.Zero, Dot(u, hessian(x, u))),
    steps=(Certificate(FiniteSum(z, FiniteSum(other, pairs)) / 2),),
    cites=("liao2026",),
)
