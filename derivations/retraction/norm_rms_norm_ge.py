"""How much of the radius epsilon takes away at most.

Statement   sqrt(d) (1 - d epsilon / (2 |y|^2)) <= |RMSNorm_epsilon(y)| for y != 0, epsilon >= 0.
Form        With r = sqrt(1 + s) the gap is (r - 1)^2 (r + 2) / (2 r), of second order in s = d epsilon / |y|^2.
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
    id="norm_rms_norm_ge",
    number="4.4",
    hypotheses=(
        NonZero(y, witness={y: [0, 0], epsilon: 1}),
        Nonnegative(epsilon, witness={y: [1, 0], epsilon: -1}),
    ),
    claim=Bound(sp.sqrt(d) * (1 - ratio / 2), Norm(Rms(y, epsilon))),
    steps=(Certificate(sp.sqrt(d) * (root - 1) ** 2 * (root + 2) / (2 * root)),),
    cites=("liao2026",),
)
