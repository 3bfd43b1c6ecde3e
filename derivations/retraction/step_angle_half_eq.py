"""Half a normalised step turns by half the angle.

Statement   phi(1/2, theta) = theta / 2 for 0 <= theta < pi.
Form        The chord's midpoint lies over the arc's midpoint.
Sources     loshchilov2024
"""

import sympy as sp

from derivations.retraction.operations import StepAngle
from derivations.vocabulary import theta
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.angles import RecogniseAngle
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Between
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="step_angle_half_eq",
    number="4.6",
    hypotheses=(Between(theta, 0, sp.pi, open_high=True, witness={theta: 4}),),
    claim=Equal(StepAngle(sp.Rational(1, 2), theta), theta / 2),
    steps=(
        RecogniseAngle(theta / 2, radius=sp.cos(theta / 2)),
        NormalForm(),
    ),
    cites=("loshchilov2024",),
)
