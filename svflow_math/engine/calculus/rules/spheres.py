"""Rules for means over the sphere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from svflow_math.engine.calculus.derivative import derive, differential, spread, trace, unfold
from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.calculus.rules.algebra import TEST, rewritten
from svflow_math.engine.calculus.rules.integrals import integrable
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.slices import SliceMean, height
from svflow_math.engine.record.sphere_mean import SphereIntegral, SphereMean, point
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Dot, ScalarField, VectorSymbol, d, is_vector, split


@dataclass(frozen=True)
class Slicing(Step):
    """Write x = s mu + sqrt(1 - s^2) omega, average over omega: odd powers vanish, E omega omega^T = P_mu / (d-1)."""

    def apply(self, goal: Goal) -> list[Goal]:
        integrable(d, goal.facts)
        claim = goal.claim
        if isinstance(claim, Equal) and (is_vector(claim.lhs) or is_vector(claim.rhs)):
            claim = Equal(*(Dot(side, TEST) if side != 0 else side for side in (claim.lhs, claim.rhs)))
        sliced = rewritten(claim, lambda e: _sliced(derive(unfold(sp.sympify(e))), goal))
        if sliced == claim:
            raise NotShown("no mean over the sphere in the claim")
        return [goal.with_claim(sliced)]


@dataclass(frozen=True)
class DivergenceTheorem(Step):
    """The sides differ by the integral of the divergence of a C1 tangent field over the closed sphere, which is zero.

    The field is named for the generic vector with which vectors are paired; its divergence is the trace of its
    derivative along the sphere. Integrands are compared on the sphere, where <x, x> = 1.
    """

    field: Callable[[Any], Any]

    def apply(self, goal: Goal) -> list[Goal]:
        claim = goal.claim
        if not isinstance(claim, Equal) or not (is_vector(claim.lhs) or is_vector(claim.rhs)):
            raise NotShown("the theorem shows equalities of vectors")
        integrable(d, goal.facts)
        if any(sp.sympify(e).has(point) for h in goal.hypotheses for e in h.subjects()):
            raise NotShown(f"a hypothesis speaks of {point}, which runs over the whole sphere")
        inside = goal.facts + Facts(fixed={Dot(point, point): sp.S.One})
        field = unfold(sp.sympify(self.field(TEST)))
        if not _is_c1(field) or not is_identity(Dot(point, field), 0, inside):
            raise NotShown(f"{field} is not known to be a C1 field, tangent to the sphere")
        u = VectorSymbol("_along")
        across = u - Dot(point, u) * point
        slope = differential(field, point, across)
        divergence = trace(slope - Dot(point, slope) * point, u)
        if not is_identity(_integrand(claim.lhs) - _integrand(claim.rhs), divergence, inside):
            raise NotShown("the sides do not differ by the integral of the divergence")
        return []


def _integrand(side: Any) -> Any:
    """What a sum of integrals over the sphere, with constant factors, integrates, paired with the generic vector."""
    total = sp.S.Zero
    for term in sp.Add.make_args(sp.expand_mul(sp.sympify(side))):
        if term == 0:
            continue
        number, integral = split(term)
        if not isinstance(integral, SphereIntegral) or number.has(point):
            raise NotShown(f"{term} is not a number times an integral over the sphere")
        total += number * Dot(integral.args[0], TEST)
    return total


def _is_c1(e: Any) -> bool:
    """Whether a field or function of the point is made of C1 ones by sums, products and pairings."""
    if not e.has(point) or e == point:
        return True
    if isinstance(e, ScalarField):
        return e.args[1] == point
    if isinstance(e, sp.Pow):
        return bool(e.exp.is_Integer and e.exp > 0) and _is_c1(e.base)
    return isinstance(e, sp.Add | sp.Mul | Dot) and all(_is_c1(a) for a in e.args)


def _sliced(e: Any, goal: Goal) -> Any:
    """The expression with every mean over the sphere as a mean over slices."""
    e = spread(e)
    paired = {p: SphereMean(Dot(mean.args[0], other), *mean.args[1:]) for p, mean, other in _paired_means(e)}
    e = e.xreplace(paired)
    changes = {}
    for mean in e.atoms(SphereMean):
        body, mu, kappa = mean.args
        if not is_identity(Dot(mu, mu), 1, goal.facts):
            raise NotShown(f"{mu} is not known to be a unit vector")
        terms = sp.Add.make_args(averaged_over_slice(body, mu))
        moving = [t for t in terms if height in t.free_symbols]
        constant = sp.Add(*(t for t in terms if t not in moving))
        changes[mean] = constant + (SliceMean(sp.Add(*moving), kappa) if moving else 0)
    return e.xreplace(changes)


def _paired_means(e: Any) -> list[tuple[Any, Any, Any]]:
    found = []
    for pairing in e.atoms(Dot):
        a, b = pairing.args
        if isinstance(a, SphereMean) and isinstance(b, SphereMean):
            raise NotShown("two means are paired")
        if isinstance(a, SphereMean) or isinstance(b, SphereMean):
            found.append((pairing, a, b) if isinstance(a, SphereMean) else (pairing, b, a))
    return found


def averaged_over_slice(body: Any, mu: Any) -> Any:
    """The mean of f(s mu + sqrt(1 - s^2) omega) over the unit vectors omega orthogonal to mu, as a function of s."""
    body = spread(body).xreplace({Dot(point, point): sp.S.One, Dot(mu, point): height})
    across = {p: sp.Dummy(real=True) for p in body.atoms(Dot) if p.has(point)}
    other = {sign: next(a for a in p.args if a != point) for p, sign in across.items() if point in p.args}
    if not across and not body.has(point):
        return body
    if len(other) != len(across) or any(v.has(point) for v in other.values()):
        raise NotShown(f"{body} is not made of pairings of x with constant vectors")
    polynomial = sp.Poly(body.xreplace({p: height * Dot(other[q], mu) + q for p, q in across.items()}), *other)
    if polynomial.free_symbols_in_domain & {point}:
        raise NotShown(f"{body} is not a polynomial across the axis")
    total = sp.S.Zero
    for powers, coefficient in polynomial.terms():
        directions = [v for v, k in zip(other.values(), powers, strict=True) for _ in range(k)]
        if len(directions) > 3:
            raise NotShown("the degree across the axis is above three")
        if len(directions) == 2:
            a, b = directions
            total += coefficient * (1 - height**2) * (Dot(a, b) - Dot(a, mu) * Dot(b, mu)) / (d - 1)
        elif not directions:
            total += coefficient
    return total
