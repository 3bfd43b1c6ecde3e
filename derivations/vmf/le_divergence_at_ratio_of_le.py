"""The divergence for equal means where the second concentration is the smaller one, from below.

Statement   KL(kappa | kappa/(1+e)) >= limit - rest, limit = b (log(1+e) - e/(1+e)), rest = (b+1)^2 (e + e/(1+e))
            / (2 kappa), b = (d-1)/2, e >= 0.
Form        With the ratio rho = 1/(1+e) the limit is b (rho - 1 - log rho) again. The derivative in e is kappa
            (A(kappa) - A(kappa/(1+e))) / (1+e)^2: A is bounded by its first two terms at infinity.
Sources     mardia2000; amos1974
"""

from derivations.vmf.divergence_le_at_ratio import NO_BOUND, REST
from derivations.vmf.divergence_le_at_ratio_of_le import LIMIT, lowered, slope
from derivations.vmf.expansion_le_mean_resultant_length import THEOREM as LOW
from derivations.vmf.mean_resultant_length_le_expansion import THEOREM as UP
from derivations.vmf.operations import ONE_DIMENSION, Divergence, MeanResultantLength, b, gain, kappa
from svflow_math.engine.calculus.rules.bounds import Certificate, FromDerivative
from svflow_math.engine.calculus.rules.use import Recall
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

below = 1 - b / kappa - (b + 1) ** 2 / (2 * kappa**2)
above = 1 - b / lowered + (b + 1) ** 2 / (2 * lowered**2)

THEOREM = Theorem(
    id="le_divergence_at_ratio_of_le",
    number="2.6",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, convenience=NO_BOUND),
    ),
    claim=Bound(LIMIT - REST, Divergence(kappa, kappa / (1 + gain), 1)),
    steps=(
        FromDerivative(gain, 0),
        Recall(LOW),
        Recall(UP, at={kappa: lowered}),
        Certificate(slope * (MeanResultantLength(kappa) - below) + slope * (above - MeanResultantLength(lowered))),
    ),
    cites=("mardia2000", "amos1974"),
)
