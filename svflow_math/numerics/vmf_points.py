"""Arguments of sampling and fitting: points of the sphere as rows of doubles."""

from __future__ import annotations

from typing import Any

import numpy as np

from svflow_math.numerics.arrays import DOUBLE, real_array
from svflow_math.numerics.checks import UNIT_RANGE
from svflow_math.numerics.primitives import within
from svflow_math.numerics.vmf_types import Array


def directions(name: str, value: Any) -> tuple[Array, np.ndarray]:
    """Return unit vectors of shape (..., d), d >= 2, divided by their norms in float64, and the array as it was given.

    Raises
    ------
    TypeError
        For values that are not real numbers of at most double precision.
    ValueError
        For a last axis shorter than 2, or a row that is not of norm 1 up to the tolerance of its type.
    """
    given = real_array(name, value)
    if not given.ndim or given.shape[-1] < 2:
        raise ValueError(f"{name} must have a last axis of length d >= 2, got shape {given.shape}")
    array = given.astype(DOUBLE, copy=False)
    with np.errstate(over="ignore", invalid="ignore"):
        squares = np.sum(array * array, axis=-1)  # by pairs, which a long last axis needs
    low, high = UNIT_RANGE[given.dtype is DOUBLE]
    if not within(squares.ravel(), low, high):
        index = np.unravel_index(int(np.argmin((squares >= low) & (squares <= high))), squares.shape)
        at = tuple(int(i) for i in index)
        raise ValueError(f"{name} must be a unit vector: norm {np.sqrt(squares[index])} at index {at}")
    return array / np.sqrt(squares)[..., None], given
