"""A change of gauge keeps the attention weights.

Statement   If l_j are the keys in another gauge, k_j = M l_j for a linear map M, then
            softmax_j(tau <M^T y_q, l_j> + b_j) = softmax_j(tau <y_q, k_j> + b_j).
Form        For an invertible M every key has its l_j = M^(-1) k_j, and <M^T y_q, M^(-1) k_j> = <y_q, k_j>: the weights
            see only the product of the query and key maps.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import normalized, softmax
from derivations.vocabulary import bias, gauge, gauged_keys, j, keys, n, query, tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.finite import ReplaceFamily
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Coincide
from svflow_math.engine.record.terms import Adjoint, Dot
from svflow_math.engine.record.theorem import Theorem

k, moved = keys[j].args[0], gauged_keys[j].args[0]

THEOREM = Theorem(
    id="gauge_keeps_weights",
    number="6.8",
    hypotheses=(
        Coincide(
            keys[j], gauge(gauged_keys[j]),
            witness={n: 2, j: 0, query: [1, 0], tau: 1, gauge: [[2, 0], [0, 1]], sp.Symbol("b"): [0, 0],
                     k: [[1, 0], [0, 1]], moved: [[1, 0], [0, 1]]},
        ),
    ),
    claim=Equal(normalized(sp.exp(tau * Dot(Adjoint(gauge)(query), gauged_keys[j]) + bias[j])), softmax),
    steps=(ReplaceFamily(keys[j], gauge(gauged_keys[j])), NormalForm()),
    cites=("liao2026",),
)  # fmt: skip
