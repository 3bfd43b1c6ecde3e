"""The Switch loss of soft fractions, differentiated in full, restores the logits at the rate alpha.

Statement   -8 alpha g_0 g_1 (g_0 - g_1) at the logit difference t eta is -alpha t eta + O(t^3).
Form        c = alpha, twice the rate with the fractions held fixed.
Sources     fedus2022; liao2026
"""

from derivations.stability.operations import eta, sigmoid, step
from derivations.vocabulary import alpha
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.theorem import Theorem

gate = sigmoid(step * eta)
velocity = -8 * alpha * gate * (1 - gate) * (gate - (1 - gate))

THEOREM = Theorem(
    id="differentiated_switch_loss_restores",
    number="8.3",
    hypotheses=(),
    claim=OrderOf(velocity + alpha * step * eta, step, 3),
    steps=(Taylor(),),
    cites=("fedus2022", "liao2026"),
)
