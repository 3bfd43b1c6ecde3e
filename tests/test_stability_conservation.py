"""What gradient flow conserves, along accurate integrations for three losses, and that nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

from svflow_math.stability import balance_invariant
from tests.oracles.attention_gradients import LOSSES, TOKENS, Gate, Heads, Loss, Neurons, Params

Law = Callable[[Params], Any]
TIME = 0.5
SHORT = 0.04  # within which no ReLU passes its kink
DRIFT = 1e-10  # allowed to what is conserved
MOVED = 1e-3  # by what is not

PLAIN, ROTARY, BIASED, GROUPED = Heads(), Heads(rotary=True), Heads(bias=True), Heads(heads=2)
NORMALIZED, PADDED = Heads(eps=0.0), Heads(eps=0.5)
EVERYTHING = Heads(heads=2, rotary=True, bias=True, eps=0.0)
MODELS = (PLAIN, ROTARY, BIASED, GROUPED, NORMALIZED, PADDED, EVERYTHING, Gate(), Gate(False), Neurons(), Neurons(True))


def flat(params: Params) -> NDArray:
    return np.concatenate([p.ravel() for p in params.values()])


def shaped(state: NDArray, like: Params) -> Params:
    ends = np.cumsum([p.size for p in like.values()])[:-1]
    return {name: part.reshape(like[name].shape) for name, part in zip(like, np.split(state, ends), strict=True)}


@cache
def trajectory(model: Any, loss: Loss, decay: float = 0.0, adaptive: bool = False) -> tuple[Params, ...]:
    """States of gradient flow at five times; `adaptive` divides each gradient entry by its size, as Adam does."""
    start = model.start()

    def velocity(_: float, state: NDArray) -> NDArray:
        gradient = flat(model.gradients(shaped(state, start), loss)[1])
        return -(gradient / np.sqrt(gradient**2 + 0.01) if adaptive else gradient) - decay * state

    times = np.linspace(0, SHORT if model == Neurons() else TIME, 5)
    done = solve_ivp(
        velocity, (0, times[-1]), flat(start), "DOP853", times, rtol=1e-8 if adaptive else 1e-12, atol=1e-13
    )
    assert done.success
    assert np.abs(done.y[:, -1] - done.y[:, 0]).max() > 0.05
    return tuple(shaped(state, start) for state in done.y.T)


def change(law: Law, states: tuple[Params, ...]) -> float:
    values = [np.asarray(law(p)) for p in states]
    return float(max(np.abs(value - values[0]).max() for value in values))


def matrix(p: Params) -> NDArray:
    """W_Q W_Q^T - W_K W_K^T of the first head."""
    return balance_invariant(p["w_q"][0], p["w_k"])


def planes(p: Params) -> NDArray:
    return balance_invariant(p["w_q"][0], p["w_k"], rotary=True)


def with_biases(p: Params) -> NDArray:
    w_q, w_k = (np.column_stack(pair) for pair in ((p["w_q"][0], p["b_q"][0]), (p["w_k"], p["b_k"])))
    return balance_invariant(w_q, w_k)


def summed(p: Params) -> NDArray:
    """The query maps of the group side by side, zeros beside the key map."""
    return balance_invariant(np.concatenate(p["w_q"], axis=1), np.pad(p["w_k"], ((0, 0), (0, p["w_k"].shape[1]))))


def sizes(p: Params) -> list[float]:
    """|W_Q|_F per head and |W_K|_F, each with its bias where there is one: all that the norms see is scaled."""
    with_bias = "b_q" in p
    queries = [(q**2).sum() + (p["b_q"][h] ** 2).sum() * with_bias if with_bias else (q**2).sum()
               for h, q in enumerate(p["w_q"])]  # fmt: skip
    return [*queries, (p["w_k"] ** 2).sum() + ((p["b_k"] ** 2).sum() if with_bias else 0.0)]


def values(p: Params) -> NDArray:
    """W_V W_V^T - sum_h W_O^T W_O."""
    return p["w_v"] @ p["w_v"].T - np.einsum("hdm,hdn->mn", p["w_o"], p["w_o"])


def gate_sums(p: Params) -> NDArray:
    return np.append(p["w"].sum(0), p["b"].sum())


def router_less_experts(p: Params) -> float:
    return float((p["w"] ** 2).sum() - (p["m"] ** 2).sum())


def neurons(p: Params) -> NDArray:
    return (p["w_in"] ** 2).sum(1) + p["b"] ** 2 - (p["w_out"] ** 2).sum(0)


def neurons_without_bias(p: Params) -> NDArray:
    return (p["w_in"] ** 2).sum(1) - (p["w_out"] ** 2).sum(0)


CONSERVED = [
    (PLAIN, matrix), (PLAIN, planes), (PLAIN, values),
    (ROTARY, planes), (ROTARY, values),
    (BIASED, with_biases), (BIASED, values),
    (GROUPED, summed), (GROUPED, values),
    (NORMALIZED, sizes), (NORMALIZED, values),
    (PADDED, values),
    (EVERYTHING, sizes), (EVERYTHING, values),
    (Gate(), gate_sums),
    (Neurons(), neurons),
]  # fmt: skip

NOT_CONSERVED = [
    (PLAIN, sizes),
    (ROTARY, matrix), (ROTARY, sizes),
    (BIASED, matrix),
    (GROUPED, matrix),
    (NORMALIZED, matrix), (NORMALIZED, planes),
    (PADDED, sizes), (PADDED, matrix),
    (EVERYTHING, summed), (EVERYTHING, planes),
    (Gate(), router_less_experts), (Gate(False), gate_sums),
    (Neurons(), neurons_without_bias), (Neurons(True), neurons),
]  # fmt: skip

by_loss = pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)


def cases(listed: list[tuple[Any, Law]]) -> pytest.MarkDecorator:
    ids = [f"{law.__name__} of {model!r}" for model, law in listed]
    return pytest.mark.parametrize(("model", "law"), listed, ids=ids)


@by_loss
@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_gradients_are_derivatives(model: Any, loss: Loss) -> None:
    """In a random direction, by a complex step: exact to rounding."""
    params = model.start()
    rng = np.random.default_rng(3)
    direction = {name: rng.standard_normal(p.shape) for name, p in params.items()}
    stepped = {name: p + 1e-30j * direction[name] for name, p in params.items()}
    expected = model.gradients(stepped, loss)[0].imag * 1e30
    found = flat(model.gradients(params, loss)[1]) @ flat(direction)
    assert found == pytest.approx(expected, rel=1e-12)


@by_loss
@cases(CONSERVED)
def test_law_holds(model: Any, law: Law, loss: Loss) -> None:
    assert change(law, trajectory(model, loss)) < DRIFT


@by_loss
@cases(NOT_CONSERVED)
def test_law_fails_where_its_hypotheses_are_dropped(model: Any, law: Law, loss: Loss) -> None:
    assert change(law, trajectory(model, loss)) > MOVED


@by_loss
def test_no_relu_passes_its_kink(loss: Loss) -> None:
    patterns = [TOKENS @ p["w_in"].T + p["b"] > 0 for p in trajectory(Neurons(), loss)]
    assert 0 < patterns[0].sum() < patterns[0].size
    assert all(np.array_equal(pattern, patterns[0]) for pattern in patterns)


@by_loss
def test_laws_decay_with_the_weights(loss: Loss) -> None:
    decay = 0.7
    for model, law in ((PLAIN, matrix), (ROTARY, planes), (PLAIN, values)):
        states = trajectory(model, loss, decay)
        expected = [np.exp(-2 * decay * t) * law(states[0]) for t in np.linspace(0, TIME, 5)]
        assert max(np.abs(law(p) - e).max() for p, e in zip(states, expected, strict=True)) < DRIFT
        assert change(law, states) > MOVED


@by_loss
def test_adaptive_steps_conserve_nothing(loss: Loss) -> None:
    for model, law in ((PLAIN, matrix), (PLAIN, values), (ROTARY, planes)):
        assert change(law, trajectory(model, loss, adaptive=True)) > MOVED


@by_loss
def test_a_step_of_descent_changes_the_balance_by_the_square_of_its_length(loss: Loss) -> None:
    start = PLAIN.start()
    gradient = PLAIN.gradients(start, loss)[1]
    changes = []
    for step in (1e-2, 1e-3):
        moved = {name: p - step * gradient[name] for name, p in start.items()}
        changes.append((matrix(moved) - matrix(start)) / step**2)
    drift = gradient["w_q"][0] @ gradient["w_q"][0].T - gradient["w_k"] @ gradient["w_k"].T
    scale = np.abs(drift).max()
    assert np.abs(changes - drift).max() < 1e-8 * scale
    assert scale > 1e-3


def test_balance_keeps_its_digits_where_maps_agree() -> None:
    rng = np.random.default_rng(5)
    w_k = rng.standard_normal((4, 8))
    w_q = w_k * (1 + 1e-9 * rng.standard_normal((4, 8)))
    q, k = (np.array([[Fraction(float(x)) for x in row] for row in w]) for w in (w_q, w_k))
    expected = (q @ q.T - k @ k.T).astype(float)
    scale = np.abs(expected).max()
    assert np.abs(balance_invariant(w_q, w_k) - expected).max() < 4e-15 * scale
    assert np.abs(w_q @ w_q.T - w_k @ w_k.T - expected).max() > 1e-9 * scale
