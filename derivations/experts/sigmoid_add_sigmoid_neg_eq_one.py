"""The factor of SiLU at a and at -a sums to one.

Statement   1/(1 + e^-a) + 1/(1 + e^a) = 1.
Form        What makes SiLU, and with another argument the tanh form of GELU, an activation a P(a) of the pair above.
Sources     liao2026
"""

from derivations.experts.operations import a
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.primitives import Sigmoid
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="sigmoid_add_sigmoid_neg_eq_one",
    number="7.3",
    hypotheses=(),
    claim=Equal(Sigmoid(a) + Sigmoid(-a), 1),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
