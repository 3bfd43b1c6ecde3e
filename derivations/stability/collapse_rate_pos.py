"""The symmetric state of two experts is unstable whenever the gradient is not zero.

Statement   0 < |r|/2 for r != 0.
Form        The rate of the growing mode. No residual gradient is small enough to be safe.
Sources     liao2026
"""

import sympy as sp

from derivations.stability.operations import r
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Norm
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="collapse_rate_pos",
    number="8.2",
    hypotheses=(NonZero(r, witness={r: [0, 0]}),),
    claim=Bound(sp.S.Zero, Norm(r) / 2, strict=True),
    steps=(Certificate(Norm(r) / 2),),
    cites=("liao2026",),
)
