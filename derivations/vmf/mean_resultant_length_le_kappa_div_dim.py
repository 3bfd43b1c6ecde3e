"""The mean resultant length lies below its tangent at zero.

Statement   A_d(kappa) <= kappa / d.
Form        The continued fraction cut after one step; what is cut off is not negative.
Sources     amos1974
"""

from derivations.vmf.mean_resultant_length_recurrence import THEOREM as RECURRENCE
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

further = MeanResultantLength(kappa, d + 2)

THEOREM = Theorem(
    id="mean_resultant_length_le_kappa_div_dim",
    number="2.3",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Bound(MeanResultantLength(kappa), kappa / d),
    steps=(
        Use(RECURRENCE),
        Certificate(kappa**2 * further / (d * (d + kappa * further))),
    ),
    cites=("amos1974",),
)
