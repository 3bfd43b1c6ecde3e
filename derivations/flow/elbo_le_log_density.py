"""The evidence lower bound lies below log p.

Statement   E_q[log p(x, z)] + H(q) <= log p(x) for every law q.
Form        With equality for the exact posterior, where the divergence vanishes.
Sources     liao2026
"""

import sympy as sp

from derivations.flow.divergence_nonneg import THEOREM as GIBBS
from derivations.flow.divergence_nonneg import VANISHING
from derivations.flow.log_density_eq_elbo_add_divergence import log_density
from derivations.flow.operations import elbo, log_joint, p, q, smooth_posterior
from derivations.vocabulary import K, x, z
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Law, Positive
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="elbo_le_log_density",
    number="3.3",
    hypotheses=(
        Law(q, z, witness={K: 64, sp.Symbol("q"): [sp.Rational(1, 4)] * 64, x: [0, 0]}),
        Positive(q, convenience=VANISHING),
    ),
    claim=Bound(elbo(log_joint(x)), log_density),
    steps=(Use(GIBBS, {p: smooth_posterior(x)}),),
    cites=("liao2026",),
)
