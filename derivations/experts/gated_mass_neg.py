"""The mass of a layer whose inputs are all negative is negative.

Statement   For an activation a P(a) with P > 0, as SiLU, GELU and its tanh form are, and inputs -a_z < 0 of all hidden
            units: sum_z (-a_z) P_z < 0.
Form        For every width: Z > 0 is a hypothesis that layers can break, and there is no posterior then.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import inputs, shares
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

a, P = sp.symbols("a P")

THEOREM = Theorem(
    id="gated_mass_neg",
    number="7.3",
    hypotheses=(
        Positive(inputs[z], witness={K: 1, a: [-1], P: [1]}),
        Positive(shares[z], witness={K: 1, a: [1], P: [-1]}),
    ),
    claim=Bound(FiniteSum(z, -inputs[z] * shares[z]), 0, strict=True),
    steps=(Certificate(FiniteSum(z, inputs[z] * shares[z])),),
    cites=("liao2026",),
)
