"""The rotary embedding: every plane turned by its own angle."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest

from svflow_math.attention import rotate


def test_turns_plane_i_by_position_times_its_frequency() -> None:
    d, position, base = 6, 12345, 500.0
    x = np.arange(1.0, d + 1)
    with mpmath.workdps(40):
        for i in range(d // 2):
            angle = position * mpmath.mpf(base) ** (mpmath.mpf(-2 * i) / d)
            turned = mpmath.mpc(x[i], x[i + d // 2]) * mpmath.expj(angle)
            result = rotate(x, position, base)
            assert abs(mpmath.mpc(result[i], result[i + d // 2]) - turned) < 4e-16 * position * 10


def test_scores_depend_on_the_difference_of_positions(rng: np.random.Generator) -> None:
    q, k = rng.standard_normal((2, 64))
    scores = [rotate(q, 3 + shift) @ rotate(k, 10 + shift) for shift in (0, 50, 1000)]
    assert np.ptp(scores) < 1e-11
    assert abs(scores[0] - q @ k) > 1


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_keeps_norm_dtype_and_broadcasts(dtype: type, rng: np.random.Generator) -> None:
    x = rng.standard_normal((2, 1, 8)).astype(dtype)
    turned = rotate(x, np.arange(5))
    assert turned.dtype == dtype
    assert turned.shape == (2, 5, 8)
    norms = np.linalg.norm(x.astype(float), axis=-1)
    assert np.max(abs(np.linalg.norm(turned.astype(float), axis=-1) / norms - 1)) < 2 * np.finfo(dtype).eps
    assert np.array_equal(turned[:, 0], x[:, 0])


@pytest.mark.parametrize(
    ("x", "positions", "base", "error", "message"),
    [
        (np.ones(3), 0, 1e4, ValueError, r"x must have an even last axis, got shape \(3,\)"),
        (1.0, 0, 1e4, ValueError, "x must have an even last axis"),
        ([1, np.nan], 0, 1e4, ValueError, "x must be finite"),
        (np.ones(2), np.inf, 1e4, ValueError, "positions must be finite"),
        (np.ones((3, 2)), np.arange(4), 1e4, ValueError, r"positions of shape \(4,\) do not broadcast to \(3,\)"),
        (np.ones(2), 1j, 1e4, TypeError, "positions must hold real numbers"),
        (np.ones(2), 0, 0.0, ValueError, "base must be positive"),
    ],
)
def test_refused(x: Any, positions: Any, base: float, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        rotate(x, positions, base)
