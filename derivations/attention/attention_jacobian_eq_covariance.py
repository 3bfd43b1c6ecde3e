"""The Jacobian of attention in the query is tau times the covariance of values and keys.

Statement   D_(y_q) out [u] = tau (sum_j w_j <k_j, u> v_j - <sum_j w_j k_j, u> sum_j w_j v_j) = tau Cov_w(v, k) u.
Form        The covariance under the weights themselves: a linear map of rank at most n - 1.
Sources     liao2026
"""

from derivations.attention.operations import mean, output, softmax
from derivations.vocabulary import j, keys, query, tau, u, values
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem

covariance = FiniteSum(j, softmax * Dot(keys[j], u) * values[j]) - Dot(mean(keys[j]), u) * output

THEOREM = Theorem(
    id="attention_jacobian_eq_covariance",
    number="6.4",
    hypotheses=(),
    claim=Equal(Differential(output, query, u), tau * covariance),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
