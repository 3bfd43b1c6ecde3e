"""W(1/e) < 0.278464543.

Statement   w e^(1 + w) > 1 for w = 0.278464543.
Form        w e^(1 + w) increases and is 1 at W(1/e): this and its twin enclose W(1/e) in a billionth.
Sources     dlmf
"""

import sympy as sp

from derivations.experts.operations import SILU_FLOOR
from svflow_math.engine.calculus.rules.balls import Computed
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="lambert_le_silu_floor",
    number="7.3",
    hypotheses=(),
    claim=Bound(1, SILU_FLOOR * sp.exp(1 + SILU_FLOOR), strict=True),
    steps=(Computed(),),
    cites=("dlmf",),
)
