"""The derivative of the relaxed step at a fixed point is not negative: it never overshoots.

Statement   0 <= <u, L u> with L u = (u + h P_x H u)/(1 + h c), for u tangent at x, <u, H u> >= 0 and 1 + h c > 0.
Form        With the exact posterior H is a covariance, and its condition holds.
Sources     liao2026
"""

from derivations.euler.operations import pull
from derivations.euler.relaxed_linearisation_lt_one_iff import curvature, linearised
from derivations.vocabulary import h, u, x
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative, Positive, Tangent
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

still = {x: [1, 0], u: [0, 1], pull: 1, h: 1, curvature: [[0, 0], [0, 0]]}

THEOREM = Theorem(
    id="relaxed_linearisation_nonneg",
    number="5.4",
    hypotheses=(
        Tangent(u, x, witness={x: [2, 0], u: [1, 0], pull: 1, h: 1, curvature: [[1, 0], [0, 0]]}),
        Nonnegative(Dot(u, curvature(u)), witness={**still, curvature: [[0, 0], [0, -2]]}),
        Positive(1 + h * pull, witness={**still, pull: -2}),
    ),
    claim=Bound(0, Dot(u, linearised)),
    steps=(Certificate((Dot(u, u) + h * Dot(u, curvature(u))) / (1 + h * pull)),),
    cites=("liao2026",),
)
