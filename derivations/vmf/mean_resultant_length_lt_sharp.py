"""An upper bound of the mean resultant length that is sharp to second order at infinity.

Statement   A_d(kappa) < kappa / ((d-1)/2 + sqrt(kappa^2 + (d^2-1)/4)) for kappa > 0.
Form        A variance is at least cov(s, T)^2 / var(T), here with T = (d-1)s - kappa(1 - s^2), the derivative of the
            log density along a meridian: by parts E[T] = 0, cov(s, T) = E[1 - s^2] and var(T) < 2(d-1).
Sources     hornik2014
"""

import sympy as sp

from derivations.vmf.mean_resultant_length_pos import THEOREM as POSITIVE
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, b, kappa
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.integrals import MomentRecurrence
from svflow_math.engine.calculus.rules.use import Recall
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

root = sp.sqrt(kappa**2 + b * (b + 1))
length = MeanResultantLength(kappa)
ratio = length / (2 * kappa)
residual = height - length - ratio * ((d - 1) * height - kappa * (1 - height**2))
square = SliceIntegral(residual**2, kappa) / SliceIntegral(1, kappa)
gap = square + ratio**2 * (d - 1) * (d + 1) * length / kappa

THEOREM = Theorem(
    id="mean_resultant_length_lt_sharp",
    number="2.3",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Positive(kappa, witness={kappa: 0}),
    ),
    claim=Bound(MeanResultantLength(kappa), kappa / (b + root), strict=True),
    steps=(
        Recall(POSITIVE),
        MomentRecurrence(kappa),
        Certificate(gap / ((1 + b / kappa**2) * (length + kappa * (b + root) / (kappa**2 + b)))),
    ),
    cites=("hornik2014",),
)
