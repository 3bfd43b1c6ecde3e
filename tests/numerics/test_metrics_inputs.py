"""What metrics are given: tolerances by type, refusals word by word, and types of results."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from svflow_math.numerics.log_bessel import log_normalizer
from svflow_math.numerics.metrics_inputs import Tokens, head_inputs, law_inputs, token_inputs

HALVES = np.array([[0.5, 0.5], [0.25, 0.75], [1.0, 0.0]])


def spoilt(row: int, values: list[float], dtype: Any = float) -> Any:
    laws = HALVES.astype(dtype)
    laws[row] = values
    return laws


LAWS_REFUSED = (
    ("w1", spoilt(1, [0.5, 0.75]), HALVES, "must be a law, entries >= 0 of sum 1, got sum 1.25 at index (1,)"),
    ("w2", HALVES, spoilt(2, [0.5, 0.25]), "must be a law, entries >= 0 of sum 1, got sum 0.75 at index (2,)"),
    ("w2", HALVES, spoilt(2, [0.75, 0.0]), "must be a law, entries >= 0 of sum 1, got sum 0.75 at index (2,)"),
    ("w2", HALVES, spoilt(0, [1.5, -0.5]), "must be a law, entries >= 0 of sum 1, got entry -0.5 at index (0,)"),
    ("w1", [0.5, 0.25], HALVES, "must be a law, entries >= 0 of sum 1, got sum 0.75 at index ()"),
    ("w1", spoilt(1, [0.5, np.nan]), HALVES, "must be finite, got nan at index (1, 1)"),
    ("w2", HALVES, spoilt(2, [np.inf, 0.5]), "must be finite, got inf at index (2, 0)"),
    ("w1", 1.0, HALVES, "must have a last axis of one entry or more, got shape ()"),
    ("w2", HALVES, HALVES[:, :0], "must have a last axis of one entry or more, got shape (3, 0)"),
)


@pytest.mark.parametrize(("name", "w1", "w2", "words"), LAWS_REFUSED)
def test_laws_refused_word_by_word(name: str, w1: Any, w2: Any, words: str) -> None:
    with np.errstate(all="ignore"), pytest.raises(ValueError, match=f"^{re.escape(f'{name} {words}')}$"):
        law_inputs(w1, w2)


def test_laws_over_other_items_or_batches() -> None:
    shapes = "{'w1': (3, 2), 'w2': (1,)}"
    with pytest.raises(
        ValueError, match=f"^{re.escape(f'w1 and w2 must be laws over the same items, got shapes {shapes}')}$"
    ):
        law_inputs(HALVES, [1.0])
    shapes = "{'w1': (3, 2), 'w2': (2, 2)}"
    with pytest.raises(ValueError, match=f"^{re.escape(f'leading axes of w1 and w2 do not broadcast: {shapes}')}$"):
        law_inputs(HALVES, HALVES[:2])


@pytest.mark.parametrize(
    ("dtype", "fine", "wrong"), [(np.float64, 9e-7, 1.5e-6), (np.float32, 9e-4, 1.5e-3), (np.float16, 9.5e-4, 2e-3)]
)
def test_how_far_a_sum_may_be_from_one(dtype: Any, fine: float, wrong: float) -> None:
    for sign in (1, -1):
        laws = law_inputs(np.array([0.5, 0.5 + sign * fine], dtype), HALVES[0].astype(dtype))
        assert laws.dtype == dtype
        assert abs(laws.first.sum() - 1) <= np.finfo(laws.first.dtype).eps
        assert np.array_equal(laws.second, [0.5, 0.5])
        with pytest.raises(ValueError, match=r"^w2 must be a law"):
            law_inputs(HALVES[0].astype(dtype), np.array([0.5, 0.5 + sign * wrong], dtype))


def test_divergences_take_the_type_of_the_laws() -> None:
    laws = law_inputs(HALVES.astype(np.float16), HALVES[0].astype(np.float16))
    assert laws.first.dtype == np.float32
    assert laws.result(np.array([[1.0], [np.inf]])).dtype == np.float16
    assert np.array_equal(laws.result(np.array([[1.0], [np.inf]])), [1, np.inf])
    assert type(laws.result(np.array([0.5]))) is np.float16


TOKENS_REFUSED = (
    ([[-1.0, 0.0], [-2.0, 0.5]], "log_probs must not be positive, got 0.5 at index (1, 1)"),
    ([[-1.0, 1e-9], [-2.0, 0.5]], "log_probs must not be positive, got 0.5 at index (1, 1)"),
    ([[-1.0, np.inf], [-2.0, 0.5]], "log_probs must be finite or -inf, got inf at index (0, 1)"),
    (-1.0, "log_probs must have a last axis of one token or more, got shape ()"),
    (np.zeros((2, 0)), "log_probs must have a last axis of one token or more, got shape (2, 0)"),
)


@pytest.mark.parametrize(("log_probs", "words"), TOKENS_REFUSED)
def test_tokens_refused_word_by_word(log_probs: Any, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        token_inputs(log_probs)


@pytest.mark.parametrize(("dtype", "fine", "wrong"), [(float, 9e-7, 1.5e-6), (np.float32, 9e-4, 1.5e-3)])
def test_rounding_may_make_a_log_probability_positive(dtype: Any, fine: float, wrong: float) -> None:
    tokens = token_inputs(np.array([-1.0, fine], dtype))
    assert tokens.log_probs.dtype == np.float64
    assert tokens.dtype == dtype
    assert tokens.count == 2
    with pytest.raises(ValueError, match=r"must not be positive, got .* at index \(1,\)$"):
        token_inputs(np.array([-1.0, wrong], dtype))


def test_perplexities_that_overflow() -> None:
    tokens = Tokens(np.array([[-1.0, -2.0], [-np.inf, -1.0], [-30.0, -30.0]]), 2.0, np.dtype(np.float16))
    good = tokens.result(np.array([[2.0], [np.inf], [3.0]]))
    assert good.dtype == np.float16
    assert np.array_equal(good, [2, np.inf, 3])
    with np.errstate(over="ignore"), pytest.raises(ValueError, match=r"^the perplexity overflows at index \(2,\)$"):
        tokens.result(np.array([[2.0], [np.inf], [7e4]]))
    with np.errstate(over="ignore"), pytest.raises(ValueError, match=r"^the perplexity overflows at index \(\)$"):
        Tokens(np.array([-30.0]), 1.0, np.dtype(np.float16)).result(np.array([7e4]))


def heads(lead: tuple[int, ...] = (), dtype: Any = np.float32, **changes: Any) -> Any:
    q, k = np.ones((*lead, 3, 4), dtype), np.ones((*lead, 5, 4), dtype)
    options: dict[str, Any] = {"scale": 0.5, "bias": None, "mask": None, "causal": True, "sink": True, "softcap": None}
    return head_inputs(q, k, **{**options, **changes})


def test_what_heads_hand_on() -> None:
    inputs = heads((2,))
    assert np.array_equal(inputs.scaled_query_norm, np.full((2, 3), 1.0))
    assert inputs.scaled_query_norm.dtype == np.float64
    assert inputs.uniform == log_normalizer(0.0, 4)
    assert inputs.dtype == np.float32
    assert np.array_equal(inputs.count, [[3, 4, 5]] * 2)
    both = heads((2,), sink=None)
    assert both.scaled_query_norm.shape == (2, 2, 3)
    assert np.array_equal(heads(sink=np.False_).count, [2, 3, 4])
    assert np.array_equal(heads(causal=False).count, [5, 5, 5])


def test_metrics_that_overflow_name_their_query() -> None:
    for lead, values, where in (
        ((), [1.0, 7e4, 1.0], "1"),
        ((2,), [[1.0, 1.0, 1.0], [1.0, 1.0, np.nan]], "(1, 2)"),
    ):
        words = f"a metric of query {where} overflows float16"
        with np.errstate(over="ignore"), pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
            heads(lead, np.float16).result(np.array(values))
    assert heads(dtype=np.float16).result(np.ones(3)).dtype == np.float16


@pytest.mark.parametrize("bad", [1, 0, "yes", 0.5])
def test_sink_is_a_bool(bad: Any) -> None:
    with pytest.raises(TypeError, match=f"^sink must be a bool or None, got {bad!r}$"):
        heads(sink=bad)
