"""On the sphere the flow climbs log p at least at the rate |P_x g|^2 - |P_x g| D TV.

Statement   d/dt log p(x_t) >= |P_x g|^2 - |P_x g| D TV(q, p(.|x)) for dx/dt = P_x E_q[s_z] at |x| = 1,
            g = grad log p(x) and |s_z - s_v| <= D for all z, v.
Form        The projection stands on gradient and field; that the diameter is not projected costs nothing in the proof.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.ascent_rate_ge import away, g
from derivations.flow.field_gap_le_diam_mul_total_variation import A_, differ, gap, pi_, q_, s_
from derivations.flow.field_gap_le_diam_mul_total_variation import THEOREM as GAP
from derivations.flow.operations import A, D, field, log_density, posterior, q, variation
from derivations.vocabulary import Project, e, x, z
from svflow_math.engine.calculus.rules.algebra import Multiply
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.exceeding_event import ExceedingEvent
from svflow_math.engine.record.hypothesis import Law, NonZero, Unit, Within
from svflow_math.engine.record.terms import Differential, Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

tangent = Project(x, g)
beside = {**away, x: [0, 1]}

THEOREM = Theorem(
    id="spherical_ascent_rate_ge",
    number="3.5",
    hypotheses=(
        Unit(x, witness={**beside, x: [0, 3], pi_: [-3, 0], s_: [[1, 1], [0, 0]], D: 1.5}),
        Law(q, z, witness={**beside, q_: [0, 0.9]}),
        Within(Norm(gap), sp.S.Zero, D, witness={**beside, s_: [[9, 0], [-8, 0]]}),
        ExceedingEvent(A, q, posterior(x), witness={**beside, A_: [0, 0.5]}),
        differ,
        NonZero(tangent, convenience="where the gradient on the sphere vanishes both sides do"),
    ),
    claim=Bound(
        Dot(tangent, tangent) - Norm(tangent) * D * variation(q, posterior(x)),
        Differential(log_density(x), x, Project(x, field)),
    ),
    steps=(
        Multiply(1 / Norm(tangent)),
        Use(GAP, {e: -Normalize(tangent)}, note="The direction of the projected gradient is tangent."),
    ),
    cites=("liao2026",),
)
