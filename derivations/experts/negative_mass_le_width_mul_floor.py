"""Activations that are bounded below have a negative mass of at most the width times the bound.

Statement   If phi_z >= -c with c >= 0 for each of the m hidden units, then the negative mass is at most m c: for every
            event A, sum_z A_z (-phi_z) <= m c.
Form        The negative mass is the largest of these sums, with A where phi is negative. c as shown for GELU, its tanh
            form and SiLU.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import activations, floor, kept, width
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Event, Nonnegative
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

varphi, A = sp.symbols("varphi A")

THEOREM = Theorem(
    id="negative_mass_le_width_mul_floor",
    number="7.3",
    hypotheses=(
        Event(kept, witness={K: 2, A: [9, 0], varphi: [-1, 0], floor: 1}),
        Nonnegative(activations[z] + floor, witness={K: 2, A: [1, 0], varphi: [-9, 0], floor: 1}),
    ),
    claim=Bound(FiniteSum(z, -kept * activations[z]), floor * width),
    steps=(Certificate(FiniteSum(z, kept * (activations[z] + floor)) + floor * FiniteSum(z, 1 - kept)),),
    cites=("liao2026",),
)
