"""What balancing losses are given: laws and shares from plain loops, and refusals word by word."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from svflow_math import experts
from svflow_math.numerics.balance_inputs import Balance, switch_inputs, uniform_inputs, variation_inputs

LAYERS, TOKENS, EXPERTS = 2, 3, 4
SCORES = np.random.default_rng(5).exponential(size=(LAYERS, TOKENS, EXPERTS))
MASK = np.array([[True, False, True], [True, True, False]])
TINY = float(np.finfo(float).smallest_subnormal)


def switch_of(**changes: Any) -> Balance:
    options = {"top_k": 2, "assigned": None, "mask": None, "counts": "assignments", "layers": "mean"}
    return switch_inputs(**{"gates": SCORES, **options, **changes})


def uniform_of(**changes: Any) -> Balance:
    return uniform_inputs(**{"gates": SCORES, "mask": None, "of": "tokens", "layers": "mean", **changes})


def variation_of(**changes: Any) -> Balance:
    options = {"top_k": None, "mask": None, "ddof": 0, "layers": "mean"}
    return variation_inputs(**{"gates": SCORES, **options, **changes})


ALL = pytest.mark.parametrize("call", [switch_of, uniform_of, variation_of])


def by_layer(counted: NDArray, scores: NDArray = SCORES) -> tuple[NDArray, NDArray, NDArray]:
    """The mean law of each layer, how many of its tokens go to an expert, two each, and how many count."""
    means, hits, tokens = [], [], []
    for layer, present in zip(scores, counted, strict=True):
        mean, hit = np.zeros(layer.shape[-1]), np.zeros(layer.shape[-1])
        for row in layer[present]:
            mean += row / row.sum() / present.sum()
            hit[sorted(range(len(row)), key=lambda z, row=row: (-row[z], z))[:2]] += 1
        means.append(mean)
        hits.append(hit)
        tokens.append(present.sum())
    return np.array(means), np.array(hits), np.array(tokens)[:, None]


@pytest.mark.parametrize("mask", [None, MASK, MASK[0]], ids=["all", "by layer", "for every layer"])
@pytest.mark.parametrize("layers", ["mean", "each", "pooled"])
def test_laws_and_shares(mask: NDArray | None, layers: str) -> None:
    counted = np.ones((LAYERS, TOKENS), bool) if mask is None else np.broadcast_to(mask, (LAYERS, TOKENS))
    scores = SCORES
    if layers == "pooled":
        counted, scores = counted.reshape(1, -1), SCORES.reshape(1, -1, EXPERTS)
    means, hits, tokens = by_layer(counted, scores)
    expected = {"assignments": hits / (2 * tokens), "tokens": hits / tokens, "soft": means}
    for counts, shares in expected.items():
        balance = switch_of(counts=counts, mask=mask, layers=layers)
        assert balance.shares is not None
        assert np.max(np.abs(balance.shares - shares)) <= 4e-16
        assert np.max(np.abs(balance.gates - means)) <= 4e-16
        assert (balance.width, balance.correction) == (EXPERTS, 0)
        assert balance.lead == ((LAYERS,) if layers == "each" else None)
    cv = variation_of(mask=mask, layers=layers, ddof=np.int64(1))
    assert np.max(np.abs(cv.gates - means)) <= 4e-16
    assert cv.correction == 1
    loads = variation_of(mask=mask, layers=layers, top_k=2)
    assert np.max(np.abs(loads.gates - hits / (2 * tokens))) <= 4e-16
    assert np.max(np.abs(uniform_of(mask=mask, layers=layers, of="mean").gates - means)) <= 4e-16
    each = uniform_of(mask=mask, layers=layers)
    assert np.array_equal(each.present, counted)
    assert np.max(np.abs(each.gates - scores / scores.sum(-1, keepdims=True))) <= 4e-16


@ALL
def test_one_layer_is_a_batch_of_one(call: Any) -> None:
    one = call(gates=SCORES[0], layers="each")
    assert one.lead == ()
    assert np.array_equal(one.gates, call(gates=SCORES[:1]).gates)
    deep = call(gates=SCORES[:, None], layers="each")
    assert deep.lead == (LAYERS, 1)
    assert np.array_equal(deep.gates, call().gates)


def test_losses_of_layers_are_reported() -> None:
    """The mean over the tokens that count, then over the layers."""
    balance = uniform_of(mask=MASK, layers="mean")
    losses = np.arange(6.0).reshape(2, 3, 1)
    assert balance.result(losses) == ((0 + 2) / 2 + (3 + 4) / 2) / 2
    each = uniform_of(mask=MASK, layers="each")
    assert np.array_equal(each.result(losses), [1, 3.5])
    losses[1, 2] = np.inf
    assert np.array_equal(each.result(losses), [1, 3.5])
    assert np.array_equal(each.result(np.array([[1.0], [5.0]])), [1, 5])
    assert balance.result(np.array([[1.0], [5.0]])) == 3
    half = uniform_of(gates=SCORES.astype(np.float16), layers="each")
    assert half.gates.dtype == np.float64
    assert half.result(np.ones((2, 1))).dtype == np.float16
    assert isinstance(uniform_of().result(losses), np.float64)


@ALL
@pytest.mark.parametrize("size", [TINY, 1e-300, 1e300, 5e307])
def test_scores_of_any_size(call: Any, size: float) -> None:
    scores = np.array([[[1.0, 1.0, 1.0], [3.0, 0.0, 0.0]]])
    with np.errstate(all="raise"):
        assert np.array_equal(call(gates=size * scores, mask=None).gates, call(gates=scores).gates)


@ALL
def test_padding_may_have_no_gates(call: Any) -> None:
    scores = SCORES.copy()
    scores[~MASK] = 0
    with np.errstate(all="raise"):
        padded, plain = call(gates=scores, mask=MASK), call(mask=MASK)
    if padded.gates.ndim == 3:
        assert np.isfinite(padded.gates).all()
        assert np.array_equal(padded.gates[MASK], plain.gates[MASK])
    else:
        assert np.array_equal(padded.gates, plain.gates)


def test_where_tokens_are_sent() -> None:
    assigned = np.zeros((LAYERS, TOKENS, EXPERTS), bool)
    assigned[0, :, 1] = assigned[1, 0, :2] = assigned[1, 1, 3] = True
    balance = switch_of(assigned=assigned, top_k="not looked at")
    assert np.array_equal(np.asarray(balance.shares), [[0, 1, 0, 0], [1 / 3, 1 / 3, 0, 1 / 3]])
    by_token = switch_of(assigned=assigned, counts="tokens", mask=MASK)
    assert np.array_equal(np.asarray(by_token.shares), [[0, 1, 0, 0], [0.5, 0.5, 0, 0.5]])
    pooled = switch_of(assigned=assigned, layers="pooled", counts="tokens")
    assert np.max(np.abs(np.asarray(pooled.shares) - np.array([[1, 4, 0, 1]]) / 6)) <= 2e-16


def test_every_layer_sends_some_token() -> None:
    assigned = np.zeros((LAYERS, TOKENS, EXPERTS), bool)
    assigned[0, :, 1] = assigned[1, 2, 0] = True
    assert np.array_equal(np.asarray(switch_of(assigned=assigned).shares), [[0, 1, 0, 0], [1, 0, 0, 0]])
    with pytest.raises(ValueError, match=r"^assigned must send some token of each layer to an expert$"):
        switch_of(assigned=assigned, mask=MASK)


def spoilt(value: float) -> NDArray:
    scores = SCORES.copy()
    scores[1, 2, 3] = value
    return scores


NOT_FINITE = "gates must be finite, got {} at index (1, 2, 3)"
NO_TOKEN = "gates must have a token in each layer, after the mask"
NO_GATE = "gates must not vanish for all experts, got zeros at index (1, 2)"
SHAPE = "gates must have shape (..., tokens, experts), got shape {}"
REFUSED = (
    ({"gates": spoilt(np.nan)}, NOT_FINITE.format("nan")),
    ({"gates": spoilt(-np.inf)}, NOT_FINITE.format("-inf")),
    ({"gates": spoilt(-TINY)}, "gates must not be negative, got -5e-324 at index (1, 2, 3)"),
    ({"gates": SCORES * (np.arange(6).reshape(2, 3, 1) != 5)}, NO_GATE),
    ({"gates": SCORES * (np.arange(6) % 5 > 0).reshape(2, 3, 1), "mask": np.arange(3) > 0}, NO_GATE),
    ({"gates": SCORES[0, 0]}, SHAPE.format("(4,)")),
    ({"gates": SCORES[..., :0]}, SHAPE.format("(2, 3, 0)")),
    ({"gates": SCORES[:, :0]}, NO_TOKEN),
    ({"gates": SCORES[:0]}, NO_TOKEN),
    ({"gates": SCORES[:0], "layers": "pooled"}, NO_TOKEN),
    ({"mask": np.array([[True], [False]])}, NO_TOKEN),
    ({"mask": np.ones((2, 4), bool)}, "mask must broadcast to (2, 3), got shape (2, 4)"),
    ({"layers": "all"}, "layers must be one of 'mean', 'each', 'pooled', got 'all'"),
)


@ALL
@pytest.mark.parametrize(("changes", "words"), REFUSED)
def test_refusals_word_by_word(call: Any, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        call(**changes)


ASSIGNED = "assigned must have the shape (2, 3, 4) of gates, got shape "
NO_DDOF = "ddof must be 0 or 1, got "
OWN = (
    (variation_of, {"ddof": 2}, NO_DDOF + "2"),
    (variation_of, {"ddof": True}, NO_DDOF + "True"),
    (variation_of, {"ddof": 1.0}, NO_DDOF + "1.0"),
    (variation_of, {"gates": [[1.0]], "ddof": 1}, "ddof=1 needs at least two experts"),
    (variation_of, {"top_k": 5}, "top_k must be between 1 and the 4 experts, got 5"),
    (switch_of, {"top_k": 5}, "top_k must be between 1 and the 4 experts, got 5"),
    (switch_of, {"counts": "hard"}, "counts must be one of 'assignments', 'tokens', 'soft', got 'hard'"),
    (switch_of, {"assigned": SCORES[0] > 0}, ASSIGNED + "(3, 4)"),
    (switch_of, {"assigned": SCORES.swapaxes(0, 1) > 0}, ASSIGNED + "(3, 2, 4)"),
    (switch_of, {"assigned": SCORES.reshape(6, 4) > 0, "layers": "pooled"}, ASSIGNED + "(6, 4)"),
    (switch_of, {"assigned": SCORES[None] > 0}, ASSIGNED + "(1, 2, 3, 4)"),
    (uniform_of, {"of": "all"}, "of must be one of 'tokens', 'mean', got 'all'"),
)


@pytest.mark.parametrize(("call", "changes", "words"), OWN, ids=[words for *_, words in OWN])
def test_options_word_by_word(call: Any, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        call(**changes)


@ALL
def test_what_is_true_or_false(call: Any) -> None:
    with pytest.raises(TypeError, match=r"^mask must be boolean, got dtype int64$"):
        call(mask=np.ones((2, 3), np.int64))
    with pytest.raises(ValueError, match=r"^mask must be a rectangular array"):
        call(mask=[[True], [True, False]])
    with pytest.raises(TypeError, match=r"^assigned must be boolean, got dtype float64$"):
        switch_of(assigned=SCORES)
    with pytest.raises(ValueError, match=r"^assigned must be a rectangular array"):
        switch_of(assigned=[[True], [True, False]])


def test_few_experts() -> None:
    assert experts.squared_cv_loss([[2.0], [1.0]]) == 0
    assert experts.squared_cv_loss([[1.0, 0.0]], ddof=1) == 2


def test_a_gate_of_zero_is_no_negative_one() -> None:
    with pytest.raises(ValueError, match=r"got -1.0 at index \(1, 1\)$"):
        uniform_of(gates=[[0.0, 1.0], [2.0, -1.0]])
