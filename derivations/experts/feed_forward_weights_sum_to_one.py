"""The weights of a feed-forward layer over their mass sum to one.

Statement   For Z = sum_z phi_z not zero: sum_z phi_z/Z = 1.
Form        With nonnegative activations they are a law, without a measure of mass one.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import activations, hidden_mass
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="feed_forward_weights_sum_to_one",
    number="7.3",
    hypotheses=(NonZero(hidden_mass, witness={K: 2, sp.Symbol("varphi"): [1, -1]}),),
    claim=Equal(FiniteSum(z, activations[z] / hidden_mass), 1),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
