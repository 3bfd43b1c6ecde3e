"""At the mean a projective step multiplies the angle by 1 - h kappa.

Statement   theta - arctan(h kappa sin theta) = (1 - h kappa) theta + O(theta^3).
Form        The explicit Euler factor, as for the exponential step.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.operations import kappa, turn
from derivations.vocabulary import h, theta
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="projective_step_linearised_at_mean",
    number="5.2",
    hypotheses=(),
    claim=OrderOf(theta - sp.atan(turn) - (1 - h * kappa) * theta, theta, 3),
    steps=(Taylor(),),
    cites=("liao2026",),
)
