"""A constant added to the bias changes no metric of the likelihood.

Statement   log p is the same for the biases b_j and b_j + c.
Form        The prior is e^b over its sum; only differences of biases mean anything.
Sources     liao2026
"""

import sympy as sp

from derivations.metrics.operations import log_likelihood
from derivations.vocabulary import bias, j
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

c = sp.Symbol("c", real=True)

THEOREM = Theorem(
    id="log_likelihood_shift_invariant",
    number="9.2",
    hypotheses=(),
    claim=Equal(log_likelihood.xreplace({bias[j]: bias[j] + c}), log_likelihood),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
