"""With one concentration and tied keys and values the mean shift is the normalised update of a Hopfield network.

Statement   N(grad log p(x)) = N(sum_j w_j k_j) for p(x) = sum_j e^(tau <x, k_j> + b_j), w the softmax of
            tau <x, k_j> + b_j.
Form        One step of attention to the keys as values, at an infinite step length; a uniform prior is b = 0. The
            modern Hopfield update is the sum before it is normalised.
Sources     ramsauer2021; liao2026
"""

from derivations.attention.energy_gradient_eq_attention import THEOREM as GRADIENT
from derivations.attention.operations import energy, mean
from derivations.vocabulary import j, keys, query
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Gradient, Normalize
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mean_shift_eq_normalized_hopfield_update",
    number="5.5",
    hypotheses=(NonZero(mean(keys[j]), convenience="the zero vector has no direction"),),
    claim=Equal(Normalize(Gradient(energy, query)), Normalize(mean(keys[j]))),
    steps=(Use(GRADIENT), NormalForm()),
    cites=("ramsauer2021", "liao2026"),
)
