"""How the Switch loss moves the logits of two experts when the fractions of tokens are held fixed.

Statement   For S = 2 alpha (f_0 P_0 + f_1 P_1) with P_0 = sum_j w_j g(eta + x_j), the mean gate over tokens with logit
            differences eta + x_j, P_1 = sum_j w_j (1 - g(eta + x_j)), and f held fixed: -2 dS/d eta = -4 alpha (f_0 -
            f_1) sum_j w_j g (1 - g).
Form        A shift of a_0 up and of a_1 down moves eta twice. Soft or counted, what f is enters by its difference
            alone.
Sources     fedus2022; liao2026
"""

import sympy as sp

from derivations.stability.operations import eta, sigmoid
from derivations.vocabulary import alpha, j, weights
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, FiniteSum, ScalarFamily
from svflow_math.engine.record.theorem import Theorem

offsets = ScalarFamily("x")
fractions = sp.symbols("f_0 f_1", real=True)
gate = sigmoid(eta + offsets[j])
mean_gates = FiniteSum(j, weights[j] * gate), FiniteSum(j, weights[j] * (1 - gate))
switch = 2 * alpha * (fractions[0] * mean_gates[0] + fractions[1] * mean_gates[1])
mean_slope = FiniteSum(j, weights[j] * gate * (1 - gate))

THEOREM = Theorem(
    id="switch_loss_velocity_eq",
    number="8.3",
    hypotheses=(),
    claim=Equal(-2 * Differential(switch, eta, sp.S.One), -4 * alpha * (fractions[0] - fractions[1]) * mean_slope),
    steps=(NormalForm(),),
    cites=("fedus2022", "liao2026"),
)
