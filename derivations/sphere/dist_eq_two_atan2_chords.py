"""The angle between two points from the lengths of their difference and of their sum.

Statement   arccos <x, y> = 2 atan2(|x - y|, |x + y|) for |x| = |y| = 1.
Form        The arccosine loses half of the digits near 0 and near pi; the two chords do not, if the points are exact.
Sources     absil2008
"""

import sympy as sp

from derivations.sphere.operations import BASE, REFUSED, TARGET, TWO_POINTS, cosine, sine
from derivations.vocabulary import Dist, phi, u, x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.angles import GeodesicCoordinates, RecogniseAngle
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, RowEmission
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.terms import Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits, Oracle

DIST = RowEmission(
    name="dist",
    args=(x, y),
    value=Dist(x, y),
    lets=TWO_POINTS,
    returns=sp.atan2(sine, cosine),
    docs=Docs(
        summary="Distance on the sphere: the angle between two points, in radians, from 0 to pi.",
        parameters={"x": BASE, "y": TARGET},
        returns="Angles, in the shape of the leading axes.",
        raises=f"{REFUSED}.",
        example=">>> float(dist([1.0, 0.0], [0.0, 1.0]))\n1.5707963267948966",
    ),
)

THEOREM = Theorem(
    id="dist_eq_two_atan2_chords",
    number="1.3",
    hypotheses=(
        Unit(x, witness={x: [0.5, 0], y: [1, 0]}),
        Unit(y, witness={x: [1, 0], y: [0.5, 0]}),
    ),
    claim=Equal(Dist(x, y), 2 * sp.atan2(Norm(x - y), Norm(x + y))),
    steps=(
        GeodesicCoordinates(y, x, u, phi, half=True),
        RecogniseAngle(phi, radius=sp.Integer(2), roots=(2 * sp.sin(phi), 2 * sp.cos(phi))),
        RecogniseAngle(2 * phi),
        NormalForm(),
    ),
    emits=(DIST,),
    checks=(
        Bits(2, "dist", near=((y, x), (y, -x))),
        Oracle("dist", lambda sphere, x, y: sphere.metric.dist(x, y)),
    ),
    cites=("absil2008",),
)
