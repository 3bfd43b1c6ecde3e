"""The derivative of the exponential step at a fixed point.

Statement   exp_y(h P_y v(y)) = x + t (u + h P_x Dv u) + O(t^2) for y = x + t u and a field v with v(x) = 0, |x| = 1 and
            u tangent at x.
Form        Every retraction has this derivative. For the flow P_x Dv is the Riemannian Hessian P_x H - c: what the
            relaxed step divides by 1 + h c, this one subtracts.
Sources     liao2026
"""

from derivations.euler.operations import derivative, exponential, leaving, vanishing
from derivations.vocabulary import Exp, Project, h, t, u, x
from svflow_math.engine.calculus.rules.algebra import Taylor, Unfold
from svflow_math.engine.calculus.rules.entire import EntireInSquare
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="exponential_step_linearised_at_fixed_point",
    number="5.4",
    hypotheses=(
        Unit(x, convenience="exp is a map of the sphere; its formula has this derivative at every x"),
        Tangent(u, x, convenience="only tangent directions lead to points of the sphere"),
    ),
    claim=OrderOf(exponential(leaving, vanishing(leaving)) - x - t * (u + h * Project(x, derivative)), t, 2),
    steps=(
        Unfold((Exp,)),
        EntireInSquare(),
        Taylor(),
    ),
    cites=("liao2026",),
)
