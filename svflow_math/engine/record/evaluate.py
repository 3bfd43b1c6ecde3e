"""Statements evaluated in coordinates with mpmath: the independent numeric reading of every term.

A point maps each symbol to its value: an mpf for a number, a list of mpf for a vector, nested lists for a family
(keyed by the family's name), a list of rows for a linear map, a `SmoothField` for an unknown function or field.
Derivatives are difference quotients at raised precision and traces are sums over the standard basis, so that
nothing here shares a rule with the calculus.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from typing import Any

import mpmath
import sympy as sp
from mpmath import mpf
from mpmath.libmp import from_man_exp

from svflow_math.engine.record import terms
from svflow_math.engine.record.scope import Scope, bind

Value = Any  # mpf, or list[mpf] for a vector
Point = Mapping[Any, Any]

_FUNCTIONS = {
    sp.exp: mpmath.exp, sp.log: mpmath.log, sp.sin: mpmath.sin, sp.cos: mpmath.cos, sp.tan: mpmath.tan,
    sp.sinh: mpmath.sinh, sp.cosh: mpmath.cosh, sp.tanh: mpmath.tanh, sp.acos: mpmath.acos, sp.asin: mpmath.asin,
    sp.atan: mpmath.atan, sp.atan2: mpmath.atan2, sp.atanh: mpmath.atanh, sp.gamma: mpmath.gamma,
    sp.loggamma: mpmath.loggamma, sp.besseli: mpmath.besseli, sp.Abs: abs, sp.sign: mpmath.sign,
    sp.factorial: mpmath.factorial, sp.Max: max, sp.Min: min, sp.erf: mpmath.erf,
}  # fmt: skip


class Undefined(ArithmeticError):
    """The expression has no value at this point."""


@dataclass(frozen=True)
class SmoothField:
    """A concrete smooth function or vector field: components sin(<a, x> + c) with an affine part."""

    rows: list[tuple[dict[int, mpf], mpf, dict[int, mpf], mpf]]  # vectors by their nonzero coordinates
    scalar: bool

    def __call__(self, x: list[mpf]) -> Value:
        values = [(mpmath.sin(_pair(a, x) + c) if a else c) + _pair(b, x) + e for a, c, b, e in self.rows]
        return values[0] if self.scalar else values

    def derivative(self, x: list[mpf], u: list[mpf]) -> Value:
        values = [(mpmath.cos(_pair(a, x) + c) * _pair(a, u) if a else 0) + _pair(b, u) for a, c, b, _ in self.rows]
        return values[0] if self.scalar else values

    def gradient(self, x: list[mpf]) -> list[mpf]:
        a, c, b, _ = self.rows[0]
        slope = mpmath.cos(_pair(a, x) + c)
        return [slope * a.get(i, 0) + b.get(i, 0) for i in range(len(x))]

    def hessian(self, x: list[mpf], u: list[mpf]) -> list[mpf]:
        a, c, _, _ = self.rows[0]
        curvature = -mpmath.sin(_pair(a, x) + c) * _pair(a, u)
        return [curvature * a.get(i, 0) for i in range(len(x))]


def _pair(a: dict[int, mpf], x: list[mpf]) -> mpf:
    return mpmath.fsum(value * x[i] for i, value in a.items())


def _dot(a: list[mpf], b: list[mpf]) -> mpf:
    return _products([a], b)[0]


_APART = 20_000  # powers of two between the numbers of a vector, beyond which whole multiples would be too long


def _products(rows: Any, v: list[mpf]) -> list[mpf]:
    """The inner products of rows with a vector, each rounded once: sums of products of whole numbers."""
    right = _whole(v)
    found = []
    for row in rows:
        if len(row) != len(v):
            raise TypeError(f"vectors of lengths {len(row)} and {len(v)} are paired")
        left = None if right is None else _whole(row)
        if left is None or right is None:
            found.append(mpmath.fdot(row, v))
        else:
            total = sum(map(mul, left[0], right[0]))
            found.append(mpmath.mp.make_mpf(from_man_exp(total, left[1] + right[1], *mpmath.mp._prec_rounding)))
    return found


def _whole(v: list[mpf]) -> tuple[list[Any], int] | None:
    """A vector as whole multiples of a power of two; None where that is not possible, or they would be too long."""
    try:
        parts = [c._mpf_ for c in v]
    except AttributeError:
        return None
    places = [place for _, digits, place, _ in parts if digits]
    low = min(places, default=0)
    if any(place and not digits for _, digits, place, _ in parts) or max(places, default=0) - low > _APART:
        return None
    return [(-digits if sign else digits) << (place - low) if digits else 0 for sign, digits, place, _ in parts], low


def _axpy(t: mpf, u: list[mpf], x: list[mpf]) -> list[mpf]:
    return [xi + t * ui for xi, ui in zip(x, u, strict=True)]


def _difference_quotient(f: Any) -> Value:
    """The central difference at tripled precision: its error h^2 is below the precision asked for."""
    dps = mpmath.mp.dps
    with mpmath.workdps(3 * dps):
        h = mpf(10) ** (-dps)
        right, left = f(h), f(-h)
        if isinstance(right, list):
            return [(r - q) / (2 * h) for r, q in zip(right, left, strict=True)]
        return (right - left) / (2 * h)


def _dimension(point: Point) -> int:
    return int(point[terms.d])


def _basis(point: Point) -> list[list[mpf]]:
    n = _dimension(point)
    return [[mpf(i == j) for j in range(n)] for i in range(n)]


def evaluate(expression: Any, point: Point) -> Value:
    """The value of a statement's term at a point, at mpmath's current precision.

    Raises Undefined where the term has none (a division by zero, the logarithm of zero or of a negative number).
    """
    try:
        value = _evaluate(sp.sympify(expression), point if isinstance(point, Scope) else Scope(point))
    except (ZeroDivisionError, OverflowError) as error:
        raise Undefined(f"{expression} has no value here: {error}") from error
    if not all(mpmath.isfinite(v) for v in (value if isinstance(value, list) else [value])):
        raise Undefined(f"{expression} has no finite value here")
    return value


def _evaluate(e: Any, point: Any) -> Value:
    if e in point.point:
        return point.point[e]
    if isinstance(e, sp.Integer | sp.Rational):
        return mpf(int(e.p)) / int(e.q)
    if isinstance(e, sp.NumberSymbol | sp.Float):
        return mpmath.mpf(e._to_mpmath(mpmath.mp.prec)) if isinstance(e, sp.Float) else _constant(e)
    scope = point.of(e)
    found = scope.found
    value = found.get(e)
    if value is None:
        value = found[e] = _composed(e, scope)
    return value


def _composed(e: Any, point: Scope) -> Value:
    """The value of a term from those of its parts."""
    if isinstance(e, sp.Add):
        return _sum([_evaluate(a, point) for a in e.args])
    if isinstance(e, sp.Mul):
        return _product([_evaluate(a, point) for a in e.args])
    if isinstance(e, sp.Pow):
        return _power(_evaluate(e.base, point), _evaluate(e.exp, point), e)
    if isinstance(e, terms.FiniteSum):
        size = int(point[e.index.over])
        return _sum([_evaluate(e.body, bind(point, e.index, i)) for i in range(size)])
    if isinstance(e, terms.VectorAt):
        return _member(point[e.args[0]], [_evaluate(i, point) for i in e.args[1:]])
    if isinstance(e, terms.Term):
        return _term(e, point)
    if isinstance(e, sp.core.function.AppliedUndef):
        return _member(point[sp.Symbol(e.func.__name__)], [_evaluate(i, point) for i in e.args])
    if isinstance(e, sp.Piecewise):
        for value, condition in e.args:
            if condition == sp.true or truth(condition, point):
                return _evaluate(value, point)
    if e.func in _FUNCTIONS:
        return _call(e, [_evaluate(a, point) for a in e.args])
    raise Undefined(f"no value is given for {e!r}")


def _constant(e: Any) -> mpf:
    return {sp.pi: +mpmath.pi, sp.E: +mpmath.e}[e]


def _call(e: Any, args: list[Any]) -> mpf:
    if e.func in (sp.log, sp.acos, sp.asin, sp.atanh):
        low, high = {sp.log: (0, mpmath.inf)}.get(e.func, (-1, 1))
        if e.func in (sp.log, sp.atanh) and args[0] in (low, high):
            raise Undefined(f"{e.func} has no value at {args[0]}")
        slack = mpf(10) ** (5 - mpmath.mp.dps)
        if not low - slack <= args[0] <= high + slack:
            raise Undefined(f"{e.func} has no real value at {args[0]}")
        args = [min(max(args[0], mpf(low)), mpf(high))]
    if e.func is sp.atan2 and args[0] == 0 and args[1] == 0:
        raise Undefined("the angle of the zero vector")
    return _FUNCTIONS[e.func](*args)


def _power(base: mpf, exponent: mpf, e: Any) -> mpf:
    if base == 0 and exponent < 0:
        raise Undefined(f"division by zero in {e}")
    if base < 0 and exponent != int(exponent):
        raise Undefined(f"a root of the negative number {base} in {e}")
    return base**exponent


def _sum(values: list[Value]) -> Value:
    if values and isinstance(values[0], list):
        return list(map(_total, zip(*values, strict=True)))
    return _total(values)


def _total(numbers: Any) -> mpf:
    """The sum, rounded once."""
    if len(numbers) == 2:
        return numbers[0] + numbers[1]
    return mpmath.fsum(numbers)


def _product(values: list[Value]) -> Value:
    number = mpf(1)
    vector = None
    for value in values:
        if isinstance(value, list):
            vector = value
        else:
            number *= value
    return number if vector is None else [number * v for v in vector]


def _member(family: Any, indices: list[Any]) -> Value:
    for i in indices:
        family = family[int(i)]
    return family


def _field(name: Any, point: Point) -> Any:
    """An unknown function, or a member of a family of them."""
    return point[name] if name in point else _member(point[name.args[0]], [_evaluate(i, point) for i in name.args[1:]])


def _rows(linear_map: Any, point: Point) -> Any:
    if isinstance(linear_map, terms.Adjoint):
        return list(zip(*_rows(linear_map.args[0], point), strict=True))
    if isinstance(linear_map, terms.MapAt):
        return _member(point[linear_map.args[0]], [_evaluate(i, point) for i in linear_map.args[1:]])
    return point[linear_map]


def _term(e: Any, point: Point) -> Value:
    args = e.args
    if isinstance(e, terms.Dot):
        return _dot(_evaluate(args[0], point), _evaluate(args[1], point))
    if isinstance(e, terms.Apply):
        return _products(_rows(args[0], point), _evaluate(args[1], point))
    if isinstance(e, terms.Differential):
        f, x, u = args
        direction, base = _evaluate(u, point), point[x]
        _evaluate(f, point)  # without a value there is no derivative, even if difference quotients have a limit
        if not isinstance(direction, list):
            return _difference_quotient(lambda t: _evaluate(f, bind(point, x, base + t * direction)))
        return _difference_quotient(lambda t: _evaluate(f, bind(point, x, _axpy(t, direction, base))))
    if isinstance(e, terms.Gradient):
        f, x = args
        base = point[x]
        _evaluate(f, point)

        def along(u: list[mpf]) -> Value:
            return _difference_quotient(lambda t: _evaluate(f, bind(point, x, _axpy(t, u, base))))

        return [along(u) for u in _basis(point)]
    if isinstance(e, terms.Trace):
        body, u = args
        return mpmath.fsum(_dot(v, _evaluate(body, bind(point, u, v))) for v in _basis(point))
    if isinstance(e, terms.ScalarField | terms.VectorField):
        return _field(args[0], point)(_evaluate(args[1], point))
    if isinstance(e, terms.GradientField):
        return _field(args[0], point).gradient(_evaluate(args[1], point))
    if isinstance(e, terms.HessianField):
        return _field(args[0], point).hessian(_evaluate(args[1], point), _evaluate(args[2], point))
    if isinstance(e, terms.JacobianField):
        return _field(args[0], point).derivative(_evaluate(args[1], point), _evaluate(args[2], point))
    if hasattr(e, "at"):  # a term that binds a symbol evaluates its own body
        return e.at(point, _evaluate)
    if hasattr(e, "numeric"):
        return e.numeric(*(_evaluate(a, point) for a in args))
    return _evaluate(_definition(e), point)


@lru_cache(maxsize=20_000)
def _definition(e: Any) -> Any:
    return e.definition()


def truth(relation: Any, point: Point) -> bool:
    """Whether an inequality or equation between numbers holds at the point."""
    if relation in (sp.true, sp.false):
        return bool(relation)
    left, right = _evaluate(relation.lhs, point), _evaluate(relation.rhs, point)
    return (
        bool(relation.func(0, 0))
        if left == right
        else bool(relation.func(sp.Integer(left > right), sp.Integer(left < right)))
    )


def magnitude(value: Value) -> mpf:
    """The absolute value of a number, the Euclidean length of a vector."""
    return mpmath.sqrt(_dot(value, value)) if isinstance(value, list) else abs(value)


def difference(left: Value, right: Value) -> mpf:
    """|left - right| divided by the larger of their magnitudes and 1."""
    if isinstance(left, list):
        gap = magnitude([p - q for p, q in zip(left, right, strict=True)])
    else:
        gap = abs(left - right)
    return gap / max(magnitude(left), magnitude(right), mpf(1))
