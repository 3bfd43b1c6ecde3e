"""Transporting a velocity back and projecting it differ to second order only.

Statement   Transport of w from y to x less P_x w is O(t^2) for y = N(x + t u), w = P_y a, |x| = 1 and u tangent at x.
Form        So the geodesic midpoint method may do either, at third order of the step.
Sources     absil2008
"""

from derivations.vocabulary import Project, Transport, a, t, u, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.terms import Normalize
from svflow_math.engine.record.theorem import Theorem

y = Normalize(x + t * u)
w = Project(y, a)

THEOREM = Theorem(
    id="transport_back_sub_project_isBigO",
    number="5.7",
    hypotheses=(
        Unit(x, witness={x: [2, 0], u: [0, 1], a: [1, 1]}),
        Tangent(u, x, convenience="the velocity of a step; a radial part moves y in second order only"),
    ),
    claim=OrderOf(Transport(y, x, w) - Project(x, w), t, 2),
    steps=(Taylor(),),
    cites=("absil2008",),
)
