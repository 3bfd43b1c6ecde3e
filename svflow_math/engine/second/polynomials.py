"""Equalities as FLINT's multivariate polynomials over the rationals, modulo the ideal of what is known.

Generators are the inner products of vector symbols, whatever the dimension, members of families of sizes 2 and 3,
roots, and values of other functions, told apart by their arguments. Each relation g^k = r has r in generators made
before g, and those made later are larger in the order, so that division leaves a unique remainder.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mpoly_ctx

from svflow_math.engine.record import terms
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.second.quotient import Quotient
from svflow_math.engine.second.reading import Dual, whole_power
from svflow_math.engine.second.tree import Unread

_GENERATORS = 160
_MOST_TERMS = 400

Atom = tuple[tuple[Any, ...], Any]  # linear maps, the outermost first, and the vector that they are applied to


class Gram:
    """Quotients of polynomials, and vectors as combinations of atoms of which the inner products are generators."""

    vectors = dict

    def __init__(self, facts: Facts, sizes: dict[Any, int]) -> None:
        self._context = fmpq_mpoly_ctx.get([f"g{i}" for i in range(_GENERATORS)], "lex")
        self._made: dict[Any, int] = {}
        self._keys: list[Any] = []
        self._nonnegative: set[int] = set()
        self._relations: list[Any] = []
        self._positive: list[Any] = []
        self._squares: dict[int, Any] = {}
        self._laws, self._events, self._units = dict(facts.laws), set(facts.events), set(facts.units)
        self._sizes = sizes
        self._fixed: dict[Any, Any] = {}

    def fix(self, left: Any, right: Any, value: Any) -> None:
        """Give the inner product of two atoms a value."""
        ((a, _),), ((b, _),) = left.items(), right.items()
        self._fixed[self._pair(a, b)] = value

    def know_positive(self, value: Any) -> None:
        """Let a number be known to be positive, for the signs of roots."""
        if isinstance(value, Quotient):
            self._positive.append(value.above * value.below)

    def generator(self, key: Any, nonnegative: bool = False) -> Quotient:
        if key not in self._made:
            if len(self._keys) == _GENERATORS:
                raise Unread("too many generators")
            self._made[key] = _GENERATORS - 1 - len(self._keys)
            self._keys.append(key)
            if nonnegative:
                self._nonnegative.add(self._made[key])
        return Quotient(self, self._context.gen(self._made[key]), self._context.constant(1))

    def _relate(self, generator: Quotient, order: int, value: Any) -> None:
        self._relations.append(whole_power(generator.above, order) - value)

    def fraction(self, above: Any, below: Any) -> Quotient:
        if len(above) + len(below) > _MOST_TERMS:
            raise Unread("too many terms")
        above, below = self._reduced(above), self._reduced(below)
        if below == 0:
            raise Unread("a division by zero")
        if above == 0:
            return Quotient(self, above, self._context.constant(1))
        if not below.is_constant():
            common = above.gcd(below)
            if not common.is_constant():
                above, below = above // common, below // common
        if below.is_constant():
            above, below = above / below.leading_coefficient(), self._context.constant(1)
        return Quotient(self, above, below)

    def _reduced(self, p: Any) -> Any:
        for relation in reversed(self._relations):
            if not p.is_constant():
                p = p % relation
        return p

    def number(self, value: Fraction) -> Quotient:
        one = self._context.constant(1)
        return Quotient(self, one * fmpq(value.numerator, value.denominator), one)

    def constant(self, name: str) -> Any:
        return self.generator(("constant", name), nonnegative=True)

    def symbol(self, symbol: Any) -> Any:
        if isinstance(symbol, terms.VectorSymbol):
            return {((), symbol): 1}
        if isinstance(symbol, terms.Index):
            raise Unread(f"the index {symbol} of a hypothesis has no value")
        if symbol in self._sizes:
            return self.number(Fraction(self._sizes[symbol]))
        return self.generator(("symbol", symbol), bool(symbol.is_nonnegative))

    def size(self, index: Any) -> int:
        return self._sizes[index.over]

    def member(self, name: Any, is_vector: bool, indices: tuple[int, ...]) -> Any:
        if is_vector:
            return {((), (name, *indices)): 1}
        family = name.__name__
        size = self._sizes[self._laws[family]] if family in self._laws else 0
        if size and indices[-1] == size - 1:
            rest: Any = self.number(Fraction(1))
            for k in range(size - 1):
                rest = rest - self.member(name, False, (*indices[:-1], k))
            return rest
        key = ("member", family, indices)
        new, signed = key not in self._made, family in self._laws or family in self._events or name.is_nonnegative
        generator = self.generator(key, bool(signed))
        if new and family in self._events:
            self._relate(generator, 2, generator.above)
        return generator

    def whole(self, exponent: Any) -> int | None:
        if isinstance(exponent, int):
            return exponent
        if not (exponent.above.is_constant() and exponent.below.is_constant()):
            return None
        value = exponent.above.leading_coefficient() / exponent.below.leading_coefficient() if exponent.above else 0
        return int(value) if value == int(value) else None

    def root(self, base: Any, exponent: Fraction) -> Any:
        order = exponent.denominator
        radicand = self._in_roots(base.above * whole_power(base.below, order - 1))
        constant, factors = radicand.factor()
        result, rest = self.number(Fraction(1)), self._context.constant(1)
        for factor, power in factors:
            signed = self._sign(factor)
            if signed is None:  # of a square, the root is the absolute value
                rest = rest * whole_power(factor, power % 2 if order == 2 else power)
                if order == 2 and power > 1:
                    result = result * whole_power(self._plain_root(factor * factor, 2), power // 2)
                continue
            constant = constant * signed**power
            whole, part = divmod(power, order)
            result = result * Quotient(self, whole_power(factor * signed, whole), self._context.constant(1))
            if part:
                result = result * whole_power(self._plain_root(factor * signed, order), part)
        result = result * self._constant_root(constant, order, rest)
        return whole_power(result / Quotient(self, base.below, self._context.constant(1)), exponent.numerator)

    def _in_roots(self, p: Any) -> Any:
        """The polynomial with squares for the symbols of which a root is a generator, so that squares factor."""
        images = list(self._context.gens())
        for symbol, square in self._squares.items():
            images[symbol] = square
        return p.compose(*images, ctx=self._context) if self._squares else p

    def _constant_root(self, constant: fmpq, order: int, rest: Any) -> Any:
        """The root of a number times what has no known sign; that of a positive number by its prime factors."""
        if constant <= 0 or not rest.is_constant():
            one = self.number(Fraction(1))
            return one if constant == 1 and rest == 1 else self._plain_root(rest * constant, order)
        result = self.number(Fraction(1))
        for part, sign in ((constant.p, 1), (constant.q, -1)):
            for prime, power in part.factor():
                whole, left = divmod(power, order)
                value = self.number(Fraction(int(prime)))
                result = result * whole_power(value, sign * whole)
                if left:
                    result = result * whole_power(self._plain_root(value.above, order), sign * left)
        return result

    def _plain_root(self, radicand: Any, order: int) -> Quotient:
        radicand = self._reduced(radicand)
        key = ("root", str(radicand), order)
        new = key not in self._made
        generator = self.generator(key, nonnegative=True)
        if new:
            self._relate(generator, order, radicand)
            if radicand in self._context.gens():
                self._squares[self._context.gens().index(radicand)] = whole_power(generator.above, order)
        return generator

    def _sign(self, p: Any) -> int | None:
        """1 or -1 where the sign of a polynomial is known, by its terms or by a hypothesis."""
        for sign in (1, -1):
            if all(c * sign > 0 and self._is_nonnegative(powers) for powers, c in p.terms()):
                return sign
        for known in self._positive:
            quotient, remainder = divmod(p, self._in_roots(known))
            if remainder == 0 and quotient.is_constant():
                return 1 if quotient.leading_coefficient() > 0 else -1
        return None

    def _is_nonnegative(self, powers: tuple[int, ...]) -> bool:
        return all(e % 2 == 0 or i in self._nonnegative for i, e in enumerate(powers) if e)

    def function(self, name: str, *args: Any) -> Any:
        if not all(isinstance(a, Quotient) for a in args):
            raise Unread(f"{name} of the height of a slice")
        if name == "abs":
            return self.root(args[0] * args[0], Fraction(1, 2))
        if name in _REWRITTEN:
            return _REWRITTEN[name](self, args[0])
        if name == "exp":
            return self._exponential(args[0])
        if args[0].above == 0 and name in ("sin", "cos"):
            return self.number(Fraction(int(name == "cos")))
        if name in ("sin", "cos"):
            return self._circle(name, args[0])
        return self.generator((name, *(a.key for a in args)), nonnegative=name == "gamma")

    def _exponential(self, exponent: Any) -> Any:
        """A product over the terms of the exponent, whose coefficients are whole numbers over a common one."""
        result = self.number(Fraction(1))
        below = Quotient(self, self._context.constant(1), exponent.below)
        for powers, c in exponent.above.terms():
            unit = Quotient(self, self._context.from_dict({powers: 1}), self._context.constant(1)) * below
            factor = self.generator(("exp", int(c.q), unit.key), nonnegative=True)
            result = result * whole_power(factor, int(c.p))
        return result

    def _circle(self, name: str, angle: Any) -> Any:
        flipped = angle.above.leading_coefficient() < 0
        key = (-angle if flipped else angle).key
        cosine, new = self.generator(("cos", key)), ("sin", key) not in self._made
        sine = self.generator(("sin", key))
        if new:
            self._relate(sine, 2, 1 - cosine.above * cosine.above)
        return cosine if name == "cos" else -sine if flipped else sine

    def moment(self, degree: int, kappa: Any, dim: Any) -> Any:
        keys = (a.key if isinstance(a, Quotient) else a for a in (kappa, dim))
        return self.generator(("moment", degree, *keys), nonnegative=degree % 2 == 0)

    def add(self, vectors: list[Any]) -> Any:
        total: dict[Any, Any] = {}
        for vector in vectors:
            for atom, c in vector.items():
                total[atom] = total[atom] + c if atom in total else c
        return total

    def scale(self, number: Any, vector: Any) -> Any:
        return {atom: number * c for atom, c in vector.items()}

    def dot(self, left: Any, right: Any) -> Any:
        total: Any = 0
        for a, c in left.items():
            for b, k in right.items():
                total = total + c * k * self._inner(a, b)
        return total

    def _inner(self, a: Atom, b: Atom) -> Any:
        key = self._pair(a, b)
        fixed = self._fixed.get(key)
        if fixed is not None:
            return fixed
        word, first, second = key
        is_square = not word and first == second
        if is_square and isinstance(first, tuple) and first[0] in self._units:
            return 1
        return self.generator(("dot", word, first, second), nonnegative=is_square)

    def _pair(self, a: Atom, b: Atom) -> tuple[Any, Any, Any]:
        """<A u, B v> as the word of A^T B between u and v, or of its transpose between v and u."""
        word = _transposed(a[0]) + b[0]
        return min((word, a[1], b[1]), (_transposed(word), b[1], a[1]), key=str)

    def apply(self, name: Any, transposed: bool, indices: tuple[int, ...], vector: Any) -> Any:
        letter = (name, indices, transposed and not name.symmetric, name.symmetric)
        return {((letter, *word), v): c for (word, v), c in vector.items()}

    def field(self, name: Any, kind: tuple[bool, int], indices: tuple[int, ...], point: Any, along: list[Any]) -> Any:
        """Values and derivatives as generators and atoms named by the point; linear in the directions."""
        scalar, order = kind
        tags = [c.tag for c in point.values() if isinstance(c, Dual)]
        if tags:
            return self._moved(name, kind, indices, point, along, max(tags))
        coefficients = ((str(a), self.number(Fraction(c)) if isinstance(c, int) else c) for a, c in point.items())
        where = tuple(sorted((a, c.key) for a, c in coefficients if c.above != 0))
        label = (str(name), scalar, indices, where)
        if scalar and order == 0:
            return self.generator(("field", label))
        if scalar and order == 1:
            gradient = {((), ("gradient", label)): 1}
            return self.dot(gradient, along[0]) if along else gradient
        if scalar and order == 2:
            letter = (("hessian", label), (), False, True)
            image = {((letter, *word), v): c for (word, v), c in along[0].items()}
            return self.dot(image, along[1]) if len(along) == 2 else image
        if scalar:
            raise Unread("a third derivative of a number")
        total: list[tuple[list[str], Any]] = [([], self.number(Fraction(1)))]
        for direction in along:
            total = [([*chosen, str(a)], k * c) for chosen, k in total for a, c in direction.items()]
        return self.add([{((), ("derivative", label, *sorted(chosen))): k} for chosen, k in total])

    def _moved(self, name: Any, kind: Any, indices: Any, point: Any, along: list, tag: int) -> Any:
        """The value at a point with an infinitesimal part, by the next derivative along that part."""
        scalar, order = kind
        at = {a: c.a if isinstance(c, Dual) and c.tag == tag else c for a, c in point.items()}
        by = {a: c.b for a, c in point.items() if isinstance(c, Dual) and c.tag == tag}
        value = self.field(name, kind, indices, at, along)
        slope = self.field(name, (scalar, order + 1), indices, at, [*along, by])
        if not isinstance(value, dict):
            return value + Dual(tag, 0, slope)
        return self.add([value, self.each(slope, lambda c: Dual(tag, 0, c))])

    def each(self, vector: Any, change: Callable[[Any], Any]) -> Any:
        return {atom: change(c) for atom, c in vector.items()}

    def gradient(self, along: Callable[[Any], Any]) -> Any:
        direction = f"direction {len(self._keys)}"
        return self._coefficients(along({((), direction): 1}), direction)

    def _coefficients(self, value: Any, direction: str) -> dict[Atom, Any]:
        """The vector whose inner product with a direction a number is."""
        if isinstance(value, Dual):
            parts = [self._coefficients(p, direction) for p in (value.a, value.b)]
            return {a: Dual(value.tag, *(p.get(a, 0) for p in parts)) for a in {**parts[0], **parts[1]}}
        found: dict[Atom, Any] = {}
        if not isinstance(value, Quotient):
            return found
        for key, place in list(self._made.items()):
            if key[0] == "dot" and direction in key[2:]:
                _, word, first, second = key
                atom = (word, second) if first == direction else (_transposed(word), first)
                slope = value.above.derivative(place)
                if value.below.derivative(place) != 0 or (first == second and slope != 0):
                    raise Unread("a derivative that is not linear in its direction")
                if slope != 0:
                    found[atom] = self.fraction(slope, value.below)
        return found

    def trace(self, image: Callable[[Any], Any]) -> Any:
        direction = f"direction {len(self._keys)}"
        total: Any = 0
        for (word, v), c in image({((), direction): 1}).items():
            if v == direction:
                size = self.symbol(terms.d) if not word else self.generator(("trace", word))
                total = total + c * size
            else:
                total = total + self.dot(self._coefficients(c, direction), {(word, v): 1})
        return total


def _transposed(word: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple((name, at, not turned and not symmetric, symmetric) for name, at, turned, symmetric in reversed(word))


def _hyperbolic(space: Gram, t: Any, sign: int) -> Any:
    up, down = space.function("exp", t), space.function("exp", -t)
    return (up + down * sign) / 2


_REWRITTEN: dict[str, Callable[[Gram, Any], Any]] = {
    "tan": lambda g, t: g.function("sin", t) / g.function("cos", t),
    "sinh": lambda g, t: _hyperbolic(g, t, -1),
    "cosh": lambda g, t: _hyperbolic(g, t, 1),
    "tanh": lambda g, t: _hyperbolic(g, t, -1) / _hyperbolic(g, t, 1),
}
