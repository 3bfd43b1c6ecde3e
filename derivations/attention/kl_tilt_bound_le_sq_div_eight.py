"""The sharp bound on the divergence of a tilt is at most Delta^2/8.

Statement   log((e^Delta - 1)/Delta) - 1 + Delta/(e^Delta - 1) <= Delta^2/8 for Delta > 0.
Form        The sharp bound is a divergence on two points, and a cumulant on two points is at most Delta^2/8.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.kl_tilt_attained import bound, second
from derivations.attention.two_point_cumulant_le import THEOREM as TWO_POINTS
from derivations.attention.two_point_cumulant_le import s, u
from derivations.vocabulary import Delta
from svflow_math.engine.calculus.rules.algebra import Through
from svflow_math.engine.calculus.rules.bounds import Certificate, FromDerivative
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

two_points = sp.log(1 - second + second * sp.exp(Delta)) - second * Delta

THEOREM = Theorem(
    id="kl_tilt_bound_le_sq_div_eight",
    number="6.1",
    hypotheses=(),
    claim=Bound(bound, Delta**2 / 8),
    steps=(
        Have(Bound(sp.S.Zero, sp.exp(Delta) - 1 - Delta), note="The second weight is not negative:"),
        FromDerivative(Delta, sp.S.Zero),
        Certificate(sp.exp(Delta) - 1),
        Through((two_points,)),
        Certificate(sp.S.Zero, note="The bound is attained on two points."),
        Use(TWO_POINTS, {s: second, u: Delta}),
    ),
    cites=("liao2026",),
)
