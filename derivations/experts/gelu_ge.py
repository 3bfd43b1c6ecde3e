"""GELU is at least -0.169971208.

Statement   a Phi(a) > -0.169971208 for every real a.
Form        The last digit is rounded away from zero; its twin shows that it is the best ninth digit.
Sources     dlmf
"""

import sympy as sp

from derivations.experts.mul_normal_cdf_gt_of_parabola import THEOREM as TAIL
from derivations.experts.operations import GELU_FLOOR, Gelu, a, beyond, floor
from svflow_math.engine.calculus.rules.algebra import Unfold
from svflow_math.engine.calculus.rules.balls import ComputedBetween
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.primitives import NormalCdf
from svflow_math.engine.record.theorem import Theorem

far = -6 - beyond
parabola = GELU_FLOOR * (1 + far**2 / 2) + far / 2

THEOREM = Theorem(
    id="gelu_ge",
    number="7.3",
    hypotheses=(),
    claim=Bound(-GELU_FLOOR, Gelu(a), strict=True),
    steps=(
        ComputedBetween(a, sp.Integer(-6), sp.Integer(0), beyond, note="The minimum lies near -0.75."),
        Unfold((Gelu,)),
        Have(Bound(0, parabola, strict=True)),
        Certificate(sp.expand(parabola)),
        Use(TAIL, {beyond: -far, floor: GELU_FLOOR}, note="To the left of -6 the tail of the normal law decides."),
        Certificate(beyond * NormalCdf(beyond) + GELU_FLOOR, note="For a >= 0 GELU is not negative."),
    ),
    cites=("dlmf",),
)
