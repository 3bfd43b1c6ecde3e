"""From above, the derivative of a tangent step is below one exactly where the Riemannian Hessian is negative.

Statement   With M u = u + h (P_x H u - c u): <u, M u> < |u|^2 if and only if <u, H u> - c |u|^2 < 0, for u tangent at x
            and every h > 0.
Form        Half of the stability of the exponential and the projective step; the same condition as for the relaxed one.
Sources     liao2026
"""

from derivations.euler.operations import pull
from derivations.euler.relaxed_linearisation_lt_one_iff import curvature, second
from derivations.vocabulary import Project, h, u, x
from svflow_math.engine.calculus.rules.bounds import ProportionalGaps
from svflow_math.engine.record.claim import Bound, Iff
from svflow_math.engine.record.hypothesis import Tangent
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

linearised = u + h * (Project(x, curvature(u)) - pull * u)

THEOREM = Theorem(
    id="tangent_linearisation_lt_one_iff",
    number="5.4",
    hypotheses=(Tangent(u, x, witness={x: [1, 0], u: [1, 0], pull: 0.5, h: 1, curvature: [[1, 0], [0, 0]]}),),
    claim=Iff(Bound(Dot(u, linearised), Dot(u, u), strict=True), Bound(second, 0, strict=True)),
    steps=(ProportionalGaps(h),),
    cites=("liao2026",),
)
