"""The relaxed step is the unique maximiser on the sphere of a minorant of log p.

Statement   F(y) < F(x') for F(y) = <u, y> - |y - x|^2 / (2h), x' = N(x + h u), |x| = |y| = 1, x + h u != 0 and y != x'.
Form        For u = grad log p(x), log p(x) + <u, y - x> lies below log p(y): minorise, then maximise.
Sources     liao2026
"""

from derivations.euler.proximal_gap_eq import moved, proximal
from derivations.vocabulary import h, u, x, y
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

across = {x: [1, 0], u: [0, 1], h: 1}

THEOREM = Theorem(
    id="proximal_lt_at_relaxed_step",
    number="5.3",
    hypotheses=(
        Unit(x, convenience="the bound holds for every x; a step starts at a point of the sphere"),
        Unit(y, witness={**across, y: [1, 1]}),
        NonZero(x + h * u, convenience="for x + h u = 0 there is no step"),
        NonZero(y - moved, witness={x: [1, 0], u: [1, 0], h: 1, y: [1, 0]}),
    ),
    claim=Bound(proximal(y), proximal(moved), strict=True),
    steps=(Certificate(Norm(x + h * u) * Dot(y - moved, y - moved) / (2 * h)),),
    cites=("liao2026",),
)
