"""The mean resultant length is positive.

Statement   0 < A_d(kappa) for kappa > 0.
Form        The mean of a positive function.
Sources     mardia2000
"""

from derivations.vmf.mean_resultant_length_eq_mean_square_sine import THEOREM as MEAN_SQUARE_SINE
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mean_resultant_length_pos",
    number="2.3",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, witness={kappa: 0}),
    ),
    claim=Bound(0, MeanResultantLength(kappa), strict=True),
    steps=(
        Use(MEAN_SQUARE_SINE),
        Certificate(kappa / (d - 1) * SliceIntegral((1 - height) * (1 + height), kappa) / SliceIntegral(1, kappa)),
    ),
    cites=("mardia2000",),
)
