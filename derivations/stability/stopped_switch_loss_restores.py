"""The Switch loss of soft fractions without their gradient restores the logits at the rate alpha/2.

Statement   With f = (g, 1 - g) held fixed: -4 alpha (f_0 - f_1) g (1 - g) at the logit difference t eta is
            -alpha/2 t eta + O(t^3).
Form        c = alpha/2, the same as for the divergence from the uniform law.
Sources     fedus2022; liao2026
"""

from derivations.stability.operations import eta, sigmoid, step
from derivations.vocabulary import alpha
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.theorem import Theorem

gate = sigmoid(step * eta)
velocity = -4 * alpha * (gate - (1 - gate)) * gate * (1 - gate)

THEOREM = Theorem(
    id="stopped_switch_loss_restores",
    number="8.3",
    hypotheses=(),
    claim=OrderOf(velocity + alpha / 2 * step * eta, step, 3),
    steps=(Taylor(),),
    cites=("fedus2022", "liao2026"),
)
