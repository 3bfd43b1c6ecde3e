"""The exponential map starts at its base point with its argument as velocity.

Statement   exp_x(t v) = x + t v + O(t^2).
Form        exp_x(0) = x and the derivative there is the identity: the exponential map is a retraction.
Sources     absil2008
"""

import sympy as sp

from derivations.vocabulary import Exp, t, v, x
from svflow_math.engine.calculus.rules.algebra import Restate, Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.terms import Norm
from svflow_math.engine.record.theorem import Theorem

length = Norm(v)
great_circle = sp.cos(t * length) * x + sp.sin(t * length) / length * v

THEOREM = Theorem(
    id="exp_starts_at_base_with_velocity",
    number="1.2",
    hypotheses=(),
    claim=OrderOf(Exp(x, t * v) - x - t * v, t, 2),
    steps=(Restate(great_circle - x - t * v, note="sinc(t|v|) t is sin(t|v|)/|v|, smooth in t."), Taylor()),
    cites=("absil2008",),
)
