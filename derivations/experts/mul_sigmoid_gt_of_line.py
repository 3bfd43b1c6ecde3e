"""Where its factor is small, an activation with a sigmoid is.

Statement   (a/2)(1 + tanh y) > -c for c >= 0 with c (2 - 2 y) + a > 0.
Form        1 + tanh y = 2/(1 + e^(-2 y)) and e^t >= 1 + t: a bound for all a at which y falls faster than a.
Sources     dlmf
"""

import sympy as sp

from derivations.experts.operations import a, floor, slope
from svflow_math.engine.calculus.rules.bounds import Certificate, TangentOfLogarithm
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.theorem import Theorem

growth = sp.exp(-2 * slope)
line = floor * (2 - 2 * slope) + a

THEOREM = Theorem(
    id="mul_sigmoid_gt_of_line",
    number="7.3",
    hypotheses=(Positive(line, witness={a: -2, slope: 0, floor: sp.Rational(1, 2)}),),
    claim=Bound(-floor, a / 2 * (1 + sp.tanh(slope)), strict=True),
    steps=(
        Have(Bound(-2 * slope, growth - 1)),
        TangentOfLogarithm(growth, sp.S.One),
        Certificate((floor * (growth - 1 + 2 * slope) + line) / (1 + growth)),
    ),
    cites=("dlmf",),
)
