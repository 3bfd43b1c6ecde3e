"""RMSNorm without gains stays inside the sphere of radius sqrt(d).

Statement   |RMSNorm_epsilon(y)| <= sqrt(d) for y != 0, epsilon >= 0.
Form        With gains the image lies inside the ellipsoid that they make of this sphere.
Sources     liao2026
"""

import sympy as sp

from derivations.retraction.operations import Rms
from derivations.vocabulary import epsilon, y
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative, NonZero
from svflow_math.engine.record.terms import Dot, Norm, d
from svflow_math.engine.record.theorem import Theorem

ratio = d * epsilon / Dot(y, y)
root = sp.sqrt(1 + ratio)

THEOREM = Theorem(
    id="norm_rms_norm_le_sqrt_dim",
    number="4.4",
    hypotheses=(
        NonZero(y, witness={y: [0, 0], epsilon: 0}),
        Nonnegative(epsilon, witness={y: [1, 0], epsilon: sp.Rational(-1, 4)}),
    ),
    claim=Bound(Norm(Rms(y, epsilon)), sp.sqrt(d)),
    steps=(Certificate(sp.sqrt(d) * ratio / (root * (root + 1))),),
    cites=("liao2026",),
)
