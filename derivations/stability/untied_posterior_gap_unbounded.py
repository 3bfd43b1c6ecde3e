"""The divergence of free values exceeds every bound.

Statement   kappa - log 2 <= log cosh kappa for kappa > 0.
Form        It grows as the size of the values, over which the keys have no say: no bound that knows only the keys
            holds.
Sources     liao2026
"""

import sympy as sp

from derivations.stability.untied_posterior_gap_eq_log_cosh import size
from svflow_math.engine.calculus.rules.bounds import Certificate, MonotoneLogarithm
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="untied_posterior_gap_unbounded",
    number="8.5",
    hypotheses=(),
    claim=Bound(size - sp.log(2), sp.log(sp.cosh(size))),
    steps=(
        MonotoneLogarithm(sp.exp(size) / 2, (sp.exp(size) + sp.exp(-size)) / 2),
        Certificate(sp.exp(-size) / 2),
    ),
    cites=("liao2026",),
)
