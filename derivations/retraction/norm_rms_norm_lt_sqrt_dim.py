"""With epsilon, RMSNorm lands strictly inside the sphere of radius sqrt(d).

Statement   |RMSNorm_epsilon(y)| < sqrt(d) for y != 0, epsilon > 0.
Form        The radius still tells how long y was: epsilon is the scale on which it does.
Sources     liao2026
"""

import sympy as sp

from derivations.retraction.operations import Rms
from derivations.vocabulary import epsilon, y
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import NonZero, Positive
from svflow_math.engine.record.terms import Dot, Norm, d
from svflow_math.engine.record.theorem import Theorem

ratio = d * epsilon / Dot(y, y)
root = sp.sqrt(1 + ratio)

THEOREM = Theorem(
    id="norm_rms_norm_lt_sqrt_dim",
    number="4.4",
    hypotheses=(
        NonZero(y, convenience="at y = 0 the layer gives 0, of length 0 < sqrt(d); the proof divides by |y|"),
        Positive(epsilon, witness={y: [1, 0], epsilon: 0}),
    ),
    claim=Bound(Norm(Rms(y, epsilon)), sp.sqrt(d), strict=True),
    steps=(Certificate(sp.sqrt(d) * ratio / (root * (root + 1))),),
    cites=("liao2026",),
)
