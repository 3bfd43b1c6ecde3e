"""The local error of the projective Euler step is half the covariant acceleration.

Statement   x(h) - R_x(h P_x u) = h^2/2 grad_v v + O(h^3) for |x| = 1, where x' = v(x), v(y) = P_y u(y), u smooth.
Form        grad_v v = P_x Dv v is the tangent acceleration of the solution: what a step along a straight line misses.
Sources     liao2026; hairer2006
"""

from derivations.euler.operations import covariant, flow, projective, update, velocity
from derivations.vocabulary import h, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.theorem import Theorem

leading = h**2 / 2 * covariant(velocity(x), velocity(x))

THEOREM = Theorem(
    id="projective_local_error",
    number="5.1",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=OrderOf(flow(velocity) - projective(x, update(x)) - leading, h, 3),
    steps=(Taylor(),),
    cites=("liao2026", "hairer2006"),
)
