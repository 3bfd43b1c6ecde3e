"""The entropy of attention is its energy less the mean logit.

Statement   -sum_j w_j log w_j = log sum_j e^(l_j) - sum_j w_j l_j for the softmax weights w of logits l.
Form        One sum beside the energy, and no logarithm of a weight that may vanish.
Sources     liao2026
"""

from derivations.metrics.operations import energy, entropy, mean_logit
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="entropy_eq_energy_sub_mean_logit",
    number="9.4",
    hypotheses=(),
    claim=Equal(entropy, energy - mean_logit),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
