"""A whole normalised step turns by the whole angle.

Statement   phi(1, theta) = theta for 0 <= theta <= pi.
Form        The step ends at its target.
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
    id="step_angle_one_eq",
    number="4.6",
    hypotheses=(Between(theta, 0, sp.pi, witness={theta: 4}),),
    claim=Equal(StepAngle(1, theta), theta),
    steps=(
        RecogniseAngle(theta),
        NormalForm(),
    ),
    cites=("loshchilov2024",),
)
