"""The continued fraction cut after two steps lies below the mean resultant length.

Statement   kappa / (d + kappa^2 / (d+2)) <= A_d(kappa).
Form        Odd cuts lie above, even cuts below: one step of the recurrence on the bound in dimension d + 2.
Sources     amos1974
"""

from derivations.vmf.mean_resultant_length_le_kappa_div_dim import THEOREM as UPPER
from derivations.vmf.mean_resultant_length_recurrence import THEOREM as RECURRENCE
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.use import Recall, Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

further = MeanResultantLength(kappa, d + 2)

THEOREM = Theorem(
    id="continued_fraction_le_mean_resultant_length",
    number="2.3",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Bound(kappa / (d + kappa**2 / (d + 2)), MeanResultantLength(kappa)),
    steps=(
        Use(RECURRENCE),
        Recall(UPPER, at={d: d + 2}),
        Certificate(kappa**2 * (kappa / (d + 2) - further) / ((d + kappa**2 / (d + 2)) * (d + kappa * further))),
    ),
    cites=("amos1974",),
)
