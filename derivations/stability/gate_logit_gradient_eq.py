"""The gradient of a loss in the logit of a gate.

Statement   For y = sum_l g_l E_l, g the softmax of the logits, and delta = grad L(y): dL/da_0 = g_0 <delta, E_0 - y>.
Form        One expert beside any number of others. A gate is pushed by how far its expert is ahead of the mean, times
            the gate itself.
Sources     fedus2022; liao2026
"""

import sympy as sp

from derivations.stability.operations import loss, loss_gradient, mixture, own_expert, own_gate, own_logit
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="gate_logit_gradient_eq",
    number="8.1",
    hypotheses=(),
    claim=Equal(
        Differential(loss(mixture), own_logit, sp.S.One),
        own_gate * Dot(loss_gradient(mixture), own_expert - mixture),
    ),
    steps=(NormalForm(),),
    cites=("fedus2022", "liao2026"),
)
