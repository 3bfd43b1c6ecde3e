"""Beyond the midpoint a normalised step is ahead of the geodesic.

Statement   alpha theta < phi(alpha, theta) for 1/2 < alpha < 1 and 0 < theta < pi.
Form        phi is strictly concave in alpha on [1/2, 1] and meets its chord at both ends.
Sources     loshchilov2024
"""

import sympy as sp

from derivations.retraction.operations import StepAngle
from derivations.retraction.step_angle_half_eq import THEOREM as HALF
from derivations.retraction.step_angle_one_eq import THEOREM as ONE
from derivations.vocabulary import alpha, theta
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.bounds import Certificate, FromConvexity
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Between
from svflow_math.engine.record.theorem import Theorem

OUTSIDE = {theta: 1, alpha: sp.Rational(1, 4)}
across, along = alpha * sp.sin(theta), 1 - alpha * (1 - sp.cos(theta))
bend = 4 * sp.sin(theta) * sp.sin(theta / 2) ** 2 * (2 * alpha - 1) / (across**2 + along**2) ** 2

THEOREM = Theorem(
    id="step_angle_gt_of_gt_half",
    number="4.6",
    hypotheses=(
        Between(theta, 0, sp.pi, open_low=True, open_high=True, witness={theta: 0, alpha: sp.Rational(3, 4)}),
        Between(alpha, sp.Rational(1, 2), 1, open_low=True, open_high=True, witness=OUTSIDE),
    ),
    claim=Bound(alpha * theta, StepAngle(alpha, theta), strict=True),
    steps=(
        FromConvexity(alpha),
        Use(HALF),
        NormalForm(),
        Use(ONE),
        NormalForm(),
        Certificate(bend),
    ),
    cites=("loshchilov2024",),
)
