"""Amos' upper bound of the mean resultant length.

Statement   A_d(kappa) < kappa / ((d-1)/2 + sqrt(kappa^2 + ((d-1)/2)^2)) for kappa > 0.
Form        The bound is the positive root of 1 - A^2 - (d-1)A/kappa, which is A' by the Riccati equation and positive
            as a variance.
Sources     amos1974
"""

import sympy as sp

from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, b, kappa
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.integrals import MomentRecurrence
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

root = sp.sqrt(kappa**2 + b**2)
variance = SliceIntegral((height - MeanResultantLength(kappa)) ** 2, kappa) / SliceIntegral(1, kappa)

THEOREM = Theorem(
    id="mean_resultant_length_lt_amos",
    number="2.3",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, witness={kappa: 0}),
    ),
    claim=Bound(MeanResultantLength(kappa), kappa / (b + root), strict=True),
    steps=(
        MomentRecurrence(kappa),
        Certificate(variance / (MeanResultantLength(kappa) + (b + root) / kappa)),
    ),
    cites=("amos1974",),
)
