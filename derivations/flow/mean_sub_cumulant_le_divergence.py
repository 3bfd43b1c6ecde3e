"""A mean less the cumulant is at most the divergence.

Statement   E_q[g] - log E_p[e^g] <= KL(q | p) for a law q, weights p_z > 0 and all numbers g_z.
Form        The variational formula of Gibbs, the half that bounds need: the divergence from q to the law that is
            proportional to p_z e^(g_z) is not negative. The weights p need not add up to one: a factor changes both
            sides alike.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.divergence_nonneg import THEOREM as GIBBS
from derivations.flow.divergence_nonneg import VANISHING, p_, q_
from derivations.flow.operations import divergence, p, q
from derivations.vocabulary import K, log_tilt, z
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Law, Positive
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

g = log_tilt[z]
tilted = p * sp.exp(g) / FiniteSum(z, p * sp.exp(g))
g_ = sp.Symbol("g")

THEOREM = Theorem(
    id="mean_sub_cumulant_le_divergence",
    number="3.4",
    hypotheses=(
        Law(q, z, witness={K: 1, q_: [2], p_: [1], g_: [9]}),
        Positive(q, convenience=VANISHING),
        Positive(p, witness={K: 2, q_: [0.5, 0.5], p_: [1, 0], g_: [0, 0]}),
    ),
    claim=Bound(FiniteSum(z, q * g) - sp.log(FiniteSum(z, p * sp.exp(g))), divergence(q, p)),
    steps=(Use(GIBBS, {p: tilted}),),
    cites=("liao2026",),
)
