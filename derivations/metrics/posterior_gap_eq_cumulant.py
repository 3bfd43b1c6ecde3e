"""The posterior gap is the cumulant of the log normaliser under the attention weights.

Statement   KL(w || p(.|x)) = log sum_j w_j C_d(kappa_j) - sum_j w_j log C_d(kappa_j), the exact posterior p being
            proportional to w_j C_d(kappa_j).
Form        It vanishes where the concentrations are equal, and needs no logarithm of a weight.
Sources     liao2026
"""

from derivations.metrics.operations import cumulant, gap
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="posterior_gap_eq_cumulant",
    number="9.3",
    hypotheses=(),
    claim=Equal(gap, cumulant),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
