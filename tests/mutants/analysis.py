"""Wrong proofs about derivatives, orders, angles and signs: a boundary, a variable or a sign that is overlooked."""

from __future__ import annotations

import sympy as sp

from svflow_math.engine.calculus.rules.algebra import Generalise, Multiply, NormalForm, Replace, Restate, Taylor
from svflow_math.engine.calculus.rules.angles import AngleInHalfPlane, Assume, GeodesicCoordinates, RecogniseAngle
from svflow_math.engine.calculus.rules.bounds import (
    CauchySchwarz,
    Certificate,
    ChordOfExponential,
    FromDerivative,
    MonotoneExponential,
    MonotoneLogarithm,
    TangentOfLogarithm,
)
from svflow_math.engine.calculus.rules.orders import (
    Factored,
    LimitOfOrder,
    OrderOfDerivative,
    ProductOfLimits,
    Squeeze,
)
from svflow_math.engine.record.claim import Bound, Equal, Limit, OrderOf
from svflow_math.engine.record.hypothesis import Between, Nonnegative, NonZero, Positive, Unit
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import Differential, Dot, Norm, VectorSymbol
from tests.engine.symbols import i, j, key, m, p, r, s, t, u, w, x
from tests.mutants.proof import Attempt, WrongProof, attempt

y = VectorSymbol("y")
UNITS = (Unit(x), Unit(y))
WHOLE = sp.Symbol("N", integer=True, nonnegative=True)
ZERO, NAMESAKE = sp.S.Zero, sp.Symbol("s", real=True)  # called as the height is
STEP = Between(t, 0, 1)
KINK = sp.sqrt((t - 1) ** 2) - t + 1  # 0 for t >= 1 and 2 - 2 t below


def chord(member, given) -> Attempt:
    """e^g lies below 1 + g (e - 1) on [0, 1]."""
    bound = 1 + member * (sp.E - 1)
    return attempt(
        Bound(sp.exp(member), bound),
        ChordOfExponential(member, ZERO, sp.S.One),
        Certificate(bound - sp.exp(member)),
        given=(given,),
    )


def coordinates(claim, *steps, point=y, angle=r, half=False, given=UNITS) -> Attempt:
    return attempt(claim, GeodesicCoordinates(point, x, u, angle, half=half), *steps, given=given)


