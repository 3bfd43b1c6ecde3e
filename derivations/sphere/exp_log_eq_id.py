"""The exponential map inverts the logarithm.

Statement   exp_x(log_x y) = y for |x| = |y| = 1, y != -x.
Form        log_x y = theta / sin(theta) P_x y; the factor is 1 at y = x and has no value at y = -x.
Sources     absil2008
"""

import sympy as sp

from derivations.sphere.operations import BASE, REFUSED, TARGET, TO_TARGET, TWO_POINTS, factor, residual, xe, xx
from derivations.vocabulary import Exp, Log, theta, u, x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.angles import Assume, GeodesicCoordinates, RecogniseAngle
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, RowEmission
from svflow_math.engine.record.hypothesis import NotAntipodal, Unit
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits, Oracle

LOG = RowEmission(
    name="log",
    args=(x, y),
    value=Log(x, y),
    lets=(*TWO_POINTS, *TO_TARGET),
    returns=factor * residual - factor * xe / xx * x,
    docs=Docs(
        summary="Logarithm map: the tangent vector at x whose geodesic reaches y at time one.",
        parameters={"x": BASE, "y": TARGET},
        returns="Tangent vectors at x, shape (..., d), of length dist(x, y).",
        raises=f"{REFUSED}, or y is the antipode of x, where every direction leads to y.",
        example=">>> log([1.0, 0.0], [0.0, 1.0])\narray([0.        , 1.57079633])",
    ),
)

THEOREM = Theorem(
    id="exp_log_eq_id",
    number="1.4",
    hypotheses=(
        Unit(x, witness={x: [0.5, 0], y: [1, 0]}),
        Unit(y, witness={x: [1, 0], y: [0.5, 0]}),
        NotAntipodal(x, y, witness={x: [1, 0], y: [-1, 0]}),
    ),
    claim=Equal(Exp(x, Log(x, y)), y),
    steps=(
        GeodesicCoordinates(y, x, u, theta),
        Assume((sp.sin(theta), theta)),
        RecogniseAngle(theta),
        NormalForm(roots=(theta, sp.sin(theta))),
    ),
    emits=(LOG,),
    checks=(
        Bits(3, "log", near=((y, x), (y, -x))),
        Oracle("log", lambda sphere, x, y: sphere.metric.log(y, base_point=x)),
    ),
    cites=("absil2008",),
)
