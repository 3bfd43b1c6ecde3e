"""The projective retraction agrees with the exponential map to second order.

Statement   R_x(t v) - exp_x(t v) = O(t^3) for |x| = 1 and v tangent at x.
Form        Curves of the retraction have no tangent acceleration at their start.
Sources     absil2008
"""

import sympy as sp

from derivations.sphere.operations import BASE, POINT, REFUSED, TANGENT, VECTOR, nv, nx, radius, xv, xx
from derivations.vocabulary import Exp, Projective, t, v, x
from svflow_math.engine.calculus.rules.algebra import Restate, Taylor
from svflow_math.engine.record.claim import OrderOf
from svflow_math.engine.record.emission import Docs, Let, RowEmission
from svflow_math.engine.record.hypothesis import Tangent, Unit
from svflow_math.engine.record.primitives import Cathetus, Hypot
from svflow_math.engine.record.terms import Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.emitted import Bits, Oracle
from svflow_math.engine.verify.orders import FittedOrder

length = Norm(v)
gap = Projective(x, t * v) - Exp(x, t * v)
great_circle = sp.cos(t * length) * x + sp.sin(t * length) / length * v

PROJECTIVE = RowEmission(
    name="projective",
    args=(x, v),
    value=Projective(x, v),
    lets=(
        *POINT,
        *TANGENT,
        Let(nx, sp.sqrt(xx)),
        Let(radius, Hypot(1, Cathetus(nv, sp.Abs(xv) / nx))),
    ),
    returns=(1 / nx - xv / xx) / radius * x + v / radius,
    docs=Docs(
        summary="Projective retraction R_x(v): the direction of x + v for a tangent vector v.",
        parameters={"x": BASE, "v": VECTOR},
        returns="Points of the open hemisphere around x, shape (..., d).",
        raises=f"{REFUSED}, or v is not tangent at x.",
        example=">>> projective([1.0, 0.0], [0.0, 0.75])\narray([0.8, 0.6])",
    ),
)

THEOREM = Theorem(
    id="projective_retraction_second_order",
    number="4.1",
    hypotheses=(
        Unit(x, witness={x: [2, 0], v: [0, 1], t: 1}),
        Tangent(v, x, witness={x: [1, 0], v: [1, 1], t: 1}),
    ),
    claim=OrderOf(gap, t, 3),
    steps=(
        Restate(Projective(x, t * v) - great_circle, note="sinc(t|v|) t is sin(t|v|)/|v|, smooth in t."),
        Taylor(),
    ),
    emits=(PROJECTIVE,),
    checks=(
        FittedOrder("projective against exp", gap, t, 3),
        Bits(3, "projective", scale=((v, 1e12),)),
        Oracle("projective", lambda sphere, x, v: sphere.projection(x + v)),
    ),
    cites=("absil2008",),
)
