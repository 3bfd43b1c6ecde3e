"""A relaxed step adds to the cotangent of the angle.

Statement   cot theta' = cot theta + h kappa / sin theta for theta' = dist(mu, N(x + h kappa mu)),
            x = cos(theta) mu + sin(theta) e, mu and e orthonormal and 0 < theta < pi.
Form        The closed form of one step, of any length.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.operations import AXES, MIDDLE, kappa, on_great_circle, one_point, one_score, relaxed
from derivations.euler.relaxed_step_of_one_component_angle_eq import THEOREM as ANGLE
from derivations.vmf.operations import mu
from derivations.vocabulary import Dist, h, theta
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Between
from svflow_math.engine.record.theorem import Theorem

after = Dist(mu, relaxed(one_point, one_score))

THEOREM = Theorem(
    id="relaxed_step_cot_eq",
    number="5.2",
    hypotheses=(
        *on_great_circle(MIDDLE),
        Between(theta, 0, sp.pi, open_low=True, open_high=True, witness={**AXES, theta: -1}),
    ),
    claim=Equal(sp.cos(after) / sp.sin(after), sp.cos(theta) / sp.sin(theta) + h * kappa / sp.sin(theta)),
    steps=(Use(ANGLE), NormalForm()),
    cites=("liao2026",),
)
