"""Rows of unit vectors: divided by their norms, in doubles, and refused by name, norm and index."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from svflow_math.numerics.vmf_points import directions


@pytest.mark.parametrize(
    ("dtype", "inside", "outside"),
    [
        (np.float64, 1e-6 * (1 - 1e-8), 1e-6 * (1 + 1e-8)),
        (np.float32, 0.9999e-3, 1.0001e-3),
        (np.float16, 2.0**-10, 2.0**-9),
    ],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_norms_within_the_tolerance_of_the_type(dtype: Any, inside: float, outside: float, sign: int) -> None:
    unit, given = directions("x", np.array([1 + sign * inside, 0.0], dtype))
    assert unit.tolist() == [1.0, 0.0] and unit.dtype == np.float64 and given.dtype == dtype
    far = np.array([[1.0, 0.0], [1 + sign * outside, 0.0]], dtype)
    with pytest.raises(ValueError, match=rf"^x must be a unit vector: norm {float(far[1, 0])!r} at index \(1,\)$"):
        directions("x", far)


def test_rows_are_divided_by_their_own_norms() -> None:
    x = np.array([[[0.6, 0.8], [1.0, 0.0]], [[0.0, -1.0], [-0.8, 0.6]]])
    norms = 1 + 1e-7 * np.array([[1.0, -2.0], [3.0, -4.0]])
    unit, given = directions("x", x * norms[..., None])
    assert np.max(np.abs(unit - x)) <= 4e-16 and (given == x * norms[..., None]).all()
    assert directions("x", [1, 0, 0])[1].dtype == np.float64


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (1.0, "mu must have a last axis of length d >= 2, got shape ()"),
        ([1.0], "mu must have a last axis of length d >= 2, got shape (1,)"),
        (np.ones((3, 1)), "mu must have a last axis of length d >= 2, got shape (3, 1)"),
        ([2.0, 0.0], "mu must be a unit vector: norm 2.0 at index ()"),
        ([[1.0, 0.0], [0.0, 0.5], [3.0, 0.0]], "mu must be a unit vector: norm 0.5 at index (1,)"),
        ([[[1.0, 0.0]], [[4.0, 3.0]]], "mu must be a unit vector: norm 5.0 at index (1, 0)"),
        ([[1.0, 0.0], [np.nan, 0.0]], "mu must be a unit vector: norm nan at index (1,)"),
        ([[1.0, 0.0], [1e200, 0.0]], "mu must be a unit vector: norm inf at index (1,)"),
        ([[1.0, 0.0], [np.inf, 0.0]], "mu must be a unit vector: norm inf at index (1,)"),
    ],
)
def test_refusals(value: Any, words: str) -> None:
    with np.errstate(all="raise"), pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        directions("mu", value)
