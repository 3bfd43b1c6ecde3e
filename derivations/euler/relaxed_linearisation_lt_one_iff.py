"""A fixed point of the relaxed step is stable if and only if the Riemannian Hessian is negative definite, for every h.

Statement   With L u = (u + h P_x H u)/(1 + h c): <u, L u> < |u|^2 if and only if <u, H u> - c |u|^2 < 0, for u tangent
            at x, |x| = 1, 1 + h c > 0 and every h > 0.
Form        L is symmetric, and for H >= 0 not negative, so that its norm is the largest value of <u, L u> on unit
            vectors; the right side is the Riemannian Hessian of log p. The step length drops out.
Sources     liao2026
"""

from derivations.euler.operations import pull
from derivations.vocabulary import Project, h, u, x
from svflow_math.engine.calculus.rules.bounds import ProportionalGaps
from svflow_math.engine.record.claim import Bound, Iff
from svflow_math.engine.record.hypothesis import Positive, Tangent, Unit
from svflow_math.engine.record.terms import Dot, LinearMap
from svflow_math.engine.record.theorem import Theorem

curvature = LinearMap("H", symmetric=True)
linearised = (u + h * Project(x, curvature(u))) / (1 + h * pull)
second = Dot(u, curvature(u)) - pull * Dot(u, u)  # the Riemannian Hessian
POSITIVE = {x: [1, 0], u: [0, 1], pull: -2, h: 1, curvature: [[0, 0], [0, 0]]}

THEOREM = Theorem(
    id="relaxed_linearisation_lt_one_iff",
    number="5.4",
    hypotheses=(
        Unit(x, convenience="a point of the sphere; for u orthogonal to x its length does not matter"),
        Tangent(u, x, witness={x: [1, 0], u: [1, 0], pull: 0.5, h: 1, curvature: [[1, 0], [0, 0]]}),
        Positive(1 + h * pull, witness=POSITIVE),
    ),
    claim=Iff(Bound(Dot(u, linearised), Dot(u, u), strict=True), Bound(second, 0, strict=True)),
    steps=(ProportionalGaps(h / (1 + h * pull)),),
    cites=("liao2026",),
)
