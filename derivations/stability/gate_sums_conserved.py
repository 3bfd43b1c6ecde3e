"""Gradient flow of a linear gate conserves the sum of its rows and the sum of its biases.

Statement   For gates g_il, the softmax over l of <w_l, x_i> + b_l, and any smooth loss of them: the derivative of the
            loss along w_l + t v, b_l + t beta, the same for all l, is zero.
Form        For every v and beta: sum_l grad_(w_l) L = 0 and sum_l dL/db_l = 0. A softmax does not see what is added to
            all logits.
Sources     liao2026
"""

import sympy as sp

from derivations.stability.operations import beta, l, loss, readings, step
from derivations.vocabulary import bias, i, points, v
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum, VectorFamily
from svflow_math.engine.record.theorem import Theorem

gate_rows = VectorFamily("w")
joint = sp.exp(Dot(gate_rows[l] + step * v, points[i]) + bias[l] + step * beta)
gate = joint / FiniteSum(l, joint)
seen = FiniteSum(i, FiniteSum(l, gate * readings[i, l]))

THEOREM = Theorem(
    id="gate_sums_conserved",
    number="8.4",
    hypotheses=(),
    claim=Equal(Differential(loss(seen), step, sp.S.One), 0),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
