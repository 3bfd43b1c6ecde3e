"""The divergence for equal means at a ratio of the concentrations, both large, where the second is the smaller one.

Statement   KL(kappa | kappa/(1+e)) -> ((d-1)/2) (log(1+e) - e/(1+e)) as kappa -> infinity, e >= 0.
Form        The divergence of two normal laws of d - 1 dimensions with variances 1/kappa and (1+e)/kappa.
Sources     mardia2000
"""

import sympy as sp

from derivations.vmf.divergence_le_at_ratio import REST
from derivations.vmf.divergence_le_at_ratio_of_le import LIMIT
from derivations.vmf.divergence_le_at_ratio_of_le import THEOREM as ABOVE
from derivations.vmf.le_divergence_at_ratio_of_le import THEOREM as BELOW
from derivations.vmf.operations import ONE_DIMENSION, Divergence, gain, h, kappa
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.calculus.rules.orders import LimitOfOrder, Squeeze
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Limit
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

rest = REST.xreplace({kappa: 1 / h})

THEOREM = Theorem(
    id="divergence_tendsto_at_ratio_of_le",
    number="2.6",
    hypotheses=(Positive(d - 1, convenience=ONE_DIMENSION),),
    claim=Limit(Divergence(kappa, kappa / (1 + gain), 1), kappa, sp.oo, LIMIT),
    steps=(
        LimitOfOrder(h),
        Squeeze(-rest, rest),
        Use(BELOW, at={kappa: 1 / h}),
        Use(ABOVE, at={kappa: 1 / h}),
        Taylor(),
        Taylor(),
    ),
    cites=("mardia2000",),
)
