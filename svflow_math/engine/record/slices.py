"""Integrals over the slices of the sphere: a function of the height s = <mu, x>, weighted by e^(kappa s).

The slice of S^(n-1) at height s is a sphere of radius sqrt(1 - s^2), so that the surface measure has the density
(1 - s^2)^((n-3)/2) in s. The height is one reserved symbol, always bound by the integral around it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record.scope import bind
from svflow_math.engine.record.terms import Defined, Term, d


class Height(sp.Symbol):
    """A number of a kind of its own, so that no hypothesis on a symbol of the same name speaks of it."""


height = Height("s", real=True)


class SliceIntegral(Term):
    """The integral over -1 < s < 1 of f(s) e^(kappa s) (1 - s^2)^((n-3)/2), for n >= 2."""

    def __new__(cls, body: Any, kappa: Any, dim: Any = d) -> Any:
        body, kappa, dim = (sp.sympify(a) for a in (body, kappa, dim))
        if height in kappa.free_symbols | dim.free_symbols:
            raise ValueError(f"the height is bound, but occurs in {kappa} or {dim}")
        return super().__new__(cls, body, kappa, dim)

    @property
    def body(self) -> Any:
        return self.args[0]

    @property
    def free_symbols(self) -> set:
        return (self.body.free_symbols - {height}) | self.args[1].free_symbols | self.args[2].free_symbols

    def _eval_is_positive(self) -> bool | None:
        return True if self.body.is_positive else None

    def differentiated(self, derivative: Callable[[Any], Any]) -> Any:
        """The derivative under the integral sign; it acts on the integrand and on kappa."""
        body, kappa, dim = self.args
        if derivative(dim) != 0:
            raise NotImplementedError("the dimension is not differentiated")
        return SliceIntegral(derivative(body) + body * height * derivative(kappa), kappa, dim)

    def at(self, point: Any, evaluate: Callable[[Any, Any], Any]) -> Any:
        """The value by the trapezoidal rule after s = tanh(pi/2 sinh u)."""
        kappa, dim = (evaluate(a, point) for a in self.args[1:])
        if dim <= 1:
            raise ZeroDivisionError(f"the integral diverges in dimension {dim}")
        total = mpmath.mpf(0)
        with mpmath.workdps(mpmath.mp.dps + 10):
            for s, sech, weight in _nodes(mpmath.mp.dps, dim):
                value = evaluate(self.body, bind(point, height, s))
                total += weight * sech ** (dim - 3) * mpmath.exp(kappa * s) * value
        return +total

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        body, kappa, dim = self.args
        factors = [] if body == 1 else [printer.parenthesize(body, sp.printing.precedence.PRECEDENCE["Mul"])]
        factors += [] if kappa == 0 else [printer._print(sp.exp(kappa * height))]
        weight = rf"(1 - {printer._print(height)}^2)^{{{printer._print((dim - 3) / 2)}}}"
        text = rf"\int_{{-1}}^{{1}} {' '.join(factors)} {weight}\, d{printer._print(height)}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


class SliceMean(Defined):
    """E f(<mu, x>) for x of the von Mises-Fisher law: the weighted mean of f over the slices."""

    notation = r"\operatorname{{E}}\left[{0}\right]"

    def __new__(cls, body: Any, kappa: Any, dim: Any = d) -> Any:
        return super().__new__(cls, sp.sympify(body), sp.sympify(kappa), sp.sympify(dim))

    @property
    def free_symbols(self) -> set:
        return self.definition().free_symbols

    def definition(self) -> sp.Expr:
        body, kappa, dim = self.args
        return SliceIntegral(body, kappa, dim) / SliceIntegral(1, kappa, dim)


@cache
def _nodes(digits: int, dim: Any) -> list[tuple[Any, Any, Any]]:
    """(s, sqrt(1 - s^2), ds) of the double exponential rule, with errors below 10^-digits in dimension `dim`."""
    step = 3 / (digits * (1 + dim / 20))
    count = int(mpmath.asinh(1.6 * digits / (dim - 1)) / step) + 1
    nodes = []
    for k in range(-count, count + 1):
        w = mpmath.pi / 2 * mpmath.sinh(k * step)
        sech = 1 / mpmath.cosh(w)
        nodes.append((mpmath.tanh(w), sech, step * mpmath.pi / 2 * mpmath.cosh(k * step) * sech**2))
    return nodes
