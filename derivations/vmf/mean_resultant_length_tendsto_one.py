"""The mean resultant length tends to one.

Statement   A_d(kappa) -> 1 as kappa -> infinity: rho = 1 has no maximiser.
Form        Between Amos' lower bound and one.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.amos_lt_mean_resultant_length import THEOREM as LOWER
from derivations.vmf.mean_resultant_length_lt_one import THEOREM as LT_ONE
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, b, h, kappa
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.calculus.rules.orders import LimitOfOrder, Squeeze
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Limit
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

lower = 1 / (b * h + sp.sqrt(1 + (b + 1) ** 2 * h**2))

THEOREM = Theorem(
    id="mean_resultant_length_tendsto_one",
    number="2.7",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Limit(MeanResultantLength(kappa), kappa, sp.oo, 1),
    steps=(
        LimitOfOrder(h),
        Squeeze(lower - 1, 0),
        Use(LOWER, at={kappa: 1 / h}),
        Use(LT_ONE, at={kappa: 1 / h}),
        Taylor(),
        Taylor(),
    ),
    cites=("mardia2000",),
)
