"""The series of the mean resultant length at infinity.

Statement   A_d(1/h) = 1 - (d-1) h/2 + (d-1)(d-3) h^2/8 + O(h^3) as h = 1/kappa falls to 0.
Form        Between the two sharp bounds, which agree to this order.
Sources     dlmf (10.40.1)
"""

import sympy as sp

from derivations.vmf.mean_resultant_length_lt_sharp import THEOREM as UPPER
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, b, h, kappa
from derivations.vmf.sharp_lt_mean_resultant_length import THEOREM as LOWER
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.calculus.rules.orders import Squeeze
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

series = 1 - (d - 1) * h / 2 + (d - 1) * (d - 3) * h**2 / 8
lower = 1 / (d * h + 1 / ((b + 1) * h + sp.sqrt(1 + (b + 1) * (b + 2) * h**2)))
upper = 1 / (b * h + sp.sqrt(1 + b * (b + 1) * h**2))

THEOREM = Theorem(
    id="mean_resultant_length_sub_series_infinity_isBigO",
    number="2.3",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=OrderOf(MeanResultantLength(1 / h) - series, h, 3),
    steps=(
        Squeeze(lower - series, upper - series),
        Use(LOWER, at={kappa: 1 / h}),
        Use(UPPER, at={kappa: 1 / h}),
        Taylor(),
        Taylor(),
    ),
    cites=("dlmf",),
)
