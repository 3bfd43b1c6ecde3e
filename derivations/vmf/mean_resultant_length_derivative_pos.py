"""The mean resultant length increases.

Statement   0 < A_d'(kappa), for d > 1.
Form        A variance of a height that is not constant. So A_d(kappa) = rho has at most one solution.
Sources     mardia2000
"""

from derivations.vmf.mean_resultant_length_derivative_eq_variance import THEOREM as VARIANCE
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import Differential, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mean_resultant_length_derivative_pos",
    number="2.3",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Bound(0, Differential(MeanResultantLength(kappa), kappa, 1), strict=True),
    steps=(
        Use(VARIANCE),
        Certificate(SliceIntegral((height - MeanResultantLength(kappa)) ** 2, kappa) / SliceIntegral(1, kappa)),
    ),
    cites=("mardia2000",),
)
