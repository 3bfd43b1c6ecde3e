"""How fast the norm of a router grows under gradient flow.

Statement   For two experts with gate rows w_0, w_1 and a token x, logits <w_0, x> and <w_1, x>, y = g_0 E_0 + g_1 E_1:
            <w_0, grad L> + <w_1, grad L> = g_0 g_1 <w_0 - w_1, x> <delta, E_0 - E_1>.
Form        Minus half the rate of |w_0|^2 + |w_1|^2. It is zero where the experts agree.
Sources     liao2026
"""

from derivations.stability.operations import loss, loss_gradient, other_expert, own_expert, router_gates
from derivations.stability.operations import router_rows as rows
from derivations.vocabulary import x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

gates = router_gates(*rows)
output = gates[0] * own_expert + gates[1] * other_expert
rate = gates[0] * gates[1] * Dot(rows[0] - rows[1], x) * Dot(loss_gradient(output), own_expert - other_expert)

THEOREM = Theorem(
    id="router_norm_rate_eq",
    number="8.4",
    hypotheses=(),
    claim=Equal(sum(Differential(loss(output), row, row) for row in rows), rate),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
