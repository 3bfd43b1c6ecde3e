"""From below, a tangent step is stable only for steps that are short against the curvature.

Statement   With M u = u + h (P_x H u - c u): -|u|^2 < <u, M u> if and only if h (c |u|^2 - <u, H u>) < 2 |u|^2, for u
            tangent at x and every h > 0.
Form        For all tangent u: h (c - lambda) < 2, lambda the least eigenvalue of P_x H P_x on the tangent space. The
            relaxed step has no such limit.
Sources     liao2026; hairer2006
"""

from derivations.euler.operations import pull
from derivations.euler.relaxed_linearisation_lt_one_iff import curvature, second
from derivations.euler.tangent_linearisation_lt_one_iff import linearised
from derivations.vocabulary import h, u, x
from svflow_math.engine.calculus.rules.bounds import ProportionalGaps
from svflow_math.engine.record.claim import Bound, Iff
from svflow_math.engine.record.hypothesis import Tangent
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="tangent_linearisation_gt_neg_one_iff",
    number="5.4",
    hypotheses=(Tangent(u, x, witness={x: [2, 0], u: [1, 0], pull: 0, h: 1, curvature: [[1, 0], [0, 0]]}),),
    claim=Iff(Bound(-Dot(u, u), Dot(u, linearised), strict=True), Bound(-h * second, 2 * Dot(u, u), strict=True)),
    steps=(ProportionalGaps(1),),
    cites=("liao2026", "hairer2006"),
)
