"""The series of the mean resultant length at zero.

Statement   A_d = kappa/d - kappa^3/(d^2 (d+2)) + 2 kappa^5/(d^3 (d+2)(d+4)) + O(kappa^7).
Form        Four steps of the continued fraction; what is left over is an explicit quotient with A_{d+8} between 0 and
            1 in it.
Sources     dlmf (10.33.1)
"""

from derivations.vmf.mean_resultant_length_recurrence import THEOREM as RECURRENCE
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa
from svflow_math.engine.calculus.rules.orders import Factored
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

series = kappa / d - kappa**3 / (d**2 * (d + 2)) + 2 * kappa**5 / (d**3 * (d + 2) * (d + 4))
further = MeanResultantLength(kappa, d + 8)
above = -5 * d**2 - 4 * d * further * kappa - 32 * d - 8 * further * kappa - 2 * kappa**2 - 48
below = (
    d**3
    * (d + 2)
    * (d + 4)
    * (
        d**4
        + d**3 * further * kappa
        + 12 * d**3
        + 6 * d**2 * further * kappa
        + 3 * d**2 * kappa**2
        + 44 * d**2
        + 2 * d * further * kappa**3
        + 8 * d * further * kappa
        + 18 * d * kappa**2
        + 48 * d
        + 4 * further * kappa**3
        + kappa**4
        + 24 * kappa**2
    )
)
remainder = above / below

THEOREM = Theorem(
    id="mean_resultant_length_sub_series_zero_isBigO",
    number="2.3",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=OrderOf(MeanResultantLength(kappa) - series, kappa, 7),
    steps=(
        Use(RECURRENCE),
        Use(RECURRENCE, at={d: d + 2}),
        Use(RECURRENCE, at={d: d + 4}),
        Use(RECURRENCE, at={d: d + 6}),
        Factored(remainder),
    ),
    cites=("dlmf",),
)
