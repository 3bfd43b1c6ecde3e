"""Inner products between the rows of two matrices, all of them or summed over the planes of the rotary embedding."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def row_products(u: NDArray, v: NDArray) -> NDArray:
    """Return <u_i, v_j> for all i and j, shape (..., m, m)."""
    return u @ v.mT


def plane_products(u: NDArray, v: NDArray) -> NDArray:
    """Return <u_i, v_i> + <u_(i + m/2), v_(i + m/2)>, one number for each plane of the half-split layout."""
    first, second = np.split(np.vecdot(u, v), 2, axis=-1)
    return first + second
