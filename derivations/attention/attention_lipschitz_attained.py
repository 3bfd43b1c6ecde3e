"""The Lipschitz constant of attention is attained by two keys.

Statement   For the keys and values (D_k/2) u, (D_v/2) e and their negatives, and a query orthogonal to u:
            D_(y_q) out [u] = tau D_v D_k/4 e.
Form        Both keys have weight one half, the largest variance on two points: no smaller constant will do.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.attention_lipschitz import key_span, value_span
from derivations.vocabulary import e, query, tau, u
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

key, value = key_span / 2 * u, value_span / 2 * e
one, other = sp.exp(tau * Dot(query, key)), sp.exp(-tau * Dot(query, key))
output = (one * value - other * value) / (one + other)

THEOREM = Theorem(
    id="attention_lipschitz_attained",
    number="6.4",
    hypotheses=(
        Unit(u, witness={u: [2, 0], query: [0, 1], e: [1, 0], tau: 1, value_span: 1, key_span: 1}),
        Tangent(query, u, witness={u: [1, 0], query: [1, 0], e: [1, 0], tau: 1, value_span: 1, key_span: 1}),
    ),
    claim=Equal(Differential(output, query, u), tau * value_span * key_span / 4 * e),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
