"""A relaxed step of infinite length is the mean shift: the direction of the update itself.

Statement   N(x + h u) -> N(u) as h -> infinity, u != 0.
Form        For u = grad log p of a mixture of von Mises-Fisher laws it is their mean shift, and ascends as every
            relaxed step does.
Sources     liao2026
"""

import sympy as sp

from derivations.euler.operations import relaxed
from derivations.vocabulary import h, u, x
from svflow_math.engine.calculus.rules.algebra import Restate, Taylor
from svflow_math.engine.calculus.rules.orders import LimitOfOrder
from svflow_math.engine.record.claim import Limit
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Normalize
from svflow_math.engine.record.theorem import Theorem

share = sp.Symbol("s", positive=True)  # 1/h

THEOREM = Theorem(
    id="relaxed_step_tendsto_mean_shift",
    number="5.5",
    hypotheses=(NonZero(u, witness={u: [0, 0], x: [1, 0]}),),
    claim=Limit(relaxed(x, u), h, sp.oo, Normalize(u)),
    steps=(
        LimitOfOrder(share),
        Restate(Normalize(share * x + u) - Normalize(u), note="Only the direction counts:"),
        Taylor(),
    ),
    cites=("liao2026",),
)
