"""RMSNorm without gains keeps the direction.

Statement   N(RMSNorm_epsilon(y)) = N(y) for y != 0, epsilon >= 0.
Form        On directions the layer is the identity: normalising is all that it does to the sphere.
Sources     liao2026
"""

from derivations.retraction.operations import Rms
from derivations.vocabulary import epsilon, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Nonnegative, NonZero
from svflow_math.engine.record.terms import Normalize
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="rms_norm_direction_eq",
    number="4.4",
    hypotheses=(
        NonZero(y, witness={y: [0, 0], epsilon: 1}),
        Nonnegative(epsilon, witness={y: [1, 0], epsilon: -1}),
    ),
    claim=Equal(Normalize(Rms(y, epsilon)), Normalize(y)),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
