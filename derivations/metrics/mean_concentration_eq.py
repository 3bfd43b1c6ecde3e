"""The mean concentration of a query's keys is its own scaled norm times the mean norm of the keys.

Statement   (1/n) sum_j tau |y_q| |k_j| = tau |y_q| (1/n) sum_j |k_j|.
Form        So it costs one number a key and one a query, and no pair.
Sources     liao2026
"""

from derivations.attention.operations import concentration
from derivations.metrics.operations import count
from derivations.vocabulary import j, keys, query, tau
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.terms import FiniteSum, Norm
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="mean_concentration_eq",
    number="9.1",
    hypotheses=(),
    claim=Equal(FiniteSum(j, concentration) / count, tau * Norm(query) * FiniteSum(j, Norm(keys[j])) / count),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
