"""Two experts under gradient flow with the real losses: growth, first integral, threshold, restoring rates."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.stats import norm

from svflow_math.stability import collapse_eigenvalues, replicator_field

R = np.array([0.6, -0.3, 0.9])
SIZE = float(np.linalg.norm(R))
ALPHA = 0.8
Balancing = Callable[[NDArray], NDArray]  # from the two gates to the gradient of the loss in the two logits


def unbalanced(g: NDArray) -> NDArray:
    return np.zeros(2)


def kl_to_uniform(g: NDArray) -> NDArray:
    """The gradient of -alpha (log g_0 + log g_1)/2."""
    return ALPHA * (g - 0.5)


def switch_stopped(g: NDArray) -> NDArray:
    """The gradient of 2 alpha sum_l f_l g_l with f = g held fixed."""
    return 2 * ALPHA * g * (g - g @ g)


def switch_differentiated(g: NDArray) -> NDArray:
    """The gradient of 2 alpha sum_l g_l^2."""
    return 2 * switch_stopped(g)


RATES: dict[Balancing, float] = {kl_to_uniform: ALPHA / 2, switch_stopped: ALPHA / 2, switch_differentiated: ALPHA}


def gates_of(logits: NDArray) -> NDArray:
    mass = np.exp(logits - logits.max())
    return mass / mass.sum()


def flow(start: NDArray, times: NDArray, balancing: Balancing = unbalanced, decay: float = 0.0) -> NDArray:
    """States (E_0, E_1, a_0, a_1) along gradient flow of <r, y> and the balancing loss, with decay of the experts."""

    def velocity(_: float, state: NDArray) -> NDArray:
        experts, g = state[:6].reshape(2, 3), gates_of(state[6:])
        pull = experts @ R
        logits = -g * (pull - g @ pull) - balancing(g)
        return np.concatenate([(-g[:, None] * R - decay * experts).ravel(), logits])

    done = solve_ivp(velocity, (0, times[-1]), start, "DOP853", times, rtol=1e-10, atol=1e-14)
    assert done.success
    return done.y.T


def nearly_symmetric(size: float) -> NDArray:
    """A start near the symmetric state, with some of every mode."""
    return size * np.array([0.2, 0.5, -0.4, 0.1, -0.3, 0.6, 0.7, -0.2])


def reduced(states: NDArray) -> tuple[NDArray, NDArray]:
    """<N(r), D> and eta."""
    return (states[:, :3] - states[:, 3:6]) @ R / SIZE, states[:, 6] - states[:, 7]


def rate(times: NDArray, states: NDArray) -> float:
    """The slope of log |(<N(r), D>, eta)| between the last two times."""
    sizes = np.hypot(*reduced(states))
    return float(np.log(sizes[-1] / sizes[-2]) / (times[-1] - times[-2]))


def test_grows_at_the_eigenvalue_while_linear() -> None:
    times = np.array([0.0, 15.0, 20.0])
    states = flow(nearly_symmetric(1e-8), times)
    larger, smaller = collapse_eigenvalues(SIZE)
    assert abs(reduced(states)[1][-1]) < 0.01
    assert rate(times, states) == pytest.approx(SIZE / 2, rel=0.01)
    assert (larger, smaller) == pytest.approx((SIZE / 2, -SIZE / 2), rel=1e-15)


def test_first_integral_is_kept_through_the_collapse() -> None:
    states = flow(nearly_symmetric(0.1), np.linspace(0, 12, 40))
    difference, eta = reduced(states)
    integral = difference**2 / 2 - np.cosh(eta)
    assert np.abs(eta).max() > 3
    assert np.abs(integral - integral[0]).max() < 1e-8 * np.cosh(eta).max()
    assert np.ptp(difference**2 - np.cosh(eta)) > 1  # another combination moves


@pytest.mark.parametrize("balancing", RATES, ids=lambda f: f.__name__)
def test_threshold_of_decay_and_balancing(balancing: Balancing) -> None:
    """The decay at which the growth changes its sign, by bisection, is |r|^2/(4 c)."""
    expected = SIZE**2 / (4 * RATES[balancing])
    low, high = 0.5 * expected, 1.7 * expected
    times = np.array([0.0, 20.0, 30.0])
    for _ in range(9):
        middle = (low + high) / 2
        if rate(times, flow(nearly_symmetric(1e-4), times, balancing, middle)) > 0:
            low = middle
        else:
            high = middle
    assert (low + high) / 2 == pytest.approx(expected, rel=0.01)
    assert collapse_eigenvalues(SIZE, RATES[balancing], 0.99 * expected)[0] > 0
    assert collapse_eigenvalues(SIZE, RATES[balancing], 1.01 * expected)[0] < 0


@pytest.mark.parametrize("balancing", RATES, ids=lambda f: f.__name__)
def test_balancing_alone_slows_and_does_not_stop(balancing: Balancing) -> None:
    times = np.array([0.0, 15.0, 25.0])
    measured = rate(times, flow(nearly_symmetric(1e-6), times, balancing))
    assert 0 < measured < 0.9 * SIZE / 2
    assert measured == pytest.approx(float(collapse_eigenvalues(SIZE, RATES[balancing])[0]), rel=0.01)


def test_decay_alone_does_not_stop() -> None:
    times = np.array([0.0, 15.0, 25.0])
    measured = rate(times, flow(nearly_symmetric(1e-6), times, decay=1.0))
    assert measured == pytest.approx(float(collapse_eigenvalues(SIZE, 0.0, 1.0)[0]), rel=0.01)
    assert measured > 0


def test_counted_tokens_restore_by_their_density_at_the_border() -> None:
    """Tokens at the quantiles of a normal law: 2 alpha (f_0 P_0 + f_1 P_1) with counts f and mean gates P."""
    offsets = 1.3 * norm.ppf((np.arange(200_000) + 0.5) / 200_000)
    eta = 0.02
    gates = 1 / (1 + np.exp(-(eta + offsets)))
    counted = np.mean(eta + offsets > 0)
    slope = np.mean(gates * (1 - gates))  # of the mean gate
    velocity = -2 * (2 * ALPHA * (counted * slope - (1 - counted) * slope))
    even = 1 / (1 + np.exp(-offsets))
    expected = 8 * ALPHA * norm.pdf(0, scale=1.3) * np.mean(even * (1 - even))
    assert -velocity / eta == pytest.approx(expected, rel=0.01)


def test_growth_keeps_its_digits_under_strong_balancing() -> None:
    """|r|^2/(4 c) up to |r|^2/(4 c^2) of itself, where the textbook form has no digit left."""
    larger = collapse_eigenvalues(1.0, 1e12)[0]
    assert larger == pytest.approx(1 / 4e12, rel=4e-16)
    assert (np.sqrt(4 * 1e24 + 4) - 2e12) / 4 == 0.0


def test_eigenvalues_are_those_of_the_matrix() -> None:
    rng = np.random.default_rng(0)
    size, restoring, decay = rng.uniform(0, 3, (3, 50))
    matrix = np.stack([np.stack([-decay, -size / 2], -1), np.stack([-size / 2, -restoring], -1)], -2)
    expected = np.linalg.eigvalsh(matrix)[:, ::-1]
    assert np.abs(collapse_eigenvalues(size, restoring, decay) - expected).max() < 4e-15
    assert collapse_eigenvalues(0.0).tolist() == [0.0, 0.0]


def test_replicator_field_is_the_velocity_of_the_gates() -> None:
    """Against the softmax of logits that gradient descent has moved a little."""
    rng = np.random.default_rng(1)
    logits, experts, delta = rng.standard_normal(5), rng.standard_normal((5, 4)), rng.standard_normal(4)
    g = gates_of(logits)
    pull = experts @ delta
    push = -g * (pull - g @ pull)
    small = 1e-5
    expected = (gates_of(logits + small * push) - gates_of(logits - small * push)) / (2 * small)
    field = replicator_field(g, delta, experts)
    assert np.abs(field - expected).max() < 1e-9
    assert abs(field.sum()) < 1e-15
    fisher_rao = -g * (pull - g @ pull)
    assert np.linalg.norm(np.cross(field[:3], fisher_rao[:3])) > 0.01 * np.linalg.norm(field)


def test_replicator_field_of_two_experts_is_slowed_by_both_gates() -> None:
    rng = np.random.default_rng(2)
    g = rng.uniform(0, 1, 20)
    experts, delta = rng.standard_normal((20, 2, 3)), rng.standard_normal((20, 3))
    gap = np.vecdot(experts[:, 0] - experts[:, 1], delta)
    expected = -2 * (g * (1 - g)) ** 2 * gap
    field = replicator_field(np.stack([g, 1 - g], -1), delta, experts)
    assert np.abs(field - np.stack([expected, -expected], -1)).max() < 1e-15
    assert not replicator_field([1.0, 0.0], delta[0], experts[0]).any()
    assert not replicator_field([1.0], delta[0], experts[0, :1]).any()
