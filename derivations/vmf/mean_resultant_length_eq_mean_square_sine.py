"""The mean resultant length is the mean squared sine, up to a factor.

Statement   A_d(kappa) = kappa E[1 - s^2] / (d - 1), with s = <mu, x> and d >= 2.
Form        By parts; the right side is positive on sight.
Sources     mardia2000
"""

from derivations.vmf.operations import MeanResultantLength, kappa
from svflow_math.engine.calculus.rules.integrals import IntegrateByParts
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.slices import SliceIntegral, SliceMean, height
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mean_resultant_length_eq_mean_square_sine",
    number="2.3",
    hypotheses=(Positive(d - 1, witness={d: 1}),),
    claim=Equal(MeanResultantLength(kappa), kappa / (d - 1) * SliceMean(1 - height**2, kappa)),
    steps=(IntegrateByParts(1, -1 / ((d - 1) * SliceIntegral(1, kappa)), kappa),),
    cites=("mardia2000",),
)
