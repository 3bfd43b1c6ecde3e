"""SiLU is at least -W(1/e).

Statement   a/(1 + e^-a) >= -w for every w > 0 with w e^(1 + w) >= 1; the least such w is Lambert's W(1/e).
Form        Two-sided with its twin, which attains it: no number is computed, and e^t >= 1 + t is all that is used.
Sources     dlmf
"""

import sympy as sp

from derivations.experts.operations import Silu, a
from svflow_math.engine.calculus.rules.bounds import Certificate, TangentOfLogarithm
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative
from svflow_math.engine.record.theorem import Theorem

w = sp.Symbol("w", positive=True)
excess = w * sp.exp(1 + w) - 1
t = -(1 + w + a)

THEOREM = Theorem(
    id="silu_ge_neg_lambert",
    number="7.3",
    hypotheses=(Nonnegative(excess, witness={w: sp.Rational(1, 5), a: sp.Rational(-6, 5)}),),
    claim=Bound(-w, Silu(a)),
    steps=(
        Have(Bound(t, sp.exp(t) - 1)),
        TangentOfLogarithm(sp.exp(t), sp.S.One),
        Certificate(
            (excess * sp.exp(t) + (sp.exp(t) - 1 - t)) / (1 + sp.exp(-a)),
            note="w e^-a is at least e^t with t = -(1 + w + a), and that lies above its tangent 1 + t.",
        ),
    ),
    cites=("dlmf",),
)
