"""Rules for the Riccati equation of ratios of Bessel functions, and for integration from infinity.

With nu = n/2 - 1, w = sqrt(nu^2 + kappa^2), x = nu^2 / w^2, D = kappa d/dkappa and L = kappa y + nu, the equation
y' = 1 - y^2 - (n-1) y / kappa reads D L = w^2 - L^2, and D w = (1-x) w, D x = -2x (1-x). For T = w - (1-x) S with
S = sum_k S_k(x) / w^k, k <= N, the residual D T + T^2 - w^2 is (1-x) (Q_0 + Q_1 / w + ...) / w^N once the recurrence
below holds.
T + (1-x) g lies above the solution and T - (1-x) g below it, as long as they do where the solution starts, if

    g (2w - m - 2|S| - g) >= |Q_0 + Q_1 / w + ...| / w^N     for g a multiple of w^(-m):

T +- (1-x) g then has a residual of one sign, and the difference to the solution, times a positive integrating factor,
is monotone. The solution starts at kappa = 0 for nu beyond the inner radius of a ring of w (there L = T = nu, and the
integrating factor kappa^(2 nu) vanishes), and else on the circle where the ring before ends. For a constant in the
place of S, 1/4 above and 1 below, the residual has one sign for w >= 1, and on the circle w = 1 the order is that of
0 <= y <= kappa / n. D (L - T) = (1-x) m obeys D m + 2 (x + L) m = -(2 (L - T) D T + D (residual)) / (1-x), a linear
equation, and is enclosed in the same way. All of this is checked in exact rational arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import sympy as sp

from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.calculus.rational import added, euler, largest_value, multiplied, scaled
from svflow_math.engine.calculus.rules.use import instance
from svflow_math.engine.calculus.signs import is_nonnegative
from svflow_math.engine.calculus.smooth import is_smooth
from svflow_math.engine.record.claim import Bound, Claim, Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.polar_sum import FarOut, PolarSum, Rows
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Differential, d
from svflow_math.engine.record.theorem import Theorem

_COSINE_SQUARED = (Fraction(1), Fraction(-1))  # 1 - x
_BITS = 128


def _up(value: Fraction) -> Fraction:
    """A number of _BITS binary digits at or above a positive one: bounds may be widened, and stay short."""
    shift = max(0, _BITS - value.numerator.bit_length() + value.denominator.bit_length())
    return Fraction(-((-value.numerator << shift) // value.denominator), 1 << shift)


def along(k: int, polynomial: Any) -> list[Fraction]:
    """k P + 2x P': D (P / w^k) = -(1-x) along(k, P) / w^k."""
    return added(scaled(polynomial, k), scaled(euler(polynomial), 2))


def following(rows: Rows, k: int) -> list[Fraction]:
    """The coefficient of 1 / w^k in the residual over 1-x, but for -2 S_{k+1}, which it therefore is twice."""
    inner = along(k, rows[k])
    for a in range(k + 1):
        inner = added(inner, multiplied(rows[a], rows[k - a]))
    return added([Fraction(0), *scaled(rows[k], -2)], multiplied(_COSINE_SQUARED, inner))


class Sizes(NamedTuple):
    """Bounds over 0 <= x <= 1, each the coefficients of a polynomial in 1/w."""

    sum: list[Fraction]  # of |S|
    residual: list[Fraction]  # of |Q_0 + Q_1 / w + ...|
    slope: list[Fraction]  # of |D T| - w
    residual_slope: list[Fraction]  # of w^N |D ((1-x) (Q_0 + ...) / w^N)| / (1-x)


