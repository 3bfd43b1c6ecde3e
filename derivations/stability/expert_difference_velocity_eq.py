"""Under gradient flow the difference of two experts moves along the gradient, at a speed set by the gates.

Statement   For y = g_0 E_0 + g_1 E_1 and r = grad L(y): <-grad_(E_0) L + grad_(E_1) L, u> = -tanh((a_0 - a_1)/2) <r, u>
            for every u: dD/dt = -tanh(eta/2) r with D = E_0 - E_1 and eta = a_0 - a_1.
Form        g_0 - g_1 = tanh(eta/2): only the favoured expert is ahead.
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
    pair_output,
)
from derivations.vocabulary import u
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

own, other = (Differential(loss(pair_output), expert, u) for expert in (own_expert, other_expert))

THEOREM = Theorem(
    id="expert_difference_velocity_eq",
    number="8.2",
    hypotheses=(),
    claim=Equal(other - own, -sp.tanh((own_logit - other_logit) / 2) * Dot(loss_gradient(pair_output), u)),
    steps=(NormalForm(),),
    cites=("fedus2022", "liao2026"),
)
