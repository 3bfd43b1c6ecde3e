"""The angle after a relaxed step, with one component.

Statement   dist(mu, N(x + h kappa mu)) = atan2(sin theta, cos theta + h kappa) for x = cos(theta) mu + sin(theta) e, mu
            and e orthonormal and 0 < theta < pi.
Form        The update only moves the point along mu before it is normalised: it never overshoots.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.operations import AXES, MIDDLE, kappa, on_great_circle, one_point, one_score, relaxed
from derivations.vmf.operations import mu
from derivations.vocabulary import Dist, h, theta
from svflow_math.engine.calculus.rules.angles import AngleInHalfPlane
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Between
from svflow_math.engine.record.theorem import Theorem

radius = sp.sqrt((sp.cos(theta) + h * kappa) ** 2 + sp.sin(theta) ** 2)
angle = sp.atan2(sp.sin(theta), sp.cos(theta) + h * kappa)

THEOREM = Theorem(
    id="relaxed_step_of_one_component_angle_eq",
    number="5.2",
    hypotheses=(
        *on_great_circle(MIDDLE),
        Between(theta, 0, sp.pi, open_low=True, open_high=True, witness={**AXES, theta: -1}),
    ),
    claim=Equal(Dist(mu, relaxed(one_point, one_score)), angle),
    steps=(AngleInHalfPlane(radius),),
    cites=("liao2026",),
)
