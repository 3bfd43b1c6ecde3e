"""Means over the sphere under a von Mises-Fisher law."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from svflow_math.engine.record.scope import bind
from svflow_math.engine.record.terms import (
    GradientField,
    LinearMap,
    ScalarField,
    Term,
    VectorAt,
    VectorField,
    VectorSymbol,
    d,
    is_vector,
)

point = VectorSymbol("x")


class SphereMean(Term):
    """E f(x) for x with the density proportional to e^(kappa <mu, x>); the point x is always bound by the mean."""

    def __new__(cls, body: Any, mu: Any, kappa: Any) -> Any:
        body, mu, kappa = (sp.sympify(a) for a in (body, mu, kappa))
        if point in mu.free_symbols | kappa.free_symbols:
            raise ValueError(f"the point is bound, but occurs in {mu} or {kappa}")
        return super().__new__(cls, body, mu, kappa)

    @property
    def vector(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        return is_vector(self.args[0])

    @property
    def free_symbols(self) -> set:
        return (self.args[0].free_symbols - {point}) | self.args[1].free_symbols | self.args[2].free_symbols | {d}

    def at(self, values: Any, evaluate: Callable[[Any, Any], Any]) -> Any:
        """The mean over slices, and on each slice over two points per axis: exact up to third degree across mu.

        Axes orthogonal to every vector of the body contribute alike, by symmetry, so that one of them is evaluated.
        """
        body, mu, kappa = self.args
        if body.atoms(LinearMap, VectorAt, ScalarField, VectorField):
            raise NotImplementedError("means are evaluated where the body depends on x through single vectors only")
        axis, concentration = evaluate(mu, values), evaluate(kappa, values)
        dim, size = len(axis), mpmath.norm(axis)
        if size == 0 or dim < 2:
            raise ZeroDivisionError("no axis, or no slices")
        mean = [a / size for a in axis]
        constants = [values[v] for v in sorted(body.atoms(VectorSymbol) - {point}, key=str)]
        nodes = [(s, share * mpmath.exp(concentration * size * s)) for s, share in _gauss(mpmath.mp.dps, dim)]
        return _mean(body, mean, constants, nodes, values, evaluate)

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"\operatorname{{E}}\left[{printer._print(self.args[0])}\right]"
        return text if exp is None else rf"{text}^{{{exp}}}"


class SphereIntegral(Term):
    """The integral of f(x) over the unit sphere, with respect to its area; the point x is always bound by it."""

    def __new__(cls, body: Any) -> Any:
        return super().__new__(cls, sp.sympify(body))

    @property
    def vector(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        return is_vector(self.args[0])

    @property
    def free_symbols(self) -> set:
        return (self.args[0].free_symbols - {point}) | {d}

    def at(self, values: Any, evaluate: Callable[[Any, Any], Any]) -> Any:
        """The integral over slices along the wave of an unknown function, which is affine across it."""
        (body,) = self.args
        dim = int(evaluate(d, values))
        fields = {node.args[0] for node in body.atoms(ScalarField, GradientField)}
        if dim < 2 or len(fields) > 1 or body.atoms(LinearMap, VectorAt, VectorField):
            raise NotImplementedError("integrals are evaluated for one unknown function and single vectors")
        rows = values[fields.pop()].rows[0] if fields else ({}, 0, {}, 0)
        wave, across = ([part.get(i, mpmath.mpf(0)) for i in range(dim)] for part in (rows[0] or {0: 1}, rows[2]))
        constants = [values[v] for v in sorted(body.atoms(VectorSymbol) - {point}, key=str)]
        if mpmath.norm(across):
            constants.append(across)
        mean = [c / mpmath.norm(wave) for c in wave]
        nodes = _gauss(mpmath.mp.dps // 2 + 8, dim)  # for a wave of a few radians these are enough
        average = _mean(body, mean, constants, nodes, values, evaluate)
        area = 2 * mpmath.pi ** (mpmath.mpf(dim) / 2) / mpmath.gamma(mpmath.mpf(dim) / 2)
        return [area * v for v in average] if self.vector else area * average

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"\int_{{|x| = 1}} {printer.parenthesize(self.args[0], sp.printing.precedence.PRECEDENCE['Mul'])}\, dx"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


def _mean(
    body: Any,
    mean: list[Any],
    constants: list[Any],
    nodes: list[tuple[Any, Any]],
    values: Any,
    evaluate: Callable[[Any, Any], Any],
) -> Any:
    """The mean of the body over slices, given by the heights along a unit vector and their weights."""
    dim, vector = len(mean), is_vector(body)
    equator = _equator(mean, constants)
    total, weights = [mpmath.mpf(0)] * (dim if vector else 1), mpmath.mpf(0)
    for s, weight in nodes:
        weights += weight
        radius = mpmath.sqrt(1 - s**2)
        for omega, multiplicity in equator:
            for side in (radius, -radius):
                x = [s * a + side * o for a, o in zip(mean, omega, strict=True)]
                value = evaluate(body, bind(values, point, x))
                part = weight * multiplicity / (2 * (dim - 1))
                members = value if isinstance(value, list) else [value]
                total = [t + part * v for t, v in zip(total, members, strict=True)]
    result = [t / weights for t in total]
    return result if vector else result[0]


def _equator(mean: list[Any], constants: list[Any]) -> list[tuple[list[Any], int]]:
    """Orthonormal axes of the complement of the mean direction, in the span of the constants, then one for the rest."""
    dim = len(mean)
    basis = [mean]
    units = [[mpmath.mpf(i == j) for j in range(dim)] for i in range(dim)]
    for number, v in enumerate([*constants, *units]):
        rest = v
        for e in (*basis, *basis):  # twice, for the digits
            c = mpmath.fdot(e, rest)
            rest = [r - c * k for r, k in zip(rest, e, strict=True)]
        size = mpmath.norm(rest)
        is_constant = number < len(constants)
        if size > mpmath.norm(v) * (mpmath.sqrt(mpmath.eps) if is_constant else 1 / mpmath.mpf(2 * dim)):
            basis.append([r / size for r in rest])
            if not is_constant:
                break
    axes = basis[1:]
    return [(axis, 1) for axis in axes[:-1]] + [(axes[-1], dim - len(axes))]


@cache
def _gauss(digits: int, dim: int) -> list[tuple[Any, Any]]:
    """Nodes and weights, up to a common factor, of Gauss' rule for the weight (1 - s^2)^((n-3)/2)."""
    count = digits
    half = mpmath.mpf(dim) / 2
    squares = [mpmath.mpf(1) / dim] + [
        k * (k + dim - 3) / (4 * (k + half - 1) * (k + half - 2)) for k in range(2, count)
    ]
    sides = np.sqrt(np.array(squares, dtype=float))
    doublings = math.ceil(math.log2(digits / 8)) + 1  # Newton's method doubles the digits of the eigenvalue each time
    nodes = []
    starts = np.linalg.eigvalsh(np.diag(sides, 1) + np.diag(sides, -1))
    for start in starts[count // 2 :]:  # the rule is symmetric: nodes come in pairs, and in the middle, 0
        s = mpmath.mpf(start)
        value = before = slope = s
        for _ in range(doublings):
            value, before, slope, slope_before = s, mpmath.mpf(1), mpmath.mpf(1), mpmath.mpf(0)
            for square in squares:
                following = s * value - square * before
                slope, slope_before = value + s * slope - square * slope_before, slope
                value, before = following, value
            s -= value / slope
        nodes.append((s, 1 / (slope * before)))
    return [(-s, weight) for s, weight in reversed(nodes[count % 2 :])] + nodes
