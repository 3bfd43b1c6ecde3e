"""A normalised step starts with the speed sin(theta), not theta.

Statement   phi(alpha, theta) = alpha sin theta + O(alpha^2).
Form        Geodesic interpolation has alpha theta: the two do not agree to first order.
Sources     loshchilov2024
"""

import sympy as sp

from derivations.retraction.operations import StepAngle
from derivations.vocabulary import alpha, theta
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="normalized_step_speed",
    number="4.6",
    hypotheses=(),
    claim=OrderOf(StepAngle(alpha, theta) - alpha * sp.sin(theta), alpha, 2),
    steps=(Taylor(),),
    cites=("loshchilov2024",),
)
