"""Gradient flow of a ReLU neuron conserves |w_in|^2 + b^2 - |w_out|^2.

Statement   For outputs A_i (<w_in, x_i> + b) w_out beside those of other neurons, A_i = 1 where the neuron is active at
            token i and 0 elsewhere, and any smooth loss of them:
            <w_in, grad L> + b dL/db = <w_out, grad L>.
Form        Off the kink, where the A_i do not move. Any slopes A_i will do: leaky units obey the same law.
Sources     du2018; liao2026
"""

import sympy as sp

from derivations.stability.operations import loss, readers
from derivations.vocabulary import i, points
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum, ScalarFamily, VectorFamily, VectorSymbol
from svflow_math.engine.record.theorem import Theorem

w_in, w_out = VectorSymbol("w_in"), VectorSymbol("w_out")
b = sp.Symbol("b", real=True)
slopes, rest = ScalarFamily("A"), VectorFamily("o")
output = slopes[i] * (Dot(w_in, points[i]) + b) * w_out + rest[i]
seen = loss(FiniteSum(i, readers[i](output)))

THEOREM = Theorem(
    id="relu_neuron_balance_conserved",
    number="8.4",
    hypotheses=(),
    claim=Equal(Differential(seen, w_in, w_in) + b * Differential(seen, b, sp.S.One), Differential(seen, w_out, w_out)),
    steps=(NormalForm(),),
    cites=("du2018", "liao2026"),
)
