"""Laws of retractions: the axioms, the relaxed step as a projective one, orders, and normalising layers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from svflow_math import retraction
from svflow_math.retraction import (
    inverse_projective,
    layer_norm,
    projective,
    relaxed,
    relaxed_tangent,
    residual_direction,
    residual_tangent,
    rms_norm,
)
from svflow_math.sphere import dist, exp, log, normalize, project_tangent
from svflow_math.testing import (
    ULP,
    assert_batch_is_loop,
    assert_equivariant,
    assert_keeps_dtype,
    assert_on_sphere,
    assert_tangent,
    points,
    rotations,
    tangents,
    vectors,
)

DIMENSIONS = st.sampled_from((2, 3, 4, 17))


@st.composite
def steps(draw: Any, longest: float = 1e6) -> tuple[np.ndarray, np.ndarray]:
    x = draw(points(draw(DIMENSIONS)))
    return x, draw(tangents(x, longest))


@st.composite
def updates(draw: Any) -> tuple[np.ndarray, np.ndarray]:
    """A point and an update of the ambient space: short, long, and nearly back to the centre."""
    x = draw(points(draw(DIMENSIONS)))
    w = draw(vectors(len(x)))
    return x, draw(st.sampled_from((w, w * 1e-6 - x, -0.9 * x + 1e-3 * w)))


@st.composite
def streams(draw: Any) -> tuple[np.ndarray, np.ndarray]:
    """A residual stream and an update of comparable size, at any scale."""
    dim = draw(DIMENSIONS)
    scale = 10.0 ** draw(st.floats(-100, 100))
    return scale * draw(vectors(dim)), scale * draw(vectors(dim))


def gap(a: Any, b: Any) -> float:
    return float(np.linalg.norm(np.asarray(a) - b))


@given(DIMENSIONS.flatmap(points))
def test_first_axiom(x: np.ndarray) -> None:
    assert gap(projective(x, 0 * x), x) <= 2 * ULP


@given(steps(1.0))
def test_second_axiom(step: Any) -> None:
    """The difference quotient at zero is the tangent vector, up to the square of the step."""
    x, v = step
    h = 1e-5
    slope = (projective(x, h * v) - projective(x, -h * v)) / (2 * h)
    assert gap(slope, v) <= 1e-10


@given(steps())
def test_projective_lands_in_the_open_hemisphere(step: Any) -> None:
    x, v = step
    y = projective(x, v)
    assert_on_sphere(y)
    assert np.vecdot(x, y) > 0
    assert abs(dist(x, y) - np.arctan(np.linalg.norm(v))) <= 8 * ULP


@given(steps())
def test_projective_runs_along_the_geodesic(step: Any) -> None:
    x, v = step
    speed = np.linalg.norm(v)
    assume(speed > 0)
    assert gap(projective(x, v), exp(x, np.arctan(speed) / speed * v)) <= 16 * ULP


@given(steps(1e3))
def test_inverse_projective_inverts(step: Any) -> None:
    x, v = step
    back = inverse_projective(x, projective(x, v))
    assert abs(np.vecdot(x, back)) <= 16 * ULP * max(np.linalg.norm(back), ULP)
    # tan magnifies what rounding does to the angle by 1 + |v|^2.
    assert gap(back, v) <= 8 * ULP * (1 + np.vecdot(v, v))


@given(updates())
def test_relaxed_is_projective_of_the_rescaled_tangent(update: Any) -> None:
    x, a = update
    room = 1 + np.vecdot(x, a)
    assume(room > 1e-9 * (1 + np.linalg.norm(a)))
    v = relaxed_tangent(x, a)
    assert_tangent(
        x, v, ulps=8 * (1 + float(np.linalg.norm(a))) / max(float(np.linalg.norm(project_tangent(x, a))), 1e-300)
    )
    condition = 1 + 1 / np.linalg.norm(x + a) + (1 + np.linalg.norm(a)) / room
    assert gap(projective(x, project_tangent(x, v)), relaxed(x, a)) <= 16 * ULP * condition


@given(updates())
def test_relaxed_reaches_the_hemisphere_that_the_sign_tells(update: Any) -> None:
    x, a = update
    total = np.linalg.norm(x + a)
    assume(total > 1e-12)
    y = relaxed(x, a)
    assert_on_sphere(y)
    assert abs(np.vecdot(x, y) * total - (1 + np.vecdot(x, a))) <= 16 * ULP * (1 + np.linalg.norm(a))


def test_relaxed_on_the_equator_and_beyond() -> None:
    x = np.array([1.0, 0.0])
    assert np.array_equal(relaxed(x, [-1.0, 2.0]), [0.0, 1.0])
    assert gap(relaxed(x, [-1.75, 1.0]), [-0.6, 0.8]) <= ULP
    assert np.array_equal(relaxed(x, [-3.0, 0.0]), [-1.0, 0.0])


@given(streams())
def test_residual_direction_is_projective(stream: Any) -> None:
    y, f = stream
    u, r = normalize(y), np.linalg.norm(y)
    size = r + np.linalg.norm(f)
    room = r + np.vecdot(u, f)
    assume(room > 1e-6 * size)
    v = residual_tangent(y, f)
    expected = residual_direction(y, f)
    assert_on_sphere(expected)
    assert gap(projective(u, project_tangent(u, v)), expected) <= 16 * ULP * size / room


@given(streams(), st.integers(-60, 60))
def test_residual_direction_does_not_see_the_scale(stream: Any, exponent: int) -> None:
    y, f = stream
    assume(np.linalg.norm(y + f) > 0)
    scale = np.ldexp(1.0, exponent)
    assert gap(residual_direction(scale * y, scale * f), residual_direction(y, f)) <= 1e-300


@given(DIMENSIONS.flatmap(lambda dim: vectors(dim, -150, 150)), st.sampled_from((0.0, 1e-12, 1e-5, 1.0)))
def test_rms_norm_keeps_the_direction_and_bounds_the_radius(y: np.ndarray, eps: float) -> None:
    d = len(y)
    z = rms_norm(y, eps=eps)
    radius = np.linalg.norm(z)
    assert gap(z, radius * normalize(y)) <= 4 * ULP * radius
    assert radius <= np.sqrt(d) * (1 + 4 * ULP)
    largest = np.max(np.abs(y))
    lost = d * eps / largest / largest / np.vecdot(y / largest, y / largest) / 2 if largest > 1e-100 else np.inf
    assert radius >= np.sqrt(d) * (1 - lost - 4 * ULP)


def test_rows_of_extreme_length_meet_eps_at_their_own_scale() -> None:
    """Beside 1e200 an eps of 1 is nothing, and beside 1e-200 it is all."""
    y = np.array([[3e200, 4e200], [3e-200, 4e-200]])
    expected = [[0.6 * np.sqrt(2), 0.8 * np.sqrt(2)], [3e-200, 4e-200]]
    assert np.all(np.abs(rms_norm(y, eps=1.0) - expected) <= 4 * ULP * np.abs(expected))


@given(st.data(), DIMENSIONS)
def test_gains_and_biases_come_last(data: Any, dim: int) -> None:
    y, gain, bias = (data.draw(vectors(dim)) for _ in range(3))
    assume(np.ptp(y) > 1e-6 * np.max(np.abs(y)))
    assert np.array_equal(rms_norm(y, gain, 0.1), rms_norm(y, eps=0.1) * gain)
    plain = layer_norm(y, eps=0.1)
    expected = plain * gain + bias
    assert gap(layer_norm(y, gain, bias, 0.1), expected) <= 2 * ULP * (gap(plain * gain, 0) + gap(bias, 0))
    assert np.array_equal(layer_norm(y, None, bias, 0.1), plain + bias)


@given(DIMENSIONS.flatmap(vectors), st.floats(-1e3, 1e3))
def test_layer_norm_is_rms_norm_of_what_is_centred(y: np.ndarray, shift: float) -> None:
    spread, size = float(np.ptp(y)), float(np.max(np.abs(y))) + abs(shift)
    assume(spread > 1e-9 * size)
    z = layer_norm(y + shift)
    assert gap(z, rms_norm(y - y.mean())) <= 64 * ULP * np.sqrt(len(y)) * size / spread
    assert abs(z.sum()) <= 8 * ULP * len(y)
    assert abs(np.linalg.norm(z) - np.sqrt(len(y))) <= 8 * ULP * len(y)


@given(st.data(), updates())
def test_steps_turn_with_their_arguments(data: Any, update: Any) -> None:
    x, a = update
    rotation = data.draw(rotations(len(x)))
    assume(np.linalg.norm(x + a) > 1e-3)
    assert_equivariant(relaxed, rotation, x, a, tolerance=1e-11)
    assert_equivariant(residual_direction, rotation, x, a, tolerance=1e-11)
    assert_equivariant(rms_norm, rotation, a)
    v = project_tangent(x, project_tangent(x, a))
    assert_equivariant(projective, rotation, x, v)
    if 1 + np.vecdot(x, a) > 1e-2 * (1 + np.linalg.norm(a)) and np.linalg.norm(v) > 1e-2 * np.linalg.norm(a):
        assert_equivariant(relaxed_tangent, rotation, x, a, tolerance=1e-10)
        assert_equivariant(residual_tangent, rotation, x, a, tolerance=1e-10)
        assert_equivariant(inverse_projective, rotation, x, relaxed(x, a), tolerance=1e-9)


def slope(sizes: np.ndarray, h: np.ndarray) -> float:
    return float(np.polyfit(np.log(h), np.log(sizes), 1)[0])


@pytest.mark.parametrize("dim", [2, 3, 64])
def test_orders_of_the_functions_themselves(dim: int, rng: np.random.Generator) -> None:
    """Steps that are short and still far from rounding."""
    x = normalize(rng.standard_normal(dim))
    u = normalize(rng.standard_normal(dim))
    u = normalize(project_tangent(x, u)) + 0.5 * x
    v = project_tangent(x, u)
    h = 2.0 ** -np.arange(5, 11)[:, None]
    third = np.linalg.norm(projective(x, h * v) - exp(x, h * v), axis=-1)
    second = np.linalg.norm(relaxed(x, h * u) - projective(x, h * v), axis=-1)
    assert abs(slope(third, h[:, 0]) - 3) <= 0.1
    assert abs(slope(second, h[:, 0]) - 2) <= 0.1
    assert np.max(np.abs(relaxed(x, h * v) - projective(x, h * v))) <= 2 * ULP
    assert np.max(np.abs(relaxed(x, h * x) - x)) <= 2 * ULP


@pytest.mark.parametrize("theta", [1e-3, 0.5, 2.0, 3.1])
def test_a_normalised_step_meets_the_geodesic_at_three_points(theta: float) -> None:
    x, y = np.array([1.0, 0.0]), np.array([np.cos(theta), np.sin(theta)])
    angles = {alpha: float(dist(x, relaxed(x, alpha * (y - x)))) for alpha in (0.0, 0.25, 0.5, 0.75, 1.0)}
    for alpha in (0.0, 0.5, 1.0):
        assert angles[alpha] == pytest.approx(alpha * theta, rel=1e-12, abs=0)
    assert angles[0.25] < 0.25 * theta < 0.75 * theta < angles[0.75]


def test_a_normalised_step_to_the_antipode() -> None:
    x = np.array([0.6, 0.8])
    assert np.array_equal(relaxed(x, 0.25 * (-x - x)), x)
    assert gap(relaxed(x, 0.75 * (-x - x)), -x) <= 2 * ULP
    with pytest.raises(ValueError, match=r"x \+ a must not be zero"):
        relaxed(x, 0.5 * (-x - x))


@pytest.mark.parametrize("dim", [2, 3, 64])
def test_a_batch_is_a_loop(dim: int, rng: np.random.Generator) -> None:
    x, y = normalize(rng.standard_normal((2, 30, dim)))
    a = rng.standard_normal((30, dim)) * 10.0 ** rng.uniform(-3, -0.5, (30, 1))
    v = project_tangent(x, a)
    gain, bias = rng.standard_normal((2, 30, dim))
    eps = rng.uniform(0, 1, 30)
    same_side = np.where(np.vecdot(x, y)[:, None] > 0, y, -y)
    assert_batch_is_loop(projective, x, v)
    assert_batch_is_loop(inverse_projective, x, same_side)
    assert_batch_is_loop(relaxed, x, a)
    assert_batch_is_loop(relaxed_tangent, x, 0.1 * a, ulps=64)
    assert_batch_is_loop(residual_direction, y, a)
    assert_batch_is_loop(residual_tangent, y, 0.1 * a, ulps=64)
    assert_batch_is_loop(rms_norm, a)
    assert_batch_is_loop(rms_norm, a, gain, eps)
    assert_batch_is_loop(layer_norm, a)
    assert_batch_is_loop(layer_norm, a, gain, bias, eps)
    assert gap(log(x, x), 0) == 0


def test_types_are_kept(rng: np.random.Generator) -> None:
    x, y = normalize(rng.standard_normal((2, 5, 3)))
    y = np.where(np.vecdot(x, y)[:, None] > 0, y, -y)
    a = 0.25 * y
    for name, arguments in {
        "projective": (x, project_tangent(x, a)),
        "inverse_projective": (x, normalize(x + y)),
        "relaxed": (x, a),
        "relaxed_tangent": (x, a),
        "residual_direction": (x, a),
        "residual_tangent": (x, a),
        "rms_norm": (y, x),
        "layer_norm": (y, x, a),
    }.items():
        assert_keeps_dtype(getattr(retraction, name), *arguments)
