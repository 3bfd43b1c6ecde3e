"""What gates, mixtures and layers are given: what the checks hand on, and refusals word by word."""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np
import pytest

from svflow_math import experts
from svflow_math.numerics.experts_inputs import Result, feed_forward_inputs, first, gate_inputs, largest, mixture_inputs

X = np.array([[1.0, 0.0], [0.0, 2.0], [-1.0, 1.0]])
W = np.array([[1.0, 2.0], [-1.0, 0.5], [0.0, 1.0], [3.0, -1.0]])
OUT = np.array([[1.0, 0.0, 2.0, -1.0], [0.5, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 4.0]])
GATES, OUTPUTS = np.full((2, 4), 0.25), np.ones((2, 4, 3))
HUGE = 1e300


def gate_of(**changes: Any) -> Any:
    arguments: dict[str, Any] = {"x": X, "weight": W, "bias": None, "top_k": None, "renormalize": True}
    return gate_inputs(**{**arguments, **changes})


def layer_of(**changes: Any) -> Any:
    arguments: dict[str, Any] = {"x": X, "w_in": W, "w_out": OUT, "w_gate": None, "b_in": None, "b_out": None}
    return feed_forward_inputs(**{**arguments, **changes})


def mixture_of(**changes: Any) -> Any:
    return mixture_inputs(**{"gates": GATES, "outputs": OUTPUTS, **changes})


REFUSED = (
    (gate_of, {"x": X * [[1], [HUGE], [1]], "weight": W * HUGE}, "the logit of expert 0 overflows at index (1,)"),
    (gate_of, {"x": X[1] * HUGE, "weight": W[1:] * HUGE}, "the logit of expert 0 overflows at index ()"),
    (gate_of, {"x": X[0] * HUGE, "weight": W[2:] * HUGE}, "the logit of expert 1 overflows at index ()"),
    (gate_of, {"x": 1.0}, "x must have a last axis of d >= 2, got shape ()"),
    (gate_of, {"x": X[:, :1], "weight": W[:, :1]}, "x must have a last axis of d >= 2, got shape (3, 1)"),
    (gate_of, {"weight": W[0]}, "weight must have shape (out, 2), got shape (2,)"),
    (gate_of, {"weight": W[None]}, "weight must have shape (out, 2), got shape (1, 4, 2)"),
    (gate_of, {"weight": W[:0]}, "weight must have shape (out, 2), got shape (0, 2)"),
    (gate_of, {"bias": np.zeros(3)}, "bias must have shape (4,), one number for each expert, got (3,)"),
    (gate_of, {"bias": np.zeros((1, 4))}, "bias must have shape (4,), one number for each expert, got (1, 4)"),
    (gate_of, {"bias": np.full(4, -np.inf)}, "bias must leave at least one expert, got -inf for all"),
    (gate_of, {"top_k": 5}, "top_k must be between 1 and the 4 experts, got 5"),
    (gate_of, {"top_k": 0}, "top_k must be between 1 and the 4 experts, got 0"),
    (mixture_of, {"gates": 1.0}, "gates must have at least 1 axes, got shape ()"),
    (mixture_of, {"outputs": OUTPUTS[0, 0]}, "outputs must have at least 2 axes, got shape (3,)"),
    (
        mixture_of,
        {"gates": GATES[:, :3]},
        "gates (..., E) and outputs (..., E, d), d >= 2, must fit, got shapes {'gates': (2, 3), 'outputs': (2, 4, 3)}",
    ),
    (
        mixture_of,
        {"gates": GATES[:, :0], "outputs": OUTPUTS[:, :0]},
        "gates (..., E) and outputs (..., E, d), d >= 2, must fit, got shapes {'gates': (2, 0), 'outputs': (2, 0, 3)}",
    ),
    (
        mixture_of,
        {"outputs": OUTPUTS[..., :1]},
        "gates (..., E) and outputs (..., E, d), d >= 2, must fit, got shapes {'gates': (2, 4), 'outputs': (2, 4, 1)}",
    ),
    (
        mixture_of,
        {"gates": np.ones((3, 4))},
        "leading axes of gates and outputs do not broadcast: {'gates': (3, 4), 'outputs': (2, 4, 3)}",
    ),
    (layer_of, {"w_in": W[:, :1]}, "w_in must have shape (out, 2), got shape (4, 1)"),
    (layer_of, {"w_out": OUT[:, :3]}, "w_out must have shape (d_out, 4), got shape (3, 3)"),
    (layer_of, {"w_out": OUT[0]}, "w_out must have shape (d_out, 4), got shape (4,)"),
    (layer_of, {"b_in": np.zeros(3)}, "b_in must have shape (4,), one number for each hidden unit, got (3,)"),
    (layer_of, {"b_out": np.zeros(4)}, "b_out must have shape (3,), one number for each output, got (4,)"),
    (layer_of, {"b_in": np.full(4, -np.inf)}, "b_in must be finite, got -inf at index (0,)"),
    (layer_of, {"b_out": np.full(3, -np.inf)}, "b_out must be finite, got -inf at index (0,)"),
    (layer_of, {"w_out": np.full((3, 4), np.inf)}, "w_out must be finite, got inf at index (0, 0)"),
    (layer_of, {"w_gate": W[:3]}, "w_gate must have 4 rows as w_in has, got shape (3, 2)"),
    (layer_of, {"w_gate": W[:, :1]}, "w_gate must have shape (out, 2), got shape (4, 1)"),
    (layer_of, {"x": X * HUGE, "w_in": W * HUGE}, "the input of hidden unit 0 overflows at index (0,)"),
    (
        layer_of,
        {"x": X * HUGE, "w_in": W / HUGE, "w_gate": W[[2, 0, 1, 3]] * HUGE},
        "the gate of hidden unit 1 overflows at index (0,)",
    ),
)


