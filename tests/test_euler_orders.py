"""Orders and error constants against closed forms and DOP853, stability limits, and the terms of a split block."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from svflow_math import attention, euler, flow
from tests.mixtures import random_mixtures

Field = Callable[[NDArray, float], NDArray]
MEANS, KAPPAS, LOG_PRIOR = (a[0] for a in random_mixtures(np.random.default_rng(1), 1, 3, 4))
KAPPAS = np.array([1.0, 2.0, 0.7])
X = np.array([0.5, -0.5, 0.1, 0.7]) / np.linalg.norm([0.5, -0.5, 0.1, 0.7])


def score(x: NDArray, t: float = 0.0) -> NDArray:
    return flow.score(x, MEANS, KAPPAS, LOG_PRIOR)


def tangent(x: NDArray, u: NDArray) -> NDArray:
    return u - np.sum(x * u, axis=-1, keepdims=True) * x


def exact(field: Field, x: NDArray, time: float) -> NDArray:
    """The flow for a short time: 40 steps of fourth order leave nothing but rounding."""
    return euler.solve(x, field, time / 40, 40, method="rk4")[-1]


def along(field: Callable[[NDArray], NDArray], x: NDArray, v: NDArray) -> NDArray:
    """D field [v] by a central difference of fourth order."""
    h = 1e-3
    near, far = (field(x + s * h * v) - field(x - s * h * v) for s in (1, 2))
    return (8 * near - far) / (12 * h)


def fitted(steps: NDArray, errors: NDArray) -> float:
    return float(np.polyfit(np.log(steps), np.log(errors), 1)[0])


def one_component(x: NDArray, t: float = 0.0) -> NDArray:
    return np.broadcast_to([1.5, 0.0, 0.0], x.shape)


@pytest.mark.parametrize("method", ["relaxed", "exponential", "projective"])
def test_first_order_against_the_closed_form(method: str) -> None:
    start = np.array([-0.28, 0.96, 0.0])
    end = flow.single_component_flow(start, [1.0, 0.0, 0.0], 1.5, 1.0)
    counts = np.array([64, 128, 256, 512])
    errors = [np.linalg.norm(euler.solve(start, one_component, 1 / n, int(n), method)[-1] - end) for n in counts]
    assert abs(fitted(1 / counts, np.array(errors)) - 1) < 0.1


@pytest.mark.parametrize(("method", "sign"), [("relaxed", 1), ("exponential", -1), ("projective", -1)])
def test_error_constants_of_one_component(method: str, sign: int) -> None:
    """x(h) - step = h^2/2 (P H v +- <x, g> v), H = 0: length and direction, to one per cent."""
    start, h = np.array([-0.28, 0.96, 0.0]), 1e-3
    g = one_component(start)
    error = flow.single_component_flow(start, [1.0, 0.0, 0.0], 1.5, h) - euler.step(start, g, h, method)
    derived = sign * (start @ g) * tangent(start, g) / 2
    assert np.linalg.norm(error / h**2 - derived) < 0.01 * np.linalg.norm(derived)


@pytest.mark.parametrize(("method", "sign"), [("relaxed", 1), ("exponential", -1), ("projective", -1)])
def test_error_constants_of_a_mixture(method: str, sign: int) -> None:
    h, g = 1e-4, score(X)
    v, law, scores = tangent(X, g), flow.posterior(X, MEANS, KAPPAS, LOG_PRIOR), KAPPAS[:, None] * MEANS
    curvature = (law * (scores @ v)) @ scores - (g @ v) * g  # the covariance of the scores, applied to v
    derived = (tangent(X, curvature) + sign * (X @ g) * v) / 2
    error = exact(score, X, h) - euler.step(X, g, h, method)
    assert np.linalg.norm(error / h**2 - derived) < 0.01 * np.linalg.norm(derived)
    other = (tangent(X, curvature) - sign * (X @ g) * v) / 2  # of the other form
    assert np.linalg.norm(error / h**2 - other) > 0.1 * np.linalg.norm(derived)


@pytest.fixture(scope="module")
def reference() -> NDArray:
    def velocity(t: float, y: NDArray) -> NDArray:
        x = y / np.linalg.norm(y)
        return tangent(x, score(x))

    found = solve_ivp(velocity, (0, 2), X, method="DOP853", rtol=1e-12, atol=1e-12)
    return found.y[:, -1] / np.linalg.norm(found.y[:, -1])


@pytest.mark.parametrize(
    ("method", "order"),
    [("relaxed", 1), ("exponential", 1), ("projective", 1), ("heun", 2), ("midpoint", 2), ("rk4", 4)],
)
def test_order_on_a_mixture(method: str, order: int, reference: NDArray) -> None:
    counts = np.array([16, 32, 64]) if order == 4 else np.array([128, 256, 512])
    errors = [np.linalg.norm(euler.solve(X, score, 2 / n, int(n), method)[-1] - reference) for n in counts]
    assert abs(fitted(1 / counts, np.array(errors)) - order) < 0.1


def test_a_method_sold_as_of_higher_order_is_seen(reference: NDArray) -> None:
    """Heun's method without its second stage in place, and a midpoint whose velocity is not brought back."""
    counts = np.array([128, 256, 512])

    def run(step: Callable[[NDArray, float], NDArray], count: int) -> NDArray:
        x = X
        for _ in range(count):
            x = step(x, 2 / count)
        return x

    def lazy_heun(x: NDArray, h: float) -> NDArray:
        return euler.step(x, (tangent(x, score(x)) + tangent(x, score(x))) / 2, h)

    errors = np.array([np.linalg.norm(run(lazy_heun, int(n)) - reference) for n in counts])
    assert abs(fitted(1 / counts, errors) - 2) > 0.5

    def loose_midpoint(x: NDArray, h: float) -> NDArray:
        middle = euler.step(x, score(x), h / 2, "exponential")
        w = tangent(middle, score(middle))
        return np.cos(h * np.linalg.norm(w)) * x + np.sinc(h * np.linalg.norm(w) / np.pi) * h * w

    assert abs(np.linalg.norm(loose_midpoint(X, 0.5)) - 1) > 1e-3


