"""Nodes read in a space of values: sums over concrete sets, derivatives by numbers with an infinitesimal part.

A space says what numbers and vectors are: polynomials modulo an ideal, or balls in coordinates.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol

from svflow_math.engine.record.slices import height
from svflow_math.engine.second.tree import Node, Unread


class Space(Protocol):
    """Numbers with + - * / among themselves and with whole numbers, and vectors of the type `vectors`."""

    vectors: type

    def number(self, value: Fraction) -> Any: ...
    def constant(self, name: str) -> Any: ...
    def symbol(self, symbol: Any) -> Any: ...
    def member(self, name: Any, is_vector: bool, indices: tuple[int, ...]) -> Any: ...
    def size(self, index: Any) -> int: ...
    def root(self, base: Any, exponent: Fraction) -> Any: ...
    def whole(self, exponent: Any) -> int | None: ...
    def function(self, name: str, *args: Any) -> Any: ...
    def moment(self, degree: int, kappa: Any, dim: Any) -> Any: ...
    def add(self, vectors: list[Any]) -> Any: ...
    def scale(self, number: Any, vector: Any) -> Any: ...
    def dot(self, left: Any, right: Any) -> Any: ...
    def apply(self, name: Any, transposed: bool, indices: tuple[int, ...], vector: Any) -> Any: ...
    def field(self, name: Any, kind: tuple[bool, int], indices: tuple[int, ...], point: Any, along: list) -> Any: ...
    def each(self, vector: Any, change: Callable[[Any], Any]) -> Any: ...
    def gradient(self, along: Callable[[Any], Any]) -> Any: ...
    def trace(self, image: Callable[[Any], Any]) -> Any: ...


class Dual:
    """a + b eps with eps^2 = 0; `tag` tells apart the infinitesimals of nested derivatives, the innermost largest."""

    __slots__ = ("a", "b", "tag")

    def __init__(self, tag: int, a: Any, b: Any) -> None:
        self.tag, self.a, self.b = tag, a, b

    def _parts(self, other: Any) -> tuple[int, Any, Any, Any, Any]:
        if isinstance(other, Dual) and other.tag >= self.tag:
            a, b = (self.a, self.b) if self.tag == other.tag else (self, 0)
            return other.tag, a, b, other.a, other.b
        return self.tag, self.a, self.b, other, 0

    def __add__(self, other: Any) -> Dual:
        tag, a, b, c, d = self._parts(other)
        return Dual(tag, a + c, b + d)

    def __mul__(self, other: Any) -> Dual:
        tag, a, b, c, d = self._parts(other)
        return Dual(tag, a * c, _times(a, d) + _times(b, c))

    def __truediv__(self, other: Any) -> Dual:
        tag, a, b, c, d = self._parts(other)
        quotient = a / c
        return Dual(tag, quotient, (b - _times(quotient, d)) / c)

    def __neg__(self) -> Dual:
        return Dual(self.tag, -self.a, -self.b)

    def __sub__(self, other: Any) -> Dual:
        return self + -other

    def __rsub__(self, other: Any) -> Dual:
        return -self + other

    def __rtruediv__(self, other: Any) -> Dual:
        quotient = other / self.a
        return Dual(self.tag, quotient, -_times(quotient, self.b) / self.a)

    __radd__, __rmul__ = __add__, __mul__


def _times(a: Any, b: Any) -> Any:
    """a b, where a whole number zero is exact."""
    return 0 if (type(a) is int and a == 0) or (type(b) is int and b == 0) else a * b


class Heights:
    """A Laurent polynomial in the height of a slice."""

    __slots__ = ("terms",)

    def __init__(self, terms: dict[int, Any]) -> None:
        self.terms = terms

    def __add__(self, other: Any) -> Heights:
        total = dict(self.terms)
        for k, c in _heights(other).terms.items():
            total[k] = total[k] + c if k in total else c
        return Heights(total)

    def __mul__(self, other: Any) -> Heights:
        total: dict[int, Any] = {}
        for j, a in self.terms.items():
            for k, b in _heights(other).terms.items():
                total[j + k] = total[j + k] + a * b if j + k in total else a * b
        return Heights(total)

    def __truediv__(self, other: Any) -> Heights:
        return self * other.inverse() if isinstance(other, Heights) else self * (1 / other)

    def __rtruediv__(self, other: Any) -> Heights:
        return self.inverse() * other

    def inverse(self) -> Heights:
        if len(self.terms) != 1:
            raise Unread("a quotient in the height of a slice")
        ((k, c),) = self.terms.items()
        return Heights({-k: 1 / c})

    __radd__, __rmul__ = __add__, __mul__


def _heights(value: Any) -> Heights:
    return value if isinstance(value, Heights) else Heights({0: value})


def whole_power(base: Any, exponent: int) -> Any:
    """A power by repeated squaring."""
    if exponent < 0:
        return 1 / whole_power(base, -exponent)
    result, square = 1, base
    while exponent:
        result = result * square if exponent % 2 else result
        exponent //= 2
        square = square * square if exponent else square
    return result


class Reading:
    """The values of nodes in a space; equal nodes are read once for each value of what binds their variables."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self._values: dict[Any, Any] = {}
        self._stamps: dict[Any, int] = {}
        self._known: dict[Any, Any] = {}
        self._count = 0

    def __call__(self, node: Node) -> Any:
        key = (node.number, *[self._stamps.get(v, 0) for v in node.bound]) if node.bound else node.number
        if key not in self._known:
            self._known[key] = _READERS[node.op](self, node)
        return self._known[key]

    def under(self, variable: Any, value: Any, node: Node, stamp: int) -> Any:
        """The value of a node where a variable has the value given; stamps tell apart the values of one variable."""
        before, mark = self._values.get(variable), self._stamps.get(variable, 0)
        self._values[variable], self._stamps[variable] = value, stamp
        try:
            return self(node)
        finally:
            self._values[variable], self._stamps[variable] = before, mark

    def all_under(self, chosen: dict[Any, int], node: Node) -> Any:
        """The value of a node for the values of indices."""
        if not chosen:
            return self(node)
        (index, value), *rest = chosen.items()
        before, mark = self._values.get(index), self._stamps.get(index, 0)
        self._values[index], self._stamps[index] = value, value + 1
        try:
            return self.all_under(dict(rest), node)
        finally:
            self._values[index], self._stamps[index] = before, mark

    def _fresh(self) -> int:
        self._count += 1
        return self._count

    def _symbol(self, node: Node) -> Any:
        value = self._values.get(node.data)
        return self.space.symbol(node.data) if value is None else value

    def _indices(self, nodes: tuple[Node, ...]) -> tuple[int, ...]:
        values = tuple(self(n) for n in nodes)
        if not all(type(v) is int for v in values):
            raise Unread("an index is not a whole number")
        return values

    def _member(self, node: Node) -> Any:
        name, is_vector = node.data
        return self.space.member(name, is_vector, self._indices(node.args))

    def _total(self, values: list[Any]) -> Any:
        vectors = [v for v in values if isinstance(v, self.space.vectors)]
        if vectors:
            return self.space.add(vectors)  # beside vectors, the number zero is the vector zero
        total = 0
        for v in values:
            total = total + v
        return total

    def _sum_of(self, node: Node) -> Any:
        return self._total([self(a) for a in node.args])

    def _product(self, node: Node) -> Any:
        number, vector = 1, None
        for value in map(self, node.args):
            if isinstance(value, self.space.vectors):
                vector = value
            else:
                number = number * value
        return number if vector is None else self.space.scale(number, vector)

    def _sum(self, node: Node) -> Any:
        members = range(self.space.size(node.data))
        return self._total([self.under(node.data, i, node.args[0], i + 1) for i in members])

    def _dot(self, node: Node) -> Any:
        left, right = map(self, node.args)
        both = isinstance(left, self.space.vectors) and isinstance(right, self.space.vectors)
        return self.space.dot(left, right) if both else 0

    def _apply(self, node: Node) -> Any:
        vector, *indices = node.args
        value = self(vector)
        if not isinstance(value, self.space.vectors):
            return 0
        name, transposed = node.data
        return self.space.apply(name, transposed, self._indices(tuple(indices)), value)

    def _field(self, node: Node) -> Any:
        name, kind, count = node.data
        point, *directions = map(self, node.args[count:])
        if any(not isinstance(v, self.space.vectors) for v in (point, *directions)):
            raise Unread("a field at the number zero")
        return self.space.field(name, kind, self._indices(node.args[:count]), point, directions)

    def _root(self, node: Node) -> Any:
        base = self._number(self(node.args[0]))
        return whole_power(base, int(node.data)) if node.data.denominator == 1 else self._lifted_root(base, node.data)

    def _number(self, value: Any) -> Any:
        """A whole number, such as the value of an index, as a number of the space, so that quotients are exact."""
        return self.space.number(Fraction(value)) if type(value) is int else value

    def _lifted_root(self, base: Any, exponent: Fraction) -> Any:
        if not isinstance(base, Dual):
            return self.space.root(base, exponent)
        value = self._lifted_root(base.a, exponent)
        return Dual(base.tag, value, _times(value / base.a * self.space.number(exponent), base.b))

    def _power(self, node: Node) -> Any:
        base, exponent = map(self, node.args)
        whole = None if isinstance(exponent, Dual) else self.space.whole(exponent)
        if whole is not None:
            return whole_power(self._number(base), whole)
        return self.function("exp", exponent * self.function("log", base))

    def _function(self, node: Node) -> Any:
        return self.function(node.data, *map(self, node.args))

    def function(self, name: str, *args: Any) -> Any:
        """A function of numbers, with the derivative carried along."""
        top = max((a for a in args if isinstance(a, Dual)), key=lambda a: a.tag, default=None)
        if top is None:
            return self.space.function(name, *map(self._number, args))
        parts = [a.a if isinstance(a, Dual) and a.tag == top.tag else a for a in args]
        if len(args) > 1 or name not in _SLOPES:
            raise Unread(f"the derivative of {name}")
        value = self.function(name, parts[0])
        return Dual(top.tag, value, _times(_SLOPES[name](self, parts[0], value), top.b))

    def _differential(self, node: Node) -> Any:
        f, u = node.args
        return self._along(node.data, self(u), f)

    def _along(self, x: Any, u: Any, f: Node) -> Any:
        base, tag = self._values.get(x), self._fresh()
        base = self.space.symbol(x) if base is None else base
        if isinstance(base, self.space.vectors):
            moved = self.space.add([base, self.space.each(u, lambda c: Dual(tag, 0, c))]) if _is_moving(u) else base
        else:
            moved = base + Dual(tag, 0, u)
        return self._slope(self.under(x, moved, f, tag), tag)

    def _slope(self, value: Any, tag: int) -> Any:
        if isinstance(value, self.space.vectors):
            return self.space.each(value, lambda c: self._slope(c, tag))
        return value.b if isinstance(value, Dual) and value.tag == tag else 0

    def _gradient(self, node: Node) -> Any:
        return self.space.gradient(lambda u: self._along(node.data, u, node.args[0]))

    def _trace(self, node: Node) -> Any:
        return self.space.trace(lambda u: self.under(node.data, u, node.args[0], self._fresh()))

    def _over(self, node: Node) -> Any:
        return self.under(height, Heights({1: 1}), node.args[0], self._fresh())

    def _slice(self, node: Node) -> Any:
        body, kappa, dim = map(self, node.args)
        total = 0
        for degree, c in sorted(_heights(body).terms.items()):
            total = total + _times(c, self._moment(degree, kappa, dim))
        return total

    def _moment(self, degree: int, kappa: Any, dim: Any) -> Any:
        if isinstance(kappa, Dual):
            value, slope = (self._moment(k, kappa.a, dim) for k in (degree, degree + 1))
            return Dual(kappa.tag, value, _times(slope, kappa.b))
        return self.space.moment(degree, kappa, dim)


