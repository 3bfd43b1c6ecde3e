"""How fast the norms of experts grow under gradient flow.

Statement   For y = g_0 E_0 + g_1 E_1: <E_0, grad L> + <E_1, grad L> = <delta, y>.
Form        Minus half the rate of |E_0|^2 + |E_1|^2. It does not vanish where the experts agree.
Sources     liao2026
"""

from derivations.stability.operations import loss, loss_gradient, other_expert, own_expert, pair_output
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="expert_norm_rate_eq",
    number="8.4",
    hypotheses=(),
    claim=Equal(
        sum(Differential(loss(pair_output), expert, expert) for expert in (own_expert, other_expert)),
        Dot(loss_gradient(pair_output), pair_output),
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
