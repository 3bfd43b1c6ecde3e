"""The quotient (a b - c d)/e, to the last bits also where the products agree, and over the whole range of doubles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_SPLITTER = 2.0**27 + 1
_NO_EXPONENT = -10_000  # of a product that is zero, below every other


def product_gap_quotient(a: NDArray, b: NDArray, c: NDArray, d: NDArray, e: NDArray) -> NDArray:
    """Return (a b - c d)/e for float64 arrays, and 0 where e is 0.

    Products are taken of the mantissas, exactly, as a sum of two doubles each; exponents are added apart.
    """
    first, first_rest, first_exponent = _exact_product(a, b)
    second, second_rest, second_exponent = _exact_product(c, d)
    exponent = np.maximum(first_exponent, second_exponent)
    first_shift, second_shift = first_exponent - exponent, second_exponent - exponent
    gap = np.ldexp(first, first_shift) - np.ldexp(second, second_shift)
    rest = np.ldexp(first_rest, first_shift) - np.ldexp(second_rest, second_shift)
    mantissa, e_exponent = np.frexp(np.where(e == 0, 1, e))
    return np.where(e == 0, 0, np.ldexp((gap + rest) / mantissa, exponent - e_exponent))


def _exact_product(a: NDArray, b: NDArray) -> tuple[NDArray, NDArray, NDArray]:
    """Return (p, r, n) with a b = (p + r) 2^n exactly."""
    (a, a_exponent), (b, b_exponent) = np.frexp(a), np.frexp(b)
    product = a * b
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    rest = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)
    return product, rest, np.where(product == 0, _NO_EXPONENT, a_exponent + b_exponent)


def _halves(a: NDArray) -> tuple[NDArray, NDArray]:
    """Return a mantissa as a sum of two numbers of 26 bits."""
    high = _SPLITTER * a
    high = high - (high - a)
    return high, a - high
