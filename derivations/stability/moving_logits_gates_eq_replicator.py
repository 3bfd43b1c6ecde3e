"""Gates whose logits move obey a replicator equation, the velocities of the logits as fitness.

Statement   For g the softmax of the logits a_l + t h_l: dg_l/dt = g_l (h_l - sum_m g_m h_m).
Form        At every t and for any velocities h. The mean fitness is subtracted, so that the gates stay a law.
Sources     hofbauer1998; liao2026
"""

import sympy as sp

from derivations.stability.operations import l, logits, mean, softmax, velocities
from derivations.vocabulary import t
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential
from svflow_math.engine.record.theorem import Theorem

moving = softmax(logits[l] + t * velocities[l])

THEOREM = Theorem(
    id="moving_logits_gates_eq_replicator",
    number="8.1",
    hypotheses=(),
    claim=Equal(
        Differential(moving, t, sp.S.One),
        moving * (velocities[l] - mean(moving, velocities[l])),
    ),
    steps=(NormalForm(),),
    cites=("hofbauer1998", "liao2026"),
)
