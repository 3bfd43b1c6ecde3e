"""The relaxed step expanded to second order.

Statement   N(x + h u) = x + h P_x u - h^2 (<x, u> P_x u + |P_x u|^2 x / 2) + O(h^3) for |x| = 1.
Form        The radial part of u enters in second order only.
Sources     liao2026
"""

from derivations.vocabulary import Project, h, u, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Dot, Normalize
from svflow_math.engine.record.theorem import Theorem

tangent = Project(x, u)
second = Dot(x, u) * tangent + Dot(tangent, tangent) / 2 * x

THEOREM = Theorem(
    id="relaxed_retraction_expansion",
    number="4.3",
    hypotheses=(Unit(x, witness={x: [2, 0], u: [0, 1]}),),
    claim=OrderOf(Normalize(x + h * u) - (x + h * tangent - h**2 * second), h, 3),
    steps=(Taylor(),),
    cites=("liao2026",),
)
