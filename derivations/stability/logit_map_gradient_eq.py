"""The gradient of a loss of the logits in the query map of a head, or in its key map, bias included.

Statement   For logits <W_Q x_j + b_Q, k_j> over pairs j of a token and a key, and any smooth loss of the sum of logits
            times e_j: along W_Q + t a b^T, b_Q + t beta a it changes at the rate <grad, sum_j (<b, x_j> + beta) <a,
            k_j> e_j>.
Form        With c_j = <grad, e_j> the derivative in a logit, it is <a, sum_j c_j (<b, x_j> + beta) k_j>. Without
            biases, k_j = W_K y_j, it is <a, W_K G^T b> with G = sum_j c_j x_j y_j^T, the gradient in W_Q^T W_K: the
            gradient in W_Q is W_K G^T. Queries and keys may change places: the gradient in W_K is W_Q G.
Sources     liao2026
"""

import sympy as sp

from derivations.stability.operations import b, beta, loss, loss_gradient, of_logits, query_bias, step
from derivations.vocabulary import a, j, keys, points, query_map
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

extent = Dot(b, points[j]) + beta
seen = of_logits(Dot(query_map(points[j]) + query_bias + step * extent * a, keys[j]))

THEOREM = Theorem(
    id="logit_map_gradient_eq",
    number="8.4",
    hypotheses=(),
    claim=Equal(
        Differential(loss(seen), step, sp.S.One),
        Dot(loss_gradient(seen), of_logits(extent * Dot(a, keys[j]))),
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
