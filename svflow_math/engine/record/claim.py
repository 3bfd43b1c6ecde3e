"""Claims: what a theorem asserts, each with a numeric reading that shares no algebra with its proof."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.latex import latex
from svflow_math.engine.record.scope import bind
from svflow_math.engine.record.terms import FixedIndex


def _rounding() -> mpmath.mpf:
    """A size below which nothing but rounding is left at the current precision."""
    return mpmath.mpf(10) ** (20 - mpmath.mp.dps)


def _number(value: ev.Value) -> str:
    """A value in four digits, of a long vector its first coordinates."""
    if isinstance(value, list):
        shown = [mpmath.nstr(v, 4) for v in value[:4]]
        return f"({', '.join([*shown, *(['...'] if len(value) > 4 else [])])})"
    return mpmath.nstr(value, 4)


@dataclass(frozen=True)
class Claim(ABC):
    @abstractmethod
    def terms(self) -> tuple[Any, ...]:
        """The expressions of the claim; what is sampled is read off from them."""

    @abstractmethod
    def defect(self, point: ev.Point) -> mpmath.mpf:
        """How far the claim is from true at the point, relative to its scale; at most rounding where it holds."""

    @abstractmethod
    def latex(self) -> str: ...

    def sides(self, point: ev.Point) -> dict[str, str]:
        """What the claim compares, as numbers at the point: left and right."""
        return {}

    def holds(self, point: ev.Point, digits: int | None = None) -> bool:
        """Whether the claim is true at the point to the given digits (default: five fewer than the precision)."""
        digits = mpmath.mp.dps - 5 if digits is None else digits
        return bool(self.defect(point) <= mpmath.mpf(10) ** (-digits))


@dataclass(frozen=True)
class Equal(Claim):
    """lhs = rhs, for numbers or vectors."""

    lhs: Any
    rhs: Any

    def terms(self) -> tuple[Any, ...]:
        return (self.lhs, self.rhs)

    def defect(self, point: ev.Point) -> mpmath.mpf:
        left, right = ev.evaluate(self.lhs, point), ev.evaluate(self.rhs, point)
        if isinstance(left, list) != isinstance(right, list):  # the vector 0 is written as the number 0
            left, right = (left, [right] * len(left)) if isinstance(left, list) else ([left] * len(right), right)
        return ev.difference(left, right)

    def latex(self) -> str:
        return f"{latex(self.lhs)} = {latex(self.rhs)}"

    def sides(self, point: ev.Point) -> dict[str, str]:
        return {"left": _number(ev.evaluate(self.lhs, point)), "right": _number(ev.evaluate(self.rhs, point))}


@dataclass(frozen=True)
class Bound(Claim):
    """lhs <= rhs, strictly when `strict`."""

    lhs: Any
    rhs: Any
    strict: bool = False

    def terms(self) -> tuple[Any, ...]:
        return (self.lhs, self.rhs)

    def defect(self, point: ev.Point) -> mpmath.mpf:
        left, right = ev.evaluate(self.lhs, point), ev.evaluate(self.rhs, point)
        scale = max(abs(left), abs(right), mpmath.mpf(1))
        if self.strict and not left < right:
            return max((left - right) / scale, mpmath.mpf(1))
        return max((left - right) / scale, mpmath.mpf(0))

    def latex(self) -> str:
        relation = "<" if self.strict else r"\le"
        return f"{latex(self.lhs)} {relation} {latex(self.rhs)}"

    def sides(self, point: ev.Point) -> dict[str, str]:
        return {"left": _number(ev.evaluate(self.lhs, point)), "right": _number(ev.evaluate(self.rhs, point))}


@dataclass(frozen=True)
class Iff(Claim):
    """`left` holds if and only if `right` does."""

    left: Claim
    right: Claim

    def terms(self) -> tuple[Any, ...]:
        return (*self.left.terms(), *self.right.terms())

    def defect(self, point: ev.Point) -> mpmath.mpf:
        return mpmath.mpf(self.left.holds(point) != self.right.holds(point))

    def latex(self) -> str:
        return rf"{self.left.latex()} \iff {self.right.latex()}"

    def sides(self, point: ev.Point) -> dict[str, str]:
        return {name: str(c.holds(point)).lower() for name, c in (("left", self.left), ("right", self.right))}


@dataclass(frozen=True)
class ForAll(Claim):
    """The claim for every value of the indices."""

    indices: tuple[Any, ...]
    claim: Claim

    def __post_init__(self) -> None:
        if any(isinstance(index, FixedIndex) for index in self.indices):
            raise ValueError(f"a chosen index among {self.indices} does not stand for all")

    def terms(self) -> tuple[Any, ...]:
        return self.claim.terms()

    def _points(self, point: ev.Point) -> list[ev.Point]:
        points = [point]
        for index in self.indices:
            size = int(point.get(index.over, 1))  # a set of which the claim says nothing is not drawn
            points = [bind(p, index, i) for p in points for i in range(size)]
        return points

    def defect(self, point: ev.Point) -> mpmath.mpf:
        return max((self.claim.defect(p) for p in self._points(point)), default=mpmath.mpf(0))

    def sides(self, point: ev.Point) -> dict[str, str]:
        """Those of the member that is worst."""
        return self.claim.sides(max(self._points(point), key=self.claim.defect))

    def latex(self) -> str:
        return rf"{self.claim.latex()} \quad \text{{for all }} {', '.join(latex(i) for i in self.indices)}"


@dataclass(frozen=True)
class OrderOf(Claim):
    """`expression` is O(variable**order) as the variable falls to zero; its numeric reading is a fitted slope."""

    expression: Any
    variable: sp.Symbol
    order: int

    def terms(self) -> tuple[Any, ...]:
        return (self.expression,)

    def slope(self, point: ev.Point) -> mpmath.mpf:
        """The exponent fitted to |expression| between two small values of the variable."""
        with mpmath.workdps(3 * mpmath.mp.dps):
            h = mpmath.mpf(10) ** (-8)
            sizes = [ev.magnitude(ev.evaluate(self.expression, bind(point, self.variable, s))) for s in (h, h / 4)]
            if sizes[1] <= _rounding():
                return mpmath.inf
            return mpmath.log(sizes[0] / sizes[1]) / mpmath.log(4)

    def defect(self, point: ev.Point) -> mpmath.mpf:
        return mpmath.mpf(self.slope(point) < self.order - mpmath.mpf("0.1"))

    def sides(self, point: ev.Point) -> dict[str, str]:
        return {"left": f"order {mpmath.nstr(self.slope(point), 3)}", "right": f"order {self.order}"}

    def latex(self) -> str:
        return rf"{latex(self.expression)} = O\left({latex(self.variable)}^{{{self.order}}}\right)"


@dataclass(frozen=True)
class Limit(Claim):
    """`expression` tends to `value` as the variable tends to `to` (from above where `to` is finite)."""

    expression: Any
    variable: sp.Symbol
    to: Any
    value: Any

    def terms(self) -> tuple[Any, ...]:
        return (self.expression, self.value)

    def _near(self, point: ev.Point, exponent: int) -> tuple[ev.Value, ev.Value]:
        """The expression and its value where the distance to the limit is 16 to the power of minus the exponent."""
        step = mpmath.mpf(16) ** exponent
        near = step if self.to == sp.oo else ev.evaluate(self.to, point) + 1 / step
        at = bind(point, self.variable, near)
        return ev.evaluate(self.expression, at), ev.evaluate(self.value, at)

    def sides(self, point: ev.Point) -> dict[str, str]:
        with mpmath.workdps(3 * mpmath.mp.dps):
            left, right = self._near(point, 8)
        return {"left": _number(left), "right": _number(right)}

    def defect(self, point: ev.Point) -> mpmath.mpf:
        """The gap to the value must shrink at least by half each time the distance to the limit falls by 16."""
        with mpmath.workdps(3 * mpmath.mp.dps):
            gaps = [ev.difference(*self._near(point, exponent)) for exponent in (6, 7, 8)]
            shrinks = all(b <= a / 2 for a, b in pairwise(gaps))
            return mpmath.mpf(0) if shrinks or gaps[-1] <= _rounding() else mpmath.mpf(1)

    def latex(self) -> str:
        return rf"\lim_{{{latex(self.variable)} \to {latex(self.to)}}} {latex(self.expression)} = {latex(self.value)}"
