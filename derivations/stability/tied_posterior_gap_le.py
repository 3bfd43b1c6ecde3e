"""Scores tied to the gating vectors keep the posterior near the exact one.

Statement   Let q be the softmax weights of keys with log normalisers L_j = log C_d(kappa_j), and p_j proportional to
            q_j e^(L_j), the posterior of the mixture whose scores are the keys themselves. If c <= L_j <= c + Delta for
            all j, then KL(q || p) <= log((e^Delta - 1)/Delta) - 1 + Delta/(e^Delta - 1).
Form        The bound knows the norms of the keys and nothing else. Rows of a gate are keys; so are experts that are
            tied to them.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.kl_le_of_tilt import THEOREM as TILT
from derivations.attention.kl_le_of_tilt import c, slope
from derivations.vocabulary import Delta, j, log_tilt, n, weights
from svflow_math.engine.calculus.rules.algebra import Through
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Law, Within
from svflow_math.engine.record.terms import FiniteSum, ScalarFamily
from svflow_math.engine.record.theorem import Theorem

support = ScalarFamily("w", positive=True)[j]
mass = FiniteSum(j, support * sp.exp(log_tilt[j]))
posterior = support * sp.exp(log_tilt[j]) / mass
cumulant = sp.log(mass) - FiniteSum(j, support * log_tilt[j])

THEOREM = Theorem(
    id="tied_posterior_gap_le",
    number="8.5",
    hypotheses=(
        Law(support, j, witness={n: 2, sp.Symbol("w"): [4, 4], sp.Symbol("g"): [0, 1], c: 0, Delta: 1}),
        Within(
            log_tilt[j],
            c,
            c + Delta,
            witness={n: 2, sp.Symbol("w"): [0.5, 0.5], sp.Symbol("g"): [0, 9], c: 0, Delta: 1},
        ),
    ),
    claim=Bound(FiniteSum(j, support * sp.log(support / posterior)), sp.log(slope) - 1 + 1 / slope),
    steps=(
        Through((cumulant,), note="The divergence is a cumulant of the log tilt."),
        Certificate(sp.S.Zero),
        Use(TILT, {weights[j]: support}),
    ),
    cites=("liao2026",),
)
