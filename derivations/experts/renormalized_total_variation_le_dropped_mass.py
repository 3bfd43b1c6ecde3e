"""Renormalised top-k is within the dropped mass of the full gate in total variation.

Statement   For a law q over the experts, kept experts A of mass m = q(A) > 0 and the law q_z/m on A: no event gains
            more than 1 - m, so that the total variation is at most 1 - m.
Form        For any set of kept experts. The kept experts themselves gain 1 - m, so the total variation is 1 - m.
Sources     fedus2022
"""

import sympy as sp

from derivations.experts.operations import gates, kept, mass, renormalized
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Event, Law, Positive
from svflow_math.engine.record.terms import FiniteSum, ScalarFamily
from svflow_math.engine.record.theorem import Theorem

other = ScalarFamily("B")[z]
q, A, B = sp.symbols("q A B")
dropped = FiniteSum(z, (1 - kept) * gates[z])

THEOREM = Theorem(
    id="renormalized_total_variation_le_dropped_mass",
    number="7.2",
    hypotheses=(
        Law(gates[z], z, witness={K: 2, q: [-0.5, 1.5], A: [0, 1], B: [1, 1]}),
        Event(kept, witness={K: 2, q: [0.5, 0.5], A: [1, 9], B: [0, 1]}),
        Event(other, witness={K: 2, q: [0.5, 0.5], A: [1, 0], B: [9, 0]}),
        Positive(mass, witness={K: 2, q: [0, 1], A: [1, 0], B: [1, 1]}),
    ),
    claim=Bound(FiniteSum(z, other * (renormalized - gates[z])), 1 - mass),
    steps=(
        Certificate(
            FiniteSum(z, kept * (1 - other) * gates[z]) * dropped / mass + FiniteSum(z, (1 - kept) * other * gates[z]),
            note="An event loses what it misses of the kept experts, and what it takes of the dropped ones.",
        ),
    ),
    cites=("fedus2022",),
)
