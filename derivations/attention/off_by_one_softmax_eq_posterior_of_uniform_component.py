"""Off-by-one softmax is the posterior with one more component, the uniform law.

Statement   e^(g_j) / (1 + sum_l e^(g_l)), with the logits g_j = tau <y_q, k_j> + b_j, is the posterior of key j in the
            mixture with a further component of concentration zero, for priors proportional to e^(b_j)/C_d(kappa_j)
            and to 1/C_d(0).
Form        Exact for every query: the likelihood of the uniform law is a constant, and its direction is of no
            consequence. It takes mass and, its score being zero, adds nothing to the output.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import concentration, density, logit
from derivations.vmf.operations import Density, Normalizer, mu
from derivations.vocabulary import bias, j, keys, n, query
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import FiniteSum, Normalize
from svflow_math.engine.record.theorem import Theorem

off_by_one = sp.exp(logit) / (1 + FiniteSum(j, sp.exp(logit)))

prior, uniform_prior = sp.exp(bias[j]) / Normalizer(concentration), 1 / Normalizer(0)
total = uniform_prior + FiniteSum(j, prior)
uniform_joint = uniform_prior / total * Density(Normalize(query), mu, 0)
joint = prior / total * density

k = keys[j].args[0]

THEOREM = Theorem(
    id="off_by_one_softmax_eq_posterior_of_uniform_component",
    number="6.5",
    hypotheses=(
        NonZero(query, witness={query: [0, 0], n: 2, j: 0, k: [[1, 0], [0, 1]]}),
        NonZero(keys[j], witness={query: [1, 0], n: 2, j: 0, k: [[0, 0], [0, 1]]}),
    ),
    claim=Equal(off_by_one, joint / (uniform_joint + FiniteSum(j, joint))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
