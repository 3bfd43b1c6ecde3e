"""Where the normal law's mass is small, GELU is.

Statement   -r Phi(-r) > -c for r >= 0 and c >= 0 with c (1 + r^2/2) - r/2 > 0.
Form        Phi(-r) <= e^(-r^2/2)/2 and e^t >= 1 + t: a bound by a parabola, for all a far enough to the left.
Sources     dlmf
"""

import sympy as sp

from derivations.experts.operations import beyond, floor
from svflow_math.engine.calculus.rules.balls import NormalTail
from svflow_math.engine.calculus.rules.bounds import Certificate, TangentOfLogarithm
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.primitives import NormalCdf
from svflow_math.engine.record.theorem import Theorem

square = beyond**2 / 2
growth = sp.exp(square)
parabola = floor * (1 + square) - beyond / 2

THEOREM = Theorem(
    id="mul_normal_cdf_gt_of_parabola",
    number="7.3",
    hypotheses=(Positive(parabola, witness={beyond: 1, floor: sp.Rational(1, 10)}),),
    claim=Bound(-floor, -beyond * NormalCdf(-beyond), strict=True),
    steps=(
        NormalTail(-beyond),
        Have(Bound(square, growth - 1)),
        TangentOfLogarithm(growth, sp.S.One),
        Certificate(
            beyond * (sp.exp(-square) / 2 - NormalCdf(-beyond))
            + sp.exp(-square) * (floor * (growth - 1 - square) + parabola)
        ),
    ),
    cites=("dlmf",),
)
