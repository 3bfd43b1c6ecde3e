"""Gradient flow of attention with biases conserves [W_Q b_Q] [W_Q b_Q]^T - [W_K b_K] [W_K b_K]^T.

Statement   With G = sum_ij c_ij x_i x_j^T, p = sum_ij c_ij x_i, s = sum_ij c_ij x_j, g = sum_ij c_ij the gradients are
            W_K G^T + b_K p^T, W_K s + g b_K in W_Q, b_Q and W_Q G + b_Q s^T, W_Q p + g b_Q in W_K, b_K. After a step of
            length t the pairing of W_Q W_Q^T + b_Q b_Q^T - W_K W_K^T - b_K b_K^T with u and v has changed by O(t^2).
Form        A bias is a weight of a token entry that is always one. The maps without their biases are not balanced.
Sources     du2018; liao2026
"""

import sympy as sp

from derivations.stability.operations import (
    column,
    gram_difference,
    key_bias,
    moved_key,
    moved_query,
    query_bias,
    row,
    step,
)
from derivations.vocabulary import key_map, query_map, u, v
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.terms import Adjoint, Dot
from svflow_math.engine.record.theorem import Theorem

g = sp.Symbol("g", real=True)


def balance(query_adjoint, key_adjoint, query_shift, key_shift):
    """The conserved matrix between u and v."""
    shifts = Dot(query_shift, u) * Dot(query_shift, v) - Dot(key_shift, u) * Dot(key_shift, v)
    return gram_difference(query_adjoint, key_adjoint, u, v) + shifts


before = balance(Adjoint(query_map), Adjoint(key_map), query_bias, key_bias)
after = balance(
    lambda w: moved_query(w) - step * Dot(key_bias, w) * row,
    lambda w: moved_key(w) - step * Dot(query_bias, w) * column,
    query_bias - step * (key_map(column) + g * key_bias),
    key_bias - step * (query_map(row) + g * query_bias),
)

THEOREM = Theorem(
    id="biased_query_key_balance_conserved",
    number="8.4",
    hypotheses=(),
    claim=OrderOf(after - before, step, 2),
    steps=(Taylor(),),
    cites=("du2018", "liao2026"),
)
