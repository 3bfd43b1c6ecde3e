"""The score of a product of mixtures seen through linear maps is the sum of the heads' scores, mapped back.

Statement   For log p(x) = sum_h log sum_j e^(b_hj + <s_hj, W_h x>): D log p(x)[u] = <sum_h W_h^T sum_j w_hj s_hj, u>
            for every u, w_hj the posterior of head h at W_h x; s_hj = kappa_hj mu_hj are the scores of its components.
Form        Multi-head attention is the score of a product of experts. A head of fewer dimensions is a map into R^d with
            zeros behind.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import bias, head, head_maps, head_scores, j, u, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Adjoint, Differential, Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem

joint = sp.exp(bias[head, j] + Dot(head_scores[head, j], head_maps[head](x)))
mass = FiniteSum(j, joint)
mean_score = FiniteSum(j, joint / mass * head_scores[head, j])

THEOREM = Theorem(
    id="multi_head_score_eq",
    number="6.6",
    hypotheses=(),
    claim=Equal(
        Differential(FiniteSum(head, sp.log(mass)), x, u),
        Dot(FiniteSum(head, Adjoint(head_maps[head])(mean_score)), u),
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
