"""Parallel transport keeps inner products.

Statement   The transports of v and w from x to y have the inner product <v, w>, for |x| = |y| = 1, y != -x and v, w
            tangent at x.
Form        Lengths and angles follow; off the tangent space at x the formula is no isometry.
Sources     absil2008
"""

import sympy as sp

from derivations.sphere.operations import (
    BASE,
    REFUSED,
    TANGENT,
    TARGET,
    TWO_POINTS,
    VECTOR,
    b,
    cosine,
    nx,
    ny,
    pv,
    residual,
    sine,
    xe,
    xv,
    xx,
    yy,
)
from derivations.vocabulary import Dist, Transport, v, w, x, y
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import NotAntipodal, Tangent, Unit
from svflow_math.engine.record.primitives import OnePlusCosine
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits

TRANSPORT = RowEmission(
    name="transport",
    args=(x, y, v),
    value=Transport(x, y, v),
    lets=(
        *TWO_POINTS,
        *TANGENT,
        Let(nx, sp.sqrt(xx)),
        Let(ny, sp.sqrt(yy)),
        Let(pv, Dot(residual, v) - xe * xv / xx),
        Let(b, pv / (yy * OnePlusCosine(cosine / ny, sine / ny)), finite=True, words="<y, v> / (1 + <x, y>)"),
    ),
    returns=v - b * residual + (b * xe / xx - xv / xx - pv / (nx * ny)) * x,
    docs=Docs(
        summary="Parallel transport of a tangent vector from x to y along the minimal geodesic.",
        parameters={"x": BASE, "y": TARGET, "v": VECTOR},
        returns="Tangent vectors at y, shape (..., d), of the length of v.",
        raises=f"{REFUSED}, v is not tangent at x, y is the antipode of x, or v so long that it overflows next to it.",
        notes="The figures of accuracy are relative to the length of v as it is given: a normal part within the "
        "tolerance that is large beside the tangent part costs the digits by which it is larger.",
        example=">>> transport([1.0, 0.0], [0.0, 1.0], [0.0, 1.0])\narray([-1.,  0.])",
    ),
)

THEOREM = Theorem(
    id="transport_isometry",
    number="1.5",
    hypotheses=(
        Unit(x, witness={x: [2, 0], y: [0, 1], v: [0, 1], w: [0, 1]}),
        Unit(y, witness={x: [1, 0], y: [0, 2], v: [0, 1], w: [0, 1]}),
        Tangent(v, x, witness={x: [1, 0], y: [0, 1], v: [1, 1], w: [0, 1]}),
        Tangent(w, x, witness={x: [1, 0], y: [0, 1], v: [0, 1], w: [1, 1]}),
        NotAntipodal(x, y, witness={x: [1, 0], y: [-1, 0], v: [0, 1], w: [0, 1]}),
    ),
    claim=Equal(Dot(Transport(x, y, v), Transport(x, y, w)), Dot(v, w)),
    steps=(NormalForm(),),
    emits=(TRANSPORT,),
    checks=(Bits(4, "transport", near=((y, x), (y, -x)), condition=1 / (sp.pi - Dist(x, y))),),
    cites=("absil2008",),
)
