"""The gradients in the logits of the gates sum to zero.

Statement   For a law g and y = sum_l g_l E_l: sum_l g_l <delta, E_l - y> = 0.
Form        What one gate gains, the others lose; the mean of the logits does not move.
Sources     fedus2022; liao2026
"""

import sympy as sp

from derivations.stability.operations import N, delta, experts, gates, l, mean
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem

output = mean(gates[l], experts[l])

THEOREM = Theorem(
    id="gate_gradients_sum_eq_zero",
    number="8.1",
    hypotheses=(Law(gates[l], l, witness={N: 1, sp.Symbol("g"): [2], experts[l].args[0]: [[1, 0]], delta: [1, 0]}),),
    claim=Equal(FiniteSum(l, gates[l] * Dot(delta, experts[l] - output)), 0),
    steps=(NormalForm(),),
    cites=("fedus2022", "liao2026"),
)
