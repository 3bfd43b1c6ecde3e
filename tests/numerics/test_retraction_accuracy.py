"""Retractions against proved balls, of points as far from norm one as is taken: they stand for their directions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from flint import arb, arb_mat, ctx

from svflow_math import retraction
from tests.oracles.sphere_flint import DIGITS, EPS, column, dot, norm, unit


@pytest.fixture(autouse=True)
def digits() -> Iterator[None]:
    ctx.dps = DIGITS
    yield
    ctx.default()


def projective(x: arb_mat, v: arb_mat) -> tuple[arb_mat, Any]:
    return unit(unit(x) + v - unit(x) * dot(unit(x), v)), 1


def inverse_projective(x: arb_mat, y: arb_mat) -> tuple[arb_mat, Any]:
    return unit(y) * (1 / dot(unit(x), unit(y))) - unit(x), 1 / dot(unit(x), unit(y))


def relaxed(x: arb_mat, a: arb_mat) -> tuple[arb_mat, Any]:
    total = unit(x) + a
    return unit(total), 1 + 1 / norm(total)


def relaxed_tangent(x: arb_mat, a: arb_mat) -> tuple[arb_mat, Any]:
    room = 1 + dot(unit(x), a)
    tangent = (a - unit(x) * dot(unit(x), a)) * (1 / room)
    return tangent, (1 + norm(a)) / room * (1 + 1 / norm(tangent))


def residual_direction(y: arb_mat, f: arb_mat) -> tuple[arb_mat, Any]:
    return unit(y + f), (norm(y) + norm(f)) / norm(y + f)


def residual_tangent(y: arb_mat, f: arb_mat) -> tuple[arb_mat, Any]:
    room = norm(y) + dot(unit(y), f)
    tangent = (f - unit(y) * dot(unit(y), f)) * (1 / room)
    return tangent, (norm(y) + norm(f)) / room * (1 + 1 / norm(tangent))


def drawn(rng: np.random.Generator, dim: int) -> tuple[np.ndarray, ...]:
    """Points, points in their hemispheres, vectors that are tangent as far as is asked, and updates, 24 of each."""
    x, u = rng.standard_normal((2, 24, dim))
    off = 1 + 0.9e-6 * np.resize([1.0, -1.0, 0.3], (24, 1))
    x /= np.linalg.norm(x, axis=-1, keepdims=True)
    u -= np.vecdot(u, x)[:, None] * x
    u /= np.linalg.norm(u, axis=-1, keepdims=True)
    angle = np.linspace(0.05, 1.5, 24)[:, None]
    y = np.cos(angle) * x + np.sin(angle) * u
    v = 10 ** rng.uniform(-3, 3, (24, 1)) * (u + 0.8e-6 * np.resize([1.0, -1.0], (24, 1)) * x)
    a = rng.uniform(-0.99, 2, (24, 1)) * x + 10 ** rng.uniform(-3, 1, (24, 1)) * u  # near the antipode, and far from it
    return x * off, y / off, v, a


# What it is, which of the arguments it takes beside the points, and the scale of both.
FUNCTIONS: dict[str, tuple[Callable[..., tuple[arb_mat, Any]], int, float]] = {
    "projective": (projective, 2, 1.0),
    "inverse_projective": (inverse_projective, 1, 1.0),
    "relaxed": (relaxed, 3, 1.0),
    "relaxed_tangent": (relaxed_tangent, 3, 1.0),
    "residual_direction": (residual_direction, 3, 1.0),
    "residual_tangent": (residual_tangent, 3, 1.0),
    "residual_direction, long": (residual_direction, 3, 1e200),
    "residual_tangent, long": (residual_tangent, 3, 1e100),
}


@pytest.mark.parametrize("dim", [2, 3, 17])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_points_stand_for_their_directions(rng: np.random.Generator, name: str, dim: int) -> None:
    exact, second, scale = FUNCTIONS[name]
    function = getattr(retraction, name.partition(",")[0])
    arguments = drawn(rng, dim)
    first, other = scale * arguments[0], scale * arguments[second]
    for both, x, y in zip(function(first, other), first, other, strict=True):
        wanted, condition = exact(column(x), column(y))
        for got in (both, function(x, y)):
            error = norm(column(got) - wanted) / (EPS * norm(wanted) * condition)
            assert error < 8, (x, y)


def test_the_components_of_normalised_vectors(rng: np.random.Generator) -> None:
    """RMSNorm and LayerNorm from their definitions, eps of every size beside the mean square."""
    for dim in (2, 3, 17):
        y = rng.standard_normal((20, dim)) * 10 ** rng.uniform(-3, 3, (20, 1)) + 1
        gain, bias = rng.standard_normal((2, dim))
        eps = 10 ** rng.uniform(-8, 8, 20)
        rms, layer = retraction.rms_norm(y, gain, eps), retraction.layer_norm(y, gain, bias, eps)
        for k in range(20):
            w = column(y[k])
            mean = sum(w.entries(), start=arb(0)) / dim
            centred = w - column([mean] * dim)
            for got, vector, shift, size in (
                (rms[k], w, 0 * bias, 1.0),
                (layer[k], centred, bias, 1 + float(abs(mean) / norm(centred))),
            ):
                scale = 1 / (dot(vector, vector) / dim + arb(float(eps[k]))).sqrt()
                for j in range(dim):
                    wanted = arb(float(gain[j])) * vector[j, 0] * scale + arb(float(shift[j]))
                    allowed = 8 * EPS * size * (abs(gain[j]) * float(norm(vector) * scale) + abs(shift[j]))
                    assert abs(arb(float(got[j])) - wanted) < allowed


def test_one_row_alone_and_what_is_not_given() -> None:
    """Gains of one, biases of zero, eps of zero; a row alone takes another way than a block."""
    y = np.array([1.0, 2.0, 4.5, -3.0])
    rms, centred = y / np.sqrt(np.mean(y * y)), y - y.mean()
    layer = centred / np.sqrt(np.mean(centred**2))
    for function, expected in ((retraction.rms_norm, rms), (retraction.layer_norm, layer)):
        for given in (y, y[None], np.stack([y] * 3)):
            assert np.abs(function(given) - expected).max() <= 8 * EPS
        assert np.array_equal(function(y, eps=0.0), function(y))
        assert np.abs(function(y, 2 * y, eps=0.5) - 2 * y * function(y, eps=0.5)).max() <= 32 * EPS
    assert np.abs(retraction.layer_norm(y, bias=y) - (layer + y)).max() <= 8 * EPS


@pytest.mark.parametrize("exponent", [511, 500, -500, -511, -530])
def test_eps_beside_rows_of_extreme_length(exponent: int) -> None:
    """An eps as large as the mean square halves the square of what comes out, whatever the scale of both."""
    y = np.ldexp(np.array([[1.0, -1.0], [1.0, -1.0]]), exponent)
    eps = np.ldexp(1.0, 2 * exponent)
    for function in (retraction.rms_norm, retraction.layer_norm):
        for given in (y, y[0]):
            assert np.abs(np.abs(function(given, eps=eps)) - np.sqrt(0.5)).max() <= 4 * EPS
