"""Where the values are the keys, the Jacobian of attention is symmetric.

Statement   For v = k: <D_(y_q) out [u], w> = <u, D_(y_q) out [w]> for all u and w.
Form        The Jacobian is the Hessian of the energy, divided by tau.
Sources     liao2026
"""

from derivations.attention.operations import mean
from derivations.vocabulary import j, keys, query, u, w
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import Differential, Dot
from svflow_math.engine.record.theorem import Theorem

tied = mean(keys[j])

THEOREM = Theorem(
    id="tied_attention_jacobian_symmetric",
    number="6.4",
    hypotheses=(),
    claim=Equal(Dot(Differential(tied, query, u), w), Dot(u, Differential(tied, query, w))),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
