"""The remainder of Debye's expansion of the derivative of the mean resultant length in high dimension.

Statement   |d/dkappa (A_n - (kappa/(nu + w) - (kappa/w^2) sum_{k<=18} S_k / w^k))| <= 3.305e12 / w^21 for every
            kappa >= 0, with n = d + 38, nu = n/2 - 1 >= 19 and w = sqrt(nu^2 + kappa^2).
Form        What the climb rests on where the variance of the cosine is wanted.
Sources     dlmf (10.41)
"""

import sympy as sp

from derivations.vmf.debye import HIGH_ORDERS, ORDER
from derivations.vmf.mean_resultant_length_sub_debye_le import TWO
from derivations.vmf.mean_resultant_length_sub_debye_le_of_high_order import FROM_ZERO, length, nu, slope, w
from derivations.vmf.operations import kappa
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative
from svflow_math.engine.record.terms import Differential, d
from svflow_math.engine.record.theorem import Theorem

remainder = length - kappa / (nu + w) + kappa * slope / w**2

THEOREM = Theorem(
    id="mean_resultant_length_derivative_sub_debye_le_of_high_order",
    number="2.8",
    hypotheses=(Nonnegative(d - 2, convenience=TWO),),
    claim=Bound(sp.Abs(Differential(remainder, kappa, 1)), (HIGH_ORDERS.bound + HIGH_ORDERS.drift) / w ** (ORDER + 3)),
    steps=(FROM_ZERO,),
    cites=("dlmf",),
)
