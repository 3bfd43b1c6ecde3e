"""The remainder of Debye's expansion of the mean resultant length in high dimension.

Statement   |A_n - (kappa/(nu + w) - (kappa/w^2) sum_{k<=18} S_k / w^k)| <= 1.55e11 kappa / w^21 for every kappa >= 0,
            with n = d + 38, nu = n/2 - 1 >= 19 and w = sqrt(nu^2 + kappa^2).
Form        What the climb by nineteen steps of two dimensions rests on: the solution starts at kappa = 0, where the
            sum is exact, and no other enclosure of it is needed.
Sources     dlmf (10.41)
"""

import sympy as sp

from derivations.vmf.debye import HIGH_ORDERS, ORDER, DebyeSlope
from derivations.vmf.mean_resultant_length_le_kappa_div_dim import THEOREM as BELOW
from derivations.vmf.mean_resultant_length_pos import THEOREM as POSITIVE
from derivations.vmf.mean_resultant_length_riccati import THEOREM as RICCATI
from derivations.vmf.mean_resultant_length_sub_debye_le import TWO
from derivations.vmf.operations import MeanResultantLength, kappa
from svflow_math.engine.calculus.rules.riccati import RiccatiRings
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

n = d + 2 * HIGH_ORDERS.radius
nu = n / 2 - 1
w = sp.sqrt(nu**2 + kappa**2)
slope = DebyeSlope(kappa, nu, ORDER)
length = MeanResultantLength(kappa, n)
FROM_ZERO = RiccatiRings(length, slope, *HIGH_ORDERS, RICCATI, POSITIVE, BELOW)

THEOREM = Theorem(
    id="mean_resultant_length_sub_debye_le_of_high_order",
    number="2.8",
    hypotheses=(Nonnegative(d - 2, convenience=TWO),),
    claim=Bound(sp.Abs(length - kappa / (nu + w) + kappa * slope / w**2), HIGH_ORDERS.bound * kappa / w ** (ORDER + 3)),
    steps=(FROM_ZERO,),
    cites=("dlmf",),
)
