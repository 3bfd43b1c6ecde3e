"""The gradient of the mixture's log density in a query of free norm is the keys' posterior mean less a radial part.

Statement   For log p(y_q) = log sum_j pi_j vMF(N(y_q); N(k_j), kappa_j) with pi_j proportional to e^(b_j) and
            kappa_j = tau |y_q| |k_j|: D log p(y_q)[u] = tau <sum_j p_j (k_j - A_d(kappa_j) |k_j| N(y_q)), u> for
            every u, p the exact posterior.
Form        The query's norm acts twice, in the exponent and in the normalisers; what the normalisers add is radial.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import concentration, density, normalized, posterior
from derivations.vmf.operations import MeanResultantLength
from derivations.vocabulary import bias, j, keys, n, query, tau, u
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

k = keys[j].args[0]
prior = normalized(sp.exp(bias[j]))
log_density = sp.log(FiniteSum(j, prior * density))
radial = MeanResultantLength(concentration) * Norm(keys[j]) * Normalize(query)

THEOREM = Theorem(
    id="mixture_gradient_eq_posterior_mean_sub_radial",
    number="6.3",
    hypotheses=(
        NonZero(query, witness={query: [0, 0], n: 2, k: [[1, 0], [0, 1]]}),
        NonZero(keys[j], witness={query: [1, 0], n: 2, k: [[0, 0], [0, 1]]}),
    ),
    claim=Equal(
        Differential(log_density, query, u),
        tau * Dot(FiniteSum(j, posterior(prior) * (keys[j] - radial)), u),
    ),
    steps=(NormalForm(note="The derivative of -log C_d is A_d."),),
    cites=("liao2026",),
)
