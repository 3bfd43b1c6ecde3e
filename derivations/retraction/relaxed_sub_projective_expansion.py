"""What leaving out the projection costs.

Statement   N(x + h u) - R_x(h P_x u) = -h^2 <x, u> P_x u + O(h^3) for |x| = 1.
Form        As a retraction of h P_x u the relaxed step is of first order, unless the radial part vanishes.
Sources     liao2026
"""

from derivations.vocabulary import Project, Projective, h, u, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot, Normalize
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.orders import FittedOrder

tangent = Project(x, u)
gap = Normalize(x + h * u) - Projective(x, h * tangent)

THEOREM = Theorem(
    id="relaxed_sub_projective_expansion",
    number="4.3",
    hypotheses=(Unit(x, witness={x: [2, 0], u: [1, 1]}),),
    claim=OrderOf(gap + h**2 * Dot(x, u) * tangent, h, 3),
    steps=(Taylor(),),
    checks=(FittedOrder("relaxed against projective", gap, h, 2),),
    cites=("liao2026",),
)
