"""The remainder of Debye's expansion of the derivative of the mean resultant length.

Statement   |d/dkappa (A_d - (kappa/(nu + w) - (kappa/w^2) sum_{k<=18} S_k / w^k))| <= 2.826e12 / w^21 for w >= 28,
            with nu = d/2 - 1 and w = sqrt(nu^2 + kappa^2).
Form        Twenty times the bound for A, as the term left out: an asymptotic expansion need not be differentiable,
            but the derivative of the remainder obeys a linear equation with the same residual.
Sources     dlmf (10.41)
"""

import sympy as sp

from derivations.vmf.debye import EVERY_ORDER, ORDER, nu, w
from derivations.vmf.mean_resultant_length_sub_debye_le import REMAINDER, RINGS, SMALL_W, TWO
from derivations.vmf.operations import kappa
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative
from svflow_math.engine.record.polar_sum import FarOut
from svflow_math.engine.record.terms import Differential, d
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mean_resultant_length_derivative_sub_debye_le",
    number="2.8",
    hypotheses=(
        Nonnegative(d - 2, convenience=TWO),
        FarOut(kappa, nu, EVERY_ORDER.radius, convenience=SMALL_W),
    ),
    claim=Bound(sp.Abs(Differential(REMAINDER, kappa, 1)), (EVERY_ORDER.bound + EVERY_ORDER.drift) / w ** (ORDER + 3)),
    steps=(RINGS,),
    cites=("dlmf",),
)
