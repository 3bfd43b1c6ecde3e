"""The divergence of a law from its tilt is a cumulant of the log tilt.

Statement   If p_j = w_j e^(g_j) / sum_l w_l e^(g_l), then KL(w || p) = log sum_j w_j e^(g_j) - sum_j w_j g_j.
Form        The right side stays defined where weights vanish; on the left a vanishing weight counts as nothing.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import j, log_tilt, n
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import FiniteSum, ScalarFamily
from svflow_math.engine.record.theorem import Theorem

support = ScalarFamily("w", positive=True)
mass = FiniteSum(j, support[j] * sp.exp(log_tilt[j]))
tilted = support[j] * sp.exp(log_tilt[j]) / mass

THEOREM = Theorem(
    id="kl_eq_of_tilt",
    number="6.1",
    hypotheses=(Law(support[j], j, witness={n: 2, sp.Symbol("w"): [1, 1], sp.Symbol("g"): [0, 1]}),),
    claim=Equal(
        FiniteSum(j, support[j] * sp.log(support[j] / tilted)),
        sp.log(mass) - FiniteSum(j, support[j] * log_tilt[j]),
    ),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
