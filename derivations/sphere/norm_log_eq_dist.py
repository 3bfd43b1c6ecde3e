"""The logarithm is as long as the distance.

Statement   |log_x y| = dist(x, y) for |x| = |y| = 1, y != -x.
Form        sin(theta) is |P_x y|, so the length of theta / sin(theta) P_x y is theta.
Sources     absil2008
"""

import sympy as sp

from derivations.vocabulary import Dist, Log, theta, u, x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm, Unfold
from svflow_math.engine.calculus.rules.angles import Assume, GeodesicCoordinates, RecogniseAngle
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive, Unit
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="norm_log_eq_dist",
    number="1.4",
    hypotheses=(
        Unit(x, witness={x: [0.5, 0], y: [1, 0]}),
        Unit(y, witness={x: [1, 0], y: [0.5, 0]}),
        Positive(1 + Dot(x, y), witness={x: [1, 0], y: [-1, 0]}),
    ),
    claim=Equal(Norm(Log(x, y)), Dist(x, y)),
    steps=(
        GeodesicCoordinates(y, x, u, theta),
        Assume((sp.sin(theta), theta)),
        Unfold((Log,)),
        RecogniseAngle(theta),
        NormalForm(roots=(theta, sp.sin(theta))),
    ),
    cites=("absil2008",),
)
