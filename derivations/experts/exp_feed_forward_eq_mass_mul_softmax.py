"""A feed-forward layer with exponential activations is softmax attention times its mass.

Statement   sum_z e^(a_z) v_z = Z sum_z softmax_z(a) v_z with Z = sum_z e^(a_z).
Form        The hidden units are keys: their rows have concentrations and mean directions as those of a gate.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import inputs, softmax
from derivations.vocabulary import values, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

weight = sp.exp(inputs[z])

THEOREM = Theorem(
    id="exp_feed_forward_eq_mass_mul_softmax",
    number="7.3",
    hypotheses=(),
    claim=Equal(FiniteSum(z, weight * values[z]), FiniteSum(z, weight) * FiniteSum(z, softmax(inputs[z]) * values[z])),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
