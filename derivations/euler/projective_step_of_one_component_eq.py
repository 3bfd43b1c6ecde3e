"""With one component the projective step turns by arctan(h kappa sin theta) towards the mean.

Statement   R_x(h P_x(kappa mu)) = cos(theta - a) mu + sin(theta - a) e with a = arctan(h kappa sin theta), for
            x = cos(theta) mu + sin(theta) e and mu and e orthonormal.
Form        The turn is less than a right angle, and may still be more than twice theta.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.operations import MIDDLE, at_angle, on_great_circle, one_point, one_score, projective, turn
from derivations.vocabulary import theta
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="projective_step_of_one_component_eq",
    number="5.2",
    hypotheses=on_great_circle(MIDDLE),
    claim=Equal(projective(one_point, one_score), at_angle(theta - sp.atan(turn))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
