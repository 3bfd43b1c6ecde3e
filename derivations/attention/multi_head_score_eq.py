"""The score of a product of mixtures seen through linear maps is the sum of the heads' scores, mapped back.

Statement   For log p(x) = sum_h log sum_j e^(b_hj + <s_hj, W_h x>): D log p(x)[u] = <sum_h W_h^T sum_j w_hj s_hj, u> for
            every u, w_hj the posterior of head h at W_h x; s_hj = kappa_hj mu_hj are the scores of its components.
Form        Multi-head attention is the score of a product of experts. A head of fewer dimensions is a map into R^d with
            zeros behind.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import j, u, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import (
    Adjoint,
    Differential,
    Dot,
    FiniteSum,
    Index,
    MapFamily,
    ScalarFamily,
    VectorFamily,
)
from svflow_math.engine.record.theorem import Theorem

H = sp.Symbol("H", integer=True, positive=True)
h = Index("h", H)
maps, scores, bias = MapFamily("W"), VectorFamily("s"), ScalarFamily("b")

joint = sp.exp(bias[h, j] + Dot(scores[h, j], maps[h](x)))
mass = FiniteSum(j, joint)
mean_score = FiniteSum(j, joint / mass * scores[h, j])

THEOREM = Theorem(
    id="multi_head_score_eq",
    number="6.6",
    hypotheses=(),
    claim=Equal(
        Differential(FiniteSum(h, sp.log(mass)), x, u),
        Dot(FiniteSum(h, Adjoint(maps[h])(mean_score)), u),
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
