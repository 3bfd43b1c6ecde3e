"""The field of the flow misses the score by at most D sqrt(KL/2).

Statement   <e, E_q[s_z] - grad log p(x)> <= D sqrt(KL(q | p(.|x))/2) for |e| = 1 and |s_z - s_v| <= D for all z, v.
Form        The gap of the evidence lower bound controls the error of the field.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.field_gap_le_diam_mul_total_variation import THEOREM as GAP
from derivations.flow.field_gap_le_diam_mul_total_variation import hypotheses
from derivations.flow.operations import D, divergence, field, mean_score, p, posterior, q, variation
from derivations.flow.total_variation_le_sqrt_half_divergence import THEOREM as PINSKER
from derivations.vocabulary import e, x
from svflow_math.engine.calculus.rules.algebra import Multiply, Through
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="field_gap_le_sqrt_half_divergence",
    number="3.4",
    hypotheses=hypotheses(),
    claim=Bound(Dot(e, field - mean_score(x)), D * sp.sqrt(divergence(q, posterior(x)) / 2)),
    steps=(
        Through((D * variation(q, posterior(x)),)),
        Use(GAP),
        Multiply(1 / D),
        Use(PINSKER, {p: posterior(x)}),
    ),
    cites=("liao2026",),
)
