"""Along the sphere the gradient of the mixture's log density is tau times the posterior mean of the keys.

Statement   D log p(y_q)[u] = tau <sum_j p_j k_j, u> for every u orthogonal to y_q, p the exact posterior under the
            prior e^(b_j): the tangential gradient is P_(N(y_q)) of tau sum_j p_j k_j.
Form        Attention with the exact posterior in the place of softmax; only the radial part differs.
Sources     liao2026
"""

from derivations.attention.mixture_gradient_eq_posterior_mean_sub_radial import THEOREM as GRADIENT
from derivations.attention.mixture_gradient_eq_posterior_mean_sub_radial import k, log_density, prior
from derivations.attention.operations import posterior
from derivations.vocabulary import j, keys, n, query, tau, u
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero, Tangent
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="tangential_mixture_gradient_eq_posterior_mean",
    number="6.3",
    hypotheses=(
        NonZero(query, witness={query: [0, 0], u: [1, 0], n: 2, k: [[1, 0], [0, 1]]}),
        NonZero(keys[j], witness={query: [1, 0], u: [0, 1], n: 2, k: [[0, 0], [0, 1]]}),
        Tangent(u, query, witness={query: [1, 0], u: [1, 0], n: 2, k: [[1, 0], [0, 1]]}),
    ),
    claim=Equal(Differential(log_density, query, u), tau * Dot(FiniteSum(j, posterior(prior) * keys[j]), u)),
    steps=(Use(GRADIENT), NormalForm(note="The radial part has no component along u.")),
    cites=("liao2026",),
)
