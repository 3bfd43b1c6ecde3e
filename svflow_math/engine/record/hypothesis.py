"""Hypotheses: executable predicates, each with its sampler, its facts for the calculus, and its witness.

A witness is a point that violates the hypothesis, satisfies the others, and makes the claim false or undefined; a
hypothesis without one is a convenience and says why it is stated.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.latex import latex
from svflow_math.engine.record.members import demand_whole_family, everywhere, map_members, tolerance
from svflow_math.engine.record.terms import Dot, Index, VectorAt, is_vector


@dataclass(frozen=True, kw_only=True)
class Hypothesis(ABC):
    """One condition of a theorem. Exactly one of `witness` and `convenience` is given in a finished record."""

    witness: Mapping[Any, Any] | None = None
    convenience: str = ""

    @abstractmethod
    def holds(self, point: ev.Point) -> bool: ...

    @abstractmethod
    def facts(self) -> Facts: ...

    @abstractmethod
    def latex(self) -> str: ...

    def subjects(self) -> tuple[Any, ...]:
        """The expressions that the hypothesis speaks of."""
        return ()

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        """The point changed so that the hypothesis holds, where that can be done directly."""
        return point


@dataclass(frozen=True)
class Unit(Hypothesis):
    """|x| = 1, for a vector or for every member of a family."""

    x: Any

    def __post_init__(self) -> None:
        demand_whole_family(self.x)

    def subjects(self) -> tuple[Any, ...]:
        return (self.x,)

    def _members(self, point: ev.Point) -> list[Any]:
        if not isinstance(self.x, VectorAt):
            return [ev.evaluate(self.x, point)]
        found: list[Any] = []
        map_members(point[self.x.args[0]], len(self.x.args) - 1, found.append)
        return found

    def holds(self, point: ev.Point) -> bool:
        return all(abs(ev.magnitude(v) - 1) <= tolerance() for v in self._members(point))

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        def normalized(v: list[Any]) -> list[Any]:
            size = ev.magnitude(v)
            return [vi / size for vi in v]

        key = self.x.args[0] if isinstance(self.x, VectorAt) else self.x
        depth = len(self.x.args) - 1 if isinstance(self.x, VectorAt) else 0
        return {**point, key: map_members(point[key], depth, normalized)}

    def facts(self) -> Facts:
        if isinstance(self.x, VectorAt):
            return Facts(units=(self.x.args[0],))
        return Facts(fixed={Dot(self.x, self.x): sp.S.One})

    def latex(self) -> str:
        return f"|{latex(self.x)}| = 1"


@dataclass(frozen=True)
class Tangent(Hypothesis):
    """v is tangent at x: <x, v> = 0, with |x| = 1 stated before it."""

    v: Any
    at: Any

    def subjects(self) -> tuple[Any, ...]:
        return (self.v, self.at)

    def holds(self, point: ev.Point) -> bool:
        product = Dot(self.at, self.v)
        return all(
            abs(ev.evaluate(product, p)) <= tolerance() * max(1, ev.magnitude(ev.evaluate(self.v, p)))
            for p in everywhere(product, point)
        )

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        x, v = ev.evaluate(self.at, point), point[self.v]
        c = mpmath.fdot(x, v) / mpmath.fdot(x, x)
        return {**point, self.v: [vi - c * xi for vi, xi in zip(v, x, strict=True)]}

    def facts(self) -> Facts:
        return Facts(fixed={Dot(self.at, self.v): sp.S.Zero})

    def latex(self) -> str:
        return rf"{latex(self.v)} \perp {latex(self.at)}"


@dataclass(frozen=True)
class Positive(Hypothesis):
    """expression > 0."""

    expression: Any

    def subjects(self) -> tuple[Any, ...]:
        return (self.expression,)

    def holds(self, point: ev.Point) -> bool:
        return all(ev.evaluate(self.expression, p) > 0 for p in everywhere(self.expression, point))

    def facts(self) -> Facts:
        e = sp.sympify(self.expression)
        return Facts(positive=(e, e.base) if isinstance(e, sp.Pow) and e.exp == sp.Rational(1, 2) else (e,))

    def latex(self) -> str:
        return f"{latex(self.expression)} > 0"


@dataclass(frozen=True)
class Nonnegative(Positive):
    """expression >= 0."""

    def holds(self, point: ev.Point) -> bool:
        return all(ev.evaluate(self.expression, p) >= 0 for p in everywhere(self.expression, point))

    def facts(self) -> Facts:
        return Facts(nonnegative=(self.expression,))

    def latex(self) -> str:
        return rf"{latex(self.expression)} \ge 0"


@dataclass(frozen=True)
class NonZero(Hypothesis):
    """A number or vector that is not zero."""

    expression: Any

    def subjects(self) -> tuple[Any, ...]:
        return (self.expression,)

    def holds(self, point: ev.Point) -> bool:
        values = (ev.evaluate(self.expression, p) for p in everywhere(self.expression, point))
        return all(ev.magnitude(value) > 0 for value in values)

    def facts(self) -> Facts:
        return Facts(positive=(Dot(self.expression, self.expression),)) if is_vector(self.expression) else Facts()

    def latex(self) -> str:
        return rf"{latex(self.expression)} \ne 0"


@dataclass(frozen=True)
class Between(Hypothesis):
    """low <= symbol <= high, an end excluded where `open_low` or `open_high` says so."""

    symbol: sp.Symbol
    low: Any
    high: Any
    open_low: bool = False
    open_high: bool = False

    def subjects(self) -> tuple[Any, ...]:
        return (self.symbol, sp.sympify(self.low), sp.sympify(self.high))

    def holds(self, point: ev.Point) -> bool:
        values = ((ev.evaluate(gap, p), strict) for gap, strict in self._gaps() for p in everywhere(gap, point))
        return all(value > 0 if strict else value >= 0 for value, strict in values)

    def _gaps(self) -> tuple[tuple[Any, bool], ...]:
        return (self.symbol - self.low, self.open_low), (self.high - self.symbol, self.open_high)

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        if not isinstance(self.symbol, sp.Symbol):
            return point
        low, high = ev.evaluate(self.low, point), ev.evaluate(self.high, point)
        return {**point, self.symbol: low + (high - low) * mpmath.mpf(random.uniform(0.001, 0.999))}

    def facts(self) -> Facts:
        gaps = self._gaps()
        return Facts(
            positive=tuple(g for g, strict in gaps if strict), nonnegative=tuple(g for g, strict in gaps if not strict)
        )

    def latex(self) -> str:
        low, high = "<" if self.open_low else r"\le", "<" if self.open_high else r"\le"
        return f"{latex(self.low)} {low} {latex(self.symbol)} {high} {latex(self.high)}"


@dataclass(frozen=True)
class Law(Hypothesis):
    """A probability law: nonnegative weights that sum to one over the last index, for every value of the others."""

    weight: Any  # a member of a family, e.g. q[j, z]
    index: Index  # the last index

    def __post_init__(self) -> None:
        demand_whole_family(self.weight)
        if isinstance(self.weight, sp.core.function.AppliedUndef) and self.weight.args[-1] != self.index:
            raise ValueError(f"{self.index} is not the last index of {self.weight}")

    @property
    def name(self) -> str:
        return self.weight.func.__name__

    def subjects(self) -> tuple[Any, ...]:
        return (self.weight,)

    def holds(self, point: ev.Point) -> bool:
        rows: list[Any] = []
        map_members(point[sp.Symbol(self.name)], len(self.weight.args) - 1, rows.append)
        return all(abs(mpmath.fsum(row) - 1) <= tolerance() and min(row) >= 0 for row in rows)

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        def normalized(row: list[Any]) -> list[Any]:
            weights = [abs(w) for w in row]
            total = mpmath.fsum(weights)
            return [w / total for w in weights]

        key = sp.Symbol(self.name)
        return {**point, key: map_members(point[key], len(self.weight.args) - 1, normalized)}

    def facts(self) -> Facts:
        return Facts(laws=((self.name, self.index.over),))

    def latex(self) -> str:
        return rf"\sum_{{{latex(self.index)}}} {latex(self.weight)} = 1,\; {latex(self.weight)} \ge 0"


@dataclass(frozen=True)
class Event(Hypothesis):
    """The indicator of an event: a family with the values 0 and 1."""

    indicator: Any

    def __post_init__(self) -> None:
        demand_whole_family(self.indicator)

    @property
    def name(self) -> str:
        return self.indicator.func.__name__

    def subjects(self) -> tuple[Any, ...]:
        return (self.indicator,)

    def holds(self, point: ev.Point) -> bool:
        return all(v in (0, 1) for v in point[sp.Symbol(self.name)])

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        if self.holds(point):
            return point
        size = len(point[sp.Symbol(self.name)])
        return {**point, sp.Symbol(self.name): [mpmath.mpf(random.randint(0, 1)) for _ in range(size)]}

    def facts(self) -> Facts:
        return Facts(events=(self.name,))

    def latex(self) -> str:
        return rf"{latex(self.indicator)} \in \{{0, 1\}}"


@dataclass(frozen=True)
class NotAntipodal(Hypothesis):
    """y is not -x, for unit vectors x and y."""

    x: Any
    y: Any

    def subjects(self) -> tuple[Any, ...]:
        return (self.x, self.y)

    def holds(self, point: ev.Point) -> bool:
        total = self.x + self.y
        return all(ev.magnitude(ev.evaluate(total, p)) > 0 for p in everywhere(total, point))

    def facts(self) -> Facts:
        return Facts(positive=(1 + Dot(self.x, self.y),))

    def latex(self) -> str:
        return rf"{latex(self.y)} \ne -{latex(self.x)}"


@dataclass(frozen=True)
class Within(Hypothesis):
    """low <= member <= high for every member of a family of numbers."""

    member: Any  # e.g. t[j]
    low: Any
    high: Any

    def subjects(self) -> tuple[Any, ...]:
        return (self.member, sp.sympify(self.low), sp.sympify(self.high))

    def holds(self, point: ev.Point) -> bool:
        slack = tolerance()
        return all(
            ev.evaluate(self.low, p) - slack <= ev.evaluate(self.member, p) <= ev.evaluate(self.high, p) + slack
            for p in everywhere(self.member, point)
        )

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        if not isinstance(self.member, sp.core.function.AppliedUndef):
            return self._with_room(point, random)
        low, high = ev.evaluate(self.low, point), ev.evaluate(self.high, point)
        key = sp.Symbol(self.member.func.__name__)

        def inside(_: Any) -> Any:
            return low + (high - low) * mpmath.mpf(random.uniform(0, 1))

        return {**point, key: map_members(point[key], len(self.member.args), inside)}

    def _with_room(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        """The point with an upper end that is a number of its own no more than twice the largest member."""
        if type(self.high) is not sp.Symbol:
            return point
        largest = max(ev.evaluate(self.member, p) for p in everywhere(self.member, point))
        return {**point, self.high: largest * mpmath.mpf(random.uniform(1, 2))} if largest > 0 else point

    def facts(self) -> Facts:
        return Facts(nonnegative=(self.member - self.low, self.high - self.member, self.high - self.low))

    def latex(self) -> str:
        return rf"{latex(self.low)} \le {latex(self.member)} \le {latex(self.high)}"


@dataclass(frozen=True)
class Coincide(Hypothesis):
    """Every member of a family of vectors is the value stated."""

    member: Any
    value: Any

    def __post_init__(self) -> None:
        demand_whole_family(self.member)

    def subjects(self) -> tuple[Any, ...]:
        return (self.member, self.value)

    def _expected(self, point: ev.Point, family: Any, indices: tuple[Any, ...]) -> Any:
        if not indices:
            return ev.evaluate(self.value, point)
        members = enumerate(family)
        return [self._expected({**point, indices[0]: k}, inner, indices[1:]) for k, inner in members]

    def _both(self, point: ev.Point) -> tuple[Any, Any]:
        family = point[self.member.args[0]]
        return family, self._expected(point, family, self.member.args[1:])

    def holds(self, point: ev.Point) -> bool:
        family, expected = self._both(point)
        return family == expected

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        return {**point, self.member.args[0]: self._both(point)[1]}

    def facts(self) -> Facts:
        return Facts()

    def latex(self) -> str:
        return f"{latex(self.member)} = {latex(self.value)}"
