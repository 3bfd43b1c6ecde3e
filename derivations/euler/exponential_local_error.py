"""The local error of the exponential Euler step is half the covariant acceleration.

Statement   x(h) - exp_x(h P_x u) = h^2/2 grad_v v + O(h^3) for |x| = 1, where x' = v(x), v(y) = P_y u(y), u smooth.
Form        The step follows the geodesic, whose covariant acceleration is zero: the whole of the solution's is missed.
Sources     liao2026; hairer2006
"""

from derivations.euler.operations import covariant, exponential, flow, update, velocity
from derivations.vocabulary import Exp, h, x
from svflow_math.engine.calculus.rules.algebra import Taylor, Unfold
from svflow_math.engine.calculus.rules.entire import EntireInSquare
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.theorem import Theorem

leading = h**2 / 2 * covariant(velocity(x), velocity(x))

THEOREM = Theorem(
    id="exponential_local_error",
    number="5.1",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=OrderOf(flow(velocity) - exponential(x, update(x)) - leading, h, 3),
    steps=(Unfold((Exp,)), EntireInSquare(), Taylor()),
    cites=("liao2026", "hairer2006"),
)
