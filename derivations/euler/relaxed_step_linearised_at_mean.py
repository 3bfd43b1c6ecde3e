"""At the mean a relaxed step shrinks the angle by the factor 1/(1 + h kappa).

Statement   atan2(sin theta, cos theta + h kappa) = theta / (1 + h kappa) + O(theta^3).
Form        The implicit Euler factor, although nothing is solved for: stable for every h.
Sources     liao2026
"""

from derivations.euler.operations import kappa
from derivations.euler.relaxed_step_of_one_component_angle_eq import angle
from derivations.vocabulary import h, theta
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="relaxed_step_linearised_at_mean",
    number="5.2",
    hypotheses=(),
    claim=OrderOf(angle - theta / (1 + h * kappa), theta, 3),
    steps=(Taylor(),),
    cites=("liao2026",),
)
