"""Named stable primitives on one scalar per row: one name, one meaning, one implementation.

===============================  ==================================================================================
``dot(a, b)``                    inner product of the rows
``quotient(a, b, limit)``        a / b, and `limit` where b = 0
``sinc(t)``                      sin(t) / t, and 1 at 0
``angle(s, c)``                  the angle in [0, pi] whose sine and cosine are s and c up to a common factor, s >= 0
``cathetus(h, a)``               sqrt(h^2 - a^2), the leg of a right triangle, a >= 0, and 0 where rounding makes a > h
``one_plus_cosine(c, s)``        1 + cos, given cosine and sine of an angle in [0, pi]: s^2 / (1 - c) for c < 0
``reciprocal_norm(xx)``          1 / sqrt(xx), and exactly 1 where xx is 1 up to rounding
``near_antipode(c)``             1 for a cosine c < -1/2, else 0: whether to add the point before taking products
===============================  ==================================================================================
"""

import numpy as np

# The cosine of an angle beyond which two unit vectors are near each other, or near antipodes.
NEAR = 0.5
# How near the antipode the angle is pi to far below the last digit; its square is a normal number in float32 too.
OPPOSITE = 2.0**-62
SMALLEST = {
    np.dtype(np.float32): np.finfo(np.float32).smallest_subnormal,
    np.dtype(np.float64): np.finfo(np.float64).smallest_subnormal,
}
# How far the square of the norm may be from 1 when a vector was normalised in floating point.
_ROUNDING = {dtype: 8 * float(np.finfo(dtype).eps) for dtype in SMALLEST}

dot = np.vecdot
angle = np.arctan2


def within(values: np.ndarray, low: float, high: float) -> bool:
    """Tell whether all `values` are in [low, high]; NaN is in no interval."""
    # The places of the extremes are found three times as fast as the extremes; that of a NaN counts as both.
    return not values.size or (low <= values.item(values.argmin()) and values.item(values.argmax()) <= high)


def quotient(numerator: np.ndarray, denominator: np.ndarray, limit: np.ndarray | float) -> np.ndarray:
    """Return numerator / denominator, and `limit` where the denominator is zero."""
    if np.count_nonzero(denominator) == denominator.size:
        return numerator / denominator
    return np.where(denominator == 0, limit, numerator / np.where(denominator == 0, 1, denominator))


def sinc(t: np.ndarray) -> np.ndarray:
    """Return sin(t) / t, and 1 at 0."""
    return quotient(np.sin(t), t, 1.0)


def cathetus(hypotenuse: np.ndarray, leg: np.ndarray) -> np.ndarray:
    """Return sqrt(hypotenuse^2 - leg^2): exactly the hypotenuse for a leg of 0, without cancellation or overflow."""
    # The usual case, in which the leg is below the last digit; places of extremes are found faster than a comparison.
    if leg.item(leg.argmax()) <= 1e-9 * hypotenuse.item(hypotenuse.argmin()) or (leg <= 1e-9 * hypotenuse).all():
        return hypotenuse
    rest = np.maximum(hypotenuse - leg, 0) / np.maximum(hypotenuse, SMALLEST[leg.dtype])
    return hypotenuse * np.sqrt(rest * (2 - rest))


def one_plus_cosine(cosine: np.ndarray, sine: np.ndarray) -> np.ndarray:
    """Return 1 + cosine: from the sine where the sum would cancel."""
    return np.where(cosine < 0, sine * sine / (1 - np.minimum(cosine, 0)), 1 + cosine)


def reciprocal_norm(square: np.ndarray) -> np.ndarray:
    """Return 1 / sqrt(square), and exactly 1 where the square is within 8 ulp of 1.

    A vector normalised in floating point is such, and then x + a is exact where it cancels.
    """
    rounding = _ROUNDING[square.dtype]
    if square.ndim and within(square, 1 - rounding, 1 + rounding):
        return np.ones(1, square.dtype)  # shared by all rows
    return np.where(np.abs(square - 1) <= rounding, square.dtype.type(1), 1 / np.sqrt(square))


def near_antipode(cosine: np.ndarray) -> np.ndarray:
    """Return 1 where the cosine tells that a vector is near the antipode of a point, else 0."""
    return (cosine < -NEAR).astype(cosine.dtype)