@cache
def sizes(rows: Rows) -> Sizes:
    """The bounds for a sum; raises NotShown unless its coefficients below the last cancel in the residual exactly."""
    n = len(rows) - 1
    if tuple(rows[0]) != (Fraction(1, 2),):
        raise NotShown("the sum does not begin with 1/2")
    for k in range(n):
        if any(added(following(rows, k), scaled(rows[k + 1], -2))):
            raise NotShown(f"the residual is not of order {n}: the coefficient of 1/w^{k} stays")
    last = following(rows, n)
    own = [largest_value(row) for row in rows]
    turned = [largest_value(multiplied(_COSINE_SQUARED, along(k, row))) for k, row in enumerate(rows)]
    pairs = {j: [(a, n + j - a) for a in range(j, n + 1)] for j in range(1, n + 1)}
    slope = [
        largest_value(added([Fraction(0), *scaled(row, -2)], multiplied(_COSINE_SQUARED, along(k, row))))
        for k, row in enumerate(rows)
    ]
    first = added([Fraction(0), *scaled(last, 2)], scaled(multiplied(_COSINE_SQUARED, along(n, last)), -1))
    return Sizes(
        sum=[_up(v) for v in own],
        residual=[
            _up(largest_value(last)),
            *(_up(sum((own[a] * own[b] for a, b in p), Fraction(0))) for p in pairs.values()),
        ],
        slope=[_up(v) for v in slope],
        residual_slope=[
            _up(largest_value(first)),
            *(
                _up(sum((own[a] * own[b] + turned[a] * own[b] + own[a] * turned[b] for a, b in p), Fraction(0)))
                for p in pairs.values()
            ),
        ],
    )


def _at(coefficients: list[Fraction], w: Fraction) -> Fraction:
    total = Fraction(0)
    for c in reversed(coefficients):
        total = total / w + c
    return total


class Radius(NamedTuple):
    """At this w: |S - slope of the solution| <= gap, and |D of it| <= drift, for every nu >= 0."""

    w: Fraction
    gap: Fraction
    drift: Fraction


@cache
def outermost(rows: Rows, start: int, stop: int, parts: int) -> Radius:
    """The bounds where the last of the rings from start to stop ends."""
    *_, last = rings(rows, start, stop, parts)
    return last


def rings(rows: Rows, start: int, stop: int, parts: int) -> Iterator[Radius]:
    """The bounds at the ends of rings of width 1/parts, in each of which they fall by the largest power shown."""
    size, n = sizes(rows), len(rows) - 1
    w = Fraction(start)
    if w < 1 or parts < 1:
        raise NotShown("the rings do not go outward from beyond w = 1")
    gap = Fraction(1, 2) + _at(size.sum, w) - size.sum[0]  # 1/4 <= slope <= 1 beyond w = 1
    drift = _drift(rows, w, gap)
    while True:
        drift = min(drift, _drift(rows, w, gap))
        yield Radius(w, gap, drift)
        if w >= stop:
            return
        end = w + Fraction(1, parts)
        rest = 2 * w - 2 * _at(size.sum, w) - gap
        power = _largest_power(gap, rest, _at(size.residual, w), w, end, n)
        ended = _up(gap * (w / end) ** power)
        most = max(gap * w**n, ended * end**n)
        force = 2 * most * (end + _at(size.slope, w)) + _at(size.residual_slope, w)
        drift = _up(drift * (w / end) ** _largest_power(drift, rest - gap, force, w, end, n))
        w, gap = end, ended


def _drift(rows: Rows, w: Fraction, gap: Fraction) -> Fraction:
    """|D (L - T)| / (1-x) from the equation itself: (L - T)(L + T) and the residual."""
    size = sizes(rows)
    return gap * (2 * w + 2 * _at(size.sum, w) + gap) + _at(size.residual, w) / w ** (len(rows) - 1)


def _largest_power(height: Fraction, rest: Fraction, force: Fraction, w: Fraction, end: Fraction, n: int) -> int:
    """The largest m with height (w / .)^m (rest - m) (.)^n >= force from w to end; rest grows and force falls there."""
    for m in range(int(rest), -1, -1):
        at = height * w**n if m <= n else height * (w / end) ** m * end**n
        if m < rest and at * (rest - m) >= force:
            return m
    raise NotShown(f"the bound {float(height):.2g} at w = {w} is too small to be kept")


def kept(rows: Rows, radius: Fraction, bound: Fraction, drift: Fraction) -> bool:
    """Whether bound / w^(N+1) is kept as the gap, and drift / w^(N+1) as its D, from the radius on."""
    size, order = sizes(rows), len(rows)
    rest = 2 - (order + 2 * _at(size.sum, radius) + bound / radius**order) / radius
    force = 2 * bound * (1 + _at(size.slope, radius) / radius) + _at(size.residual_slope, radius)
    slow = rest - bound / radius ** (order + 1)
    return rest * bound >= _at(size.residual, radius) and slow > 0 and slow * drift >= force


