"""Sums over the last axis."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def total(values: NDArray) -> NDArray:
    """Sum over the last axis, which is kept with length one."""
    return np.sum(values, axis=-1, keepdims=True)


def contract(coefficients: NDArray, vectors: NDArray) -> NDArray:
    """sum_z c_z v_z for coefficients (..., K) and vectors (K, d), or (..., K, d) of their own for each row."""
    if vectors.ndim == 2:
        return coefficients @ vectors
    return (coefficients[..., None, :] @ vectors)[..., 0, :]
