"""The mean resultant length against its first two terms at infinity, from above.

Statement   A_d(kappa) <= 1 - b/kappa + (b+1)^2/(2 kappa^2) with b = (d-1)/2, for kappa > 0.
Form        Amos' upper bound without its root: wide, but a polynomial in 1/kappa that integrates.
Sources     amos1974
"""

import sympy as sp

from derivations.vmf.mean_resultant_length_lt_amos import THEOREM as UPPER
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, b, kappa
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.use import Recall
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

root = sp.sqrt(kappa**2 + b**2)
gap = ((root - kappa) ** 2 / 2 + (2 * b + 1) / 2) / kappa**2

THEOREM = Theorem(
    id="mean_resultant_length_le_expansion",
    number="2.6",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, witness={kappa: 0}),
    ),
    claim=Bound(MeanResultantLength(kappa), 1 - b / kappa + (b + 1) ** 2 / (2 * kappa**2)),
    steps=(
        Recall(UPPER),
        Certificate(kappa / (b + root) - MeanResultantLength(kappa) + gap),
    ),
    cites=("amos1974",),
)