@pytest.mark.parametrize(("call", "changes", "words"), REFUSED, ids=[words for *_, words in REFUSED])
def test_refusals_word_by_word(call: Any, changes: dict[str, Any], words: str) -> None:
    with np.errstate(all="ignore"), pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        call(**changes)


@pytest.mark.parametrize("bad", [1.5, "two", True, None])
def test_a_count_is_an_integer(bad: Any) -> None:
    with pytest.raises(TypeError, match=f"^top_k must be an integer, got {re.escape(repr(bad))}$"):
        largest("top_k", bad, X)


def test_a_truth_is_a_bool() -> None:
    for good in (np.True_, np.False_):
        assert np.array_equal(gate_of(renormalize=good, top_k=2).logits, X @ W.T)
    for bad in (1, "no", None):
        with pytest.raises(TypeError, match=f"^renormalize must be a bool, got {bad!r}$"):
            gate_of(renormalize=bad)


def test_results_that_overflow() -> None:
    with (
        np.errstate(over="ignore"),
        pytest.raises(ValueError, match=r"^the result of gate overflows at index \(1, 0\)$"),
    ):
        Result("gate", np.dtype(np.float16)).result(np.array([[1.0, 2.0], [7e4, 7e4]]))
    with pytest.raises(ValueError, match=r"^the result of gate overflows at index \(\)$"):
        Result("gate", np.dtype(np.float64)).result(np.array(np.nan))
    with pytest.raises(ValueError, match=r"^the result of mixture_of_experts overflows at index \(0, 1\)$"):
        experts.mixture_of_experts(2 * np.ones((1, 2)), np.array([[1.0, 1.5e308], [1.0, 1.5e308]]))
    assert type(Result("gate", np.dtype(np.float32)).result(np.array(1.0))) is np.float32


