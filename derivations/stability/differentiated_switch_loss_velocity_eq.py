"""The Switch loss of soft fractions, differentiated in full, moves the logits twice as fast as with them held fixed.

Statement   For S = 2 alpha (g_0^2 + g_1^2): -dS/da_0 + dS/da_1 = -8 alpha g_0 g_1 (g_0 - g_1).
Form        -alpha eta to first order, since g_0 - g_1 = tanh(eta/2) and g_0 g_1 = 1/4: the restoring rate is c = alpha.
Sources     fedus2022; liao2026
"""

import sympy as sp

from derivations.stability.operations import other_logit, own_logit, pair_gates
from derivations.vocabulary import alpha
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

switch = 2 * alpha * (pair_gates[0] ** 2 + pair_gates[1] ** 2)
own, other = (Differential(switch, logit, sp.S.One) for logit in (own_logit, other_logit))

THEOREM = Theorem(
    id="differentiated_switch_loss_velocity_eq",
    number="8.3",
    hypotheses=(),
    claim=Equal(other - own, -8 * alpha * pair_gates[0] * pair_gates[1] * (pair_gates[0] - pair_gates[1])),
    steps=(NormalForm(),),
    cites=("fedus2022", "liao2026"),
)
