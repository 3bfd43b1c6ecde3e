"""SiLU falls to -W(1/e).

Statement   At a = -(1 + w), a/(1 + e^-a) <= -w for every w > 0 with w e^(1 + w) <= 1; the largest such w is W(1/e).
Form        So the bound of its twin is attained, at a = -(1 + W(1/e)).
Sources     dlmf
"""

import sympy as sp

from derivations.experts.operations import Silu
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Between, Nonnegative
from svflow_math.engine.record.theorem import Theorem

w = sp.Symbol("w", positive=True)
lack = 1 - w * sp.exp(1 + w)

THEOREM = Theorem(
    id="silu_at_minimum_le_neg_lambert",
    number="7.3",
    hypotheses=(
        Between(w, 0, 1, open_low=True, convenience="implied by the next; it names where such w lie"),
        Nonnegative(lack, witness={w: sp.Rational(1, 2)}),
    ),
    claim=Bound(Silu(-1 - w), -w),
    steps=(Certificate(lack / (1 + sp.exp(1 + w))),),
    cites=("dlmf",),
)
