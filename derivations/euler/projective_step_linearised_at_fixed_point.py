"""The derivative of the projective step at a fixed point.

Statement   R_y(h P_y v(y)) = x + t (u + h P_x Dv u) + O(t^2) for y = x + t u and a field v with v(x) = 0, |x| = 1 and u
            tangent at x.
Form        Every retraction has this derivative. For the flow P_x Dv is the Riemannian Hessian P_x H - c: what the
            relaxed step divides by 1 + h c, this one subtracts.
Sources     liao2026
"""

from derivations.euler.operations import derivative, leaving, projective, vanishing
from derivations.vocabulary import Project, h, t, u, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="projective_step_linearised_at_fixed_point",
    number="5.4",
    hypotheses=(
        Unit(x, witness={x: [2, 0], u: [0, 1], h: 1}),
        Tangent(u, x, witness={x: [1, 0], u: [1, 0], h: 1}),
    ),
    claim=OrderOf(projective(leaving, vanishing(leaving)) - x - t * (u + h * Project(x, derivative)), t, 2),
    steps=(Taylor(),),
    cites=("liao2026",),
)
