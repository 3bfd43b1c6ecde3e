"""x - log(1 + x), the Bregman divergence of -log between 1 and 1 + x, of which gamma-like divergences are made."""

from __future__ import annotations

import numpy as np

from svflow_math.numerics.vmf_types import Array

# With u = x / (2 + x), log(1 + x) = 2 atanh(u): the remainder is x u - 2 u^3 (1/3 + u^2/5 + ...). For |x| <= 1/2,
# |u| <= 1/3, and what the terms below leave is under 2^-56 of 1/3; above, the plain difference loses two bits.
SWITCH = 0.5
TERMS = 17


def log1p_remainder(x: Array, one_plus_x: Array) -> Array:
    """x - log(1 + x) for x > -1, within a few ulp; 1 + x comes apart: near 0 it has digits that x has not."""
    small = np.clip(x, -SWITCH, SWITCH)
    u = small / (2 + small)
    square = u * u
    tail = np.zeros_like(u)
    for k in range(TERMS, 0, -1):
        tail = tail * square + 1 / (2 * k + 1)
    near = u * (small - 2 * square * tail)
    return np.where(np.abs(x) <= SWITCH, near, x - np.log(one_plus_x))
