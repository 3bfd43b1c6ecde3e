"""Sums in the polar form of (nu, kappa): polynomials in p^2 = nu^2 / w^2 over powers of w = sqrt(nu^2 + kappa^2)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

import mpmath
import sympy as sp

from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Hypothesis
from svflow_math.engine.record.latex import latex
from svflow_math.engine.record.terms import Term

Rows = tuple[tuple[Fraction, ...], ...]


class PolarSum(Term):
    """sum_k P_k(p^2) / w^k, its polynomials given by `rows` for each order; arguments kappa, nu, order."""

    nargs = 3
    notation: ClassVar[str] = ""
    along: ClassVar[type[PolarSum] | None] = None  # the sum whose terms, beyond its constant, are k + 2j times these

    @property
    @abstractmethod
    def rows(self) -> Rows:
        """rows[k][j] is the coefficient of p^(2j) / w^k."""

    def differentiated(self, derivative: Callable[[Any], Any]) -> Any:
        """d/dkappa p^(2j) / w^k = -(k + 2j) (kappa / w^2) p^(2j) / w^k, and the sum of these by its name."""
        kappa, nu, order = self.args
        if self.along is None or derivative(nu) != 0 or derivative(order) != 0:
            raise NotImplementedError(f"no derivative of {self} has a name")
        named = self.along(kappa, nu, order)
        turned = tuple(tuple((k + 2 * j) * c for j, c in enumerate(row)) for k, row in enumerate(self.rows))
        if named.rows[1:] != turned[1:] or len(named.rows[0]) != 1 or any(turned[0]):
            raise NotImplementedError(f"{named} is not the derivative of {self}")
        constant = sp.Rational(named.rows[0][0].numerator, named.rows[0][0].denominator)
        return -kappa * derivative(kappa) / (nu**2 + kappa**2) * (named - constant)

    def numeric(self, kappa: Any, nu: Any, order: Any) -> Any:
        w = mpmath.sqrt(nu**2 + kappa**2)
        if w == 0:
            raise ZeroDivisionError("the origin has no polar form")
        square = (nu / w) ** 2
        total = mpmath.mpf(0)
        for row in reversed(self.rows):
            value = mpmath.mpf(0)
            for c in reversed(row):
                value = value * square + mpmath.mpf(c.numerator) / c.denominator
            total = total / w + value
        return total

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        kappa, nu, order = self.args
        w = rf"({printer._print(nu)})^2 + {printer._print(kappa)}^2" if nu.args else rf"{nu}^2 + {kappa}^2"
        text = self.notation.format(printer._print(order), rf"\sqrt{{{w}}}")
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


@dataclass(frozen=True)
class FarOut(Hypothesis):
    """nu^2 + kappa^2 >= radius^2."""

    kappa: Any
    nu: Any
    radius: Any

    def subjects(self) -> tuple[Any, ...]:
        return (sp.sympify(self.kappa), sp.sympify(self.nu))

    def _missing(self, point: ev.Point) -> Any:
        """radius^2 - nu^2 - kappa^2."""
        return ev.evaluate(self.radius**2 - self.nu**2 - self.kappa**2, point)

    def holds(self, point: ev.Point) -> bool:
        return bool(self._missing(point) <= 0)

    def admit(self, point: dict[Any, Any], random: Random) -> dict[Any, Any]:
        if not isinstance(self.kappa, sp.Symbol) or self.holds(point):
            return point
        least = mpmath.sqrt(self._missing(point) + point[self.kappa] ** 2)
        return {**point, self.kappa: least + point[self.kappa]}

    def facts(self) -> Facts:
        return Facts(nonnegative=(self.nu**2 + self.kappa**2 - self.radius**2,))

    def latex(self) -> str:
        return rf"{latex(sp.sqrt(self.nu**2 + self.kappa**2))} \ge {latex(self.radius)}"
