"""Refusals: what a kernel demands of the inner products that it has computed anyway.

A kernel names what it checks; a refusal is a ``ValueError`` that names the argument, the first offending index and the
value. Indices are those of the argument itself, or of the broadcast batch for a relation between arguments.

==========================================  =========================================================================
``rows.unit("x", xx)``                      |x| is 1 up to the tolerance of the dtype of `x`; xx = <x, x>
``rows.tangent("v", xv, nv)``               |<x, v>| <= tolerance * max(1, |v|); xv = <x, v>, nv = |v|
``rows.finite("t", t)``                     a scalar per row, or an optional vector, is neither NaN nor infinite
``rows.nonnegative("eps", eps)``            a scalar per row is finite and >= 0
``rows.positive("a", "1 + <x, a>", c)``     the scalar c, described by the second argument, is > 0
``rows.not_antipodal("y", cosine, sine)``   not both cosine < 0 and sine = 0, each up to a positive factor
``rows.norm("v", v)``                       returns |v|, free of overflow and underflow, for finite `v`
``rows.scaled("y", y)``                     returns (u, |u|, c), u = c `y` for a power of two c per row, |u| in range
``rows.direction("y", y)``                  returns (u, |u|) as ``scaled`` does, for `y` without a zero row
==========================================  =========================================================================
"""

from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np

from svflow_math.numerics.arrays import DOUBLE
from svflow_math.numerics.primitives import dot, within

# A point or tangent vector of double precision, and of less.
TOLERANCE = {True: 1e-6, False: 1e-3}
_SMALLEST = np.nextafter(0, 1)  # of the positive numbers
UNIT_RANGE = {double: ((1 - tolerance) ** 2, (1 + tolerance) ** 2) for double, tolerance in TOLERANCE.items()}


def _safe_squares(dtype: type) -> tuple[float, float]:
    """Return the range in which a sum of squares has lost no digit to underflow and has not overflowed."""
    info = np.finfo(dtype)
    return float(info.smallest_normal) / float(info.eps) ** 2, float(info.max) / 4


SAFE_SQUARES = {np.dtype(dtype): _safe_squares(dtype) for dtype in (np.float64, np.float32)}


