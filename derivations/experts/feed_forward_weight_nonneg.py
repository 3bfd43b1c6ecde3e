"""The weights of a feed-forward layer are not negative, where its activations are not.

Statement   For phi_z >= 0 and Z = sum_z phi_z > 0: phi_z/Z >= 0.
Form        With their sum one, a posterior over the hidden units; ReLU and exp activations have it.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import activations, hidden_mass
from derivations.vocabulary import K, z
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative, Positive
from svflow_math.engine.record.theorem import Theorem

varphi = sp.Symbol("varphi")

THEOREM = Theorem(
    id="feed_forward_weight_nonneg",
    number="7.3",
    hypotheses=(
        Nonnegative(activations[z], witness={K: 2, z: 0, varphi: [-1, 2]}),
        Positive(hidden_mass, witness={K: 2, z: 0, varphi: [0, 0]}),
    ),
    claim=Bound(0, activations[z] / hidden_mass),
    steps=(Certificate(activations[z] / hidden_mass),),
    cites=("liao2026",),
)
