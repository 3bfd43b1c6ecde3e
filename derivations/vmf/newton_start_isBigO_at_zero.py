"""The start of Newton's method for small mean resultant lengths.

Statement   With kappa_0 = rho (d - rho^2) / (1 - rho^2): A_d(kappa_0) - rho = O(rho^3).
Form        A_d(kappa) = kappa/d + O(kappa^3) and kappa_0 = d rho + O(rho^3); two steps of the continued fraction.
Sources     hornik2014
"""

from derivations.vmf.mean_resultant_length_recurrence import THEOREM as RECURRENCE
from derivations.vmf.operations import ONE_DIMENSION, MeanResultantLength, kappa, rho
from svflow_math.engine.calculus.rules.orders import Factored
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Between, Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

start = rho * ((d - 1) + (1 - rho) * (1 + rho)) / ((1 - rho) * (1 + rho))
further = MeanResultantLength(start, d + 4)
remainder = (
    d**2 * further * rho
    - d**2 * rho**2
    - d * further * rho**3
    - d * further * rho
    + d * rho**2
    + d
    + further * rho**3
    - rho**4
    + 2 * rho**2
    - 2
) / (
    -(d**2) * further * rho**3
    + d**2 * further * rho
    + d**2 * rho**4
    - d**2 * rho**2
    + d**2
    + d * further * rho**5
    - d * further * rho**3
    - 4 * d * rho**2
    + 2 * d
    + rho**6
)

THEOREM = Theorem(
    id="newton_start_isBigO_at_zero",
    number="2.7",
    hypotheses=(
        Positive(d - 1, convenience=ONE_DIMENSION),
        Between(rho, 0, 1, open_low=True, open_high=True, convenience="an order as rho falls to zero"),
    ),
    claim=OrderOf(MeanResultantLength(start) - rho, rho, 3),
    steps=(
        Use(RECURRENCE, at={kappa: start}),
        Use(RECURRENCE, at={kappa: start, d: d + 2}),
        Factored(remainder),
    ),
    cites=("hornik2014",),
)
