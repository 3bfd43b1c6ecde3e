"""The total variation is at most the root of half the divergence.

Statement   q(A) - p(A) <= sqrt(KL(q | p)/2) for laws q and p with p_z > 0, and A the event on which q exceeds p.
Form        Pinsker's inequality. The mean of 4 T A, T = q(A) - p(A), is set against its cumulant under p, which the law
            on two points bounds.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.two_point_cumulant_le import THEOREM as CUMULANT
from derivations.attention.two_point_cumulant_le import s, u
from derivations.flow.divergence_nonneg import THEOREM as GIBBS
from derivations.flow.divergence_nonneg import VANISHING, p_, q_
from derivations.flow.mean_sub_cumulant_le_divergence import THEOREM as VARIATIONAL
from derivations.flow.mean_sub_cumulant_le_divergence import g
from derivations.flow.operations import A, divergence, p, q, variation
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.algebra import Multiply, Through
from svflow_math.engine.calculus.rules.bounds import CompareSquares
from svflow_math.engine.calculus.rules.finite import ExponentialOfIndicator
from svflow_math.engine.calculus.rules.use import Recall, Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.exceeding_event import ExceedingEvent
from svflow_math.engine.record.hypothesis import Law, Positive
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

T = variation(q, p)
A_ = sp.Symbol("A")


def laws_and_event():
    """The hypotheses: laws q << p and the event on which q exceeds p."""
    return (
        Law(q, z, witness={K: 1, q_: [4], p_: [1], A_: [1]}),
        Law(p, z, witness={K: 1, q_: [1], p_: [2], A_: [0]}),
        Positive(q, convenience=VANISHING),
        Positive(p, witness={K: 2, q_: [0.5, 0.5], p_: [1, 0], A_: [0, 1]}),
        ExceedingEvent(A, q, p, witness={K: 2, q_: [0.5, 0.5], p_: [0.25, 0.75], A_: [9, 0]}),
    )


THEOREM = Theorem(
    id="total_variation_le_sqrt_half_divergence",
    number="3.4",
    hypotheses=laws_and_event(),
    claim=Bound(T, sp.sqrt(divergence(q, p) / 2)),
    steps=(
        Recall(GIBBS),
        CompareSquares(),
        Multiply(sp.Integer(2)),
        Through((4 * T * FiniteSum(z, q * A) - sp.log(FiniteSum(z, p * sp.exp(4 * T * A))),)),
        ExponentialOfIndicator(A, 4 * T),
        Use(CUMULANT, {s: FiniteSum(z, p * A), u: 4 * T}),
        Use(VARIATIONAL, {g: 4 * T * A}),
    ),
    cites=("liao2026",),
)
