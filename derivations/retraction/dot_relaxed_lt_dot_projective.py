"""On the far side of the equator the relaxed and the projective step never coincide.

Statement   <x, N(x + h u)> < <x, R_x(h P_x u)> for |x| = 1, x + h u != 0 and 1 + h <x, u> <= 0.
Form        The projective step stays in the open hemisphere of x, so that the factor must be positive where the two
            agree.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import Project, Projective, h, u, x
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative, NonZero, Unit
from svflow_math.engine.record.terms import Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

tangent = Project(x, u)

THEOREM = Theorem(
    id="dot_relaxed_lt_dot_projective",
    number="4.3",
    hypotheses=(
        Unit(x, witness={x: [2, 0], u: [-1, 0], h: 1}),
        NonZero(x + h * u, witness={x: [1, 0], u: [-1, 0], h: 1}),
        Nonnegative(-1 - h * Dot(x, u), witness={x: [1, 0], u: [1, 0], h: 1}),
    ),
    claim=Bound(Dot(x, Normalize(x + h * u)), Dot(x, Projective(x, h * tangent)), strict=True),
    steps=(Certificate((-1 - h * Dot(x, u)) / Norm(x + h * u) + 1 / sp.sqrt(1 + h**2 * Dot(tangent, tangent))),),
    cites=("liao2026",),
)
