"""The derivative of the flow's field at a fixed point is the Riemannian Hessian.

Statement   P_y g(y) = t (P_x H u - c u) + O(t^2) for y = x + t u and a field g with g(x) = c x and H = Dg(x), |x| = 1
            and u tangent at x.
Form        c = <x, g> is the radial part of the update there. For g = grad log p the right side is the Riemannian
            Hessian of log p.
Sources     liao2026
"""

from derivations.euler.operations import derivative, leaving, pull, vanishing
from derivations.vocabulary import Project, t, u, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="velocity_linearised_at_fixed_point",
    number="5.4",
    hypotheses=(
        Unit(x, witness={x: [2, 0], u: [0, 1], pull: 1}),
        Tangent(u, x, witness={x: [1, 0], u: [1, 0], pull: 1}),
    ),
    claim=OrderOf(Project(leaving, pull * x + vanishing(leaving)) - t * (Project(x, derivative) - pull * u), t, 2),
    steps=(Taylor(),),
    cites=("liao2026",),
)
