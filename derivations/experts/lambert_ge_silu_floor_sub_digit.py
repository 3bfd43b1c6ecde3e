"""W(1/e) > 0.278464542.

Statement   w e^(1 + w) < 1 for w = 0.278464542.
Form        w e^(1 + w) increases and is 1 at W(1/e): this and its twin enclose W(1/e) in a billionth.
Sources     dlmf
"""

import sympy as sp

from derivations.experts.operations import NINTH_DIGIT, SILU_FLOOR
from svflow_math.engine.calculus.rules.balls import Computed
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

w = SILU_FLOOR - NINTH_DIGIT

THEOREM = Theorem(
    id="lambert_ge_silu_floor_sub_digit",
    number="7.3",
    hypotheses=(),
    claim=Bound(w * sp.exp(1 + w), 1, strict=True),
    steps=(Computed(),),
    cites=("dlmf",),
)
