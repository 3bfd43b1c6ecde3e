"""The arctangent of a positive number is smaller than the number.

Statement   arctan t < t for t > 0.
Form        The retraction stays behind the geodesic.
Sources     absil2008
"""

import sympy as sp

from derivations.vocabulary import t
from svflow_math.engine.calculus.rules.bounds import Certificate, FromDerivative
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="arctan_lt_self",
    number="4.1",
    hypotheses=(),
    claim=Bound(sp.atan(t), t, strict=True),
    steps=(
        FromDerivative(t, sp.S.Zero),
        Certificate(t**2 / (1 + t**2)),
    ),
    cites=("absil2008",),
)
