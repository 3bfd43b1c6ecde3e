"""The lag of the projective retraction is a third of the cube of the step.

Statement   t - arctan t = t^3 / 3 + O(t^5).
Form        The retraction is of second order, and the constant is 1/3.
Sources     absil2008
"""

import sympy as sp

from derivations.vocabulary import t
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="projective_lag_expansion",
    number="4.1",
    hypotheses=(),
    claim=OrderOf(t - sp.atan(t) - t**3 / 3, t, 5),
    steps=(Taylor(),),
    cites=("absil2008",),
)
