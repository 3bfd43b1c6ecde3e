"""How attention depends on one of its keys.

Statement   For one key k_0 with value v_0 and bias c beside the others: D_(k_0) out [u] = tau w <y_q, u> (v_0 - out),
            w its weight; the Jacobian is tau w (v_0 - out) y_q^T.
Form        A key moves the output along the line to its own value, and only its part along the query counts.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import logit
from derivations.vocabulary import j, query, single_key, single_value, tau, u, values
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem

c = sp.Symbol("c", real=True)

own = sp.exp(tau * Dot(query, single_key) + c)
mass = own + FiniteSum(j, sp.exp(logit))
output = (own * single_value + FiniteSum(j, sp.exp(logit) * values[j])) / mass

THEOREM = Theorem(
    id="attention_key_derivative_eq",
    number="6.4",
    hypotheses=(),
    claim=Equal(Differential(output, single_key, u), tau * own / mass * Dot(query, u) * (single_value - output)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
