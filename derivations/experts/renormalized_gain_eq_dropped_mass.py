"""Renormalising the kept experts raises their mass by what is dropped.

Statement   For a law q over the experts, kept experts A of mass m = q(A) > 0 and the law q_z/m on A:
            sum_z A_z (q_z/m - q_z) = 1 - m.
Form        On A the new law exceeds the old one, elsewhere it falls to zero: this sum is their total variation.
Sources     fedus2022
"""

import sympy as sp

from derivations.experts.operations import gates, kept, mass, renormalized
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Event, Law, Positive
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

q, A = sp.symbols("q A")

THEOREM = Theorem(
    id="renormalized_gain_eq_dropped_mass",
    number="7.2",
    hypotheses=(
        Law(gates[z], z, convenience="the identity holds for any numbers; for a law it is the total variation"),
        Event(kept, witness={K: 2, q: [0.5, 0.5], A: [2, 1]}),
        Positive(mass, witness={K: 2, q: [0, 1], A: [1, 0]}),
    ),
    claim=Equal(FiniteSum(z, kept * (renormalized - gates[z])), 1 - mass),
    steps=(NormalForm(),),
    cites=("fedus2022",),
)
