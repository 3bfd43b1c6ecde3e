"""The derivative of the relaxed step at a fixed point.

Statement   For a field g with g(x) = c x, |x| = 1, u tangent at x and 1 + h c > 0:
            N(y + h g(y)) = x + t (u + h P_x H u)/(1 + h c) + O(t^2) for y = x + t u, H = Dg(x).
Form        The radial part c = <x, g> of the update divides, where in the tangent steps it is subtracted.
Sources     liao2026
"""

from derivations.euler.operations import derivative, leaving, pull, relaxed, vanishing
from derivations.vocabulary import Project, h, t, u, x
from svflow_math.engine.calculus.rules.algebra import Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.hypothesis import Positive, Tangent, Unit
from svflow_math.engine.record.theorem import Theorem

moved = relaxed(leaving, pull * x + vanishing(leaving))

THEOREM = Theorem(
    id="relaxed_step_linearised_at_fixed_point",
    number="5.4",
    hypotheses=(
        Unit(x, witness={x: [2, 0], u: [0, 1], pull: 1, h: 1}),
        Tangent(u, x, witness={x: [1, 0], u: [1, 1], pull: 1, h: 1}),
        Positive(1 + h * pull, witness={x: [1, 0], u: [0, 1], pull: -2, h: 1}),
    ),
    claim=OrderOf(moved - x - t * ((u + h * Project(x, derivative)) / (1 + h * pull)), t, 2),
    steps=(Taylor(),),
    cites=("liao2026",),
)