def test_what_a_gate_hands_on() -> None:
    bias = np.array([0.0, -np.inf, 1.0, 0.5])
    with np.errstate(all="ignore"):
        gate = gate_of(bias=bias, top_k=2)
    expected = X @ W.T + bias
    assert np.array_equal(gate.logits, expected)
    assert np.array_equal(gate.top, expected.max(-1, keepdims=True))
    with np.errstate(all="ignore"):
        batch = gate_of(x=np.stack([X, -X]), bias=bias)
    assert np.array_equal(batch.top, batch.logits.max(-1, keepdims=True))
    kept = np.zeros((3, 4))
    for row, values in zip(kept, expected, strict=True):
        row[sorted(range(4), key=lambda z, values=values: (-values[z], z))[:2]] = 1
    assert np.array_equal(gate.kept, kept)
    assert gate.counted is gate.kept
    assert gate_of(top_k=2, renormalize=False).counted == 1
    assert gate_of().kept == gate_of().counted == 1
    assert gate_of(x=X.astype(np.float16), weight=W.astype(np.float16)).logits.dtype == np.float32


def test_an_expert_taken_out_may_have_any_logit() -> None:
    """Its inner product overflows, and is not looked at."""
    bias = np.array([-np.inf, 0.0])
    with np.errstate(all="ignore"):
        logits = gate_of(x=X * HUGE, weight=np.array([[HUGE, HUGE], [0.0, 0.0]]), bias=bias).logits
    assert np.array_equal(logits, np.tile([-np.inf, 0.0], (3, 1)))


def test_a_gate_without_gradient_warns_at_the_caller() -> None:
    words = "top_k=1 with renormalize=True gives weight 1 whatever the logits: the gate has no gradient"
    with pytest.warns(UserWarning, match=f"^{re.escape(words)}$") as caught:
        experts.gate(X, W, top_k=1)
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for options in ({"top_k": 2}, {"top_k": 1, "renormalize": False}, {}):
            gate_of(**options)


def test_what_a_layer_hands_on() -> None:
    b_in, b_out = np.array([1.0, 0.0, -1.0, 2.0]), np.array([1.0, 2.0, 3.0])
    plain = layer_of(b_in=b_in, b_out=b_out)
    assert (plain.function, plain.dtype) == ("feed_forward", np.float64)
    assert np.array_equal(plain.logits, X @ W.T + b_in)
    assert plain.factor == 1
    assert np.array_equal(plain.outputs, OUT.T)
    assert np.array_equal(plain.shift, b_out)
    gated = layer_of(w_gate=W[::-1], b_in=b_in)
    assert np.array_equal(gated.logits, X @ W[::-1].T)
    assert np.array_equal(gated.factor, X @ W.T + b_in)
    assert gated.shift == 0


def test_mixtures_spread_the_gates() -> None:
    mixture = mixture_of(gates=GATES[0])
    assert mixture.gates.shape == (2, 4)
    assert mixture.outputs.shape == (2, 4, 3)
    assert mixture_of(outputs=OUTPUTS[0]).gates.shape == (2, 4)
    assert mixture_of(gates=GATES[:, None], outputs=OUTPUTS[None]).gates.shape == (2, 2, 4)
    assert mixture_of(gates=[1.0], outputs=[[1.0, 2.0]]).gates.shape == (1,)


def test_the_largest_of_equal_scores_come_first() -> None:
    scores = np.array([[1.0, 3.0, 3.0, 3.0], [0.0, 0.0, 0.0, 0.0], [-1.0, -np.inf, 2.0, 2.0]])
    assert np.array_equal(largest("top_k", np.int8(2), scores), [[0, 1, 1, 0], [1, 1, 0, 0], [0, 0, 1, 1]])
    assert largest("top_k", 4, scores).all()
    assert np.array_equal(largest("top_k", 1, scores[0]), [0, 1, 0, 0])


def test_first() -> None:
    assert first(np.array([[False, True], [True, True]])) == (0, 1)
    assert all(type(place) is int for place in first(np.ones((1, 1, 1), bool)))
    assert first(np.array(True)) == ()
