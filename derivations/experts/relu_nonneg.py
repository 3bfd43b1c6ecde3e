"""ReLU is not negative.

Statement   max(a, 0) >= 0.
Form        So a ReLU layer with an active unit is a posterior mean times its mass; with none its output is zero.
Sources     liao2026
"""

import sympy as sp

from derivations.experts.operations import a
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="relu_nonneg",
    number="7.3",
    hypotheses=(),
    claim=Bound(0, sp.Max(a, 0)),
    steps=(Certificate(sp.Max(a, 0)),),
    cites=("liao2026",),
)
