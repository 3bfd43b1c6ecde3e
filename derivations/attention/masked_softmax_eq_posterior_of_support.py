"""A mask is the support of the prior.

Statement   For a mask A_j in {0, 1} that leaves at least one key: A_j e^(g_j) / sum_l A_l e^(g_l), with the logits
            g_j = tau <y_q, k_j> + b_j, is the posterior under the prior proportional to A_j e^(b_j)/C_d(kappa_j).
Form        A masked key has prior weight zero, and so posterior weight zero; a bias of minus infinity is the same.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import concentration, logit, normalized, posterior
from derivations.vmf.operations import Normalizer
from derivations.vocabulary import bias, event, j, keys, n, query, tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Event, NonZero, Positive
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

mask = event[j]
prior = normalized(mask * sp.exp(bias[j]) / Normalizer(concentration))

k, A = keys[j].args[0], sp.Symbol("A")
two_keys = {query: [1, 0], tau: 1, n: 2, j: 0, k: [[1, 0], [0, 1]], A: [1, 0]}

THEOREM = Theorem(
    id="masked_softmax_eq_posterior_of_support",
    number="6.5",
    hypotheses=(
        NonZero(query, witness={**two_keys, query: [0, 0]}),
        NonZero(keys[j], witness={**two_keys, k: [[0, 0], [0, 1]]}),
        Event(mask, convenience="any weights will do instead of zeros and ones, as long as they do not sum to zero"),
        Positive(FiniteSum(j, mask), witness={**two_keys, A: [0, 0]}),
    ),
    claim=Equal(normalized(mask * sp.exp(logit)), posterior(prior)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
