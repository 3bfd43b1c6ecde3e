"""Degenerate points: vectors vanish, coincide or oppose, numbers reach the ends of their ranges, sets have one member.

Random points never meet them, so that a hypothesis which excludes nothing else would not be missed there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice, product, zip_longest
from random import Random
from typing import Any

import mpmath
import sympy as sp
from mpmath import mpf

from svflow_math.engine.calculus.derivative import unfold
from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.claim import Claim, ForAll, Limit, OrderOf
from svflow_math.engine.record.hypothesis import Between, Hypothesis, Nonnegative, NonZero, Tangent, Unit, Within
from svflow_math.engine.record.members import everywhere
from svflow_math.engine.record.primitives import Quotient
from svflow_math.engine.record.sample import FieldName, drawn, symbols_of
from svflow_math.engine.record.scope import Scope
from svflow_math.engine.record.terms import Index, LinearMap, MapAt, VectorAt, VectorSymbol, d
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.proof import repeat, shown

Point = dict[Any, Any]
_LAYOUTS = ((2, 2, 72), (3, 1, 0), (1, 1, 0))  # dimension, size of every set, values of two symbols at once
_DIGITS = (25, 75)  # what is off at the first is rounding if it comes right at the second: acos loses half of them
_ATTEMPTS = 200
_HALF = sp.Rational(1, 2)


@dataclass(frozen=True)
class Degenerate(Check):
    """The claim has a value and holds at every degenerate point that the hypotheses admit; counts the points.

    Points are exact where they can be, and what rounding leaves is told from a defect by more digits.
    """

    minimum: int = 15

    @property
    def name(self) -> str:
        return "degenerate points"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        points = degenerate_points(theorem)
        reason = "" if points else "the hypotheses admit no point"
        for point in points:
            if failure := self.failure(theorem, point):
                reason = f"{shown(point)}: {failure}"
                break
        if reason:
            return Outcome(Verdict.FAILS, None, "points", reason, repeat(theorem, settings))
        return Outcome(Verdict.HOLDS, len(points), "points")

    def failure(self, theorem: Theorem, point: Point) -> str:
        """Why the claim does not hold at the point; nothing where it does."""
        at = Scope(point)
        for digits in _DIGITS:
            with mpmath.workdps(digits):
                try:
                    defect = theorem.claim.defect(at)
                except (ev.Undefined, ZeroDivisionError) as error:
                    return str(error)
                if defect <= mpf(10) ** -self.minimum:
                    return ""
        return f"the claim is false by {mpmath.nstr(defect, 3)}"


def degenerate_points(theorem: Theorem, layouts: int = len(_LAYOUTS)) -> list[Point]:
    """Every degenerate point that the hypotheses admit, in dimensions 2, 3 and 1 or the first of these only."""
    digits = _finest(theorem.claim)
    return [point for layout in islice(_layouts(theorem), layouts) for point in layout.points(digits)]


def wrong_limit(quotient: Quotient, points: list[Point]) -> str:
    """Why a/b does not tend to the limit put in where b vanishes, coming from a generic point; nothing if it does."""
    a, b, limit = quotient.args
    with mpmath.workdps(_DIGITS[-1]):
        for point in points:
            if ev.evaluate(b, point) != 0:
                continue
            gaps = []
            for step in (mpf(10) ** -10, mpf(10) ** -20):
                near = _between(point, next(p for p in points if ev.evaluate(b, p) != 0), step)
                gaps.append(abs(ev.evaluate(a / b, near) - ev.evaluate(limit, point)))
            return "" if gaps[1] <= max(gaps[0] / 2, mpf(10) ** -30) else f"{a / b} does not tend to {limit}"
    return f"no point tried shows the limit of {a / b}"


def _between(start: Any, end: Any, step: mpf) -> Any:
    """The point a small step away from the start."""
    if isinstance(start, dict):
        return {k: _between(v, end[k], step) for k, v in start.items()}
    if isinstance(start, list):
        return [_between(p, q, step) for p, q in zip(start, end, strict=True)]
    return start if callable(start) else start + step * (end - start)


def _finest(claim: Claim) -> int:
    """The digits that points are to have: claims of limits are evaluated with thrice as many."""
    while isinstance(claim, ForAll):
        claim = claim.claim
    return 3 * _DIGITS[-1] + 10 if isinstance(claim, OrderOf | Limit) else _DIGITS[-1] + 10


def _layouts(theorem: Theorem) -> Iterator[_Layout]:
    subjects = (s for h in theorem.hypotheses for s in h.subjects())
    symbols = symbols_of([*theorem.claim.terms(), *subjects])
    sizes = {i.over for s in symbols for i in (s, *getattr(s, "args", ())) if isinstance(i, Index)}
    sizes |= {s for s in symbols if isinstance(s, sp.Symbol) and s in _set_sizes(theorem)}
    nodes = {node for e in theorem.claim.terms() for node in sp.preorder_traversal(unfold(sp.sympify(e)))}
    is_costly = any(hasattr(node, "at") for node in nodes)
    turns = any(isinstance(node, sp.sin | sp.cos) for node in nodes)
    seen = set()
    for dim, size, pairs in _LAYOUTS:
        key = (dim if _has_dimension(symbols) else 0, size if sizes else 0)
        if key not in seen:
            seen.add(key)
            pairs = 0 if is_costly else pairs
            yield _Layout(theorem, tuple(symbols), dim, dict.fromkeys(sizes, size), pairs, turns)


def _set_sizes(theorem: Theorem) -> set[Any]:
    nodes = (i for e in theorem.claim.terms() for i in sp.sympify(e).atoms(Index))
    return {i.over for i in nodes}


def _has_dimension(symbols: tuple[Any, ...]) -> bool:
    vectors = (VectorSymbol, VectorAt, LinearMap, MapAt, FieldName)
    return d in symbols or any(isinstance(s, vectors) for s in symbols)


@dataclass(frozen=True)
class _Layout:
    """The points of one dimension and one size of all sets, with one symbol or two at a degenerate value."""

    theorem: Theorem
    symbols: tuple[Any, ...]
    dim: int
    sizes: Mapping[Any, int]
    pairs: int
    turns: bool  # whether angles are met

    def points(self, digits: int) -> list[Point]:
        """The admitted points, each once."""
        found: dict[Any, Point] = {}
        with mpmath.workdps(digits):
            base, seed = self._base()
            for changes in self._changes(base):
                point = self._admitted(base | changes, seed)
                if point is not None:
                    found.setdefault(frozenset((k, _frozen(v)) for k, v in point.items()), point)
        return list(found.values())

    def _changes(self, base: Point) -> Iterator[Point]:
        """Nothing; one symbol at each degenerate value; all families alike; pairs in turn, up to the number due.

        The first vector lies along an axis already: in pairs only its lengths are tried.
        """
        values = {s: v for s in self.symbols if (v := self._values(s, base))}
        families = {s: v for s, v in values.items() if not isinstance(s, sp.Symbol)}
        yield {}
        for symbol, options in values.items():
            yield from ({_key_of(symbol): option} for option in options)
        if len(families) > 1:
            for options in zip(*families.values(), strict=False):
                yield dict(zip(map(_key_of, families), options, strict=True))
        single = {s: v for s, v in values.items() if isinstance(s, sp.Symbol)}
        single |= {first: single[first][-2:] for first in self._first()}
        pairs = [
            [dict(zip(p, v, strict=True)) for v in product(*(single[s] for s in p))] for p in combinations(single, 2)
        ]
        in_turn = (change for changes in zip_longest(*pairs) for change in changes if change is not None)
        yield from islice(in_turn, self.pairs)

    def _base(self) -> tuple[Point, int]:
        """A point degenerate in nothing but its first vector, along an axis, and the seed with which it is admitted."""
        axis = {first: [mpf(k == 0) for k in range(self.dim)] for first in self._first()}
        base: Point = {}
        for attempt in range(_ATTEMPTS):
            random = Random(f"{self.theorem.id} {self.dim} {attempt}")
            base = drawn(self.symbols, self.dim, random, self.sizes) | axis
            if self._admitted(base, attempt) is not None:
                return base, attempt
        return base, 0

    def _first(self) -> list[Any]:
        """The first vector that is stated to be a unit vector, or else the first: none or one."""
        units = [h.x for h in self.theorem.hypotheses if isinstance(h, Unit)]
        return [s for s in (*units, *self.symbols) if isinstance(s, VectorSymbol)][:1]

    def _admitted(self, point: Point, seed: int) -> Point | None:
        """The point as it stands, or changed to satisfy the hypotheses; None where that fails."""
        random = Random(seed)
        try:
            if not self._holds(point):
                clean: Point = {}
                for hypothesis in self.theorem.hypotheses:
                    point = clean = _without_dust(hypothesis.admit(point, random), clean)
            return point if self._holds(point) else None
        except (ev.Undefined, ZeroDivisionError):
            return None

    def _holds(self, point: Point) -> bool:
        """Whether every hypothesis holds, a strict one by more than rounding may leave."""
        at = Scope(point)
        if not all(hypothesis.holds(at) for hypothesis in self.theorem.hypotheses):
            return False
        gaps = (e for h in self.theorem.hypotheses if not isinstance(h, Unit | Tangent) for e in h.facts().positive)
        return all(ev.evaluate(e, p) > _dust() for e in gaps for p in everywhere(e, at))

    def _values(self, symbol: Any, base: Point) -> list[Any]:
        """The degenerate values of a symbol, the same in number at every precision."""
        if symbol == d or symbol in self.sizes or isinstance(symbol, FieldName | Index):
            return []
        axes = [[mpf(i == k) for i in range(self.dim)] for k in range(min(self.dim, 2))]
        zero, first = [mpf(0)] * self.dim, axes[0]
        back, second = [-c for c in first], axes[-1]
        if isinstance(symbol, VectorSymbol):
            return [first, back, second, zero, [2 * c for c in first]]
        identity = [[mpf(i == k) for i in range(self.dim)] for k in range(self.dim)]
        if isinstance(symbol, LinearMap):
            return [identity, [zero] * self.dim]
        if isinstance(symbol, VectorAt | MapAt):
            family, members = base[symbol.args[0]], (first, zero, back)
            if isinstance(symbol, MapAt):
                members = (identity, [zero] * self.dim)
            depth = len(symbol.args) - 1
            mixed = [_filled(family, depth, lambda at, b=b: b if at[-1] else members[0]) for b in members[1:]]
            return [*(_filled(family, depth, lambda at, b=b: b) for b in members), *mixed]
        if isinstance(symbol, sp.core.function.AppliedUndef):
            family, depth = base[_key_of(symbol)], len(symbol.args)
            values = [mpf(v) for v in (1, 0) if _may_be(symbol, v)] + self._ends(symbol, base)
            last = [_filled(family, depth, lambda at: mpf(at[-1] == 0))] if _may_be(symbol, 0) else []
            return [*(_filled(family, depth, lambda at, v=v: v) for v in values), *last]
        numbers = (0, 1, -1, _HALF, *([sp.pi] if self.turns else []))
        return [ev.evaluate(sp.sympify(v), base) for v in numbers if _may_be(symbol, v)] + self._ends(symbol, base)

    def _ends(self, symbol: Any, base: Point) -> list[mpf]:
        """The ends of the ranges of a number."""
        ends = [e for h in self.theorem.hypotheses for e in _ends_named_by(h, symbol)]
        return [_inside(e, base, k) for k, e in enumerate(ends) if not e.is_number or _may_be(symbol, e)]


def _ends_named_by(hypothesis: Hypothesis, symbol: Any) -> tuple[Any, ...]:
    if isinstance(hypothesis, Between) and hypothesis.symbol == symbol:
        return sp.sympify(hypothesis.low), sp.sympify(hypothesis.high)
    if isinstance(hypothesis, Within) and hypothesis.member.func == symbol.func:
        return sp.sympify(hypothesis.low), sp.sympify(hypothesis.high)
    if isinstance(hypothesis, Nonnegative | NonZero) and isinstance(symbol, sp.Symbol):
        slope = sp.diff(hypothesis.expression, symbol) if type(symbol) is sp.Symbol else sp.S.Zero
        if slope.is_number and slope != 0:
            return (sp.expand(symbol - hypothesis.expression / slope),)
    return ()


def _inside(end: Any, base: Point, place: int) -> mpf:
    """The low or the high end of a range, an irrational one rounded to the inside."""
    value = ev.evaluate(end, base)
    return value if end.is_rational or not end.is_number else value + (-1) ** place * abs(value) * mpmath.eps * 4


def _may_be(symbol: Any, value: Any) -> bool:
    """Whether the value has the sign, and is the whole number, that the symbol is declared to have and to be."""
    v = sp.sympify(value)
    return not (
        (symbol.is_integer and not v.is_integer)
        or (symbol.is_positive and not v.is_positive)
        or (symbol.is_nonnegative and not v.is_nonnegative)
    )


def _filled(family: Any, depth: int, value: Any, at: tuple[int, ...] = ()) -> Any:
    if depth == 0:
        return value(at)
    return [_filled(member, depth - 1, value, (*at, k)) for k, member in enumerate(family)]


def _key_of(symbol: Any) -> Any:
    if isinstance(symbol, VectorAt | MapAt):
        return symbol.args[0]
    return sp.Symbol(symbol.func.__name__) if isinstance(symbol, sp.core.function.AppliedUndef) else symbol


def _dust() -> mpf:
    return mpf(10) ** (12 - mpmath.mp.dps)


def _without_dust(point: Point, already: Point) -> Point:
    """The point with numbers set to zero that are nothing but what rounding left; values free of it are taken over."""
    dust = _dust()

    def clean(value: Any) -> Any:
        if isinstance(value, list):
            return [clean(v) for v in value]
        return mpf(0) if not callable(value) and abs(value) < dust else value

    return {key: value if already.get(key) is value else clean(value) for key, value in point.items()}


def _frozen(value: Any) -> Any:
    if callable(value):  # the functions of a point are those of its layout
        return None
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
