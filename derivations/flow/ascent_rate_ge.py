"""The flow climbs log p at least at the rate |g|^2 - |g| D TV.

Statement   d/dt log p(x_t) >= |g|^2 - |g| D TV(q, p(.|x)) for dx/dt = E_q[s_z], g = grad log p(x) and
            |s_z - s_v| <= D for all z, v, TV = q(A) - p(A|x) with A the event on which q exceeds the posterior.
Form        log p rises as long as D TV is below |g|: far from the modes the posterior may be poor.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.field_gap_le_diam_mul_total_variation import A_, differ, gap, q_, s_, two
from derivations.flow.field_gap_le_diam_mul_total_variation import THEOREM as GAP
from derivations.flow.operations import A, D, field, log_density, mean_score, posterior, q, variation
from derivations.vocabulary import e, x, z
from svflow_math.engine.calculus.rules.algebra import Multiply
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.exceeding_event import ExceedingEvent
from svflow_math.engine.record.hypothesis import Law, NonZero, Within
from svflow_math.engine.record.terms import Differential, Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

g = mean_score(x)
away = {**two, s_: [[1, 0], [0, 0]], q_: [0, 1], A_: [0, 1]}

THEOREM = Theorem(
    id="ascent_rate_ge",
    number="3.5",
    hypotheses=(
        Law(q, z, witness={**away, q_: [0, 0.9]}),
        Within(Norm(gap), sp.S.Zero, D, witness={**away, s_: [[9, 0], [-8, 0]]}),
        ExceedingEvent(A, q, posterior(x), witness={**away, A_: [0, 0.5]}),
        differ,
        NonZero(g, convenience="where the gradient vanishes both sides do"),
    ),
    claim=Bound(
        Dot(g, g) - Norm(g) * D * variation(q, posterior(x)),
        Differential(log_density(x), x, field),
    ),
    steps=(
        Multiply(1 / Norm(g)),
        Use(GAP, {e: -Normalize(g)}, note="Against the direction of the gradient the field is not far from it."),
    ),
    cites=("liao2026",),
)
