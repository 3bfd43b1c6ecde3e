"""With one component the exponential step turns by h kappa sin theta towards the mean.

Statement   exp_x(h P_x(kappa mu)) = cos(theta - a) mu + sin(theta - a) e with a = h kappa sin theta, for
            x = cos(theta) mu + sin(theta) e, mu and e orthonormal and 0 < theta < pi.
Form        The step stays on the great circle and may turn beyond the mean: theta - a is signed.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.operations import MIDDLE, at_angle, exponential, on_great_circle, one_point, one_score, turn
from derivations.vocabulary import theta
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Between
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="exponential_step_of_one_component_eq",
    number="5.2",
    hypotheses=(
        *on_great_circle(MIDDLE),
        Between(
            theta,
            0,
            sp.pi,
            open_low=True,
            open_high=True,
            convenience="angles between points; the formula holds for every angle",
        ),
    ),
    claim=Equal(exponential(one_point, one_score), at_angle(theta - turn)),
    steps=(NormalForm(roots=(turn,)),),
    cites=("liao2026",),
)
