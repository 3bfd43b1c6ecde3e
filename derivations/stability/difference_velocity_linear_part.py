"""The linear part of the velocity of two experts' difference at the symmetric point.

Statement   -tanh(t eta/2) r - t (-eta/2) r = O(t^3).
Form        The difference is driven by the logits. The remainder is of third order: the velocity is odd.
Sources     liao2026
"""

from derivations.stability.operations import D, difference_velocity, eta, linear_part, step
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.theorem import Theorem

velocity = difference_velocity.xreplace({eta: step * eta})

THEOREM = Theorem(
    id="difference_velocity_linear_part",
    number="8.2",
    hypotheses=(),
    claim=OrderOf(velocity - step * linear_part(D, eta)[0], step, 3),
    steps=(Taylor(),),
    cites=("liao2026",),
)
