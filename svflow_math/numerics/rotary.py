"""The planes and angles of the rotary embedding, half-split layout: coordinate i is paired with coordinate i + d/2."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.arrays import real_array, working_dtype
from svflow_math.numerics.attention_inputs import largest_entry, positive


def rotary_planes(x: ArrayLike, positions: ArrayLike, base: float) -> tuple[NDArray, NDArray, NDArray, np.dtype]:
    """Split x into its plane coordinates (..., d/2) and give each plane its angle, position * base^(-2 i/d).

    Angles are float64 whatever x is: a position of 10^5 in float32 would leave the fast planes three digits.
    """
    given = real_array("x", x)
    vectors = given.astype(working_dtype(given.dtype), copy=False)
    if not vectors.ndim or vectors.shape[-1] % 2 or not vectors.shape[-1]:
        raise ValueError(f"x must have an even last axis, got shape {vectors.shape}")
    where = real_array("positions", positions).astype(np.float64)
    largest_entry("positions", where)
    limit = float(np.finfo(vectors.dtype).max) / 2
    if largest_entry("x", vectors) > limit:
        raise ValueError(f"x must not hold numbers above {limit:.4g}: turned, the vector overflows")
    try:
        lead = np.broadcast_shapes(vectors.shape[:-1], where.shape)
    except ValueError:
        raise ValueError(f"positions of shape {where.shape} do not broadcast to {vectors.shape[:-1]}") from None
    dim = vectors.shape[-1]
    frequency = positive("base", base) ** (-2.0 * np.arange(dim // 2) / dim)
    angle = where[..., None] * frequency
    first, second = np.split(np.broadcast_to(vectors, (*lead, dim)), 2, axis=-1)
    return first, second, angle, given.dtype


def join_planes(first: NDArray, second: NDArray, dtype: np.dtype) -> NDArray:
    """The vector of given plane coordinates; raises ValueError where a type narrower than theirs cannot hold it."""
    vector = np.concatenate([first, second], axis=-1)
    if vector.dtype == dtype:
        return vector
    with np.errstate(over="ignore"):
        vector = vector.astype(dtype)
    if not np.isfinite(vector).all():
        raise ValueError(f"x turned overflows {dtype}")
    return vector
