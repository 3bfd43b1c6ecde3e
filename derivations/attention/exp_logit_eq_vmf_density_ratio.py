"""The exponential of an attention logit is a von Mises-Fisher density without its normaliser.

Statement   e^(tau <y_q, k_j>) = vMF(N(y_q); N(k_j), kappa_j) / C_d(kappa_j) with kappa_j = tau |y_q| |k_j|.
Form        Norms become concentrations, directions become points: nothing else of the query and the key is used.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import concentration, density
from derivations.vmf.operations import Normalizer
from derivations.vocabulary import j, keys, n, query, tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

k = keys[j].args[0]

THEOREM = Theorem(
    id="exp_logit_eq_vmf_density_ratio",
    number="6.1",
    hypotheses=(
        NonZero(query, witness={query: [0, 0], n: 1, j: 0, k: [[1, 0]]}),
        NonZero(keys[j], witness={query: [1, 0], n: 1, j: 0, k: [[0, 0]]}),
    ),
    claim=Equal(sp.exp(tau * Dot(query, keys[j])), density / Normalizer(concentration)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
