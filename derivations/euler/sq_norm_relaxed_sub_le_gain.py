"""The gain of a relaxed step is at least half the squared length of the step, divided by h.

Statement   |x' - x|^2 / (2h) <= (1 + |x + h u|) (1 - <x, x'>) / h for x' = N(x + h u), |x| = 1 and x + h u != 0.
Form        |x' - x|^2 = 2 (1 - <x, x'>); what is left over is |x + h u| times the left side.
Sources     liao2026
"""

from derivations.euler.operations import relaxed
from derivations.vocabulary import h, u, x
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

moved = relaxed(x, u)
square = Dot(moved - x, moved - x)

THEOREM = Theorem(
    id="sq_norm_relaxed_sub_le_gain",
    number="5.3",
    hypotheses=(
        Unit(x, witness={x: [2, 0], u: [1, 0], h: 1}),
        NonZero(x + h * u, witness={x: [1, 0], u: [-1, 0], h: 1}),
    ),
    claim=Bound(square / (2 * h), (1 + Norm(x + h * u)) * (1 - Dot(x, moved)) / h),
    steps=(Certificate(Norm(x + h * u) * square / (2 * h)),),
    cites=("liao2026",),
)
