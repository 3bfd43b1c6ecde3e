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


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_vectors_up_to_half_the_largest_number(dtype: Any) -> None:
    """Turned, a plane of two such numbers is still in range; beyond, the refusal comes before an infinity can."""
    half = np.finfo(dtype).max / 2
    turned = rotate(np.array([half, half], dtype), np.pi / 4)
    assert np.abs(turned / half - [0, np.sqrt(2)]).max() <= 4 * np.finfo(dtype).eps
    with pytest.raises(ValueError, match=r"^x must not hold numbers above .*: turned, the vector overflows$"):
        rotate(np.array([np.nextafter(half, np.inf, dtype=dtype), 0], dtype), 0.0)


def test_half_precision_that_overflows_only_once_turned() -> None:
    x = np.array([60000, 60000], np.float16)
    assert np.array_equal(rotate(x, 0.0), x)
    with pytest.raises(ValueError, match=r"^x turned overflows float16$"):
        rotate(x, np.pi / 4)


def test_fast_planes_keep_their_angle_in_single_precision() -> None:
    """At position 1e5 an angle in float32 would be off by 4e-3."""
    x = np.array([1.0, 0.5, -0.5, 0.25], np.float32)
    got, wanted = rotate(x, np.float32(100001)), rotate(x.astype(float), 100001.0)
    assert got.dtype == np.float32
    assert np.abs(got - wanted).max() <= 2 * np.finfo(np.float32).eps


def test_one_vector_at_many_positions_and_many_vectors_at_one() -> None:
    x = np.arange(1.0, 13.0).reshape(3, 4)
    everywhere = rotate(x[0], np.arange(3.0))
    assert everywhere.shape == (3, 4)
    assert np.array_equal(everywhere, [rotate(x[0], float(k)) for k in range(3)])
    assert np.array_equal(rotate(x, 2.0), [rotate(row, 2.0) for row in x])
    assert np.array_equal(rotate(x[:, None], [0.0, 1.0]), np.stack([rotate(x, 0.0), rotate(x, 1.0)], axis=1))
    with pytest.raises(ValueError, match=r"^x must have an even last axis, got shape \(3, 0\)$"):
        rotate(np.empty((3, 0)), 0.0)
    assert rotate(np.empty((0, 4)), 0.0).shape == (0, 4)
