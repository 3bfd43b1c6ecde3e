"""The divergence for equal means at a ratio of the concentrations, from above.

Statement   KL(kappa | (1+e) kappa) <= limit + rest, limit = b (e - log(1+e)), rest = (b+1)^2 (e + e/(1+e)) / (2
            kappa), b = (d-1)/2, e >= 0.
Form        The derivative in e is kappa (A((1+e) kappa) - A(kappa)): A is bounded by its first two terms at infinity
            and the bound integrated.
Sources     mardia2000; amos1974
"""

import sympy as sp

from derivations.vmf.expansion_le_mean_resultant_length import THEOREM as LOW
from derivations.vmf.mean_resultant_length_le_expansion import THEOREM as UP
from derivations.vmf.operations import ONE_DIMENSION, Divergence, MeanResultantLength, b, gain, kappa
from svflow_math.engine.calculus.rules.bounds import Certificate, FromDerivative
from svflow_math.engine.calculus.rules.use import Recall
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

LIMIT = b * (gain - sp.log(1 + gain))
REST = (b + 1) ** 2 * (gain + gain / (1 + gain)) / (2 * kappa)
NO_BOUND = "for kappa = 0 the bound is infinite"
raised = (1 + gain) * kappa
lowered = kappa
above = 1 - b / raised + (b + 1) ** 2 / (2 * raised**2)
below = 1 - b / lowered - (b + 1) ** 2 / (2 * lowered**2)

THEOREM = Theorem(
    id="divergence_le_at_ratio",
    number="2.6",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, convenience=NO_BOUND),
    ),
    claim=Bound(Divergence(kappa, (1 + gain) * kappa, 1), LIMIT + REST),
    steps=(
        FromDerivative(gain, 0),
        Recall(UP, at={kappa: raised}),
        Recall(LOW, at={kappa: lowered}),
        Certificate(kappa * (above - MeanResultantLength(raised)) + kappa * (MeanResultantLength(lowered) - below)),
    ),
    cites=("mardia2000", "amos1974"),
)
