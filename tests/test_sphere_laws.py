"""Laws of the sphere: turning, going there and back, carrying vectors, and batches."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from svflow_math.sphere import dist, exp, geodesic, log, normalize, project_tangent, transport
from svflow_math.testing import (
    ULP,
    assert_batch_is_loop,
    assert_equivariant,
    assert_keeps_dtype,
    assert_on_sphere,
    assert_tangent,
    near,
    near_antipode,
    points,
    rotations,
    tangents,
    vectors,
)

DIMENSIONS = st.sampled_from((2, 3, 4, 17))


@st.composite
def pairs(draw: Any) -> tuple[np.ndarray, np.ndarray]:
    """Two points that are not antipodes: anywhere, near each other, near antipodes."""
    x = draw(points(draw(DIMENSIONS)))
    y = draw(st.one_of(points(len(x)), near(x), near_antipode(x)))
    assume(bool((y != -x).any()))
    return x, y


@st.composite
def steps(draw: Any, longest: float = 1e6) -> tuple[np.ndarray, np.ndarray]:
    x = draw(points(draw(DIMENSIONS)))
    return x, draw(tangents(x, longest))


@st.composite
def journeys(draw: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two points and a tangent vector at the first."""
    x, y = draw(pairs())
    return x, y, draw(tangents(x))


def gap(a: Any, b: Any) -> float:
    return float(np.linalg.norm(np.asarray(a) - b))


def away(x: np.ndarray, y: np.ndarray) -> float:
    """How ill-conditioned what depends on the direction from x to y is."""
    return max(1.0, 1 / float(np.max(np.abs(x + y))))


@given(st.data(), steps(10.0))
def test_exp_turns_with_its_arguments(data: Any, step: Any) -> None:
    assert_equivariant(exp, data.draw(rotations(len(step[0]))), *step)


