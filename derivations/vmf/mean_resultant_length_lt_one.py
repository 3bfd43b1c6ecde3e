"""The mean resultant length is below one.

Statement   A_d(kappa) < 1.
Form        The mean of the positive function 1 - s.
Sources     mardia2000
"""

from derivations.vmf.operations import MeanResultantLength, kappa
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mean_resultant_length_lt_one",
    number="2.3",
    hypotheses=(),
    claim=Bound(MeanResultantLength(kappa), 1, strict=True),
    steps=(Certificate(SliceIntegral(1 - height, kappa) / SliceIntegral(1, kappa)),),
    cites=("mardia2000",),
)
