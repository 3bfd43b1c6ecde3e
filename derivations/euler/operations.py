"""The operations of the chapter: an update, its tangent part, what a solution and each step make of it."""

from __future__ import annotations

from typing import Any

import sympy as sp

from derivations.sphere.operations import BASE, POINT, xx
from derivations.vmf.operations import mu
from derivations.vocabulary import Exp, Project, Projective, e, h, t, theta, u, x
from svflow_math.engine.record.emission import Let
from svflow_math.engine.record.hypothesis import Hypothesis, Tangent, Unit
from svflow_math.engine.record.solution import Solution, state
from svflow_math.engine.record.terms import Differential, Dot, JacobianField, Norm, Normalize, VectorField, VectorSymbol

kappa = sp.Symbol("kappa", positive=True)
field, first_field, second_field = sp.symbols("u u_a u_b")


def update(point: Any, name: sp.Symbol = field) -> Any:
    """u(point): a smooth field of ambient vectors, of which nothing else is known."""
    return VectorField(name, point)


def velocity(point: Any, name: sp.Symbol = field) -> Any:
    """v(point) = P_point u(point), the field of the flow on the sphere."""
    return Project(point, update(point, name))


def a(point: Any) -> Any:
    """P_point u_a(point): the part of the flow that the first layer of a block is a step of."""
    return velocity(point, first_field)


def b(point: Any) -> Any:
    """P_point u_b(point): the part of the second layer."""
    return velocity(point, second_field)


def commutator(a: Any, b: Any) -> Any:
    """[a, b] = Db a - Da b at x, of two fields given as functions of the point."""
    return Differential(b(x), x, a(x)) - Differential(a(x), x, b(x))


def covariant(along: Any, of: Any) -> Any:
    """The derivative of a tangent field along a tangent vector at x, projected to the tangent space."""
    return Project(x, Differential(of, x, along))


def flow(velocity_at: Any, start: Any = x, time: Any = h) -> Any:
    """The solution of y' = v(y) from a start, for a time; v is an expression in the point, given as a function."""
    return Solution(velocity_at(state), start, time)


def exponential(point: Any, u: Any, step: Any = h) -> Any:
    """exp_x(h P_x u)."""
    return Exp(point, step * Project(point, u))


def projective(point: Any, u: Any, step: Any = h) -> Any:
    """R_x(h P_x u)."""
    return Projective(point, step * Project(point, u))


def relaxed(point: Any, u: Any, step: Any = h) -> Any:
    """N(x + h u): no projection."""
    return Normalize(point + step * u)


def at_angle(angle: Any) -> Any:
    """The point at an angle from mu, along the great circle through mu and e."""
    return sp.cos(angle) * mu + sp.sin(angle) * e


one_score = kappa * mu  # the ambient score of one component
one_point = at_angle(theta)
turn = h * kappa * sp.sin(theta)  # the length of its tangent part at that point, times the step
MIDDLE = {theta: 1, h: 1, kappa: 1}
AXES = {**MIDDLE, mu: [1, 0], e: [0, 1]}


def on_great_circle(
    base: dict[Any, Any],
    mean: dict[Any, Any] | None = None,
    tilt: dict[Any, Any] | None = None,
    side: dict[Any, Any] | None = None,
) -> tuple[Hypothesis, ...]:
    """That mu and e are orthonormal, with witnesses beside the values given, in this order."""
    axes = {**base, mu: [1, 0], e: [0, 1]}
    return (
        Unit(mu, witness={**axes, **({mu: [2, 0]} if mean is None else mean)}),
        Tangent(e, mu, witness={**axes, e: [sp.Rational(3, 5), sp.Rational(4, 5)], **(tilt or {})}),
        Unit(e, witness={**axes, **({e: [0, 3]} if side is None else side)}),
    )


pull = sp.Symbol("c", real=True)
leaving = x + t * u  # to first order in t a curve on the sphere through x with velocity u


def vanishing(point: Any) -> Any:
    """Every field that is zero at x: u(point) - u(x), its derivative at x that of u."""
    return update(point) - update(x)


derivative = JacobianField(field, x, u)  # Du u


PARAMETERS = {
    "x": BASE,
    "u": "Updates, shape (..., d): ambient vectors, which need not be tangent; leading axes broadcast.",
    "h": "Step lengths, numbers >= 0; they broadcast with the leading axes.",
}
bent, straight = VectorSymbol("w"), VectorSymbol("v")
slope = sp.Symbol("slope", real=True)
length, size = sp.symbols("length size", nonnegative=True)
TANGENT_STEP = (
    *POINT,
    Let(bent, u - Dot(x, u) / xx * x),
    Let(slope, Dot(x, bent)),
    Let(straight, bent - slope / xx * x, words="P_x u"),  # once more, for a tangent part small beside u
    Let(length, Norm(straight)),
    Let(size, h * length, finite=True, words="h |P_x u|"),
)
