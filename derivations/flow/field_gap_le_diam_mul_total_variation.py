"""The field of the flow misses the score by at most the diameter of the scores times the total variation.

Statement   <e, E_q[s_z] - grad log p(x)> <= D TV(q, p(.|x)) for |e| = 1 and |s_z - s_v| <= D for all z, v, where
            TV = q(A) - p(A|x) with A the event on which q exceeds the posterior.
Form        With e along the gap it bounds the length of the gap.
Sources     liao2026
"""

from dataclasses import replace

import sympy as sp

from derivations.attention.field_error_le_diam_mul_total_variation import THEOREM as FIELD_ERROR
from derivations.attention.field_error_le_diam_mul_total_variation import D as RANGE
from derivations.flow.divergence_nonneg import VANISHING
from derivations.flow.mixture_hessian_nonneg import other
from derivations.flow.operations import A, D, field, mean_score, posterior, q, variation
from derivations.vocabulary import K, e, event, i, j, other_weights, scores, values, weights, x, z
from svflow_math.engine.calculus.rules.algebra import Through
from svflow_math.engine.calculus.rules.bounds import CauchySchwarz, Certificate
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.exceeding_event import ExceedingEvent
from svflow_math.engine.record.hypothesis import Law, Positive, Unit, Within
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

gap = scores[z] - scores[other]
q_, pi_, A_ = sp.symbols("q pi A")
s_ = scores[z].args[0]
two = {K: 2, x: [0, 0], pi_: [0, 0], s_: [[1, 0], [0, 0]], q_: [1, 0], A_: [1, 0], e: [1, 0], D: 1}

apart = Within(Norm(gap), sp.S.Zero, D, witness={**two, s_: [[9, 0], [0, 0]]})
exceeding = ExceedingEvent(A, q, posterior(x), witness={**two, A_: [0.5, 0]})
differ = Positive(variation(q, posterior(x)), convenience="where q is the exact posterior both sides vanish")


def hypotheses():
    """Those of bounds in terms of the divergence."""
    event = replace(exceeding, witness=None, convenience="the bound does not speak of the event that its proof needs")
    return (
        Law(q, z, witness={**two, q_: [9, 1], s_: [[2, 0], [1, 0]], A_: [1, 1]}),
        Unit(e, witness={**two, e: [9, 0], A_: [1, 0], q_: [0.75, 0.25]}),
        replace(apart, witness={**two, s_: [[9, 0], [0, 0]], q_: [0.75, 0.25]}),
        Positive(q, convenience=VANISHING),
        event,
        differ,
    )


THEOREM = Theorem(
    id="field_gap_le_diam_mul_total_variation",
    number="3.4",
    hypotheses=(
        Law(q, z, witness={**two, q_: [1, 1], s_: [[2, 0], [1, 0]], A_: [1, 1]}),
        Unit(e, witness={**two, e: [9, 0]}),
        apart,
        exceeding,
        differ,
    ),
    claim=Bound(Dot(e, field - mean_score(x)), D * variation(q, posterior(x))),
    steps=(
        Have(
            Bound(Dot(e, scores[z]) - Dot(e, scores[other]), D),
            note="No two scores are further apart than D:",
        ),
        CauchySchwarz(e, gap),
        Through((Norm(e) * Norm(gap),)),
        Certificate(Norm(e) * Norm(gap) - Dot(e, gap)),
        Certificate(D - Norm(gap)),
        Use(
            FIELD_ERROR,
            {
                j: z,
                i: other,
                weights[j]: q,
                other_weights[j]: posterior(x),
                event[j]: A,
                values[j]: scores[z],
                RANGE: D,
            },
            note="Mass moves from components where p exceeds q to components where q exceeds p.",
        ),
    ),
    cites=("liao2026",),
)