def grows(method: str, h_kappa: float) -> bool:
    """Whether a small angle to the mean of one component has grown after many steps."""
    x = np.array([np.cos(1e-4), np.sin(1e-4)])
    for _ in range(500):
        x = euler.step(x, np.array([h_kappa, 0.0]), 1.0, method)
    return bool(abs(x[1]) > 1e-4)


@pytest.mark.parametrize("method", ["exponential", "projective"])
def test_stability_limit_at_the_mean(method: str) -> None:
    low, high = 1.9, 2.1
    while high - low > 5e-4:
        middle = (low + high) / 2
        low, high = (low, middle) if grows(method, middle) else (middle, high)
    assert abs((low + high) / 2 - 2) < 1e-3


def test_the_relaxed_step_has_no_limit() -> None:
    theta = np.linspace(1e-3, np.pi - 1e-3, 200)
    x = np.stack([np.cos(theta), np.sin(theta)], axis=-1)
    for h_kappa in np.geomspace(1e-3, 1e6, 28):
        moved = euler.step(x, [h_kappa, 0.0], 1.0)
        after = np.arctan2(moved[:, 1], moved[:, 0])
        assert (after < theta).all()
        np.testing.assert_allclose(1 / np.tan(after), 1 / np.tan(theta) + h_kappa / np.sin(theta), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("method", ["exponential", "projective"])
def test_stability_limit_at_a_fixed_point_of_a_mixture(method: str) -> None:
    """h (<x, g> - lambda_min) = 2, by the growth of the error in one step near the limit."""
    x = euler.solve(X, score, 1.0, 500)[-1]
    g, law, scores = score(x), flow.posterior(x, MEANS, KAPPAS, LOG_PRIOR), KAPPAS[:, None] * MEANS
    assert np.linalg.norm(tangent(x, g)) < 1e-12
    covariance = (scores.T * law) @ scores - np.outer(g, g)
    basis = np.linalg.svd(x[None])[2][1:]
    values, vectors = np.linalg.eigh(basis @ covariance @ basis.T)
    limit = 2 / (x @ g - values[0])
    assert (values < x @ g).all()  # the Riemannian Hessian is negative definite
    near = x + 1e-5 * basis.T @ vectors[:, 0]
    near /= np.linalg.norm(near)

    def growth(h: float) -> float:
        return float(np.linalg.norm(euler.step(near, score(near), h, method) - x) / np.linalg.norm(near - x))

    low, high = 0.9 * limit, 1.1 * limit
    while high - low > 1e-4 * limit:
        middle = (low + high) / 2
        low, high = (low, middle) if growth(middle) > 1 else (middle, high)
    assert abs(low / limit - 1) < 1e-3
    for h in np.geomspace(1e-2, 1e6, 9):  # (1 + h lambda) / (1 + h c) in the relaxed step
        moved = np.linalg.norm(euler.step(near, score(near), h) - x) / np.linalg.norm(near - x)
        assert abs(moved - (1 + h * values[0]) / (1 + h * (x @ g))) < 1e-3


def test_an_infinite_step_is_the_mean_shift() -> None:
    g = score(X)
    np.testing.assert_allclose(euler.step(X, g, 1e12), g / np.linalg.norm(g), atol=1e-11)
    keys = MEANS
    hopfield = attention.attend(X[None], keys, keys, scale=2.0)[0]
    shift = flow.score(X, keys, np.full(3, 2.0))
    np.testing.assert_allclose(shift / np.linalg.norm(shift), hopfield / np.linalg.norm(hopfield), atol=1e-14)


RNG = np.random.default_rng(7)
CONTEXT, VALUES = RNG.standard_normal((2, 6, 4))
W_IN, W_OUT = RNG.standard_normal((8, 4)), RNG.standard_normal((4, 8)) / 4


def attention_layer(x: NDArray, t: float = 0.0) -> NDArray:
    return attention.attend(x[None], CONTEXT, VALUES, scale=0.5)[0]


def feed_forward_layer(x: NDArray, t: float = 0.0) -> NDArray:
    return W_OUT @ np.tanh(W_IN @ x)


@pytest.mark.parametrize("method", ["relaxed", "exponential", "projective"])
def test_a_block_is_a_splitting_method(method: str) -> None:
    """Attention, then the feed-forward layer: the leading error term by term, to one per cent."""
    h = 1e-4

    def a(y: NDArray) -> NDArray:
        return tangent(y, attention_layer(y))

    def b(y: NDArray) -> NDArray:
        return tangent(y, feed_forward_layer(y))

    middle = euler.step(X, attention_layer(X), h, method)
    end = euler.step(middle, feed_forward_layer(middle), h, method)
    whole = exact(lambda y, t: attention_layer(y) + feed_forward_layer(y), X, h)
    commutator = along(b, X, a(X)) - along(a, X, b(X))
    derived = (commutator - tangent(X, along(a, X, a(X))) - tangent(X, along(b, X, b(X)))) / 2
    if method == "relaxed":
        derived = derived - (X @ attention_layer(X)) * a(X) - (X @ feed_forward_layer(X)) * b(X)
    assert np.linalg.norm(commutator) > 0.1 * np.linalg.norm(derived)
    assert np.linalg.norm((end - whole) / h**2 - derived) < 0.01 * np.linalg.norm(derived)
    split = exact(feed_forward_layer, exact(attention_layer, X, h), h)  # exact subflows: the commutator alone
    assert np.linalg.norm((whole - split) / h**2 + commutator / 2) < 0.01 * np.linalg.norm(commutator)
    together = euler.step(X, attention_layer(X) + feed_forward_layer(X), h, "projective")  # a parallel block

    def both(y: NDArray) -> NDArray:
        return a(y) + b(y)

    acceleration = tangent(X, along(both, X, both(X)))
    assert np.linalg.norm((together - whole) / h**2 + acceleration / 2) < 0.01 * np.linalg.norm(acceleration)
