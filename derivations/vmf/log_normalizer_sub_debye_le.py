"""The remainder of Debye's expansion of the log normaliser.

Statement   |log(C_d e^kappa kappa^(-b)) - (nu log((nu + w)/kappa) + log(w/kappa)/2 - nu^2/(w + kappa) - b log(2 pi) -
            sum_{k<=18} D_k / w^k)| <= 1.26e11 / (19 w^19) for kappa > 0 and w >= 28, with b = (d-1)/2, nu = d/2 - 1, w
            = sqrt(nu^2 + kappa^2) and (k + 2j) D_{k,j} = S_{k,j}.
Form        The derivative of the left side is the remainder of A_d; both vanish at infinity, where the constant comes
            from. kappa - w = -nu^2/(w + kappa) leaves log C_d = nu log(nu + w) - w + ... At w = 28 the bound is 2e-18.
Sources     dlmf (10.41.3)
"""

import sympy as sp

from derivations.vmf.debye import EVERY_ORDER, ORDER, DebyeLog, nu, w
from derivations.vmf.mean_resultant_length_sub_debye_le import REMAINDER, SMALL_W, TWO
from derivations.vmf.mean_resultant_length_sub_debye_le import THEOREM as LENGTH
from derivations.vmf.normalizer_tendsto import THEOREM as NORMALIZER
from derivations.vmf.operations import Normalizer, b, h, kappa
from svflow_math.engine.calculus.rules.algebra import Restate, Taylor
from svflow_math.engine.calculus.rules.orders import (
    FromInfinity,
    LimitOfOrder,
    LogarithmOfLimit,
    PolarLimit,
    SumOfLimits,
)
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative, Positive
from svflow_math.engine.record.polar_sum import FarOut
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

series = DebyeLog(kappa, nu, ORDER)
scaled = sp.log(Normalizer(kappa) * sp.exp(kappa) * kappa ** (-b))
limit = sp.log((2 * sp.pi) ** (-b))
leading = nu * sp.log((nu + w) / kappa) + sp.log(w / kappa) / 2 - nu**2 / (w + kappa) + limit
root = sp.sqrt(1 + nu**2 * h**2)

THEOREM = Theorem(
    id="log_normalizer_sub_debye_le",
    number="2.8",
    hypotheses=(
        Nonnegative(d - 2, convenience=TWO),
        Positive(kappa, witness={kappa: 0, d: 64}),
        FarOut(kappa, nu, EVERY_ORDER.radius, convenience=SMALL_W),
    ),
    claim=Bound(sp.Abs(scaled - leading + series), sp.Rational(EVERY_ORDER.bound, ORDER + 1) / w ** (ORDER + 1)),
    steps=(
        FromInfinity(kappa, -REMAINDER),
        SumOfLimits(scaled, limit),
        LogarithmOfLimit(),
        Use(NORMALIZER),
        SumOfLimits(series, 0),
        PolarLimit(),
        LimitOfOrder(h),
        Restate(nu**2 * h / (1 + root) - nu * sp.log(nu * h + root) - sp.log(root) / 2),
        Taylor(),
        LimitOfOrder(h),
        Restate(sp.Rational(EVERY_ORDER.bound, ORDER + 1) * h ** (ORDER + 1) / root ** (ORDER + 1)),
        Taylor(),
        Use(LENGTH),
    ),
    cites=("dlmf",),
)
