"""The mean resultant length against its first two terms at infinity, from below.

Statement   1 - b/kappa - (b+1)^2/(2 kappa^2) <= A_d(kappa) with b = (d-1)/2, for kappa > 0.
Form        Amos' lower bound without its root.
Sources     amos1974
"""

import sympy as sp

from derivations.vmf.amos_lt_mean_resultant_length import THEOREM as LOWER
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, b, kappa
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.use import Recall
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

root = sp.sqrt(kappa**2 + (b + 1) ** 2)
c = (b + 1) ** 2
parts = 2 * kappa * b * c / (root + kappa) + 2 * kappa * b**2 + c * b + c**2 * (root + 2 * kappa) / (root + kappa) ** 2
gap = parts / (2 * kappa**2 * (b + root))

THEOREM = Theorem(
    id="expansion_le_mean_resultant_length",
    number="2.6",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, witness={kappa: 0}),
    ),
    claim=Bound(1 - b / kappa - (b + 1) ** 2 / (2 * kappa**2), MeanResultantLength(kappa)),
    steps=(
        Recall(LOWER),
        Certificate(MeanResultantLength(kappa) - kappa / (b + root) + gap),
    ),
    cites=("amos1974",),
)
