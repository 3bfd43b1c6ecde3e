"""The uniform component of off-by-one softmax has no score: it takes weight and adds nothing.

Statement   grad log(1 + sum_j e^(g_j)) = tau sum_j w_j k_j in y_q, for the logits g_j = tau <y_q, k_j> + b_j and
            w_j = e^(g_j) / (1 + sum_l e^(g_l)).
Form        The energy of the mixture with one more component; the weights sum to less than one.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.off_by_one_softmax_eq_posterior_of_uniform_component import off_by_one
from derivations.attention.operations import logit
from derivations.vocabulary import j, keys, query, tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import FiniteSum, Gradient
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="off_by_one_energy_gradient_eq_attention",
    number="6.5",
    hypotheses=(),
    claim=Equal(Gradient(sp.log(1 + FiniteSum(j, sp.exp(logit))), query), tau * FiniteSum(j, off_by_one * keys[j])),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
