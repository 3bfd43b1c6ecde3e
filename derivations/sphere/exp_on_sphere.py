"""The exponential map stays on the sphere.

Statement   |exp_x(v)| = 1 for |x| = 1 and v tangent at x, of any length.
Form        cos|v| x + sinc(|v|) v divides by no length, so v = 0 is no special case.
Sources     absil2008
"""

import sympy as sp

from derivations.sphere.operations import BASE, POINT, REFUSED, TANGENT, VECTOR, nv, nx, radial, radius, s, xv, xx
from derivations.vocabulary import Exp, v, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.primitives import Cathetus, Sinc
from svflow_math.engine.record.terms import Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits, Oracle

EXP = RowEmission(
    name="exp",
    args=(x, v),
    value=Exp(x, v),
    lets=(
        *POINT,
        *TANGENT,
        Let(nx, sp.sqrt(xx)),
        Let(radial, xv / nx),
        Let(radius, Cathetus(nv, sp.Abs(radial))),
        Let(s, Sinc(radius)),
    ),
    returns=(sp.cos(radius) - s * radial) / nx * x + s * v,
    docs=Docs(
        summary="Exponential map: the point that the geodesic from x with velocity v reaches at time one.",
        parameters={"x": BASE, "v": VECTOR},
        returns="Points of the sphere, shape (..., d).",
        raises=f"{REFUSED}, or v is not tangent at x.",
        example=">>> exp([1.0, 0.0], [0.0, 0.0])\narray([1., 0.])",
    ),
)

THEOREM = Theorem(
    id="exp_on_sphere",
    number="1.2",
    hypotheses=(Unit(x, witness={x: [2, 0], v: [0, 1]}), Tangent(v, x, witness={x: [1, 0], v: [1, 1]})),
    claim=Equal(Norm(Exp(x, v)), 1),
    steps=(NormalForm(),),
    emits=(EXP,),
    checks=(
        Bits(2, "exp", scale=((v, 1e6),), condition=sp.Max(1, Norm(v))),
        Oracle("exp", lambda sphere, x, v: sphere.metric.exp(v, base_point=x)),
    ),
    cites=("absil2008",),
)
