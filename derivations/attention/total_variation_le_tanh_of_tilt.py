"""A tilt of range Delta moves a law by at most tanh(Delta/4) in total variation.

Statement   If p_j is proportional to w_j e^(g_j) with c <= g_j <= c + Delta, then w(A) - p(A) <= tanh(Delta/4) for
            every event A, so that TV(w, p) <= tanh(Delta/4).
Form        Only the range of g enters: neither the number of keys nor the law w. On the event and off it the tilt
            is replaced by its extremes; what remains is a square.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import Delta, event, j, log_tilt, n, weights
from svflow_math.engine.calculus.rules.algebra import Through
from svflow_math.engine.calculus.rules.bounds import Certificate, MonotoneExponential
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Event, Law, Within
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

c = sp.Symbol("c", real=True)
least, tilt, most = sp.exp(c), sp.exp(log_tilt[j]), sp.exp(c + Delta)

mass = FiniteSum(j, weights[j] * tilt)
inside = FiniteSum(j, weights[j] * event[j])
outside = FiniteSum(j, weights[j] * (1 - event[j]))
tilted_inside = FiniteSum(j, weights[j] * tilt * event[j]) / mass
extreme_mass = least + (most - least) * outside
extreme_inside = least * inside / extreme_mass

bound = sp.tanh(Delta / 4)

w, A, g = sp.symbols("w A g")

THEOREM = Theorem(
    id="total_variation_le_tanh_of_tilt",
    number="6.1",
    hypotheses=(
        Law(weights[j], j, witness={n: 2, w: [10, 10], A: [1, 0], g: [0, 1], c: 0, Delta: 1}),
        Event(event[j], witness={n: 2, w: [0.5, 0.5], A: [9, 0], g: [0, 1], c: 0, Delta: 1}),
        Within(log_tilt[j], c, c + Delta, witness={n: 2, w: [0.5, 0.5], A: [1, 0], g: [0, 9], c: 0, Delta: 1}),
    ),
    claim=Bound(inside - tilted_inside, bound),
    steps=(
        MonotoneExponential(c, log_tilt[j]),
        MonotoneExponential(log_tilt[j], c + Delta),
        MonotoneExponential(c, c + Delta),
        Through((inside - extreme_inside,), note="Replace the tilt by its least value on A and its largest off A."),
        Certificate(
            (
                FiniteSum(j, weights[j] * event[j] * (tilt - least)) * most * outside
                + least * inside * FiniteSum(j, weights[j] * (1 - event[j]) * (most - tilt))
            )
            / (mass * extreme_mass),
            note="The mass that the tilt puts on A grows with the tilt on A and falls with the tilt off A.",
        ),
        Certificate(
            bound * least * (inside - sp.exp(Delta / 2) * outside) ** 2 / extreme_mass,
            note="What is left of the bound is a square: equality where w(A) = e^(Delta/2) w(not A).",
        ),
    ),
    cites=("liao2026",),
)
