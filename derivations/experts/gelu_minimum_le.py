"""GELU falls below -0.169971207.

Statement   a Phi(a) < -0.169971207 at a = -0.7518.
Form        So the minimum of GELU is -0.16997120..., and the bound of its twin cannot lose a unit of its ninth digit.
Sources     dlmf
"""

import sympy as sp

from derivations.experts.operations import GELU_FLOOR, NINTH_DIGIT, Gelu
from svflow_math.engine.calculus.rules.balls import Computed
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="gelu_minimum_le",
    number="7.3",
    hypotheses=(),
    claim=Bound(Gelu(sp.Rational(-7518, 10**4)), NINTH_DIGIT - GELU_FLOOR, strict=True),
    steps=(Computed(),),
    cites=("dlmf",),
)