@st.composite
def journeys_apart(draw: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two points neither near each other nor near antipodes, and a tangent vector at the first."""
    x = draw(points(draw(DIMENSIONS)))
    y = draw(points(len(x)))
    assume(0.01 < dist(x, y) < 3.13)
    return x, y, draw(tangents(x))


@given(st.data(), journeys_apart())
def test_maps_between_points_turn_with_them(data: Any, journey: Any) -> None:
    x, y, v = journey
    rotation = data.draw(rotations(len(x)))
    assert_equivariant(dist, rotation, x, y)
    assert_equivariant(log, rotation, x, y, tolerance=1e-12)
    assert_equivariant(transport, rotation, x, y, v, tolerance=1e-11)
    assert_equivariant(lambda x, y: geodesic(x, y, 0.3), rotation, x, y, tolerance=1e-11)


@given(steps())
def test_exp_stays_on_the_sphere(step: Any) -> None:
    assert_on_sphere(exp(*step), ulps=8)


@given(pairs())
def test_exp_inverts_log(pair: Any) -> None:
    x, y = pair
    v = log(x, y)
    assert_tangent(x, v)
    length = math.hypot(*v)  # the squares of a tiny angle vanish
    assert abs(length - dist(x, y)) <= 8 * ULP * dist(x, y)
    assert gap(exp(x, v), y) <= 16 * ULP


@given(steps(3.14))
def test_log_inverts_exp_within_the_injectivity_radius(step: Any) -> None:
    x, v = step
    y = exp(x, v)
    # y is rounded to about an ulp, which the angle from the antipode magnifies.
    assert gap(log(x, y), v) <= 16 * ULP * away(x, y)


@given(pairs())
def test_distance_is_a_metric_seen_from_two_sides(pair: Any) -> None:
    x, y = pair
    assert abs(dist(x, y) - dist(y, x)) <= 8 * ULP * dist(x, y)
    assert 0 <= dist(x, y) <= np.pi
    assert dist(x, x) == 0
    assert abs(dist(x, y) + dist(-x, y) - np.pi) <= 8 * ULP


@given(st.integers(0, 2**32 - 1), DIMENSIONS)
def test_triangle_inequality(seed: int, dim: int) -> None:
    x, y, z = normalize(np.random.default_rng(seed).standard_normal((3, dim)))
    assert dist(x, z) <= dist(x, y) + dist(y, z) + 8 * ULP


@given(st.data(), journeys())
def test_transport_is_an_isometry(data: Any, journey: Any) -> None:
    x, y, v = journey
    w = data.draw(tangents(x))
    moved, other = transport(x, y, v), transport(x, y, w)
    size = np.linalg.norm(v)
    bound = 16 * ULP * away(x, y)
    assert abs(np.linalg.norm(moved) - size) <= bound * size
    assert abs(np.vecdot(y, moved)) <= bound * size
    assert abs(np.vecdot(moved, other) - np.vecdot(v, w)) <= bound * size * np.linalg.norm(w)


@given(journeys())
def test_transport_there_and_back(journey: Any) -> None:
    x, y, v = journey
    bound = 32 * ULP * away(x, y) * np.linalg.norm(v)
    moved = project_tangent(y, transport(x, y, v))
    assert gap(transport(y, x, moved), v) <= bound


@given(pairs())
def test_transport_turns_the_geodesic_around(pair: Any) -> None:
    x, y = pair
    assert gap(transport(x, y, log(x, y)), -log(y, x)) <= 32 * ULP * dist(x, y) * away(x, y)


@given(pairs(), st.floats(0, 1))
def test_geodesic_has_constant_speed(pair: Any, t: float) -> None:
    x, y = pair
    z = geodesic(x, y, t)
    assert_on_sphere(z, ulps=8)
    assert abs(dist(x, z) - t * dist(x, y)) <= 16 * ULP
    assert gap(geodesic(x, y, 0.0), x) <= 4 * ULP
    assert gap(geodesic(x, y, 1.0), y) <= 16 * ULP


@given(DIMENSIONS.flatmap(lambda dim: vectors(dim, -300, 300)))
def test_normalize_of_every_length(y: np.ndarray) -> None:
    unit = normalize(y)
    assert_on_sphere(unit)
    assert gap(normalize(unit), unit) <= 2 * ULP
    scale = np.ldexp(1.0, -int(np.frexp(np.max(np.abs(y)))[1]))
    assert np.array_equal(normalize(scale * y), unit) or gap(normalize(scale * y), unit) <= 2 * ULP


@given(st.data(), DIMENSIONS)
def test_projection_is_linear_idempotent_and_orthogonal(data: Any, dim: int) -> None:
    x, w, z = data.draw(points(dim)), data.draw(vectors(dim)), data.draw(vectors(dim))
    p, q = project_tangent(x, w), project_tangent(x, z)
    size = np.linalg.norm(w) + np.linalg.norm(z)
    assert abs(np.vecdot(x, p)) <= 4 * ULP * size
    assert gap(project_tangent(x, p), p) <= 4 * ULP * size
    assert gap(project_tangent(x, w + z), p + q) <= 8 * ULP * size
    assert abs(np.vecdot(p, z) - np.vecdot(w, q)) <= 8 * ULP * size**2


def batch(rng: np.random.Generator, dim: int, n: int = 40) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points in every position to each other, and tangent vectors of all lengths."""
    x, u = normalize(rng.standard_normal((2, n, dim)))
    angles = np.concatenate([10.0 ** -np.arange(n // 2), np.pi - 10.0 ** -np.arange(n - n // 2)])
    angles = np.minimum(angles, np.pi - 1e-12)
    y = geodesic(x, normalize(project_tangent(x, u)), angles / (np.pi / 2))
    return x, y, project_tangent(x, rng.standard_normal((n, dim))) * 10.0 ** rng.uniform(-6, 6, (n, 1))


@pytest.mark.parametrize("dim", [2, 3, 64])
def test_a_batch_is_a_loop(dim: int, rng: np.random.Generator) -> None:
    x, y, v = batch(rng, dim)
    assert_batch_is_loop(normalize, v)
    assert_batch_is_loop(project_tangent, x, v)
    assert_batch_is_loop(exp, x, v)
    assert_batch_is_loop(dist, x, y)
    assert_batch_is_loop(log, x, y)
    assert_batch_is_loop(transport, x, y, v)
    assert_batch_is_loop(geodesic, x, y, rng.uniform(0, 1, len(x)))


def test_rows_do_not_see_their_neighbours(rng: np.random.Generator) -> None:
    """A row in a long batch, across blocks, is the row in a short one."""
    x, y, v = (np.resize(array, (70_000, 3)) for array in batch(rng, 3))
    for function, arguments in ((dist, (x, y)), (log, (x, y)), (exp, (x, v)), (transport, (x, y, v))):
        whole = function(*arguments)
        for start in (0, 21_840, 69_960):
            part = function(*(array[start : start + 40] for array in arguments))
            bound = 4 * ULP * np.max(np.abs(part), axis=-1, keepdims=part.ndim > 1)
            assert np.all(np.abs(whole[start : start + 40] - part) <= bound)


def test_types_are_kept(rng: np.random.Generator) -> None:
    x, y = normalize(rng.standard_normal((2, 5, 3)))
    v = project_tangent(x, y)
    for function, arguments in (
        (normalize, (y,)),
        (project_tangent, (x, y)),
        (exp, (x, v)),
        (log, (x, y)),
        (dist, (x, y)),
        (transport, (x, y, v)),
        (geodesic, (x, y, np.linspace(0, 1, 5))),
    ):
        assert_keeps_dtype(function, *arguments)


def test_leading_axes_broadcast(rng: np.random.Generator) -> None:
    x = normalize(rng.standard_normal((4, 1, 3)))
    y = normalize(rng.standard_normal((5, 3)))
    assert dist(x, y).shape == (4, 5)
    assert log(x, y).shape == (4, 5, 3)
    for i in range(4):
        assert np.array_equal(dist(x, y)[i], dist(x[i, 0], y))
