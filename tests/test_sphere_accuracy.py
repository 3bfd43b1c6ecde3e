"""The figures of accuracy, with FLINT's proved balls as the judge: listed cases, and sweeps that go beyond them.

Where points nearly coincide or are nearly antipodes, the textbook formulas lose 4 to 16 digits, as every library that
uses them does; so they are no oracle there, and the last test shows that the figures tell them apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx

from svflow_math import retraction, sphere
from tests.oracles.sphere_flint import DIGITS, Sphere, column, dot, norm, relative_error, unit

CASES = json.loads((Path(__file__).parent / "cases" / "sphere.json").read_text(encoding="utf-8"))["cases"]
DIMENSIONS = (2, 3, 8, 64, 512, 4096)
# Angles at which the points are drawn; negative ones are counted from the antipode.
ANGLES = (None, 1e-4, 1e-8, 1e-12, 1e-15, -1e-4, -1e-8, -1e-12, -1e-15)

FUNCTIONS: dict[str, Callable[[Any, Any, Any, Any], Any]] = {
    "dist": lambda x, y, v, a: sphere.dist(x, y),
    "log": lambda x, y, v, a: sphere.log(x, y),
    "exp": lambda x, y, v, a: sphere.exp(x, v),
    "transport": lambda x, y, v, a: sphere.transport(x, y, v),
    "relaxed": lambda x, y, v, a: retraction.relaxed(x, a),
}

Inputs = tuple[np.ndarray, ...]


@pytest.fixture(autouse=True)
def digits() -> Iterator[None]:
    ctx.dps = DIGITS
    yield
    ctx.default()


@pytest.mark.parametrize("number", range(len(CASES)))
def test_listed_case(number: int) -> None:
    case = CASES[number]
    inputs = tuple(np.array(case[name]) for name in "xyva")
    allowed = Sphere(*inputs).allowed()
    for name, function in FUNCTIONS.items():
        listed = case[name]
        expected = column(listed) if isinstance(listed, list) else arb(listed)
        single, batch = function(*inputs), function(*(array[None] for array in inputs))[0]
        for result in (single, batch):
            assert relative_error(result, expected) <= allowed[name], (name, case["regime"])


def drawn(rng: np.random.Generator, dim: int, angle: float | None, unequal: bool, rows: int) -> Inputs:
    """Points at about an angle, tangent vectors of lengths from 1e-8 to 1e6 that are not quite tangent, updates."""
    x, u = (w / np.linalg.norm(w, axis=-1, keepdims=True) for w in rng.standard_normal((2, rows, dim)))
    u -= np.vecdot(u, x)[:, None] * x
    u /= np.linalg.norm(u, axis=-1, keepdims=True)
    size = (rows, 1)
    theta = rng.uniform(0, np.pi, size) if angle is None else abs(angle) * 10 ** rng.uniform(-0.5, 0.5, size)
    y = np.cos(theta) * x + np.sin(theta) * u
    if angle is not None and angle < 0:
        y = -y
    y /= np.linalg.norm(y, axis=-1, keepdims=True)
    if unequal:
        x, y = (p * (1 + 1e-7 * rng.uniform(-1, 1, size)) for p in (x, y))
    v = rng.standard_normal((rows, dim))
    for _ in range(2):  # the first projection may leave little more than rounding
        v -= (np.vecdot(v, x) / np.vecdot(x, x))[:, None] * x
    v *= 10 ** rng.uniform(-8, 6, size) / np.linalg.norm(v, axis=-1, keepdims=True)
    v += 0.9e-6 * np.linalg.norm(v, axis=-1, keepdims=True) * rng.uniform(-1, 1, size) * x
    a = rng.standard_normal((rows, dim)) * 10 ** rng.uniform(-16, 0, size) - x
    far = np.arange(rows) % 3 == 0
    a[far] = rng.standard_normal((int(far.sum()), dim)) * 10 ** rng.uniform(-3, 3)
    return x, y, v, a


def sweep(rng: np.random.Generator, dim: int) -> Iterator[tuple[Inputs, list[Sphere]]]:
    """Batches with their exact results."""
    for angle in ANGLES if dim < 1000 else ANGLES[::2]:
        for unequal in (False, True):
            # Within rounding of each other, points of unequal norms have no angle that is theirs.
            if unequal and angle is not None and abs(angle) <= 1e-14:
                continue
            inputs = drawn(rng, dim, angle, unequal, 12 if dim < 100 else 1)
            apart = [
                bool((x != y).any() and (x != -y).any() and (x != -a).any()) for x, y, _, a in zip(*inputs, strict=True)
            ]
            inputs = tuple(array[apart] for array in inputs)
            yield inputs, [Sphere(*row) for row in zip(*inputs, strict=True)]


@pytest.mark.parametrize("dim", DIMENSIONS)
def test_sweep(dim: int, rng: np.random.Generator) -> None:
    met = dict.fromkeys(FUNCTIONS, 0)
    for inputs, references in sweep(rng, dim):
        for name, function in FUNCTIONS.items():
            for result, reference in zip(function(*inputs), references, strict=True):
                met[name] += 1
                assert reference.excess(name, result) <= 1, (name, reference)
    assert min(met.values()) >= (100 if dim < 100 else 7)


def test_points_that_coincide(rng: np.random.Generator) -> None:
    for dim in DIMENSIONS:
        x = sphere.normalize(rng.standard_normal((50, dim)))
        v = sphere.project_tangent(x, rng.standard_normal((50, dim)))
        assert not np.any(sphere.dist(x, x))
        assert not np.any(sphere.log(x, x))
        assert np.array_equal(sphere.exp(x, 0 * v), x) or np.max(np.abs(sphere.exp(x, 0 * v) - x)) <= 2.3e-16
        assert np.max(np.abs(sphere.transport(x, x, v) - v)) <= 1e-15 * np.max(np.abs(v))
        assert np.max(sphere.dist(x, -x)) == np.pi


def test_long_steps_turn_by_the_rest_of_the_circle() -> None:
    x, u = np.array([0.6, 0.8, 0.0]), np.array([0.0, 0.0, 1.0])
    for length in (1.0, 1e3, 1e6):
        expected = column(x) * arb(length).cos() + column(u) * arb(length).sin()
        assert relative_error(sphere.exp(x, length * u), expected) <= 2e-15 * length


@pytest.mark.parametrize("rows", [(), (2,)], ids=["single", "batch"])
@pytest.mark.parametrize("gap", [1e-12, 2.0**-61, 2.0**-63, 1e-100, 1e-160, 1e-300, 1e-310, 5e-324])
def test_no_digit_is_lost_next_to_the_antipode(gap: float, rows: tuple[int, ...]) -> None:
    """The way to a point that is off -x by (0, gap, 0) leaves x along (0, 1, 0), however small the gap."""
    x, y = np.array([1.0, gap, 0.0]), np.array([-1.0, 0.0, 0.0])
    for along, across in ((0.0, 0.0), (1.0, 2.0), (1e6, 1.0), (1e-250, 1e-250), (1e270, -1e270)):
        v = np.array([-gap * along, along, across])
        moved = sphere.transport(*(np.broadcast_to(w, rows + w.shape) for w in (x, y, v)))
        assert np.abs(moved - [0.0, -along, across]).max() <= 1e-15 * np.hypot(along, across)
    x, y = (np.broadcast_to(w, rows + w.shape) for w in (x, y))
    log = sphere.log(x, y)
    assert np.abs(log - np.pi * np.array([-gap, 1, 0]) + [0, gap, 0]).max() <= 1e-15
    half = [-0.5 * gap, 1.0, 0.0]  # the middle of the way, up to the square of the gap
    assert np.abs(sphere.geodesic(x, y, 0.5) - half).max() <= 1e-15


@pytest.mark.parametrize("gap", [1e-5, 2.0**-61, 2.0**-63, 1e-30, 1e-40])
def test_single_precision_next_to_the_antipode(gap: float) -> None:
    """Squares of what is left of a point there vanish sooner than in double precision."""
    x, y, v = (np.array([w] * 2, np.float32) for w in ([1.0, gap, 0.0], [-1.0, 0.0, 0.0], [-gap, 1.0, 2.0]))
    allowed = 2 * float(np.finfo(np.float32).eps)
    assert np.abs(sphere.transport(x, y, v) - [0.0, -1.0, 2.0]).max() <= allowed * np.sqrt(5)
    assert np.abs(sphere.log(x, y) - np.pi * np.array([-gap, 1, 0]) + [0, gap, 0]).max() <= allowed
    assert np.abs(sphere.geodesic(x, y, 0.5) - [-0.5 * gap, 1.0, 0.0]).max() <= allowed


def test_geodesics_and_projections_do_not_see_the_norms(rng: np.random.Generator) -> None:
    """Points as far from norm one as is taken stand for their directions, in a batch and alone."""
    for dim in (2, 3, 17):
        x, y, _, w = drawn(rng, dim, None, False, 12)
        x, y = x * (1 + 0.9e-6 * np.resize([1.0, -1.0, 0.5], (12, 1))), y * (1 - 0.9e-6)
        t = rng.uniform(-2, 2, 12)
        moved, tangent = sphere.geodesic(x, y, t), sphere.project_tangent(x, w)
        for k in range(12):
            a, b, c = (unit(column(p[k])) for p in (x, y, w))
            theta = Sphere(x[k], y[k], w[k], w[k]).dist
            time = arb(float(t[k]))
            exact = (a * (theta * (1 - time)).sin() + b * (theta * time).sin()) * (1 / theta.sin())
            allowed = 1e-15 * (2 + float(theta) * abs(t[k])) * max(1, 1 / (np.pi - float(theta)))
            across = c - a * dot(a, c)
            for got in (moved[k], sphere.geodesic(x[k], y[k], float(t[k]))):
                assert relative_error(got, exact) <= allowed
            for got in (tangent[k], sphere.project_tangent(x[k], w[k])):
                assert relative_error(got / np.linalg.norm(w[k]), across) * norm(across) <= 1e-15


def test_a_vector_too_long_to_carry_past_the_antipode_is_named() -> None:
    x, y = np.array([1.0, 1e-12, 0.0]), np.array([-1.0, 0.0, 0.0])
    for rows in ((), (2,)):
        arguments = [np.broadcast_to(w, rows + w.shape) for w in (x, y, np.array([0.0, 1e300, 0.0]))]
        with pytest.raises(ValueError, match=re.escape("<y, v> / (1 + <x, y>) must be finite")):
            sphere.transport(*arguments)


def textbook_transport(x: np.ndarray, y: np.ndarray, v: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        return v - (np.vecdot(y, v) / (1 + np.vecdot(x, y)))[:, None] * (x + y)


def textbook_log(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    cosine = np.clip(np.vecdot(x, y), -1, 1)
    with np.errstate(all="ignore"):
        return (np.arccos(cosine) / np.sqrt(1 - cosine**2))[:, None] * (y - cosine[:, None] * x)


MUTANTS: dict[str, Callable[[Any, Any, Any, Any], Any]] = {
    "dist": lambda x, y, v, a: np.arccos(np.clip(np.vecdot(x, y), -1, 1)),
    "log": lambda x, y, v, a: textbook_log(x, y),
    "exp": lambda x, y, v, a: sphere.exp(x, v * (1 + 1e-14)),
    "transport": lambda x, y, v, a: textbook_transport(x, y, v),
    "relaxed": lambda x, y, v, a: sphere.normalize(x * (1 + 1e-14) + a),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_the_figures_bite(name: str, rng: np.random.Generator) -> None:
    excess = 0.0
    for inputs, references in sweep(rng, 8):
        for result, reference in zip(MUTANTS[name](*inputs), references, strict=True):
            if np.all(np.isfinite(result)):
                excess = max(excess, reference.excess(name, result))
    assert excess > 2
