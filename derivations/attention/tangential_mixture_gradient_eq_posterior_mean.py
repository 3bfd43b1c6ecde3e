"""Along the sphere the gradient of the mixture's log density is tau times the posterior mean of the keys.

Statement   P_(N(y_q)) grad log p(y_q) = tau P_(N(y_q)) sum_j p_j k_j, p the exact posterior under the prior e^(b_j).
Form        The tangential part is attention with the exact posterior for softmax; only the radial part differs from
            tau sum_j p_j k_j.
Sources     liao2026
"""

from derivations.attention.mixture_gradient_eq_posterior_mean_sub_radial import THEOREM as GRADIENT
from derivations.attention.mixture_gradient_eq_posterior_mean_sub_radial import k, log_density, prior
from derivations.attention.operations import posterior
from derivations.vocabulary import Project, j, keys, n, query, tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import FiniteSum, Gradient, Normalize
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="tangential_mixture_gradient_eq_posterior_mean",
    number="6.3",
    hypotheses=(
        NonZero(query, witness={query: [0, 0], n: 2, k: [[1, 0], [0, 1]]}),
        NonZero(keys[j], witness={query: [1, 0], n: 2, k: [[0, 0], [0, 1]]}),
    ),
    claim=Equal(
        Project(Normalize(query), Gradient(log_density, query)),
        tau * Project(Normalize(query), FiniteSum(j, posterior(prior) * keys[j])),
    ),
    steps=(Use(GRADIENT), NormalForm(note="The projection takes the radial part away.")),
    cites=("liao2026",),
)
