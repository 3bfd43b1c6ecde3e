"""A normalised step of length 0 turns by 0.

Statement   phi(0, theta) = 0.
Form        The first of the three steps at which normalised and geodesic interpolation agree.
Sources     loshchilov2024
"""

from derivations.retraction.operations import StepAngle
from derivations.vocabulary import theta
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="step_angle_zero_eq",
    number="4.6",
    hypotheses=(),
    claim=Equal(StepAngle(0, theta), 0),
    steps=(NormalForm(),),
    cites=("loshchilov2024",),
)
