"""A step of a normalised transformer moves along the great circle through its target.

Statement   N(x + alpha (y - x)) = exp_x(phi / theta log_x y) with theta = dist(x, y), phi = atan2(alpha sin theta, 1
            - alpha (1 - cos theta)), for |x| = |y| = 1, y != x, y != -x and alpha >= 0.
Form        The same curve as the geodesic interpolation exp_x(alpha log_x y), at another speed.
Sources     loshchilov2024
"""

import sympy as sp

from derivations.retraction.operations import NormalizedStep, StepAngle
from derivations.vocabulary import Dist, Exp, Log, alpha, s, theta, u, x, y
from svflow_math.engine.calculus.rules.algebra import Generalise, NormalForm, Through, Unfold
from svflow_math.engine.calculus.rules.angles import Assume, GeodesicCoordinates, RecogniseAngle
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Nonnegative, Positive, Unit
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem

angle = StepAngle(alpha, theta)

THEOREM = Theorem(
    id="normalized_step_eq_exp",
    number="4.6",
    hypotheses=(
        Unit(x, witness={x: [sp.Rational(1, 2), 0], y: [sp.Rational(3, 5), sp.Rational(4, 5)], alpha: 1}),
        Unit(y, witness={x: [1, 0], y: [0, sp.Rational(1, 2)], alpha: 1}),
        Positive(1 + Dot(x, y), witness={x: [1, 0], y: [-1, 0], alpha: 1}),
        Positive(1 - Dot(x, y), witness={x: [1, 0], y: [1, 0], alpha: 1}),
        Nonnegative(alpha, convenience="for negative steps the angle is negative, and the formula still holds"),
    ),
    claim=Equal(NormalizedStep(x, y, alpha), Exp(x, StepAngle(alpha, Dist(x, y)) / Dist(x, y) * Log(x, y))),
    steps=(
        GeodesicCoordinates(y, x, u, theta),
        Assume((sp.sin(theta), theta)),
        Unfold((NormalizedStep, Log)),
        RecogniseAngle(theta),
        Through((sp.cos(angle) * x + sp.sin(angle) * u,)),
        NormalForm(),
        Generalise(angle, s, note="Only the sign of the angle matters:"),
        NormalForm(roots=(s, sp.sin(theta))),
    ),
    cites=("loshchilov2024",),
)
