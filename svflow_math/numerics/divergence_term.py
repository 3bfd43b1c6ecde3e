"""A term of a Kullback-Leibler divergence that is never negative."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from svflow_math.numerics.log1p_remainder import log1p_remainder

_NEGLIGIBLE = 4 / np.finfo(np.float64).max


def divergence_term(a: NDArray, b: NDArray) -> NDArray:
    """a log(a/b) - a + b for a, b >= 0: b where a = 0, and inf where only b is.

    With y = (b - a)/a it is a (y - log(1 + y)), free of cancellation. Where y would overflow, a log(a/b) and a are lost
    in b.
    """
    present = a > b * _NEGLIGIBLE
    unit = np.where(present, a, 1)
    return np.where(present, a * log1p_remainder((b - a) / unit, b / unit), b)
