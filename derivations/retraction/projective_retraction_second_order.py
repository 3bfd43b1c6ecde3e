"""The projective retraction agrees with the exponential map to second order.

Statement   R_x(t v) - exp_x(t v) = O(t^3) for |x| = 1 and v tangent at x.
Form        Curves of the retraction have no tangent acceleration at their start.
Sources     absil2008
"""

import sympy as sp

from derivations.vocabulary import Exp, Projective, t, v, x
from svflow_math.engine.calculus.rules.algebra import Restate, Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.terms import Norm
from svflow_math.engine.record.theorem import Theorem

length = Norm(v)
great_circle = sp.cos(t * length) * x + sp.sin(t * length) / length * v

THEOREM = Theorem(
    id="projective_retraction_second_order",
    number="4.1",
    hypotheses=(
        Unit(x, witness={x: [2, 0], v: [0, 1], t: 1}),
        Tangent(v, x, witness={x: [1, 0], v: [1, 1], t: 1}),
    ),
    claim=OrderOf(Projective(x, t * v) - Exp(x, t * v), t, 3),
    steps=(
        Restate(Projective(x, t * v) - great_circle, note="sinc(t|v|) t is sin(t|v|)/|v|, smooth in t."),
        Taylor(),
    ),
    cites=("absil2008",),
)
