"""The angle between the directions of two vectors from the part of one that is orthogonal to the other.

Statement   dist(N(x), N(y)) = atan2(|x| |y - x <x, y>/<x, x>|, <x, y>) for x, y != 0.
Form        Neither vector is normalised: each float64 vector stands for its direction, and an angle of 1e-12 keeps its
            digits.
Sources     absil2008
"""

import sympy as sp

from derivations.vocabulary import Dist, x, y
from svflow_math.engine.calculus.rules.angles import AngleInHalfPlane
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import NonZero
from svflow_math.engine.record.terms import Dot, Norm, Normalize
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="dist_eq_atan2_projected",
    number="1.3",
    hypotheses=(
        NonZero(x, witness={x: [0, 0], y: [1, 0]}),
        NonZero(y, witness={x: [1, 0], y: [0, 0]}),
    ),
    claim=Equal(
        Dist(Normalize(x), Normalize(y)),
        sp.atan2(Norm(x) * Norm(y - Dot(x, y) / Dot(x, x) * x), Dot(x, y)),
    ),
    steps=(AngleInHalfPlane(radius=Norm(x) * Norm(y)),),
    cites=("absil2008",),
)
