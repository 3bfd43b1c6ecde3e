"""A feed-forward layer is a posterior mean times its mass, where the activations are not negative.

Statement   For activations phi_z with Z = sum_z phi_z not zero: sum_z phi_z v_z = Z E_q[v_z] with q_z = phi_z/Z.
Form        Relaxed: the layer does not normalise. q is a law for phi >= 0 and Z > 0 (ReLU where a unit is active, exp
            always); for GELU, SiLU and gated units it is a signed measure of mass one.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import activations, feed_forward, hidden_mass
from derivations.vocabulary import K, values, z
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="feed_forward_eq_mass_mul_mean",
    number="7.3",
    hypotheses=(
        NonZero(
            hidden_mass,
            witness={K: 2, sp.Symbol("varphi"): [1, -1], values[z].args[0]: [[1, 0], [0, 1]]},
        ),
    ),
    claim=Equal(feed_forward, hidden_mass * FiniteSum(z, activations[z] / hidden_mass * values[z])),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
