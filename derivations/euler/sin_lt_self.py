"""The sine of a positive number up to pi is smaller than the number.

Statement   sin t < t for 0 < t < pi.
Form        What keeps a step of length h kappa sin theta below h kappa theta.
Sources     absil2008
"""

import sympy as sp

from derivations.vocabulary import theta
from svflow_math.engine.calculus.rules.bounds import Certificate, FromDerivative
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Between
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="sin_lt_self",
    number="5.3",
    hypotheses=(Between(theta, 0, sp.pi, open_low=True, open_high=True, witness={theta: -1}),),
    claim=Bound(sp.sin(theta), theta, strict=True),
    steps=(FromDerivative(theta, sp.S.Zero), Certificate(2 * sp.sin(theta / 2) ** 2)),
    cites=("absil2008",),
)
