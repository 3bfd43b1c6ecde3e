"""What the programs of the chapter share: names of inner products, and the words of their docstrings."""

import sympy as sp

from derivations.vocabulary import v, x, y
from svflow_math.engine.record.emission import Let
from svflow_math.engine.record.primitives import Quotient, Rejection
from svflow_math.engine.record.terms import Dot, Norm, VectorSymbol

xx, yy, xy, xe, xv, xw, pv = sp.symbols("xx yy xy xe xv xw pv", real=True)
nv, nw, nx, ny = sp.symbols("nv nw nx ny", positive=True)
time = sp.Symbol("t", real=True)  # of either sign
sine, cosine, angle, factor, radial, radius, s, b = sp.symbols("sine cosine theta factor radial radius s b", real=True)
turned, reach = sp.symbols("turned reach", real=True)  # the angle at time t, and t sinc of it
residual = VectorSymbol("e")

POINT = (Let(xx, Dot(x, x)),)
TWO_POINTS = (
    *POINT,
    Let(yy, Dot(y, y)),
    Let(xy, Dot(x, y)),
    Let((residual, xe, sine, cosine), Rejection(x, y, xx, yy, xy)),
)
TANGENT = (Let(nv, Norm(v)), Let(xv, Dot(x, v)))
TO_TARGET = (Let(angle, sp.atan2(sine, cosine)), Let(factor, Quotient(angle, sine, sp.S.One)))

BASE = "Base points, shape (..., d), of norm 1; they stand for their directions."
TARGET = "Points of the sphere, shape (..., d), of norm 1; leading axes broadcast."
VECTOR = "Tangent vectors at x, shape (..., d); what is left of a normal part is projected out."
REFUSED = "If a point is not a unit vector, a value is not finite, or shapes do not broadcast"
