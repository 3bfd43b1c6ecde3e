"""The start of Newton's method for mean resultant lengths near one.

Statement   With kappa_0 = rho (d - rho^2) / (1 - rho^2) at rho = 1 - h: A_d(kappa_0) - rho = O(h^2).
Form        Between Amos' bounds at kappa_0 = q/h, q -> (d-1)/2. In h = 1 - rho nothing cancels.
Sources     hornik2014
"""

import sympy as sp

from derivations.vmf.amos_lt_mean_resultant_length import THEOREM as LOWER
from derivations.vmf.mean_resultant_length_lt_amos import THEOREM as UPPER
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, b, h, kappa
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.calculus.rules.orders import Squeeze
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Between, Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

q = (1 - h) * ((d - 1) + h * (2 - h)) / (2 - h)
lower = q / (b * h + sp.sqrt(q**2 + (b + 1) ** 2 * h**2))
upper = q / (b * h + sp.sqrt(q**2 + b**2 * h**2))

THEOREM = Theorem(
    id="newton_start_isBigO_at_one",
    number="2.7",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Between(h, 0, 1, open_low=True, open_high=True, convenience="an order as h falls to zero"),
    ),
    claim=OrderOf(MeanResultantLength(q / h) - (1 - h), h, 2),
    steps=(
        Squeeze(lower - (1 - h), upper - (1 - h)),
        Use(LOWER, at={kappa: q / h}),
        Use(UPPER, at={kappa: q / h}),
        Taylor(),
        Taylor(),
    ),
    cites=("hornik2014",),
)
