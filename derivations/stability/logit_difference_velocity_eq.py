"""Under gradient flow the difference of the logits of two experts follows the difference of the experts.

Statement   For y = g_0 E_0 + g_1 E_1 and r = grad L(y): -dL/da_0 + dL/da_1 = -2 g_0 g_1 <r, E_0 - E_1>, that is
            d eta/dt = -2 g_0 g_1 <r, D>.
Form        Fastest where the gates are equal. Together with the velocity of D it is a closed system for r held fixed.
Sources     fedus2022; liao2026
"""

import sympy as sp

from derivations.stability.operations import (
    loss,
    loss_gradient,
    other_expert,
    other_logit,
    own_expert,
    own_logit,
    pair_gates,
    pair_output,
)
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

own, other = (Differential(loss(pair_output), logit, sp.S.One) for logit in (own_logit, other_logit))
product = pair_gates[0] * pair_gates[1]

THEOREM = Theorem(
    id="logit_difference_velocity_eq",
    number="8.2",
    hypotheses=(),
    claim=Equal(other - own, -2 * product * Dot(loss_gradient(pair_output), own_expert - other_expert)),
    steps=(NormalForm(),),
    cites=("fedus2022", "liao2026"),
)