def _is_moving(u: Any) -> bool:
    return not (type(u) is int and u == 0)


_READERS: dict[str, Callable[[Reading, Node], Any]] = {
    "number": lambda r, n: r.space.number(n.data),
    "constant": lambda r, n: r.space.constant(n.data),
    "symbol": Reading._symbol,
    "member": Reading._member,
    "sum of": Reading._sum_of,
    "product": Reading._product,
    "sum": Reading._sum,
    "dot": Reading._dot,
    "apply": Reading._apply,
    "field": Reading._field,
    "root": Reading._root,
    "power": Reading._power,
    "function": Reading._function,
    "differential": Reading._differential,
    "gradient": Reading._gradient,
    "trace": Reading._trace,
    "over": Reading._over,
    "slice": Reading._slice,
}

_SLOPES: dict[str, Callable[[Reading, Any, Any], Any]] = {  # of f at t, given f(t)
    "exp": lambda r, t, f: f,
    "log": lambda r, t, f: 1 / t,
    "sin": lambda r, t, f: r.function("cos", t),
    "cos": lambda r, t, f: -r.function("sin", t),
    "tan": lambda r, t, f: 1 + f * f,
    "sinh": lambda r, t, f: r.function("cosh", t),
    "cosh": lambda r, t, f: r.function("sinh", t),
    "tanh": lambda r, t, f: 1 - f * f,
    "asin": lambda r, t, f: 1 / r._lifted_root(1 - t * t, Fraction(1, 2)),
    "acos": lambda r, t, f: -1 / r._lifted_root(1 - t * t, Fraction(1, 2)),
    "atan": lambda r, t, f: 1 / (1 + t * t),
    "atanh": lambda r, t, f: 1 / (1 - t * t),
    "gamma": lambda r, t, f: f * r.function("digamma", t),
    "lgamma": lambda r, t, f: r.function("digamma", t),
    "abs": lambda r, t, f: f / t,
}
