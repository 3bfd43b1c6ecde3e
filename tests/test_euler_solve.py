"""The solver as an interface: shapes, dtypes, times, what fields may return, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from svflow_math import euler

METHODS = ["relaxed", "exponential", "projective", "heun", "midpoint", "rk4"]
X = np.array([[1.0, 0.0, 0.0], [0.6, 0.8, 0.0]])


def constant(x: NDArray, t: Any) -> NDArray:
    return np.array([0.25, 0.5, -1.0], dtype=x.dtype)


@pytest.mark.parametrize("method", METHODS)
def test_shapes_and_types(method: str) -> None:
    path = euler.solve(X, constant, 0.5, 4, method)
    assert path.shape == (5, 2, 3)
    assert np.array_equal(path[0], X)
    np.testing.assert_allclose(np.linalg.norm(path, axis=-1), 1, atol=1e-15)
    for row in range(2):
        np.testing.assert_allclose(euler.solve(X[row], constant, 0.5, 4, method), path[:, row], atol=1e-15)
    spread = euler.solve(X[:, None], constant, [0.5, 0.25, 0.0], 4, method)
    assert spread.shape == (5, 2, 3, 3)
    np.testing.assert_allclose(spread[:, :, 0], path, atol=1e-15)
    assert np.array_equal(spread[:, :, 2], np.broadcast_to(X, (5, 2, 3)))
    single = euler.solve(X.astype(np.float32), constant, 0.5, 4, method)
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, path, atol=1e-5)
    assert euler.solve(X.astype(np.float16), constant, 0.5, 4, method).dtype == np.float16
    assert euler.solve(X, constant, 0.5, 0, method).shape == (1, 2, 3)
    assert euler.solve(np.empty((0, 3)), constant, 0.5, 2, method).shape == (3, 0, 3)


@pytest.mark.parametrize("method", METHODS)
def test_a_rotation_of_start_and_field_rotates_the_path(method: str) -> None:
    rng = np.random.default_rng(0)
    rotation = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    matrix = rng.standard_normal((3, 3))
    path = euler.solve(X, lambda x, t: x @ matrix.T, 0.3, 5, method)
    turned = euler.solve(X @ rotation.T, lambda x, t: (x @ rotation) @ matrix.T @ rotation.T, 0.3, 5, method)
    np.testing.assert_allclose(turned, path @ rotation.T, atol=1e-13)


@pytest.mark.parametrize(
    ("method", "stages"), [("relaxed", [0]), ("heun", [0, 1]), ("midpoint", [0, 0.5]), ("rk4", [0, 0.5, 0.5, 1])]
)
def test_the_field_is_asked_at_points_of_the_sphere_and_at_the_times_of_the_stages(
    method: str, stages: list[float]
) -> None:
    times = []

    def field(x: NDArray, t: float) -> NDArray:
        assert np.allclose(np.linalg.norm(x, axis=-1), 1, rtol=0, atol=1e-14)
        times.append(t)
        return np.ones(3)

    euler.solve(X, field, 0.25, 2, method)
    assert times == [0.25 * (k + s) for k in range(2) for s in stages]


def test_the_field_cannot_change_the_path() -> None:
    def field(x: NDArray, t: float) -> NDArray:
        x[...] = 0
        return x

    with pytest.raises(ValueError, match="read-only"):
        euler.solve(X, field, 0.1, 2)
    path = euler.solve(X, lambda x, t: x, 0.1, 2)  # its own argument is no copy, and not written to
    np.testing.assert_allclose(path, np.broadcast_to(X, path.shape), atol=1e-15)


@pytest.mark.parametrize(
    ("returned", "error", "words"),
    [
        (np.ones(2), ValueError, "shape"),
        (np.ones((3, 2, 3)), ValueError, "shape"),
        (np.full(3, np.nan), ValueError, "finite"),
        (np.full(3, np.inf), ValueError, "finite"),
        (np.ones(3, complex), TypeError, "real"),
        (None, TypeError, "real"),
        ("up", TypeError, "real"),
    ],
)
@pytest.mark.parametrize("method", METHODS)
def test_what_a_field_returns_is_checked(returned: Any, error: type[Exception], words: str, method: str) -> None:
    with pytest.raises(error, match=rf"field\(x, t\).*{words}"):
        euler.solve(X, lambda x, t: returned, 0.1, 2, method)


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"x": [1.0, 1.0, 0.0]}, ValueError, "x must be a unit vector"),
        ({"x": [np.nan, 0.0, 0.0]}, ValueError, "x"),
        ({"x": [1.0]}, ValueError, "x must have a last axis"),
        ({"x": [1j, 0, 0]}, TypeError, "x"),
        ({"field": "up"}, TypeError, "field"),
        ({"h": -0.1}, ValueError, "h must"),
        ({"h": np.nan}, ValueError, "h must"),
        ({"h": np.inf}, ValueError, "h must"),
        ({"h": [0.1, 0.1, 0.1]}, ValueError, "h of shape"),
        ({"steps": -1}, ValueError, "steps"),
        ({"steps": 1.5}, TypeError, "steps"),
        ({"steps": True}, TypeError, "steps"),
        ({"method": "euler"}, ValueError, "method must be one of relaxed, exponential"),
        ({"method": None}, TypeError, "method"),
    ],
)
def test_what_is_refused(changes: dict[str, Any], error: type[Exception], words: str) -> None:
    arguments = {"x": X, "field": constant, "h": 0.1, "steps": 2, **changes}
    with pytest.raises(error, match=words):
        euler.solve(**arguments)
    if "x" in changes:
        with pytest.raises(error, match=words):
            euler.solve(**{**arguments, "steps": 0})


@pytest.mark.parametrize("bad", [np.nan, np.inf, -0.25])
def test_one_value_is_enough_to_be_refused(bad: float) -> None:
    with pytest.raises(ValueError, match=rf"^h must be finite and not negative: value {bad}$"):
        euler.solve(X, constant, [0.5, bad], 2)
    if bad < 0:
        return

    def field(x: NDArray, t: float) -> NDArray:
        return np.array([1.0 if t < 0.5 else bad, 0, 0])

    with pytest.raises(ValueError, match=rf"^field\(x, t\) must be finite: value {bad} at t = 0.5$"):
        euler.solve(X, field, 0.25, 4)


def test_words_about_types_and_shapes() -> None:
    for returned, words in ((np.ones(3, complex), "hold real numbers"), (np.ones(2), r"have the shape \(2, 3\) of x")):
        with pytest.raises((TypeError, ValueError), match=rf"^field\(x, t\) must {words}.*, got "):
            euler.solve(X, lambda x, t, returned=returned: returned, 0.1, 2)
    for name, value in (("x", np.ones((2, 3), complex)), ("h", 1j)):
        with pytest.raises(TypeError, match=rf"^{name} must hold real numbers"):
            euler.solve(**{"x": X, "field": constant, "h": 0.1, "steps": 2, name: value})
    for x in (1.0, [[1.0]]):
        with pytest.raises(ValueError, match=r"^x must have a last axis of length d >= 2, got shape"):
            euler.solve(x, constant, 0.1, 2)


def test_the_last_time_is_finite() -> None:
    with pytest.raises(ValueError, match=r"^h must leave the last time finite, which 3 steps of 1e\+308 overflow$"):
        euler.solve(X, constant, [1e308, 0.0], 3)
    assert euler.solve(X, lambda x, t: 0 * x, 1e308, 1).shape == (2, 2, 3)
    with pytest.raises(ValueError, match="last time"):
        euler.solve(X.astype(np.float32), constant, 2e38, 2)


@pytest.mark.parametrize("method", METHODS)
def test_a_circle_is_a_sphere(method: str) -> None:
    """Along a constant field of length one the angle to it is that of one component; its tangent of a half falls."""
    path = euler.solve([0.0, 1.0], lambda x, t: [1.0, 0.0], 1 / 64, 64, method)
    exact = np.array([np.tanh(1.0), 1 / np.cosh(1.0)])
    assert np.linalg.norm(path[-1] - exact) < 5e-3


@pytest.mark.parametrize("method", METHODS[:3])
@pytest.mark.parametrize("name", ["x", "u", "h"])
def test_a_step_names_what_it_refuses(method: str, name: str) -> None:
    given = {"x": X, "u": X, "h": np.array([0.5, 0.25])}
    for value, words in ((np.full((2, 3), 1j), "hold real numbers"), ([["a", "b"]], "hold real numbers")):
        with pytest.raises(TypeError, match=rf"^{name} must {words}"):
            euler.step(**{**given, name: value}, method=method)
    with pytest.raises(ValueError, match=r"^h must not be negative: value -0.25 at index \(1,\)$"):
        euler.step(**{**given, "h": np.array([0.5, -0.25])}, method=method)
    bad = given[name].copy()
    bad[1] = np.nan
    with pytest.raises(ValueError, match=rf"^{name} must be .*nan.* at index \(1,\)$"):
        euler.step(**{**given, name: bad}, method=method)


@pytest.mark.parametrize("method", ["exponential", "projective"])
def test_an_update_nearly_along_the_point_stays_on_the_sphere(method: str) -> None:
    """What rounding leaves of 1e8 times the point, after one projection, would lengthen the result by 1e-8."""
    rng = np.random.default_rng(12)
    x, t = rng.standard_normal((2, 50, 5))
    x *= (1 + 4e-7) / np.linalg.norm(x, axis=-1, keepdims=True)
    moved = euler.step(x, 1e8 * x + t, 0.5, method)
    assert np.abs(np.linalg.norm(moved, axis=-1) - 1).max() <= 4 * np.finfo(float).eps
    assert np.linalg.norm(moved - euler.step(x, t, 0.5, method), axis=-1).max() <= 1e-7


@pytest.mark.parametrize("method", ["exponential", "projective"])
def test_an_update_beyond_the_largest_number_is_refused(method: str) -> None:
    with pytest.raises(ValueError, match=r"^h \|P_x u\| must be finite: value inf at index \(\)$"):
        euler.step([1.0, 0.0], [0.0, 1e300], 1e300, method)
    with pytest.raises(ValueError, match=r"^P_x u must have a norm that does not overflow: norm inf at index \(\)$"):
        euler.step([1.0, 0.0, 0.0], [0.0, 1.7e308, 1.7e308], 0.0, method)


def test_a_method_of_a_step_is_one_of_three() -> None:
    with pytest.raises(ValueError, match="method must be one of relaxed, exponential, projective, got 'rk4'"):
        euler.step(X, X, 0.1, "rk4")


def test_a_relaxed_step_onto_the_origin_is_refused() -> None:
    with pytest.raises(ValueError, match=r"x \+ h u must not be zero"):
        euler.step(X, -4 * X, 0.25)
