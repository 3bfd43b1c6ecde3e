"""Quotients of polynomials modulo an ideal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Protocol


class Ring(Protocol):
    """Where the polynomials of a quotient live."""

    def number(self, value: Fraction) -> Quotient: ...
    def fraction(self, above: Any, below: Any) -> Quotient: ...


class Quotient:
    """A quotient of two polynomials of one space, each reduced modulo its relations."""

    __slots__ = ("above", "below", "space")

    def __init__(self, space: Ring, above: Any, below: Any) -> None:
        self.space, self.above, self.below = space, above, below

    def _other(self, other: Any) -> Any:
        if isinstance(other, Quotient):
            return other
        return self.space.number(Fraction(other)) if isinstance(other, int) else NotImplemented

    def __add__(self, other: Any) -> Any:
        other = self._other(other)
        if other is NotImplemented:
            return other
        if self.below == other.below:
            return self.space.fraction(self.above + other.above, self.below)
        return self.space.fraction(self.above * other.below + other.above * self.below, self.below * other.below)

    def __mul__(self, other: Any) -> Any:
        other = self._other(other)
        if other is NotImplemented:
            return other
        return self.space.fraction(self.above * other.above, self.below * other.below)

    def __truediv__(self, other: Any) -> Any:
        other = self._other(other)
        if other is NotImplemented:
            return other
        return self.space.fraction(self.above * other.below, self.below * other.above)

    def __rtruediv__(self, other: Any) -> Any:
        return self._other(other) / self

    def __neg__(self) -> Quotient:
        return Quotient(self.space, -self.above, self.below)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    @property
    def key(self) -> tuple[str, str]:
        """The same for equal quotients of reduced polynomials without common factors."""
        scale = self.below.leading_coefficient()
        return str(self.above / scale), str(self.below / scale)
