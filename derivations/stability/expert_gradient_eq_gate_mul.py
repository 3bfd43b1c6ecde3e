"""The gradient of a loss in the output of an expert.

Statement   For y = sum_l g_l E_l and delta = grad L(y): the gradient of L in E_0 is g_0 delta: the derivative in the
            direction u is g_0 <delta, u>.
Form        An expert learns at the speed of its gate: the rich get richer.
Sources     fedus2022; liao2026
"""

from derivations.stability.operations import loss, loss_gradient, mixture, own_expert, own_gate
from derivations.vocabulary import u
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="expert_gradient_eq_gate_mul",
    number="8.1",
    hypotheses=(),
    claim=Equal(Differential(loss(mixture), own_expert, u), own_gate * Dot(loss_gradient(mixture), u)),
    steps=(NormalForm(),),
    cites=("fedus2022", "liao2026"),
)
