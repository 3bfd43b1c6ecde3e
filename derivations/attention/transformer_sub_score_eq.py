"""By how much multi-head attention is not the score of its mixtures.

Statement   sum_h (W_O^h sum_j w_hj W_V^h x_j - tau W_Q^hT sum_j w_hj W_K^h x_j)
            = sum_h (W_O^h W_V^h - tau W_Q^hT W_K^h) m_h, with the mean tokens m_h = sum_j w_hj x_j.
Form        Zero where W_O^h W_V^h = tau W_Q^hT W_K^h for every head; else the layer is a relaxed score, and its defect
            is that of the maps at the mean tokens. The weights may be any.
Sources     liao2026
"""

from derivations.vocabulary import (
    head,
    j,
    key_maps,
    output_maps,
    points,
    query_maps,
    tau,
    value_maps,
    weights,
)
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Adjoint, FiniteSum
from svflow_math.engine.record.theorem import Theorem

W_Q, W_K, W_V, W_O = (maps[head] for maps in (query_maps, key_maps, value_maps, output_maps))
weight = weights[head, j]
mean_token = FiniteSum(j, weight * points[j])
output = W_O(FiniteSum(j, weight * W_V(points[j])))
mixture_score = tau * Adjoint(W_Q)(FiniteSum(j, weight * W_K(points[j])))

THEOREM = Theorem(
    id="transformer_sub_score_eq",
    number="6.6",
    hypotheses=(),
    claim=Equal(
        FiniteSum(head, output - mixture_score),
        FiniteSum(head, W_O(W_V(mean_token)) - tau * Adjoint(W_Q)(W_K(mean_token))),
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
