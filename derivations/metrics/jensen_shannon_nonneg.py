"""The Jensen-Shannon divergence is not negative.

Statement   (1/2) sum_j (w_j log(2 w_j/(w_j + p_j)) + p_j log(2 p_j/(w_j + p_j))) >= 0 for laws w, p > 0.
Form        Term by term, by log u <= u - 1 at the ratios of the midpoint to the laws.
Sources     liao2026
"""

import sympy as sp

from derivations.metrics.operations import jensen_shannon, law, other
from derivations.vocabulary import j
from svflow_math.engine.calculus.rules.bounds import Certificate, TangentOfLogarithm, Termwise
from svflow_math.engine.calculus.rules.logic import Have
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

w, p = law[j], other[j]
ratios = ((w + p) / (2 * w), (w + p) / (2 * p))
upper = (w * sp.log(2 * w / (w + p)) + p * sp.log(2 * p / (w + p))) / 2
tangents = [Bound(sp.log(ratio), ratio - 1) for ratio in ratios]
gaps = [w * (ratios[0] - 1 - sp.log(ratios[0])), p * (ratios[1] - 1 - sp.log(ratios[1]))]

THEOREM = Theorem(
    id="jensen_shannon_nonneg",
    number="9.5",
    hypotheses=(),
    claim=Bound(0, jensen_shannon(w, p)),
    steps=(
        Termwise(j, sp.S.One, sp.S.Zero, upper),
        Have(tangents[0]),
        TangentOfLogarithm(ratios[0], sp.S.One),
        Have(tangents[1]),
        TangentOfLogarithm(ratios[1], sp.S.One),
        Certificate((gaps[0] + gaps[1]) / 2),
    ),
    cites=("liao2026",),
)
