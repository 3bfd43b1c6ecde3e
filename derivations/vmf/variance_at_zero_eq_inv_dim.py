"""The slope of the mean resultant length at zero.

Statement   A_d'(0) = 1/d: E[s^2] = 1/d under the uniform law.
Form        The derivative at zero is the variance of the height of a uniform point.
Sources     mardia2000
"""

from svflow_math.engine.calculus.rules.integrals import IntegrateByParts
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceIntegral, SliceMean, height
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="variance_at_zero_eq_inv_dim",
    number="2.3",
    hypotheses=(Positive(d - 1, witness={d: 1}),),
    claim=Equal(SliceMean(height**2, 0), 1 / d),
    steps=(IntegrateByParts(height, -1 / (d * SliceIntegral(1, 0)), 0),),
    cites=("mardia2000",),
)
