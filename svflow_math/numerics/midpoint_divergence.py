"""(a log(2a/(a + b)) + b log(2b/(a + b)))/2: what two masses add to the divergence of Jensen and Shannon.

With x = (a - b)/(a + b) it is (a + b)/2 times ((1 + x) log(1 + x) + (1 - x) log(1 - x))/2, whose Taylor series
x^2/2 + x^4/12 + ... + x^(2k)/(2k(2k - 1)) + ... has positive terms. For |x| <= 1/2 what the terms below leave is less
than half an ulp; beyond, the logarithms of the shares v = 1 - |x| and 2 - v cancel by two bits, and the error of v by
itself counts no more than it does in the result.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SWITCH = 0.5
TERMS = {4: 9, 8: 24}  # by item size


def midpoint_divergence(a: NDArray, b: NDArray) -> NDArray:
    """Of a, b >= 0, within a few ulp in their precision; 0 where they agree, max(a, b) log(2)/2 where one is 0."""
    a, b = np.broadcast_arrays(a, b)
    total, square = np.asarray(a + b), np.asarray(a - b)
    tiny = np.finfo(total.dtype).tiny
    square /= np.maximum(total, tiny)
    square *= square
    near = np.minimum(square, SWITCH**2)
    series = np.full_like(near, _coefficient(TERMS[total.itemsize]))
    for k in range(TERMS[total.itemsize] - 1, 0, -1):
        series *= near
        series += total.dtype.type(_coefficient(k))
    series *= near
    far = np.flatnonzero(square > SWITCH**2)
    smaller = 2 * np.minimum(a.reshape(-1)[far], b.reshape(-1)[far]) / total.reshape(-1)[far]
    larger = 2 - smaller
    terms = larger * np.log(larger) + smaller * np.log(np.maximum(smaller, tiny))
    series.reshape(-1)[far] = 0.5 * terms
    total *= 0.5
    series *= total
    return series


def _coefficient(k: int) -> float:
    return 1 / (2 * k * (2 * k - 1))
