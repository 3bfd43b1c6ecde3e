"""What is refused word by word: the argument, the demand, the value, and the index of the first row that fails."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from svflow_math import retraction, sphere

X, U = np.array([0.6, 0.8]), np.array([-0.8, 0.6])  # a point and a unit vector that is tangent there
HUGE = np.array([1.5e308, 1.5e308])
TOO_LONG = "must have a norm that does not overflow: norm inf"

# A function, rows that it takes, what makes one row bad, and the refusal without its index.
REFUSED: list[tuple[Callable[..., Any], dict[str, Any], dict[str, Any], str]] = [
    (sphere.normalize, {"y": X}, {"y": 0 * X}, "y must not be zero: norm 0.0"),
    (sphere.project_tangent, {"x": X, "w": U}, {"x": 2 * X}, "x must be a unit vector: norm 2.0"),
    (sphere.project_tangent, {"x": X, "w": U}, {"w": HUGE}, f"w {TOO_LONG}"),
    (sphere.exp, {"x": X, "v": U}, {"x": 2 * X}, "x must be a unit vector: norm 2.0"),
    (sphere.exp, {"x": X, "v": U}, {"v": HUGE}, f"v {TOO_LONG}"),
    (sphere.exp, {"x": X, "v": U}, {"v": X}, "v must be tangent at x: <x, v> = 1.0"),
    (sphere.dist, {"x": X, "y": U}, {"x": 2 * X}, "x must be a unit vector: norm 2.0"),
    (sphere.dist, {"x": X, "y": U}, {"y": 2 * X}, "y must be a unit vector: norm 2.0"),
    (sphere.log, {"x": X, "y": U}, {"x": 2 * X}, "x must be a unit vector: norm 2.0"),
    (sphere.log, {"x": X, "y": U}, {"y": 2 * X}, "y must be a unit vector: norm 2.0"),
    (sphere.log, {"x": X, "y": U}, {"y": -X}, "y must not be the antipode of x: angle pi"),
    (sphere.geodesic, {"x": X, "y": U, "t": 0.5}, {"x": 2 * X}, "x must be a unit vector: norm 2.0"),
    (sphere.geodesic, {"x": X, "y": U, "t": 0.5}, {"y": 2 * X}, "y must be a unit vector: norm 2.0"),
    (sphere.geodesic, {"x": X, "y": U, "t": 0.5}, {"y": -X}, "y must not be the antipode of x: angle pi"),
    (sphere.geodesic, {"x": X, "y": U, "t": 0.5}, {"t": np.nan}, "t must be finite: value nan"),
    (sphere.geodesic, {"x": X, "y": U, "t": 0.5}, {"t": 1.7e308}, "t theta must be finite: value inf"),
    (sphere.transport, {"x": X, "y": U, "v": U}, {"x": 2 * X}, "x must be a unit vector: norm 2.0"),
    (sphere.transport, {"x": X, "y": U, "v": U}, {"y": 2 * X}, "y must be a unit vector: norm 2.0"),
    (sphere.transport, {"x": X, "y": U, "v": U}, {"y": -X}, "y must not be the antipode of x: angle pi"),
    (sphere.transport, {"x": X, "y": U, "v": U}, {"v": HUGE}, f"v {TOO_LONG}"),
    (sphere.transport, {"x": X, "y": U, "v": U}, {"v": X}, "v must be tangent at x: <x, v> = 1.0"),
    (retraction.projective, {"x": X, "v": U}, {"x": 2 * X}, "x must be a unit vector: norm 2.0"),
    (retraction.projective, {"x": X, "v": U}, {"v": HUGE}, f"v {TOO_LONG}"),
    (retraction.projective, {"x": X, "v": U}, {"v": X}, "v must be tangent at x: <x, v> = 1.0"),
    (retraction.inverse_projective, {"x": X, "y": X}, {"x": 2 * X}, "x must be a unit vector: norm 2.0"),
    (retraction.inverse_projective, {"x": X, "y": X}, {"y": 2 * X}, "y must be a unit vector: norm 2.0"),
    (retraction.inverse_projective, {"x": X, "y": X}, {"y": -X}, "y must keep <x, y> positive: <x, y> = -1.0"),
    (retraction.relaxed_tangent, {"x": X, "a": U}, {"x": 2 * X}, "x must be a unit vector: norm 2.0"),
    (retraction.relaxed_tangent, {"x": X, "a": U}, {"a": HUGE}, f"a {TOO_LONG}"),
    (retraction.relaxed_tangent, {"x": X, "a": U}, {"a": -X}, "a must keep 1 + <x, a> positive: 1 + <x, a> = 0.0"),
    (retraction.relaxed, {"x": X, "a": U}, {"x": 2 * X}, "x must be a unit vector: norm 2.0"),
    (retraction.relaxed, {"x": X, "a": U}, {"a": -X}, "x + a must not be zero: norm 0.0"),
    (
        retraction.rms_norm,
        {"y": X, "gain": U, "eps": 0.0},
        {"gain": [1.0, np.inf]},
        "gain must be finite: value [ 1. inf]",
    ),
    (retraction.rms_norm, {"y": X, "gain": U, "eps": 0.0}, {"eps": -1.0}, "eps must not be negative: value -1.0"),
    (retraction.rms_norm, {"y": X, "gain": U, "eps": 0.0}, {"eps": np.inf}, "eps must be finite: value inf"),
    (
        retraction.rms_norm,
        {"y": X, "gain": U, "eps": 0.0},
        {"y": 0 * X},
        "y must keep |y|^2 + d eps positive: |y|^2 + d eps = 0.0",
    ),
    (retraction.layer_norm, {"y": X, "gain": U}, {"gain": [1.0, np.inf]}, "gain must be finite: value [ 1. inf]"),
    (retraction.layer_norm, {"y": X, "bias": U}, {"bias": [1.0, np.inf]}, "bias must be finite: value [ 1. inf]"),
    (retraction.layer_norm, {"y": X, "eps": 0.0}, {"eps": -1.0}, "eps must not be negative: value -1.0"),
    (
        retraction.layer_norm,
        {"y": X, "eps": 0.0},
        {"y": [2.0, 2.0]},
        "y must keep |y - mean(y)|^2 + d eps positive: |y - mean(y)|^2 + d eps = 0.0",
    ),
    (retraction.layer_norm, {"y": X}, {"y": HUGE * [1, -1]}, "y - mean(y) must be finite: value inf"),
    (retraction.residual_tangent, {"y": X, "f": U}, {"y": HUGE}, f"y {TOO_LONG}"),
    (retraction.residual_tangent, {"y": X, "f": U}, {"f": HUGE}, f"f {TOO_LONG}"),
    (retraction.residual_tangent, {"y": X, "f": U}, {"y": 0 * X}, "y must not be zero: norm 0.0"),
    (
        retraction.residual_tangent,
        {"y": X, "f": U},
        {"f": -2 * X},
        "f must keep |y| + <y, f> / |y| positive: |y| + <y, f> / |y| = -1.0",
    ),
    (retraction.residual_direction, {"y": X, "f": U}, {"f": -X}, "y + f must not be zero: norm 0.0"),
    (retraction.residual_direction, {"y": X, "f": U}, {"y": HUGE, "f": HUGE}, "y + f must be finite: value inf"),
]


def refusal(function: Callable[..., Any], arguments: dict[str, Any]) -> str:
    with pytest.raises(ValueError) as caught:
        function(**arguments)
    return str(caught.value)


@pytest.mark.parametrize(
    ("function", "good", "bad", "message"), REFUSED, ids=lambda value: getattr(value, "__name__", "")
)
def test_word_by_word(function: Callable[..., Any], good: Any, bad: Any, message: str) -> None:
    assert refusal(function, {**good, **bad}) == f"{message} at index ()"
    mixed = {name: np.stack([np.asarray(value), np.asarray(bad.get(name, value))] * 2) for name, value in good.items()}
    assert refusal(function, mixed) == f"{message} at index (1,)"


# Where quotients leave the range: a row, the refusal without its index.
OVERFLOWS: list[tuple[Callable[..., Any], dict[str, Any], str]] = [
    (retraction.inverse_projective, {"x": [1.0, 0.0], "y": [1e-310, 1.0]}, "1 / <x, y> must be finite: value inf"),
    (
        retraction.relaxed_tangent,
        {"x": [1.0, 0.0], "a": [2.0**-52 - 1, 1e300]},
        "|a| / (1 + <x, a>) must be finite: value inf",
    ),
    (
        retraction.residual_tangent,
        {"y": [1.0, 0.0], "f": [2.0**-52 - 1, 1e300]},
        "(1 + |y| + |f|) / (|y| + <y, f> / |y|) must be finite: value inf",
    ),
    (
        retraction.residual_tangent,
        {"y": [1e-310, 0.0], "f": [0.0, 0.0]},
        "(1 + |y| + |f|) / (|y| + <y, f> / |y|) must be finite: value inf",
    ),
]


@pytest.mark.parametrize(("function", "arguments", "message"), OVERFLOWS, ids=range(len(OVERFLOWS)))
def test_quotients_that_overflow(function: Callable[..., Any], arguments: Any, message: str) -> None:
    assert refusal(function, arguments) == f"{message} at index ()"
    assert refusal(function, {name: [[1.0, 0.0], row] for name, row in arguments.items()}) == f"{message} at index (1,)"


def columns_and_rows(row: Any, bad: Any) -> np.ndarray:
    """Shape (2, 1, 2), the bad row last."""
    return np.stack([np.asarray(row), np.asarray(bad)])[:, None]


def test_the_index_is_that_of_the_argument_or_of_the_batch() -> None:
    """Of the argument for what it is by itself; of the batch for how it lies to another."""
    alone, joint = columns_and_rows(X, 2 * X), columns_and_rows(X, X)
    others = np.stack([X, X, -X])
    assert refusal(sphere.log, {"x": alone, "y": others}).endswith("norm 2.0 at index (1, 0)")
    assert refusal(sphere.log, {"x": X, "y": alone}).endswith("norm 2.0 at index (1, 0)")
    assert refusal(sphere.log, {"x": joint, "y": others}).endswith("angle pi at index (0, 2)")
    assert refusal(sphere.log, {"x": columns_and_rows(-others[2], -X), "y": others[:2]}).endswith("at index (1, 0)")
    assert refusal(retraction.inverse_projective, {"x": joint, "y": others}).endswith("<x, y> = -1.0 at index (0, 2)")
    assert refusal(retraction.relaxed_tangent, {"x": joint, "a": others}).endswith("= 0.0 at index (0, 2)")
    assert refusal(sphere.exp, {"x": joint, "v": np.stack([U, U, X])}).endswith("<x, v> = 1.0 at index (0, 2)")
    assert refusal(sphere.geodesic, {"x": joint, "y": np.stack([U] * 3), "t": [0.0, 1.7e308, 0.0]}).endswith("(0, 1)")
    assert refusal(sphere.geodesic, {"x": joint, "y": U, "t": [0.0, 0.0, np.nan]}).endswith("value nan at index (2,)")


def test_what_is_not_finite_is_named_before_what_comes_of_it() -> None:
    """The argument and the place, not the sum or the difference that it spoils."""
    spoilt = np.stack([U, U, [0.0, np.inf]])
    for arguments, function in (
        ({"y": columns_and_rows(X, X), "f": spoilt}, retraction.residual_direction),
        ({"x": columns_and_rows(X, X), "a": spoilt}, retraction.relaxed),
    ):
        name = list(arguments)[1]
        assert refusal(function, arguments) == f"{name} must be finite: value inf at index (2,)"
    assert refusal(retraction.layer_norm, {"y": spoilt}) == "y must be finite: value inf at index (2,)"
    with pytest.raises(ValueError, match=re.escape("eps must be finite: value nan at index (1,)")):
        retraction.rms_norm(np.stack([X, X]), eps=[0.0, np.nan])


def test_what_is_just_in_range_is_taken() -> None:
    """Next to the overflow of a quotient: 1 / c is finite, 2 / c is not."""
    small = 8e-309
    expected = [0.0, 0.25]
    for rows in ((), (2,)):
        y, f = (np.broadcast_to(np.array(w), (*rows, 2)) for w in ([small, 0.0], [0.0, small / 4]))
        assert np.abs(retraction.residual_tangent(y, f) - expected).max() <= 1e-15
    x, y = np.array([[1.0, 0.0]] * 2), np.array([[small, 1.0]] * 2)
    assert np.array_equal(retraction.inverse_projective(x, y) * [0, small], [[0.0, 1.0]] * 2)
