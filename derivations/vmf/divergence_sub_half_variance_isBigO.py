"""The divergence for equal means and close concentrations.

Statement   KL(kappa | kappa + h) = A'(kappa) h^2 / 2 + O(h^3).
Form        The value and the first derivative vanish at h = 0; the second is the variance of the height.
Sources     mardia2000
"""

from derivations.vmf.operations import Divergence, MeanResultantLength, h, kappa
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="divergence_sub_half_variance_isBigO",
    number="2.6",
    hypotheses=(),
    claim=OrderOf(
        Divergence(kappa, kappa + h, 1) - Differential(MeanResultantLength(kappa), kappa, 1) * h**2 / 2, h, 3
    ),
    steps=(Taylor(),),
    cites=("mardia2000",),
)
