"""The linear part of the velocity of two experts' logits at the symmetric point.

Statement   -2 g_0 g_1 <r, t D> - t (-<r, D>/2) = O(t^3), the gates at the logit difference t eta.
Form        The logits are driven by the difference of the experts along r, and by nothing orthogonal to r.
Sources     liao2026
"""

from derivations.stability.operations import D, eta, linear_part, logit_velocity, step
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.theorem import Theorem

velocity = logit_velocity.xreplace({eta: step * eta, D: step * D})

THEOREM = Theorem(
    id="logit_velocity_linear_part",
    number="8.2",
    hypotheses=(),
    claim=OrderOf(velocity - step * linear_part(D, eta)[1], step, 3),
    steps=(Taylor(),),
    cites=("liao2026",),
)