PROOFS = [
    WrongProof(
        "a certificate of unknown sign",
        lambda: attempt(Bound(s, r), Certificate(r - s)),
        lambda: attempt(Bound(s, r), Certificate(r - s), given=(Nonnegative(r - s),)),
    ),
    WrongProof(
        "a certificate that is not the difference",
        lambda: attempt(Bound(2 * r * s, r**2 - s**2), Certificate((r - s) ** 2)),
        lambda: attempt(Bound(2 * r * s, r**2 + s**2), Certificate((r - s) ** 2)),
    ),
    WrongProof(
        "a certificate that may vanish, for a strict bound",
        lambda: attempt(Bound(0, r**2, strict=True), Certificate(r**2)),
        lambda: attempt(Bound(0, p**2, strict=True), Certificate(p**2)),
    ),
    WrongProof(
        "both sides times a number that may be negative",
        lambda: attempt(Bound(r / s, 1), Multiply(s), Certificate(s - r), given=(Nonnegative(s - r),)),
        lambda: attempt(Bound(r / p, 1), Multiply(p), Certificate(p - r), given=(Nonnegative(p - r),)),
    ),
    WrongProof(
        "both sides times zero",
        lambda: attempt(Equal(r, s), Multiply(ZERO), NormalForm()),
        lambda: attempt(Equal(r / p, r * p / p**2), Multiply(p), NormalForm()),
    ),
    WrongProof(
        "a derivative with a wrong start value",
        lambda: attempt(
            Bound(1, sp.exp(r) - 1), FromDerivative(r, ZERO), Certificate(sp.exp(r)), given=(Between(r, 0, 1),)
        ),
        lambda: attempt(
            Bound(0, sp.exp(r) - 1), FromDerivative(r, ZERO), Certificate(sp.exp(r)), given=(Between(r, 0, 1),)
        ),
    ),
    WrongProof(
        "a variable that another hypothesis limits",
        lambda: attempt(
            Bound(0, r**2 - r),
            FromDerivative(r, ZERO),
            Certificate(2 * r - 1),
            given=(Between(r, 0, 3), Positive(2 * r - 1)),
        ),
        lambda: attempt(Bound(0, r**2 + r), FromDerivative(r, ZERO), Certificate(2 * r + 1), given=(Between(r, 0, 3),)),
    ),
    WrongProof(
        "a derivative between whole numbers",
        lambda: attempt(Bound(0, WHOLE**2), FromDerivative(WHOLE, ZERO), Certificate(2 * WHOLE)),
        lambda: attempt(Bound(0, r**2), FromDerivative(r, ZERO), Certificate(2 * r), given=(Between(r, 0, 1),)),
    ),
    WrongProof("a chord beyond its end", lambda: chord(r, Between(r, 0, 2)), lambda: chord(r, Between(r, 0, 1))),
    WrongProof(
        "an exponential of what is not ordered",
        lambda: attempt(Bound(sp.exp(r), sp.exp(s)), MonotoneExponential(r, s), Certificate(sp.exp(s) - sp.exp(r))),
        lambda: attempt(
            Bound(sp.exp(r), sp.exp(r + p)), MonotoneExponential(r, r + p), Certificate(sp.exp(r + p) - sp.exp(r))
        ),
    ),
    WrongProof(
        "a logarithm of what may be negative",
        lambda: attempt(
            Bound(sp.log(r), sp.log(s)), MonotoneLogarithm(r, s), Certificate(s - r), given=(Nonnegative(s - r),)
        ),
        lambda: attempt(Bound(sp.log(p), sp.log(p + m)), MonotoneLogarithm(p, p + m), Certificate(m)),
    ),
    WrongProof(
        "a logarithm above its tangent",
        lambda: attempt(Bound(sp.log(m) + p / m - 1, sp.log(p)), TangentOfLogarithm(p, m)),
        lambda: attempt(Bound(sp.log(p), sp.log(m) + p / m - 1), TangentOfLogarithm(p, m)),
    ),
    WrongProof(
        "an inner product beyond the product of the lengths",
        lambda: attempt(
            Bound(Dot(x, w), Norm(x) * Norm(w) / 2), CauchySchwarz(x, w), Certificate(Norm(x) * Norm(w) / 2 - Dot(x, w))
        ),
        lambda: attempt(
            Bound(Dot(x, w), Norm(x) * Norm(w)), CauchySchwarz(x, w), Certificate(Norm(x) * Norm(w) - Dot(x, w))
        ),
    ),
    WrongProof(
        "a hypothesis on a namesake of the height",
        lambda: attempt(
            Bound(0, SliceIntegral(height, 0), strict=True),
            Certificate(SliceIntegral(height, 0)),
            given=(Positive(NAMESAKE),),
        ),
        lambda: attempt(Bound(0, SliceIntegral(1 + height, 0), strict=True), Certificate(SliceIntegral(1 + height, 0))),
    ),
    WrongProof(
        "coordinates of a point off the sphere",
        lambda: coordinates(Equal(Dot(y, y), 1), NormalForm(), given=(Unit(x),)),
        lambda: coordinates(Equal(Dot(y, y), 1), NormalForm()),
    ),
    WrongProof(
        "one pair of coordinates for a family",
        lambda: coordinates(Equal(Dot(key[i], key[j]), 1), NormalForm(), point=key[j], given=(Unit(x), Unit(key[j]))),
        lambda: coordinates(Equal(Dot(y, y), 1), NormalForm()),
    ),
    WrongProof(
        "an angle that is positive by its name",
        lambda: coordinates(Bound(Dot(x, y), 1, strict=True), Certificate(2 * sp.sin(t) ** 2), angle=t, half=True),
        lambda: coordinates(Bound(Dot(x, y), 1), Certificate(2 * sp.sin(r) ** 2), half=True),
    ),
    WrongProof(
        "an angle that is the small step",
        lambda: coordinates(OrderOf(1 - Dot(x, y), r, 2), Taylor()),
        lambda: coordinates(OrderOf(t**2 * (1 - Dot(x, y)), t, 2), Taylor()),
    ),
    WrongProof(
        "an arccosine beyond half a turn",
        lambda: attempt(Equal(sp.acos(sp.cos(r)), r), RecogniseAngle(r), NormalForm(), given=(Between(r, 0, 4),)),
        lambda: attempt(Equal(sp.acos(sp.cos(r)), r), RecogniseAngle(r), NormalForm(), given=(Between(r, 0, 3),)),
    ),
    WrongProof(
        "an angle in the lower half-plane",
        lambda: attempt(
            Equal(sp.acos(r), sp.atan2(-sp.sqrt(1 - r**2), r)), AngleInHalfPlane(sp.S.One), given=(Between(r, -1, 1),)
        ),
        lambda: attempt(
            Equal(sp.acos(r), sp.atan2(sp.sqrt(1 - r**2), r)), AngleInHalfPlane(sp.S.One), given=(Between(r, -1, 1),)
        ),
    ),
    WrongProof(
        "a boundary that is an isolated point",
        lambda: attempt(
            Bound(1, r), Assume((r,)), Certificate((r**2 - r) / r), given=(Nonnegative(r), Nonnegative(r**2 - r))
        ),
        lambda: attempt(
            Bound(0, r), Assume((r,)), Certificate(r**2 / r), given=(Nonnegative(r), Nonnegative(r**2 + r))
        ),
    ),
    WrongProof(
        "a boundary across which the angle jumps",
        lambda: attempt(
            Bound(sp.atan2(-r, -1), 0),
            Assume((r,)),
            Multiply(sp.S.One),
            Certificate(-sp.atan2(-r, -1)),
            given=(Nonnegative(r),),
        ),
        lambda: attempt(Bound(0, sp.atan2(r, -1)), Assume((r,)), Certificate(sp.atan2(r, -1)), given=(Nonnegative(r),)),
    ),
    WrongProof(
        "a boundary where a side has no value",
        lambda: attempt(Equal(sp.Abs(r) / r, 1), Assume((r,)), NormalForm(roots=(r,)), given=(Nonnegative(r),)),
        lambda: attempt(Equal(sp.Abs(r), r), Assume((r,)), NormalForm(roots=(r,)), given=(Nonnegative(r),)),
    ),
    WrongProof(
        "a boundary that is not at zero",
        lambda: attempt(Equal(sp.Abs(r + 5) / (r + 5), 1), Assume((r + 5,)), NormalForm(), given=(Nonnegative(r + 5),)),
        lambda: attempt(Equal(sp.Abs(r + 5) / (r + 5), 1), NormalForm(), given=(Positive(r + 5),)),
    ),
    WrongProof(
        "an angle of no point at the boundary",
        lambda: attempt(Bound(0, sp.atan2(r, r)), Assume((r,)), Certificate(sp.atan2(r, r)), given=(Nonnegative(r),)),
        lambda: attempt(
            Bound(0, sp.atan2(r, 1 + r)), Assume((r,)), Certificate(sp.atan2(r, 1 + r)), given=(Nonnegative(r),)
        ),
    ),
    WrongProof(
        "a number that is the small step",
        lambda: attempt(OrderOf(Dot(x, w), r, 1), Generalise(Dot(x, w), r), Taylor()),
        lambda: attempt(OrderOf(t * Dot(x, w), t, 1), Generalise(Dot(x, w), r), Taylor()),
    ),
    WrongProof(
        "a first order sold as a second",
        lambda: attempt(OrderOf(sp.sin(t) - t / (1 + t), t, 3), Taylor()),
        lambda: attempt(OrderOf(sp.sin(t) - t / (1 + t), t, 2), Taylor()),
    ),
    WrongProof(
        "an order beyond the range of the step",
        lambda: attempt(OrderOf(KINK, t, 2), Factored(ZERO), given=(Positive(t - 1),)),
        lambda: attempt(OrderOf(t**2 / (1 + t), t, 2), Factored(1 / (1 + t)), given=(STEP,)),
    ),
    WrongProof(
        "a squeeze beyond the range of the step",
        lambda: attempt(
            OrderOf(KINK, t, 2),
            Squeeze(ZERO, ZERO),
            Certificate(ZERO),
            Certificate(ZERO),
            Taylor(),
            Taylor(),
            given=(Positive(t - 1),),
        ),
        lambda: attempt(
            OrderOf(t**2 / (1 + t), t, 2),
            Squeeze(ZERO, t**2),
            Certificate(t**2 / (1 + t)),
            Certificate(t**3 / (1 + t)),
            Taylor(),
            Taylor(),
            given=(STEP,),
        ),
    ),
    WrongProof(
        "a factor that does not stay bounded",
        lambda: attempt(OrderOf(t, t, 2), Factored(1 / t)),
        lambda: attempt(OrderOf(t, t, 1), Factored(sp.S.One)),
    ),
    WrongProof(
        "an order by integration across a jump",
        lambda: attempt(OrderOf(sp.atan2(-r, -1) - sp.pi, r, 1), OrderOfDerivative(), Taylor()),
        lambda: attempt(OrderOf(sp.atan2(-r, 1), r, 1), OrderOfDerivative(), Taylor()),
    ),
    WrongProof(
        "a limit that is another",
        lambda: attempt(Limit(1 / (1 + p), p, sp.oo, 1), LimitOfOrder(t), Taylor()),
        lambda: attempt(Limit(p / (1 + p), p, sp.oo, 1), LimitOfOrder(t), Restate(1 / (1 + t) - 1), Taylor()),
    ),
    WrongProof(
        "a limit that depends on its variable",
        lambda: attempt(
            Limit(sp.S.One, p, sp.oo, 0),
            ProductOfLimits(p + 1 / p, p),
            LimitOfOrder(t),
            Taylor(),
            LimitOfOrder(t),
            Taylor(),
        ),
        lambda: attempt(
            Limit(1 + 1 / p, p, sp.oo, 1),
            ProductOfLimits(1 + 1 / p, sp.S.One),
            LimitOfOrder(t),
            Taylor(),
            LimitOfOrder(t),
            Taylor(),
        ),
    ),
    WrongProof(
        "an equality on the sphere under a derivative",
        lambda: attempt(
            OrderOf(Differential(Dot(x, x), x, w), t, 1), Replace(Dot(x, x), sp.S.One), Taylor(), given=(Unit(x),)
        ),
        lambda: attempt(OrderOf(t * Dot(x, x), t, 1), Replace(Dot(x, x), sp.S.One), Taylor(), given=(Unit(x),)),
    ),
    WrongProof(
        "a vector that may be zero",
        lambda: attempt(Bound(0, Dot(x, x), strict=True), Certificate(Dot(x, x))),
        lambda: attempt(Bound(0, Dot(x, x), strict=True), Certificate(Dot(x, x)), given=(NonZero(x),)),
    ),
]
