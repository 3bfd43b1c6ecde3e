"""A lower bound of the mean resultant length that is sharp to second order at infinity.

Statement   kappa / (d + kappa^2 / ((d+1)/2 + sqrt(kappa^2 + ((d+2)^2 - 1)/4))) < A_d(kappa) for kappa > 0.
Form        The sharp upper bound in dimension d + 2, put into one step of the continued fraction.
Sources     hornik2014
"""

import sympy as sp

from derivations.vmf.mean_resultant_length_lt_sharp import THEOREM as UPPER
from derivations.vmf.mean_resultant_length_recurrence import THEOREM as RECURRENCE
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, b, kappa
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.use import Recall, Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

bound = kappa / (b + 1 + sp.sqrt(kappa**2 + (b + 1) * (b + 2)))
further = MeanResultantLength(kappa, d + 2)

THEOREM = Theorem(
    id="sharp_lt_mean_resultant_length",
    number="2.3",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, witness={kappa: 0}),
    ),
    claim=Bound(kappa / (d + kappa * bound), MeanResultantLength(kappa), strict=True),
    steps=(
        Use(RECURRENCE),
        Recall(UPPER, at={d: d + 2}),
        Certificate(kappa**2 * (bound - further) / ((d + kappa * bound) * (d + kappa * further))),
    ),
    cites=("hornik2014",),
)
