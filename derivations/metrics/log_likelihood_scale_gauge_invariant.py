"""Moving a factor from the keys to the query changes no metric of a head.

Statement   log p is the same for (h y_q, k_j/h) as for (y_q, k_j), h > 0.
Form        Of all gauges that keep the weights, scalings and rotations keep the concentrations too; others change them,
            and with them log p and the gap: measured numbers state their gauge.
Sources     liao2026
"""

from derivations.attention.operations import concentration
from derivations.metrics.operations import log_likelihood as of_factors
from derivations.metrics.operations import normalizer
from derivations.vmf.operations import Normalizer
from derivations.vocabulary import h, j, keys, query
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

log_likelihood = of_factors.xreplace({normalizer: Normalizer(concentration)})

THEOREM = Theorem(
    id="log_likelihood_scale_gauge_invariant",
    number="9.2",
    hypotheses=(),
    claim=Equal(log_likelihood.xreplace({query: h * query, keys[j]: keys[j] / h}), log_likelihood),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
