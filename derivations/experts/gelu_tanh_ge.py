"""The tanh form of GELU is at least -0.170040751.

Statement   (a/2)(1 + tanh(sqrt(2/pi)(a + 0.044715 a^3))) > -0.170040751 for every real a.
Form        The last digit is rounded away from zero; its twin shows that it is the best ninth digit.
Sources     dlmf
"""

import sympy as sp

from derivations.experts.mul_sigmoid_gt_of_line import THEOREM as TAIL
from derivations.experts.operations import TANH_GELU_FLOOR, TanhGelu, a, beyond, floor, slope, tanh_argument
from svflow_math.engine.calculus.rules.algebra import Generalise, Unfold
from svflow_math.engine.calculus.rules.balls import ComputedBetween
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

far = -10 - beyond
line = TANH_GELU_FLOOR * (2 - 2 * tanh_argument(far)) + far

THEOREM = Theorem(
    id="gelu_tanh_ge",
    number="7.3",
    hypotheses=(),
    claim=Bound(-TANH_GELU_FLOOR, TanhGelu(a), strict=True),
    steps=(
        ComputedBetween(a, sp.Integer(-10), sp.Integer(0), beyond, note="The minimum lies near -0.75."),
        Unfold((TanhGelu,)),
        Have(Bound(0, line, strict=True)),
        Certificate(sp.collect(sp.expand(line), beyond)),
        Use(
            TAIL,
            {a: far, slope: tanh_argument(far), floor: TANH_GELU_FLOOR},
            note="To the left of -10 the cubic outgrows the line.",
        ),
        Unfold((TanhGelu,)),
        Generalise(tanh_argument(beyond), slope, note="For a >= 0 it is not negative, whatever the argument of tanh."),
        Certificate(beyond / (1 + sp.exp(-2 * slope)) + TANH_GELU_FLOOR),
    ),
    cites=("dlmf",),
)