class Checks:
    """The checks of one call: what is known of its arguments, and where its present block begins."""

    def __init__(self, names: tuple[str, ...], arguments: list[np.ndarray | None], batch: tuple[int, ...]) -> None:
        self._names = names
        self._arguments = arguments
        self._batch = batch
        self.start = 0

    def unit(self, name: str, square: np.ndarray) -> None:
        """Demand that a vector has norm 1, given the squares of its norms."""
        excess = square - 1
        # The sum of squares bounds the largest excess, and a product of vectors costs less than a minimum.
        if excess.dot(excess) <= TOLERANCE[True] ** 2:
            return
        low, high = UNIT_RANGE[self._is_double(name)]
        if not within(square, low, high):
            row = int(np.argmin((square >= low) & (square <= high)))
            self._refuse(name, row, "must be a unit vector", f"norm {np.sqrt(square[row])}")

    def tangent(self, name: str, product: np.ndarray, norm: np.ndarray) -> None:
        """Demand that a vector of the given norms is tangent, given its inner products with the point."""
        tolerance = TOLERANCE[self._is_double(name)]
        if product.dot(product) <= tolerance**2:
            return
        tangent = np.abs(product) <= tolerance * np.maximum(1, norm)
        if not tangent.all():
            row = int(np.argmin(np.broadcast_to(tangent, np.broadcast_shapes(product.shape, norm.shape))))
            self._refuse(name, row, "must be tangent at x", f"<x, {name}> = {product[row % len(product)]}", joint=True)

    def finite(self, name: str, values: np.ndarray | None) -> None:
        """Demand finite scalars, or a finite vector; None is an optional argument that is absent."""
        if values is not None and not np.isfinite(values).all():
            row = int(np.argmin(np.isfinite(values).reshape(len(values), -1).all(axis=-1)))
            self._refuse(name, row, "must be finite", f"value {values[row]}")

    def nonnegative(self, name: str, values: np.ndarray) -> None:
        """Demand scalars that are finite and not negative."""
        self.finite(name, values)
        if not within(values, 0, np.inf):
            row = int(np.argmin(values >= 0))
            self._refuse(name, row, "must not be negative", f"value {values[row]}")

    def positive(self, name: str, what: str, values: np.ndarray) -> None:
        """Demand positive scalars; `what` describes them."""
        if not within(values, _SMALLEST, np.inf):
            row = int(np.argmin(values > 0))
            self._refuse(name, row, f"must keep {what} positive", f"{what} = {values[row]}", joint=True)

    def not_antipodal(self, name: str, cosine: np.ndarray, sine: np.ndarray) -> None:
        """Demand that a point is not the antipode of x, given positive multiples of cosine and sine of the angle."""
        if within(sine, _SMALLEST, np.inf):
            return
        antipodal = (sine == 0) & (cosine < 0)
        if antipodal.any():
            self._refuse(name, int(np.argmax(antipodal)), "must not be the antipode of x", "angle pi", joint=True)

    def norm(self, name: str, vector: np.ndarray) -> np.ndarray:
        """Return the norms of a vector, and demand that they are finite."""
        square = dot(vector, vector)
        norm = np.sqrt(square)
        if not within(square, *SAFE_SQUARES[square.dtype]):
            rows, scaled, exponent = self._rescale(name, vector, square)
            norm[rows] = np.ldexp(np.sqrt(dot(scaled, scaled)), exponent)
            if not np.isfinite(norm).all():
                self._refuse(name, int(np.argmax(norm)), "must have a norm that does not overflow", "norm inf")
        return norm

    def scaled(self, name: str, vector: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray | float]:
        """Return a vector, its norms and the factors, after scaling rows of extreme norm; zero rows stay zero."""
        square = dot(vector, vector)
        if within(square, *SAFE_SQUARES[square.dtype]):
            return vector, np.sqrt(square), 1.0
        rows, scaled, exponent = self._rescale(name, vector, square)
        vector, factor = vector.copy(), np.ones_like(square)
        vector[rows] = scaled
        square[rows] = dot(scaled, scaled)
        factor[rows] = np.ldexp(factor[rows], -exponent)
        return vector, np.sqrt(square), factor

    def direction(self, name: str, vector: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return what `scaled` returns, and demand that no row is zero."""
        vector, norm, _ = self.scaled(name, vector)
        if not within(norm, _SMALLEST, np.inf):
            self._refuse(name, int(np.argmin(norm)), "must not be zero", "norm 0.0")
        return vector, norm

    def _rescale(self, name: str, vector: np.ndarray, square: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the rows whose square is out of range, those rows scaled by 2**-exponent, and the exponents."""
        low, high = SAFE_SQUARES[square.dtype]
        rows = np.flatnonzero(~((square >= low) & (square <= high)))
        picked = vector[rows]
        largest = np.max(np.abs(picked), axis=-1)
        finite = np.isfinite(largest)
        if not finite.all():
            bad = int(np.argmin(finite))
            value = picked[bad][~np.isfinite(picked[bad])][0]
            self._blame_argument()
            self._refuse(name, int(rows[bad]), "must be finite", f"value {value}")
        # Above the least exponent the factor itself is finite, and a subnormal row comes well into range.
        exponent = np.maximum(np.frexp(largest)[1], np.finfo(square.dtype).minexp + 6)
        return rows, np.ldexp(picked, -exponent[:, None]), exponent

    def _blame_argument(self) -> None:
        """Refuse the first argument that holds a value which is not finite, if there is one."""
        for name, argument in zip(self._names, self._arguments, strict=True):
            if argument is not None and not np.isfinite(argument).all():
                index = np.argwhere(~np.isfinite(argument))[0]
                row = tuple(int(i) for i in index[: argument.ndim - self._is_vector(name)])
                raise ValueError(f"{name} must be finite: value {argument[tuple(index)]} at index {row}")

    def _is_double(self, name: str) -> bool:
        argument = self._arguments[self._names.index(name)]
        return argument is not None and argument.dtype is DOUBLE

    def _refuse(self, name: str, row: int, demand: str, got: str, joint: bool = False) -> NoReturn:
        """Raise for a row of the present block."""
        index = tuple(int(i) for i in np.unravel_index(self.start + row, self._batch)) if self._batch else ()
        if not joint and name in self._names:
            argument = self._arguments[self._names.index(name)]
            assert argument is not None
            own = argument.shape[: argument.ndim - self._is_vector(name)]
            index = tuple(0 if size == 1 else i for size, i in zip(own, index[len(index) - len(own) :], strict=True))
        raise ValueError(f"{name} {demand}: {got} at index {index}")

    def _is_vector(self, name: str) -> bool:
        raise NotImplementedError


def chosen(name: str, value: Any, table: Mapping[str, Any]) -> Any:
    """Return what an argument chooses from a table by name."""
    if not isinstance(value, str) or value not in table:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, table))}, got {value!r}")
    return table[value]
