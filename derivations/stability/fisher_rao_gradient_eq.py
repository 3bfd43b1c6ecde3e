"""The Fisher-Rao gradient of a loss on the gates: its flow is a replicator equation with fitness -<delta, E_l>.

Statement   For a positive law g, y = sum_l g_l E_l, X_l = g_l <delta, E_l - y> and u_l = w_l - g_l sum_m w_m, any
            change of the gates that sums to zero: sum_l X_l u_l/g_l = <delta, sum_l u_l E_l>.
Form        X is the gradient in the metric sum_l u_l^2/g_l. Descent along it, dg_l/dt = -X_l, is a replicator equation
            in which the gate is not part of the fitness.
Sources     hofbauer1998; liao2026
"""

import sympy as sp

from derivations.stability.operations import N, delta, experts, l, mean
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import Dot, FiniteSum, ScalarFamily
from svflow_math.engine.record.theorem import Theorem

gate, weight = ScalarFamily("g", positive=True)[l], ScalarFamily("w")[l]
change = weight - gate * FiniteSum(l, weight)
gradient = gate * Dot(delta, experts[l] - mean(gate, experts[l]))

THEOREM = Theorem(
    id="fisher_rao_gradient_eq",
    number="8.1",
    hypotheses=(
        Law(
            gate,
            l,
            witness={
                N: 2,
                sp.Symbol("g"): [1, 1],
                sp.Symbol("w"): [1, 0],
                experts[l].args[0]: [[1, 0], [0, 0]],
                delta: [1, 0],
            },
        ),
    ),
    claim=Equal(FiniteSum(l, gradient * change / gate), Dot(delta, FiniteSum(l, change * experts[l]))),
    steps=(NormalForm(),),
    cites=("hofbauer1998", "liao2026"),
)
