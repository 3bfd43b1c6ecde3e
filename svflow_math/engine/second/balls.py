"""Equalities enclosed: both sides in ball arithmetic at random admissible points with rational coordinates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial
from random import Random
from typing import Any

import flint
import sympy as sp
from flint import arb, fmpq

from svflow_math.engine.record import terms
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.obligation import Obligation
from svflow_math.engine.second.reading import Reading, whole_power
from svflow_math.engine.second.tree import Node, Tree, Unread

POINTS = 50
BITS = 200
_DIMENSIONS = (2, 3, 5)
_PRECISIONS = (272, 544, 1088, 2176)
_COARSE = 80  # bits to which hypotheses are tested
_DRAWS = 200
_FIRST = 12  # draws without a point after which none is expected
_ADJUSTED = 60  # changes of a point before it is given up
_WHOLES = range(1, 4)  # values of whole numbers, and sizes of sets
_DEGREE = 5  # of the polynomials that stand for unknown fields: four derivatives do not vanish


class Outside(Exception):
    """A point where a hypothesis does not hold, or where a side has no value."""


class Coordinates:
    """Balls, and vectors by their coordinates; every symbol has its own random rational value."""

    vectors = tuple

    def __init__(self, facts: Facts, dim: int, seed: str) -> None:
        self.dim, self._seed = dim, seed
        self._laws, self._events = dict(facts.laws), set(facts.events)
        self._units, self._orthogonal = _angles(facts)
        self._again: dict[str, int] = {}  # how often a symbol or a family has been drawn again
        self.drawn: dict[tuple[Any, ...], Any] = {}
        self._made: dict[tuple[Any, ...], Any] = {}  # what has ever been drawn, by all that it is determined by
        self._flipped: set[Any] = set()

    def flip(self, event: tuple[Any, tuple[int, ...]]) -> None:
        """Let one member of a family of events be 0 where it was 1, and 1 where it was 0."""
        self._flipped ^= {event}

    def shown(self) -> str:
        """The rational numbers of the point; vectors of length one and orthogonal ones are still to be made so."""
        values = (f"{name}{list(place) or ''}=({', '.join(map(str, v))})" for (name, *place), v in self.drawn.items())
        return f"d={self.dim}, {', '.join(values)}"

    def draw_again(self, name: Any) -> None:
        """Another value for a symbol or for the members of a family; sizes are spread the more, the more often."""
        self._again[_label(name)] = self._again.get(_label(name), 0) + 1
        self.drawn.clear()  # every value is determined by its name and number, so that the others stay the same

    def _random(self, label: str, place: tuple[Any, ...]) -> Random:
        return Random(f"{self._seed} {label} {self._again.get(label, 0)} {place}")

    def _rationals(self, name: Any, count: int, *place: Any) -> tuple[fmpq, ...]:
        """Numbers of the sign that is declared for the name."""
        label = _label(name)
        key = (label, *place)
        if key not in self.drawn:
            again = self._again.get(label, 0)
            whole_key = (name, count, again, place)
            if whole_key not in self._made:
                random, spread = self._random(label, place), 2 + again // 6
                sizes = [fmpq(2) ** random.randint(-spread, spread) for _ in range(count)]
                values = [size * fmpq(random.randint(32, 63), 64) for size in sizes]
                signed = tuple(v if name.is_nonnegative or random.random() < 0.5 else -v for v in values)
                self._made[whole_key] = signed
            self.drawn[key] = self._made[whole_key]
        return self.drawn[key]

    def _whole(self, name: Any, choice: range, *place: Any) -> int:
        label = _label(name)
        key = (label, *place)
        if key not in self.drawn:
            self.drawn[key] = (self._random(label, place).choice(choice),)
        return self.drawn[key][0]

    def number(self, value: Fraction) -> arb:
        return arb(fmpq(value.numerator, value.denominator))

    def constant(self, name: str) -> arb:
        return arb.pi() if name == "pi" else arb.const_e()

    def symbol(self, symbol: Any) -> Any:
        if isinstance(symbol, terms.VectorSymbol):
            return self._vector(symbol, ())
        if isinstance(symbol, terms.Index):
            return self._whole(symbol, range(self.size(symbol)), "index")
        if symbol == terms.d:
            return arb(self.dim)
        return arb(self._whole(symbol, _WHOLES) if symbol.is_integer else self._rationals(symbol, 1)[0])

    def size(self, index: Any) -> int:
        return self._whole(index.over, _WHOLES)

    def member(self, name: Any, is_vector: bool, indices: tuple[int, ...]) -> Any:
        if is_vector:
            return self._vector(name, indices)
        family = name.__name__
        if family in self._events:
            return arb(self._whole(name, range(2), *indices) ^ ((name, indices) in self._flipped))
        if family in self._laws:
            *row, last = indices
            weights = [abs(w) for w in self._rationals(name, self._whole(self._laws[family], _WHOLES), "law", *row)]
            return arb(weights[last] / sum(weights, fmpq(0)))
        return arb(self._rationals(name, 1, *indices)[0])

    def _vector(self, name: Any, indices: tuple[int, ...]) -> tuple[arb, ...]:
        """The coordinates, divided by the length where that is to be one."""
        coordinates = tuple(map(arb, self._coordinates(name, indices)))
        if (name, bool(indices)) not in self._units:
            return coordinates
        length = self.dot(coordinates, coordinates).sqrt()
        return tuple(c / length for c in coordinates)

    def _coordinates(self, name: Any, indices: tuple[int, ...]) -> tuple[fmpq, ...]:
        """Rational coordinates, orthogonal to those vectors before it to which the vector is to be."""
        axes: list[tuple[fmpq, ...]] = []
        for other in self._orthogonal.get((name, bool(indices)), ()):
            axes.append(_rejected(self._coordinates(other, ()), axes))
        value = _rejected(self._rationals(name, self.dim, *indices), axes)
        if not any(value):
            raise Outside(f"no vector {name} in dimension {self.dim}")
        return value

    def whole(self, exponent: Any) -> int | None:
        found = arb(exponent).unique_fmpz() if isinstance(exponent, int) or exponent.is_exact() else None
        return None if found is None else int(found)

    def root(self, base: Any, exponent: Fraction) -> Any:
        whole = base.sqrt() if exponent.denominator == 2 else base.root(exponent.denominator)
        return whole_power(whole, exponent.numerator)

    def function(self, name: str, *args: Any) -> Any:
        if name == "besseli":
            return args[1].bessel_i(args[0])
        if name == "abs":
            return abs(args[0])
        return arb.atan2(*args) if name == "atan2" else getattr(args[0], name)(*args[1:])

    def moment(self, degree: int, kappa: Any, dim: Any) -> Any:
        """The integral of s^k e^(kappa s) (1 - s^2)^((n-3)/2), as a Beta value times a hypergeometric function."""
        odd = degree % 2
        a, b = arb(degree + 1 + odd) / 2, (dim - 1) / 2
        if degree < 0 or not b > 0:
            raise Unread("a slice integral that diverges")
        kappa = arb(kappa)
        series = (kappa * kappa / 4).hypgeom([a], [arb(1) / 2 + odd, a + b])
        return a.gamma() * b.gamma() / (a + b).gamma() * series * (kappa if odd else 1)

    def add(self, vectors: list[Any]) -> Any:
        return tuple(map(_sum, zip(*vectors, strict=True)))

    def scale(self, number: Any, vector: Any) -> Any:
        return tuple(number * c for c in vector)

    def dot(self, left: Any, right: Any) -> Any:
        return _sum(a * b for a, b in zip(left, right, strict=True))

    def apply(self, name: Any, transposed: bool, indices: tuple[int, ...], vector: Any) -> Any:
        def entry(row: int, column: int) -> arb:
            swapped = transposed or (name.symmetric and column < row)
            row, column = (column, row) if swapped else (row, column)
            return arb(self._rationals(name, self.dim, *indices, row)[column])

        return tuple(self.dot([entry(i, k) for k in range(self.dim)], vector) for i in range(self.dim))

    def field(self, name: Any, kind: tuple[bool, int], indices: tuple[int, ...], point: Any, along: list) -> Any:
        """Derivatives of sums of powers of affine functions; of a scalar field, the last one is read as a gradient."""
        scalar, order = kind
        total: list[Any] = [0] * (1 if scalar else self.dim)
        for wave in range(3):
            *slopes, shift = self._rationals(name, self.dim + 1, "field", *indices, wave)
            slopes = tuple(map(arb, slopes))
            value = whole_power(self.dot(slopes, point) + arb(shift), _DEGREE - order)
            value = value * (factorial(_DEGREE) // factorial(_DEGREE - order))
            for direction in along:
                value = value * self.dot(slopes, direction)
            if scalar and order > len(along):
                total = [t + value * c for t, c in zip(total * (self.dim // len(total)), slopes, strict=True)]
            elif scalar:
                total = [total[0] + value]
            else:
                heights = self._rationals(name, self.dim, "height", *indices, wave)
                total = [t + value * arb(c) for t, c in zip(total, heights, strict=True)]
        return total[0] if scalar and order == len(along) else tuple(total)

    def each(self, vector: Any, change: Callable[[Any], Any]) -> Any:
        return tuple(map(change, vector))

    def _basis(self) -> list[tuple[arb, ...]]:
        return [tuple(arb(int(i == k)) for i in range(self.dim)) for k in range(self.dim)]

    def gradient(self, along: Callable[[Any], Any]) -> Any:
        return tuple(map(along, self._basis()))

    def trace(self, image: Callable[[Any], Any]) -> Any:
        return _sum(self.dot(e, v) for e in self._basis() if isinstance(v := image(e), tuple))


@cache
def _label(name: Any) -> str:
    """The name as text, which SymPy is slow to print."""
    return str(name)


def _sum(values: Iterable[Any]) -> Any:
    total = 0
    for v in values:
        total = total + v
    return total


def _rejected(v: tuple[fmpq, ...], axes: list[tuple[fmpq, ...]]) -> tuple[fmpq, ...]:
    """The vector less its parts along orthogonal axes."""
    for axis in axes:
        square = sum((a * a for a in axis), fmpq(0))
        if square:
            c = sum((a * b for a, b in zip(axis, v, strict=True)), fmpq(0)) / square
            v = tuple(b - c * a for a, b in zip(axis, v, strict=True))
    return v


def _angles(facts: Facts) -> tuple[set[Any], dict[Any, list[Any]]]:
    """Vectors of length one, and for each vector those that are placed before it and orthogonal to it.

    Both by the name and whether it is that of a family, which is placed after the vectors that its members meet.
    """
    units: set[Any] = {(name, True) for name in facts.units}
    orthogonal: dict[Any, list[Any]] = {}
    for pair, value in facts.fixed.items():
        first, second = sorted(pair.args, key=lambda v: (isinstance(v, terms.VectorAt), _label(v)))
        name, key = (v.args[0] if isinstance(v, terms.VectorAt) else v for v in (first, second))
        if not (isinstance(name, terms.VectorSymbol) and isinstance(key, terms.VectorSymbol)):
            raise Unread(f"the hypothesis {pair} = {value}")
        if value == 1 and first == second:
            units.add((key, first is not name))
        elif value == 0 and first != second and first is name:
            orthogonal.setdefault((key, second is not key), []).append(first)
        else:
            raise Unread(f"the hypothesis {pair} = {value}")
    return units, orthogonal


@dataclass(frozen=True)
class Enclosure:
    """What the balls show: `agrees` is None where they show neither; `reason` says why, or names the point."""

    agrees: bool | None
    points: int = 0
    reason: str = ""


class Admissible:
    """Random points where the facts hold, found once for all equalities that rest on them."""

    def __init__(self, facts: Facts, seed: str) -> None:
        self._facts, self._seed = facts, seed
        self._signs: tuple[list[Node], list[Node]] | None = None
        self._found: list[Coordinates | None] = []

    def __iter__(self) -> Iterator[Coordinates]:
        if self._signs is None:
            tree = Tree()
            self._signs = tree.read(*self._facts.positive), tree.read(*self._facts.nonnegative)
        for draw in range(_DRAWS):
            if draw == len(self._found):
                if draw == _FIRST and not any(self._found):
                    return
                self._found.append(self._drawn(draw, *self._signs))
            space = self._found[draw]
            if space is not None:
                yield space

    def _drawn(self, draw: int, positive: list[Node], nonnegative: list[Node]) -> Coordinates | None:
        """A point, changed until the hypotheses on signs are certain to hold; None where it is given up."""
        flint.ctx.prec = _COARSE
        seed = f"{self._seed} {draw}"
        space, random = Coordinates(self._facts, _DIMENSIONS[draw % len(_DIMENSIONS)], seed), Random(seed)
        for _ in range(_ADJUSTED):
            try:
                failing = _failing(space, positive, nonnegative)
            except (Outside, ZeroDivisionError):
                return None
            if failing is None:
                return space
            node, chosen = failing
            event = _event(node, self._facts, chosen)
            names = _names(node, random)
            if event is not None and random.random() < 0.75:
                space.flip(event)
            elif names:
                space.draw_again(random.choice(names))
            else:
                return None
        return None


def _event(node: Node, facts: Facts, chosen: dict[Any, int]) -> tuple[Any, tuple[int, ...]] | None:
    """The event of which a sign speaks, by its family and the values of its indices."""
    if node.op == "member" and getattr(node.data[0], "__name__", "") in facts.events:
        places = [chosen.get(a.data) for a in node.args]
        return None if None in places else (node.data[0], tuple(int(k) for k in places if k is not None))
    return next((e for a in node.args if (e := _event(a, facts, chosen)) is not None), None)


def _names(node: Node, random: Random) -> list[Any]:
    """What to draw again where a sign is wrong: more often numbers than vectors and families."""
    names = sorted((v for v in node.free if v != terms.d and type(v) is not terms.Index), key=_label)
    numbers = [v for v in names if type(v) is sp.Symbol and not v.is_integer]
    return numbers if numbers and random.random() < 0.5 else names


def enclosed(obligation: Obligation, points: Iterable[Coordinates]) -> Enclosure:
    """Whether the difference of the sides is enclosed to 2^-200 of their size, around zero, at 50 points."""
    try:
        left, right = Tree().read(obligation.lhs, obligation.rhs)
        count = 0
        for space in points:
            try:
                if not _is_zero(space, left, right):
                    return Enclosure(False, count, space.shown())
            except (Outside, ZeroDivisionError):
                continue
            count += 1
            if count == POINTS:
                return Enclosure(True, count)
    except Unread as reason:
        return Enclosure(None, 0, str(reason))
    return Enclosure(None, count, f"only {count} admissible points were found")


def _failing(space: Coordinates, positive: list[Node], nonnegative: list[Node]) -> tuple[Node, dict[Any, int]] | None:
    """A sign that is not certain, and for which indices; what need not be positive may be zero within its radius."""
    reading = Reading(space)
    for nodes, strict in ((nonnegative, False), (positive, True)):  # events fit first, strictly or not
        for node in nodes:
            indices = sorted((v for v in node.free if type(v) is terms.Index), key=_label)
            for places in product(*(range(space.size(i)) for i in indices)):
                chosen = dict(zip(indices, places, strict=True))
                value = arb(reading.all_under(chosen, node))
                if not (value > 0 if strict else value.is_finite() and not value < 0):
                    return node, chosen
    return None


def _is_zero(space: Coordinates, left: Node, right: Node) -> bool:
    """Whether the difference contains zero, once it is known to 2^-200 of the size of the sides."""
    for precision in _PRECISIONS:
        flint.ctx.prec = precision
        reading = Reading(space)
        sides = [v if isinstance(v, tuple) else (v,) for v in (reading(left), reading(right))]
        size = max(map(len, sides))
        a, b = ([arb(c) for c in (side * size if len(side) < size else side)] for side in sides)
        gaps = [p - q for p, q in zip(a, b, strict=True)]
        if not all(g.is_finite() for g in gaps):
            if precision == _PRECISIONS[-1]:
                raise Outside("a side has no value")
            continue
        if not all(g.contains(0) for g in gaps):
            return False
        scale = max((abs(c).abs_upper() for c in (*a, *b)), key=float, default=arb(0))
        if all(g.rad() <= max(arb(1), scale) * arb(2) ** -BITS for g in gaps):
            return True
    raise Outside("the sides are not known to 2^-200")
