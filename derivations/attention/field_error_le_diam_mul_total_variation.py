"""Replacing a law by another moves a mean by at most the diameter times their total variation.

Statement   If <e, v_i - v_j> <= D for all i, j (so for a unit vector e and D the diameter of the values), A is the
            event where w exceeds p, and T = w(A) - p(A) > 0 is their total variation, then
            <e, sum_j (w_j - p_j) v_j> <= D T.
Form        The difference of the laws moves mass T from the event's complement to the event: every move costs at
            most D. For T = 0 the laws are equal.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import e, event, i, j, n, other_weights, values, weights
from svflow_math.engine.calculus.rules.algebra import Multiply
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.exceeding_event import ExceedingEvent
from svflow_math.engine.record.hypothesis import Law, Positive, Within
from svflow_math.engine.record.terms import Dot, FiniteSum
from svflow_math.engine.record.theorem import Theorem

D = sp.Symbol("D", real=True)

gained = event[j] * (weights[j] - other_weights[j])
lost = (1 - event[j]) * (other_weights[j] - weights[j])
variation = FiniteSum(j, gained)
moves = FiniteSum(i, FiniteSum(j, gained.xreplace({j: i}) * lost * (D - Dot(e, values[i]) + Dot(e, values[j]))))

w, p, A = sp.symbols("w p A")

THEOREM = Theorem(
    id="field_error_le_diam_mul_total_variation",
    number="6.1",
    hypotheses=(
        Law(
            weights[j],
            j,
            witness={n: 2, w: [3, 0.5], p: [0.5, 0.5], A: [1, 0], e: [1, 0], D: 1, values[j].args[0]: [[3, 0], [2, 0]]},
        ),
        Law(
            other_weights[j],
            j,
            witness={
                n: 2,
                w: [0.5, 0.5],
                p: [0.25, 0.5],
                A: [1, 0],
                e: [1, 0],
                D: 1,
                values[j].args[0]: [[3, 0], [2, 0]],
            },
        ),
        ExceedingEvent(
            event[j],
            weights[j],
            other_weights[j],
            witness={
                n: 3,
                w: [0.5, 0.25, 0.25],
                p: [0.25, 0.5, 0.25],
                A: [0.5, 0, 0],
                e: [1, 0],
                D: 1,
                values[j].args[0]: [[1, 0], [0, 0], [0, 0]],
            },
        ),
        Within(
            Dot(e, values[i]) - Dot(e, values[j]),
            -D,
            D,
            witness={
                n: 2,
                w: [0.75, 0.25],
                p: [0.25, 0.75],
                A: [1, 0],
                e: [1, 0],
                D: 1,
                values[j].args[0]: [[9, 0], [0, 0]],
            },
        ),
        Positive(variation, convenience="for equal laws both sides vanish"),
    ),
    claim=Bound(Dot(e, FiniteSum(j, (weights[j] - other_weights[j]) * values[j])), D * variation),
    steps=(
        Multiply(variation),
        Certificate(moves, note="Mass moves from keys j off the event to keys i on it."),
    ),
    cites=("liao2026",),
)
