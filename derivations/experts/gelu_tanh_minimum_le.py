"""The tanh form of GELU falls below -0.170040750.

Statement   Its value at a = -0.7525 is below -0.170040750.
Form        So its minimum is -0.17004075..., and the bound of its twin cannot lose a unit of its ninth digit.
Sources     dlmf
"""

import sympy as sp

from derivations.experts.operations import NINTH_DIGIT, TANH_GELU_FLOOR, TanhGelu
from svflow_math.engine.calculus.rules.balls import Computed
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="gelu_tanh_minimum_le",
    number="7.3",
    hypotheses=(),
    claim=Bound(TanhGelu(sp.Rational(-7525, 10**4)), NINTH_DIGIT - TANH_GELU_FLOOR, strict=True),
    steps=(Computed(),),
    cites=("dlmf",),
)
