"""The Hessian of log p is the posterior covariance of the scores.

Statement   D grad log p(x)[u] = Cov_(p(z|x))(s_z) u for the gradient E_(p(z|x))[s_z] of log p and every u.
Form        The Jacobian of the field with the exact posterior: a linear map of rank at most K - 1.
Sources     liao2026
"""

from derivations.flow.operations import hessian, mean_score
from derivations.vocabulary import u, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mixture_hessian_eq_covariance",
    number="3.9",
    hypotheses=(),
    claim=Equal(Differential(mean_score(x), x, u), hessian(x, u)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
