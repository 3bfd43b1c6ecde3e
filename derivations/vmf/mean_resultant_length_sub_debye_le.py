"""The remainder of Debye's expansion of the mean resultant length.

Statement   |A_d - (kappa/(nu + w) - (kappa/w^2) sum_{k<=18} S_k / w^k)| <= 1.26e11 kappa / w^21 for w >= 28, with
            nu = d/2 - 1, w = sqrt(nu^2 + kappa^2) and S_k the polynomials in nu^2/w^2 of the Riccati equation.
Form        At w = 28 the bound is a quarter of an ulp of the 1/2 that the sum begins with: it is the switch point of
            the tables. Above and below the solution lie sums with residuals of one sign.
Sources     dlmf (10.41)
"""

import sympy as sp

from derivations.vmf.debye import EVERY_ORDER, ORDER, DebyeSlope, nu, w
from derivations.vmf.mean_resultant_length_le_kappa_div_dim import THEOREM as BELOW
from derivations.vmf.mean_resultant_length_pos import THEOREM as POSITIVE
from derivations.vmf.mean_resultant_length_riccati import THEOREM as RICCATI
from derivations.vmf.operations import MeanResultantLength, kappa
from svflow_math.engine.calculus.rules.riccati import RiccatiRings
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative
from svflow_math.engine.record.polar_sum import FarOut
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

slope = DebyeSlope(kappa, nu, ORDER)
length = MeanResultantLength(kappa)
REMAINDER = length - kappa / (nu + w) + kappa * slope / w**2
RINGS = RiccatiRings(length, slope, *EVERY_ORDER, RICCATI, POSITIVE, BELOW, start=5)
SMALL_W = "nearer to the origin the bound is no longer a rounding error; the tables climb in dimension there"
TWO = "the order nu is taken from 0 on"

THEOREM = Theorem(
    id="mean_resultant_length_sub_debye_le",
    number="2.8",
    hypotheses=(
        Nonnegative(d - 2, convenience=TWO),
        FarOut(kappa, nu, EVERY_ORDER.radius, convenience=SMALL_W),
    ),
    claim=Bound(sp.Abs(REMAINDER), EVERY_ORDER.bound * kappa / w ** (ORDER + 3)),
    steps=(RINGS,),
    cites=("dlmf",),
)