@dataclass(frozen=True)
class RiccatiRings(Step):
    """A sum with a small residual in y' = 1 - y^2 - (n-1) y / kappa stays near the solution, ring by ring of w."""

    length: Any
    expansion: PolarSum
    radius: int
    bound: int
    drift: int
    riccati: Theorem
    positive: Theorem
    below: Theorem
    start: int = 0  # of the rings; 0: only for nu >= radius, where every solution starts at kappa = 0
    parts: int = 2

    def uses(self) -> tuple[Theorem, ...]:
        return (self.riccati, self.positive, self.below) if self.start else (self.riccati,)

    def apply(self, goal: Goal) -> list[Goal]:
        kappa, nu, _ = self.expansion.args
        if not isinstance(kappa, sp.Symbol) or not kappa.is_nonnegative or kappa.is_integer or nu.has(kappa):
            raise NotShown(f"{kappa} does not stand for every concentration from zero on")
        fixed = Goal(goal.claim, tuple(h for h in goal.hypotheses if not _about(h, kappa)))
        others = [h for h in goal.hypotheses if _about(h, kappa)]
        self._solves(kappa, nu, fixed)
        rows, radius = self.expansion.rows, Fraction(self.radius)
        if self.start:
            if not is_nonnegative(nu, fixed.facts):
                raise NotShown(f"{nu} >= 0 is not known")
            if not any(
                isinstance(h, FarOut) and (h.kappa, h.nu) == (kappa, nu) and h.radius >= self.radius for h in others
            ):
                raise NotShown(f"w >= {self.radius} is not known")
            last = outermost(rows, self.start, self.radius, self.parts)
            order = radius ** len(rows)
            if last.w != radius or last.gap * order > self.bound or last.drift * order > self.drift:
                raise NotShown(f"the bounds are not reached at w = {self.radius}")
        elif self.radius <= 0 or not is_nonnegative(nu - self.radius, fixed.facts):
            raise NotShown(f"{nu} >= {self.radius} > 0 is not known")
        if min(self.bound, self.drift) < 0 or not kept(rows, radius, Fraction(self.bound), Fraction(self.drift)):
            raise NotShown(f"the bounds are not kept beyond w = {self.radius}")
        if goal.claim not in self.claims():
            raise NotShown("the claim is neither the bound of the gap nor that of its derivative")
        return []

    def claims(self) -> tuple[Claim, Claim]:
        """What is shown: |y - y_N| <= bound kappa / w^(N+3), and |(y - y_N)'| <= (bound + drift) / w^(N+3)."""
        kappa, nu, _ = self.expansion.args
        w = sp.sqrt(nu**2 + kappa**2)
        gap = self.length - kappa / (nu + w) + kappa * self.expansion / w**2
        power = w ** (len(self.expansion.rows) + 2)
        return (
            Bound(sp.Abs(gap), self.bound * kappa / power),
            Bound(sp.Abs(Differential(gap, kappa, 1)), (self.bound + self.drift) / power),
        )

    def _solves(self, kappa: Any, nu: Any, goal: Goal) -> None:
        """Raise NotShown unless y solves the equation for every kappa > 0, bounded at 0, and 0 <= y <= kappa / n."""
        n = 2 * nu + 2
        y, beyond = self.length, goal.given(Positive(kappa))
        at = {} if n == d else {d: n}
        equation = instance(self.riccati, at, beyond)
        if not isinstance(equation, Equal) or equation.lhs != Differential(y, kappa, 1):
            raise NotShown(f"{self.riccati.id} is not about the derivative of {y}")
        if not is_identity(equation.rhs, 1 - y**2 - (n - 1) * y / kappa, beyond.facts):
            raise NotShown(f"{self.riccati.id} is another equation")
        if not (is_smooth(y, kappa, beyond.facts) and is_smooth(y, kappa, goal.facts, at=0)):
            raise NotShown(f"{y} is not known to be smooth, and bounded at zero")
        for theorem, low, high in ((self.positive, sp.S.Zero, y), (self.below, y, kappa / n)) if self.start else ():
            claim = instance(theorem, at, beyond)
            if not isinstance(claim, Bound) or not is_identity(claim.rhs - claim.lhs, high - low, beyond.facts):
                raise NotShown(f"{theorem.id} does not give {low} <= {high}")


def _about(hypothesis: Any, kappa: Any) -> bool:
    return any(sp.sympify(e).has(kappa) for e in hypothesis.subjects())
