"""Where the values are the keys, the Jacobian of attention is positive semidefinite.

Statement   For v = k: 0 <= <u, D_(y_q) out [u]> for every u.
Form        tau/2 times a double sum of squares, w_i w_j <k_i - k_j, u>^2: the energy is convex, and strictly so along u
            unless all keys have one inner product with u.
Sources     liao2026
"""

from derivations.attention.operations import softmax
from derivations.attention.tied_attention_jacobian_symmetric import tied
from derivations.vocabulary import i, j, keys, query, tau, u
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem

pairs = softmax.xreplace({j: i}) * softmax * Dot(keys[i] - keys[j], u) ** 2

THEOREM = Theorem(
    id="tied_attention_jacobian_nonneg",
    number="6.4",
    hypotheses=(),
    claim=Bound(0, Dot(u, Differential(tied, query, u))),
    steps=(Certificate(tau / 2 * FiniteSum(i, FiniteSum(j, pairs))),),
    cites=("liao2026",),
)
