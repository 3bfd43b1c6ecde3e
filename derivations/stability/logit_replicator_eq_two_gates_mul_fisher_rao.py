"""For two experts, descent on the logits is the Fisher-Rao flow slowed down by twice the product of the gates.

Statement   For gates g and 1 - g of experts E_0 and E_1, y the output, b_0 = <delta, E_0 - y>, b_1 = <delta, E_1 - y>:
            g (f_0 - (g f_0 + (1 - g) f_1)) = 2 g (1 - g) (-g b_0) with the fitness f_0 = -g b_0, f_1 = -(1 - g) b_1.
Form        The factor is at most 1/2 and vanishes with a gate: the two flows differ everywhere, and a gate that has
            collapsed does not come back on the logits.
Sources     hofbauer1998; liao2026
"""

import sympy as sp

from derivations.stability.operations import delta, other_expert, own_expert
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

g = sp.Symbol("g", real=True)
output = g * own_expert + (1 - g) * other_expert
ahead, other_ahead = Dot(delta, own_expert - output), Dot(delta, other_expert - output)
fitness, other_fitness = -g * ahead, -(1 - g) * other_ahead

THEOREM = Theorem(
    id="logit_replicator_eq_two_gates_mul_fisher_rao",
    number="8.1",
    hypotheses=(),
    claim=Equal(g * (fitness - (g * fitness + (1 - g) * other_fitness)), 2 * g * (1 - g) * (-g * ahead)),
    steps=(NormalForm(),),
    cites=("hofbauer1998", "liao2026"),
)
