"""A softmax temperature multiplies every concentration by its inverse.

Statement   softmax_j((tau <y_q, k_j> + b_j)/T) is the posterior in the mixture of the laws vMF(N(k_j), kappa_j/T) with
            prior proportional to e^(b_j/T)/C_d(kappa_j/T), for T > 0.
Form        Directions stay, all components widen together, and a bias is divided as well.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import concentration, logit, normalized
from derivations.vmf.operations import Density, Normalizer
from derivations.vocabulary import bias, j, keys, n, query
from derivations.vocabulary import temperature as T
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Normalize
from svflow_math.engine.record.theorem import Theorem

cooled = concentration / T
density = Density(Normalize(query), Normalize(keys[j]), cooled)
prior = normalized(sp.exp(bias[j] / T) / Normalizer(cooled))

k = keys[j].args[0]

THEOREM = Theorem(
    id="tempered_softmax_eq_posterior_of_scaled_concentrations",
    number="6.5",
    hypotheses=(
        NonZero(query, witness={query: [0, 0], n: 2, j: 0, k: [[1, 0], [0, 1]]}),
        NonZero(keys[j], witness={query: [1, 0], n: 2, j: 0, k: [[0, 0], [0, 1]]}),
    ),
    claim=Equal(normalized(sp.exp(logit / T)), normalized(prior * density)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
