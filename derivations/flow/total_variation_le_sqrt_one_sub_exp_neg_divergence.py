"""The total variation is at most sqrt(1 - e^(-KL)).

Statement   q(A) - p(A) <= sqrt(1 - e^(-KL(q | p))) for laws q and p with p_z > 0, and A the event on which q
            exceeds p.
Form        The inequality of Bretagnolle and Huber: it says something for every divergence, where Pinsker's says
            nothing above 2.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.divergence_nonneg import THEOREM as GIBBS
from derivations.flow.neg_half_divergence_le_log_affinity import THEOREM as AFFINITY
from derivations.flow.operations import affinity, divergence, p, q
from derivations.flow.total_variation_le_sqrt_half_divergence import T, laws_and_event
from derivations.flow.total_variation_sq_add_affinity_sq_le_one import THEOREM as SQUARES
from svflow_math.engine.calculus.rules.algebra import Through
from svflow_math.engine.calculus.rules.bounds import Certificate, CompareSquares, MonotoneExponential
from svflow_math.engine.calculus.rules.use import Recall, Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

BC = affinity(q, p)

THEOREM = Theorem(
    id="total_variation_le_sqrt_one_sub_exp_neg_divergence",
    number="3.4",
    hypotheses=laws_and_event(),
    claim=Bound(T, sp.sqrt(1 - sp.exp(-divergence(q, p)))),
    steps=(
        Recall(GIBBS),
        MonotoneExponential(-divergence(q, p), sp.S.Zero),
        CompareSquares(),
        Through((1 - BC**2,)),
        Use(SQUARES),
        Recall(AFFINITY),
        MonotoneExponential(-divergence(q, p), 2 * sp.log(BC)),
        Certificate(BC**2 - sp.exp(-divergence(q, p))),
    ),
    cites=("liao2026",),
)
