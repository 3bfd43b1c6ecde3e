"""The gradient of the log-sum-exp energy is attention to the keys.

Statement   For E(y_q) = log sum_j e^(tau <y_q, k_j> + b_j): grad E(y_q) = tau sum_j w_j k_j, w the softmax weights.
Form        Attention with the keys as values, times tau; exact at every query, for any bias.
Sources     ramsauer2021; liao2026
"""

from derivations.attention.operations import energy, softmax
from derivations.vocabulary import j, keys, query, tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import FiniteSum, Gradient
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="energy_gradient_eq_attention",
    number="6.3",
    hypotheses=(),
    claim=Equal(Gradient(energy, query), tau * FiniteSum(j, softmax * keys[j])),
    steps=(NormalForm(),),
    cites=("ramsauer2021", "liao2026"),
)
