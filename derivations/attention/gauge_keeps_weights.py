"""A change of gauge keeps the attention weights.

Statement   If l_j are the keys in another gauge, k_j = M l_j for a linear map M, then
            softmax_j(tau <M^T y_q, l_j> + b_j) = softmax_j(tau <y_q, k_j> + b_j).
Form        For an invertible M every key has its l_j = M^(-1) k_j, and <M^T y_q, M^(-1) k_j> = <y_q, k_j>: only products
            of the query and key maps are seen by the weights.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import normalized, softmax
from derivations.vocabulary import bias, j, keys, n, query, tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.finite import ReplaceFamily
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Coincide
from svflow_math.engine.record.terms import Adjoint, Dot, LinearMap, VectorFamily
from svflow_math.engine.record.theorem import Theorem

M = LinearMap("M")
new_keys = VectorFamily("l")

k, l = keys[j].args[0], new_keys[j].args[0]

THEOREM = Theorem(
    id="gauge_keeps_weights",
    number="6.8",
    hypotheses=(
        Coincide(
            keys[j], M(new_keys[j]),
            witness={n: 2, j: 0, query: [1, 0], tau: 1, M: [[2, 0], [0, 1]], k: [[1, 0], [0, 1]], l: [[1, 0], [0, 1]],
                     sp.Symbol("b"): [0, 0]},
        ),
    ),
    claim=Equal(normalized(sp.exp(tau * Dot(Adjoint(M)(query), new_keys[j]) + bias[j])), softmax),
    steps=(ReplaceFamily(keys[j], M(new_keys[j])), NormalForm()),
    cites=("liao2026",),
)  # fmt: skip
