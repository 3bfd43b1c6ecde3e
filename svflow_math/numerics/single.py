"""A kernel on a single row of doubles: NumPy scalars in place of arrays of length one, which are several times slower.

`Single` has the vocabulary of `driver.Rows` for vectors of shape (d,) and scalars of type float64. It knows the regular
case only: whatever is out of the ordinary, an extreme norm, a refusal, raises `Irregular`, and the block of one row
decides.
"""

from math import sqrt
from typing import Any

import numpy as np

from svflow_math.numerics.checks import SAFE_SQUARES, TOLERANCE, UNIT_RANGE
from svflow_math.numerics.primitives import NEAR, OPPOSITE, cathetus

# Far inside the range of doubles, so that no product of two of these overflows.
_LOW, _HIGH = (bound**0.25 for bound in SAFE_SQUARES[np.dtype(np.float64)])
_UNIT_LOW, _UNIT_HIGH = UNIT_RANGE[True]
_TANGENT = TOLERANCE[True]


class Irregular(Exception):
    """The row needs the careful path."""


class Single:
    """The vocabulary of kernels for one regular row."""

    dot = staticmethod(np.ndarray.dot)

    @staticmethod
    def unit(name: str, square: float) -> None:
        if not _UNIT_LOW <= square <= _UNIT_HIGH:
            raise Irregular

    @staticmethod
    def tangent(name: str, product: float, norm: float) -> None:
        if not abs(product) <= _TANGENT:
            raise Irregular

    @staticmethod
    def finite(name: str, value: Any) -> None:
        if value is not None and not np.isfinite(value).all():
            raise Irregular

    @staticmethod
    def nonnegative(name: str, value: float) -> None:
        if not 0 <= value < _HIGH:
            raise Irregular

    @staticmethod
    def positive(name: str, what: str, value: float) -> None:
        if not value > 0:
            raise Irregular

    @staticmethod
    def not_antipodal(name: str, cosine: float, sine: float) -> None:
        if not (sine > 0 or cosine > 0):
            raise Irregular

    @staticmethod
    def norm(name: str, vector: np.ndarray) -> np.float64:
        square = vector.dot(vector)
        if not _LOW <= square <= _HIGH:
            raise Irregular
        return np.float64(sqrt(square))

    @staticmethod
    def scaled(name: str, vector: np.ndarray) -> tuple[np.ndarray, np.float64, float]:
        return vector, Single.norm(name, vector), 1.0

    @staticmethod
    def direction(name: str, vector: np.ndarray) -> tuple[np.ndarray, np.float64]:
        return vector, Single.norm(name, vector)

    def rejection(
        self, x: np.ndarray, y: np.ndarray, xx: np.float64, yy: np.float64, xy: np.float64
    ) -> tuple[np.ndarray, Any, Any, Any]:
        norm: Any
        leg: Any
        nx = sqrt(xx)
        if -NEAR <= xy <= NEAR:
            e, xe, cosine, norm = y, xy, xy / nx, np.sqrt(yy)
            leg = abs(cosine)
        else:
            e = y - x if xy > 0 else y + x
            xe = x.dot(e)
            cosine = (xx + xe if xy > 0 else xe - xx) / nx
            norm, leg = self.norm("y", e), abs(xe) / nx
            if abs(2 * leg - norm * norm) > 0.2 * norm or (xy < 0 and norm < 2 * OPPOSITE):
                raise Irregular
        return e, xe, cathetus(norm, leg), cosine

    @staticmethod
    def hadamard(vector: np.ndarray, gain: np.ndarray | None) -> np.ndarray:
        return vector if gain is None else vector * gain

    @staticmethod
    def centre(vector: np.ndarray) -> np.ndarray:
        out = vector - vector[0]
        out -= out.mean()
        return out

    @staticmethod
    def combine(*terms: tuple[Any, np.ndarray | None]) -> np.ndarray:
        total: Any = None
        for coefficient, vector in terms:
            if vector is None:
                continue
            if total is None:
                total = vector * coefficient
            elif type(coefficient) is not int:
                total += vector * coefficient
            elif coefficient > 0:
                total += vector
            else:
                total -= vector
        return total


ROW = Single()
