"""Adding one number to all logits leaves softmax as it is.

Statement   softmax_j(g_j + c) = softmax_j(g_j) for every number c.
Form        Only differences of logits have a meaning: a bias, a log prior and an energy are given up to a constant.
Sources     liao2026
"""

import sympy as sp

from derivations.attention.operations import logit, normalized, softmax
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.theorem import Theorem

c = sp.Symbol("c", real=True)

THEOREM = Theorem(
    id="softmax_shift_invariant",
    number="6.7",
    hypotheses=(),
    claim=Equal(normalized(sp.exp(logit + c)), softmax),
    steps=(NormalForm(),),
    cites=("liao2026",),
)
