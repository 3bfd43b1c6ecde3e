"""Before the midpoint a normalised step lags behind the geodesic.

Statement   phi(alpha, theta) < alpha theta for 0 < alpha < 1/2 and 0 < theta < pi.
Form        phi is strictly convex in alpha on [0, 1/2] and meets its chord at both ends.
Sources     loshchilov2024
"""

import sympy as sp

from derivations.retraction.operations import StepAngle
from derivations.retraction.step_angle_half_eq import THEOREM as HALF
from derivations.vocabulary import alpha, theta
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.bounds import Certificate, FromConvexity
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Between
from svflow_math.engine.record.theorem import Theorem

OUTSIDE = {theta: 1, alpha: sp.Rational(3, 4)}
across, along = alpha * sp.sin(theta), 1 - alpha * (1 - sp.cos(theta))
bend = 4 * sp.sin(theta) * sp.sin(theta / 2) ** 2 * (1 - 2 * alpha) / (across**2 + along**2) ** 2

THEOREM = Theorem(
    id="step_angle_lt_of_lt_half",
    number="4.6",
    hypotheses=(
        Between(theta, 0, sp.pi, open_low=True, open_high=True, witness={theta: 0, alpha: sp.Rational(1, 4)}),
        Between(alpha, 0, sp.Rational(1, 2), open_low=True, open_high=True, witness=OUTSIDE),
    ),
    claim=Bound(StepAngle(alpha, theta), alpha * theta, strict=True),
    steps=(
        FromConvexity(alpha),
        NormalForm(),
        Use(HALF),
        NormalForm(),
        Certificate(bend),
    ),
    cites=("loshchilov2024",),
)
