"""The geodesic midpoint method, its velocity projected back, is of second order.

Statement   For |x| = 1, v(y) = P_y u(y), y = x + h/2 v(x) and w = P_x v(y): the solution of y' = v(y) from x, less
            x + h w - h^2/2 |w|^2 x, is O(h^3).
Form        exp_x(h w) is x + h w - h^2/2 |w|^2 x up to O(h^3), and exp_x(h/2 v(x)) is y up to O(h^2), which enters
            times h; so is every retraction of second order.
Sources     hairer2006
"""

from derivations.euler.operations import flow, velocity
from derivations.vocabulary import Project, h, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

middle = x + h / 2 * velocity(x)
back = Project(x, velocity(middle))
end = x + h * back - h**2 / 2 * Dot(back, back) * x

THEOREM = Theorem(
    id="geodesic_midpoint_local_error",
    number="5.7",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=OrderOf(flow(velocity) - end, h, 3),
    steps=(Taylor(),),
    cites=("hairer2006",),
)
