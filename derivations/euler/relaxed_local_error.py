"""The local error of the relaxed Euler step has one more term, from the radial part of the update.

Statement   x(h) - N(x + h u) = h^2/2 grad_v v + h^2 <x, u> v + O(h^3) for |x| = 1, where x' = v(x), v(y) = P_y u(y), u
            smooth.
Form        Leaving out the projection costs no order, only a constant: an update, added and normalised, is an Euler
            step of the flow on the sphere.
Sources     liao2026; hairer2006
"""

from derivations.euler.operations import covariant, flow, relaxed, update, velocity
from derivations.vocabulary import h, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

leading = h**2 / 2 * covariant(velocity(x), velocity(x)) + h**2 * Dot(x, update(x)) * velocity(x)

THEOREM = Theorem(
    id="relaxed_local_error",
    number="5.1",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=OrderOf(flow(velocity) - relaxed(x, update(x)) - leading, h, 3),
    steps=(Taylor(),),
    cites=("liao2026", "hairer2006"),
)
