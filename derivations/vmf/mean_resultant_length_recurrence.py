"""Two dimensions more: the continued fraction of the mean resultant length, one step at a time.

Statement   A_d(kappa) = kappa / (d + kappa A_{d+2}(kappa)).
Form        Applied again and again it is kappa / (d + kappa^2 / (d+2 + kappa^2 / (d+4 + ...))); what is left after any
            number of steps is a mean resultant length, hence between 0 and 1.
Sources     dlmf (10.33.1); amos1974
"""

from derivations.vmf.mean_resultant_length_eq_mean_square_sine import THEOREM as MEAN_SQUARE_SINE
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa
from svflow_math.engine.calculus.rules.integrals import IntegrateByParts, LowerDimension
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

square_sine = SliceIntegral(1 - height**2, kappa)
below = d * square_sine + kappa * SliceIntegral(height * (1 - height**2), kappa)

THEOREM = Theorem(
    id="mean_resultant_length_recurrence",
    number="2.3",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Equal(MeanResultantLength(kappa), kappa / (d + kappa * MeanResultantLength(kappa, d + 2))),
    steps=(
        Use(MEAN_SQUARE_SINE),
        LowerDimension(),
        IntegrateByParts(height, kappa * square_sine / ((d - 1) * SliceIntegral(1, kappa) * below), kappa),
    ),
    cites=(
        "dlmf",
        "amos1974",
    ),
)
