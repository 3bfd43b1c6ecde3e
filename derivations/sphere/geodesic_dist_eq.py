"""A minimal geodesic is run through at constant speed.

Statement   dist(x, exp_x(s log_x y)) = s dist(x, y) for |x| = |y| = 1, y != -x and 0 <= s <= 1.
Form        The interpolation between two points needs one logarithm, and s is the fraction of the way.
Sources     absil2008
"""

import sympy as sp

from derivations.sphere.operations import (
    BASE,
    REFUSED,
    TARGET,
    TO_TARGET,
    TWO_POINTS,
    angle,
    b,
    factor,
    nx,
    reach,
    residual,
    time,
    turned,
    xe,
    xx,
)
from derivations.vocabulary import Dist, Exp, Log, s, theta, u, x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm, Unfold
from svflow_math.engine.calculus.rules.angles import Assume, GeodesicCoordinates, RecogniseAngle
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import Between, NotAntipodal, Unit
from svflow_math.engine.record.primitives import Sinc
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

GEODESIC = RowEmission(
    name="geodesic",
    args=(x, y, time),
    value=Exp(x, time * Log(x, y)),
    lets=(
        *TWO_POINTS,
        *TO_TARGET,
        Let(nx, sp.sqrt(xx)),
        Let(turned, time * angle, finite=True, words="t theta"),
        Let(reach, time * Sinc(turned)),
        Let(b, reach * factor),
    ),
    returns=b * residual + (sp.cos(turned) / nx - b * xe / xx) * x,
    docs=Docs(
        summary="Point at time t of the minimal geodesic from x (t = 0) to y (t = 1), at constant speed.",
        parameters={"x": BASE, "y": TARGET, "t": "Times, any finite number; broadcasts with the leading axes."},
        returns="Points of the sphere, shape (..., d).",
        raises=f"{REFUSED}, y is the antipode of x, or t times the angle overflows.",
        example=">>> geodesic([1.0, 0.0], [0.0, 1.0], 0.5)\narray([0.70710678, 0.70710678])",
    ),
)

THEOREM = Theorem(
    id="geodesic_dist_eq",
    number="1.4",
    hypotheses=(
        Unit(x, witness={x: [0.5, 0], y: [1, 0], s: 0.5}),
        Unit(y, witness={x: [1, 0], y: [0.3, 0.4], s: 0.5}),
        NotAntipodal(x, y, witness={x: [1, 0], y: [-1, 0], s: 0.5}),
        Between(s, 0, 1, witness={x: [1, 0], y: [0, 1], s: 3}),
    ),
    claim=Equal(Dist(x, Exp(x, s * Log(x, y))), s * Dist(x, y)),
    steps=(
        GeodesicCoordinates(y, x, u, theta),
        Assume((sp.sin(theta), theta)),
        Unfold((Log,)),
        RecogniseAngle(theta),
        RecogniseAngle(s * theta, roots=(s * theta, sp.sin(theta))),
        NormalForm(),
    ),
    emits=(GEODESIC,),
    checks=(Bits(4, "geodesic", near=((y, x),)),),
    cites=("absil2008",),
)
