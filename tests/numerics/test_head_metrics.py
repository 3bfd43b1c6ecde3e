"""Sums over the keys in blocks of a few rows, against all pairs at once, for every kind of prior, support and batch."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from svflow_math.numerics import head_metrics
from svflow_math.numerics.attention_inputs import attention_inputs
from svflow_math.numerics.head_metrics import SAFE, KeySums, key_sums, key_sums_of_both
from svflow_math.numerics.log_bessel import log_normalizer

NAMES = [field.name for field in fields(KeySums)]
QUERIES, KEYS, DIM = 7, 9, 5
BATCH = (2, 3)


def options() -> dict[str, dict[str, Any]]:
    """Options by what they are, each for queries (2, 3, 7, 5)."""
    rng = np.random.default_rng(11)
    pairs = (*BATCH, QUERIES, KEYS)
    mask, bias = rng.random(pairs) < 0.6, rng.standard_normal(pairs)
    mask[0, 1, 3, 1:] = False  # key 0 alone
    mask[1, 2, 4] = False  # no key
    holes = np.where(rng.random(pairs) < 0.3, -np.inf, bias)
    holes[..., 1:3] = 0.25
    return {
        "plain": {},
        "causal": {"causal": True},
        "mask": {"mask": mask},
        "mask, causal": {"mask": mask, "causal": True},
        "bias": {"bias": bias},
        "bias for all": {"bias": bias[0, 0, :1], "causal": True},
        "holes": {"bias": holes, "mask": mask},
        "soft cap": {"softcap": 2.0, "causal": True},
        "soft cap, mask": {"softcap": 1.0, "mask": mask},
        "scale": {"scale": 2.0, "bias": holes},
    }


OPTIONS = options()


Lead = tuple[int, ...]


def vectors(lead_q: Lead, lead_k: Lead, spread: float, keys: int = KEYS) -> tuple[NDArray, NDArray]:
    rng = np.random.default_rng(3)
    q, k = rng.standard_normal((*lead_q, QUERIES, DIM)), rng.standard_normal((*lead_k, keys, DIM))
    return q, k * np.exp(spread * rng.standard_normal((*lead_k, keys, 1)))


def all_at_once(q: NDArray, k: NDArray, first: int, given: dict[str, Any]) -> dict[str, NDArray]:
    """The sums over the keys from `first` on, from their definitions."""
    scale, cap = given.get("scale", q.shape[-1] ** -0.5), given.get("softcap")
    inner = scale * (q @ k.swapaxes(-1, -2))
    capped = inner if cap is None else cap * np.tanh(inner / cap)
    bias = np.broadcast_to(given.get("bias", 0.0), inner.shape)
    seen = np.broadcast_to(given.get("mask", True), inner.shape) & (bias > -np.inf)
    n_q, n_k = inner.shape[-2:]
    if given.get("causal"):
        seen = seen & (np.arange(n_k) <= np.arange(n_q)[:, None] + n_k - n_q)
    seen = seen & (np.arange(n_k) >= first)
    norms = np.linalg.norm(k, axis=-1)[..., None, :]
    tilt = log_normalizer(scale * np.linalg.norm(q, axis=-1)[..., None] * norms, q.shape[-1]) + inner - capped
    with np.errstate(divide="ignore"):
        energy = np.log(np.where(seen, np.exp(bias + capped), 0).sum(-1))
        prior = np.log(np.where(seen, np.exp(bias), 0).sum(-1))
    logits = np.where(seen, bias + capped, 0)
    weights = np.where(seen, np.exp(logits - np.where(energy > -np.inf, energy, 0)[..., None]), 0)
    mean_tilt = (weights * tilt).sum(-1)
    excess = np.where(seen, tilt - mean_tilt[..., None], 0).astype(np.longdouble)  # whose range is enough
    return {
        "energy": energy,
        "prior": prior,
        "mean_logit": (weights * logits).sum(-1),
        "mean_tilt": mean_tilt,
        "gap": np.log1p((weights * np.expm1(excess)).sum(-1)).astype(float),
        "count": seen.sum(-1),
        "norms": (seen * norms).sum(-1),
    }


def compare(got: KeySums, expected: dict[str, NDArray], tolerance: float) -> None:
    for name in NAMES:
        values, exact = getattr(got, name), expected[name]
        assert values.shape == exact.shape
        assert values.dtype == np.float64
        if name == "mean_tilt":  # where there is no key it has no meaning
            values, exact = values[expected["count"] > 0], exact[expected["count"] > 0]
        finite = np.isfinite(exact)
        assert np.array_equal(values[~finite], exact[~finite]), name
        assert np.all(np.abs(values[finite] - exact[finite]) <= tolerance * (1 + np.abs(exact[finite]))), name


@pytest.mark.parametrize("blocks", [(1, 1), (3, 20), (2, 60), (64, 65_536)], ids=str)
@pytest.mark.parametrize("given", OPTIONS.values(), ids=OPTIONS)
def test_blocks_are_all_pairs_at_once(given: dict[str, Any], blocks: tuple[int, int]) -> None:
    q, k = vectors(BATCH, (2, 1), 0.5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(head_metrics, "HEIGHT", blocks[0])
        patch.setattr(head_metrics, "BLOCK", blocks[1])
        both = key_sums_of_both(attention_inputs(q, k, **given))
    for part, first in zip(both, (0, 1), strict=True):
        compare(part, all_at_once(q, k, first, given), 2e-14)


@pytest.mark.parametrize("spread", [0.0, 0.1, 1.0, 1.9, 2.4, 3.0])
@pytest.mark.parametrize("kind", ["plain", "causal", "mask", "soft cap"])
def test_keys_of_any_length_in_either_precision(kind: str, spread: float) -> None:
    """From no gap at all to tilts that differ by hundreds."""
    q, k = vectors(BATCH, BATCH, spread)
    for dtype, tolerance in ((np.float64, 4e-14), (np.float32, 2e-5)):
        given = OPTIONS[kind]
        rounded = (q.astype(dtype), k.astype(dtype))
        both = key_sums_of_both(attention_inputs(*rounded, **given))
        size = 1 + np.max(np.linalg.norm(q, axis=-1)) * np.max(np.linalg.norm(k, axis=-1))
        exact = [array.astype(float) for array in rounded]
        for part, first in zip(both, (0, 1), strict=True):
            compare(part, all_at_once(exact[0], exact[1], first, given), tolerance * size)


@pytest.mark.parametrize("keys", [0, 1, 2, 4, QUERIES])
@pytest.mark.parametrize("given", [{}, {"causal": True}, {"softcap": 2.0, "causal": True}], ids=str)
def test_few_keys(keys: int, given: dict[str, Any]) -> None:
    """As many as there are queries or less: causality leaves some of these one key, or none."""
    q, k = vectors(BATCH, (), 0.5, keys)
    both = key_sums_of_both(attention_inputs(q, k, **given))
    for part, first in zip(both, (0, 1), strict=True):
        compare(part, all_at_once(q, k, first, given), 1e-14)
    assert key_sums_of_both(attention_inputs(q[..., :0, :], k))[0].energy.shape == (*BATCH, 0)


def test_many_pairs_of_a_few_lengths() -> None:
    """So many that normalisers are interpolated, in blocks of queries."""
    rng = np.random.default_rng(8)
    q, k = rng.standard_normal((2, 150, 8)), rng.standard_normal((1, 200, 8))
    both = key_sums_of_both(attention_inputs(q, k, causal=True))
    for part, first in zip(both, (0, 1), strict=True):
        compare(part, all_at_once(q, k, first, {"causal": True}), 1e-13)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_soft_cap_that_takes_off_more_than_an_exponential_holds(dtype: Any) -> None:
    """Norms alone, which are equal, would say that no tilt is large."""
    q, k = vectors(BATCH, BATCH, 0.0)
    q, k = (80 * v / np.linalg.norm(v, axis=-1, keepdims=True) for v in (q, k))
    q, k = q.astype(dtype), k.astype(dtype)
    part = key_sums_of_both(attention_inputs(q, k, softcap=2.0))[1]
    exact = all_at_once(q.astype(float), k.astype(float), 1, {"softcap": 2.0})
    assert np.max(exact["gap"]) > 800
    compare(part, exact, 80 * 80 * float(np.finfo(dtype).eps))


def test_with_and_without_key_0() -> None:
    heads = attention_inputs(*vectors(BATCH, (3,), 0.5))
    both, stacked = key_sums_of_both(heads), key_sums(heads, None)
    for i, sink in enumerate((True, False)):
        one = key_sums(heads, sink)
        for name in NAMES:
            assert np.array_equal(getattr(one, name), getattr(both[i], name))
            assert np.array_equal(getattr(stacked, name)[i], getattr(both[i], name))


LONELY = np.ones((*BATCH, QUERIES, KEYS), bool)
LONELY[1, 2, 4, 1:] = False
BESIDE = "has no key beside key 0 to attend to"
REFUSED = (
    (LONELY, False, f"query (1, 2, 4) {BESIDE}"),
    (LONELY, None, f"query (1, 1, 2, 4) {BESIDE}"),
    (LONELY & (np.arange(KEYS) > 0), True, "query (1, 2, 4) has no key to attend to"),
)


@pytest.mark.parametrize(("mask", "sink", "words"), REFUSED)
def test_a_query_without_a_key_is_named(mask: NDArray, sink: bool | None, words: str) -> None:
    q, k = vectors(BATCH, BATCH, 0.0)
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        key_sums(attention_inputs(q, k, mask=mask), sink)
    with pytest.raises(ValueError, match=r"^query 4 has no key"):
        key_sums(attention_inputs(q[1, 2], k[1, 2], mask=mask[1, 2]), False)


def test_lengths_whose_product_overflows() -> None:
    q, k = np.full((2, 4), 1e200), np.full((3, 4), 1e200)
    k[0] = 1.0
    words = "a concentration scale |q_i| |k_j| overflows: the vectors of q and k are too long"
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        key_sums_of_both(attention_inputs(q, k))
    q[0] = k[1] = 0.0
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        key_sums_of_both(attention_inputs(q, k))


@np.errstate(over="ignore")
@pytest.mark.parametrize("size", [5e-324, 1e-200, 1e-150, 1.0, 1e150, 1e200, 1e307])
def test_norms_beyond_the_range_of_squares(size: float) -> None:
    array = np.array([[3.0, 4.0], [0.0, 0.0], [1.0, 0.0], [-0.6, 0.8]])
    array = array[[0, 2]] if size < 1e-300 else array
    expected = size * np.linalg.norm(array, axis=-1)
    assert np.all(np.abs(head_metrics._norms(size * array) - expected) <= 4e-16 * expected)
    mixed = np.array([[size, 0.0], [1.0, 0.0]])
    assert np.array_equal(head_metrics._norms(mixed), [size, 1.0])
    assert head_metrics._norms(array[:0]).shape == (0,)
    assert np.finfo(float).tiny / np.finfo(float).eps < SAFE


def test_what_a_view_repeats_is_taken_once() -> None:
    array = np.arange(24.0).reshape(2, 1, 3, 4)
    spread = np.broadcast_to(array, (5, 2, 6, 3, 4))
    assert head_metrics._distinct(spread).shape == (1, 2, 1, 3, 4)
    assert np.array_equal(head_metrics._distinct(spread)[0], array)
    rows = np.broadcast_to(array[0, 0, :1], (3, 4))
    assert head_metrics._distinct(rows).shape == (3, 4)
