"""The floor of the calibration error is at most the standard deviation.

Statement   (sum_j w_j |g_j|)^2 <= sum_j w_j g_j^2 for a law w.
Form        For one bin of tokens that are right with the probability of their confidence: the mean of |sum (correct -
            confidence)| is at most the root of sum p (1 - p). The floor itself is computed exactly, from the law of the
            sum; this bounds it.
Sources     liao2026
"""

import sympy as sp

from derivations.vocabulary import bias, j, n, weights
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Law
from svflow_math.engine.record.terms import FiniteSum
from svflow_math.engine.record.theorem import Theorem

size = sp.Abs(bias[j])
mean = FiniteSum(j, weights[j] * size)

THEOREM = Theorem(
    id="deviation_sq_le_variance",
    number="9.6",
    hypotheses=(Law(weights[j], j, witness={n: 1, sp.Symbol("w"): [4], sp.Symbol("b"): [1]}),),
    claim=Bound(mean**2, FiniteSum(j, weights[j] * bias[j] ** 2)),
    steps=(Certificate(FiniteSum(j, weights[j] * (size - mean) ** 2)),),
    cites=("liao2026",),
)
