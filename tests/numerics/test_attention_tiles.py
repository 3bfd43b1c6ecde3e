"""The tiled softmax against a plain one in extended precision, for every kind of prior, support, batch and tile."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from svflow_math.numerics import attention_tiles
from svflow_math.numerics.attention_inputs import attention_inputs
from svflow_math.numerics.attention_tiles import Pairs, key_norm_range, lead_blocks, posterior, posterior_mean

LEADS = [((), (), ()), ((2,), (1,), (1,)), ((3,), (), (3,)), ((2, 1), (3,), (2, 3)), ((1,), (4,), (4,))]


def softmax_logits(pairs: Pairs) -> NDArray:
    return pairs.scaled_inner


def weights(case: dict[str, Any]) -> NDArray:
    return posterior(attention_inputs(**{name: value for name, value in case.items() if name != "v"}), softmax_logits)


def attend(case: dict[str, Any]) -> NDArray:
    return posterior_mean(attention_inputs(**case), softmax_logits)


def visible(case: dict[str, Any]) -> NDArray:
    """The support, all pairs at once."""
    n_q, n_k = case["q"].shape[-2], case["k"].shape[-2]
    support = np.ones((n_q, n_k), bool) if case["mask"] is None else case["mask"]
    if case["causal"]:
        support = support & (np.arange(n_k) <= np.arange(n_q)[:, None] + n_k - n_q)
    return support if case["bias"] is None else support & (case["bias"] > -np.inf)


def plain_weights(case: dict[str, Any]) -> NDArray:
    """Softmax from its definition, all pairs at once."""
    q, k = case["q"].astype(np.longdouble), case["k"].astype(np.longdouble)
    logits = case["scale"] * (q[..., :, None, :] * k[..., None, :, :]).sum(-1)
    if case["bias"] is not None:
        logits = logits + case["bias"].astype(np.longdouble)
    logits = np.where(visible(case), logits, -np.inf)
    joint = np.exp(logits - logits.max(-1, keepdims=True))
    return joint / joint.sum(-1, keepdims=True)


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """Arguments of attend, in which every query has a key."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    lead_q, lead_k, lead_v = draw(st.sampled_from(LEADS))
    n_q, n_k, d = draw(st.integers(1, 20)), draw(st.integers(1, 30)), draw(st.integers(2, 9))
    causal = n_q <= n_k and draw(st.booleans())
    mask = bias = None
    if draw(st.booleans()):
        mask = rng.random((*draw(st.sampled_from([(), lead_q, lead_v])), n_q, n_k)) < 0.4
        mask[..., 0] = True
    if draw(st.booleans()):
        bias = 3 * rng.standard_normal(draw(st.sampled_from([(n_k,), (n_q, n_k), (*lead_v, n_q, n_k)])))
        bias[..., 1:][rng.random(bias[..., 1:].shape) < draw(st.sampled_from([0, 0.5]))] = -np.inf
    size = draw(st.sampled_from([0.0, 1.0, 10.0]))
    return {
        "q": size * rng.standard_normal((*lead_q, n_q, d)),
        "k": rng.standard_normal((*lead_k, n_k, d)),
        "v": rng.standard_normal((*lead_v, n_k, draw(st.integers(1, 5)))),
        "scale": draw(st.sampled_from([0.125, 1.0, 3.0])),
        "bias": bias,
        "mask": mask,
        "causal": causal,
    }


@st.composite
def tilings(draw: st.DrawFn) -> dict[str, int]:
    sizes = {"QUERY_TILE": st.integers(1, 7), "KEY_TILE": st.integers(1, 9), "TILE_VALUES": st.integers(1, 100)}
    return {name: draw(size) for name, size in sizes.items()}


@given(case=cases(), tiling=tilings())
def test_every_tiling_gives_the_plain_softmax(case: dict[str, Any], tiling: dict[str, int]) -> None:
    expected = plain_weights(case)
    mean = (expected[..., None] * case["v"][..., None, :, :]).sum(-2)
    with pytest.MonkeyPatch.context() as patch:
        for name, size in tiling.items():
            patch.setattr(attention_tiles, name, size)
        tiled, streamed = weights(case), attend(case)
    assert tiled.shape == np.broadcast_shapes(expected.shape, tiled.shape)
    assert streamed.shape == mean.shape
    # Logits stay below 3 * 10 * 9 * 4 * 4: their rounding is what there is.
    assert np.max(abs(tiled - expected)) < 1e-12
    assert np.max(abs(streamed - mean)) < 1e-12 * max(1.0, np.max(abs(case["v"])))
    hidden = np.broadcast_to(~visible(case), expected.shape)
    assert not np.broadcast_to(tiled, expected.shape)[hidden].any()


@given(case=cases())
def test_causal_is_the_explicit_mask(case: dict[str, Any]) -> None:
    n_q, n_k = case["q"].shape[-2], case["k"].shape[-2]
    if n_q > n_k:
        case["q"], n_q = case["q"][..., :1, :], 1
        for name in ("mask", "bias"):
            if case[name] is not None and case[name].ndim > 1:
                case[name] = case[name][..., :1, :]
    triangle = np.arange(n_k) <= np.arange(n_q)[:, None] + n_k - n_q
    explicit = {**case, "causal": False, "mask": triangle if case["mask"] is None else triangle & case["mask"]}
    case["causal"] = True
    assert np.max(abs(weights(case) - weights(explicit))) < 1e-14
    assert np.max(abs(attend(case) - attend(explicit))) < 1e-14 * np.max(abs(case["v"]))


@given(case=cases())
def test_minus_infinity_in_the_bias_is_a_mask(case: dict[str, Any]) -> None:
    bias = np.zeros(1) if case["bias"] is None else case["bias"]
    biased = {**case, "bias": bias}  # without a bias the logits may need no shift, which rounds differently
    masked = {**case, "mask": visible({**case, "causal": False}), "bias": np.where(bias > -np.inf, bias, 0.0)}
    assert np.array_equal(weights(biased), weights(masked))
    assert np.array_equal(attend(biased), attend(masked))


@given(case=cases(), shift=st.floats(-50, 50), seed=st.integers(0, 2**32 - 1))
def test_shift_and_permutation_of_the_keys(case: dict[str, Any], shift: float, seed: int) -> None:
    case["causal"] = False
    expected = attend(case)
    order = np.random.default_rng(seed).permutation(case["k"].shape[-2])
    n_q, n_k = case["q"].shape[-2], case["k"].shape[-2]
    bias = np.zeros((n_q, n_k)) if case["bias"] is None else case["bias"]
    bias = np.broadcast_to(bias, (*bias.shape[:-2], n_q, n_k))
    moved = {**case, "k": case["k"][..., order, :], "v": case["v"][..., order, :], "bias": bias[..., order] + shift}
    if case["mask"] is not None:
        moved["mask"] = case["mask"][..., order]
    assert np.max(abs(attend(moved) - expected)) < 1e-12 * np.max(abs(case["v"]))


@given(case=cases())
def test_key_norms_range_over_the_visible_keys(case: dict[str, Any]) -> None:
    case["bias"] = None
    norms = np.linalg.norm(case["k"], axis=-1)[..., None, :]
    seen = visible(case)
    smallest, largest = key_norm_range(attention_inputs(**{**case, "v": None}))
    assert np.max(abs(smallest - np.where(seen, norms, np.inf).min(-1))) <= 1e-15 * np.max(norms)
    assert np.max(abs(largest - np.where(seen, norms, -np.inf).max(-1))) <= 1e-15 * np.max(norms)


def test_norms_of_pairs(rng: np.random.Generator) -> None:
    """kappa_ij, from the two norms that a formula is given."""
    q, k = rng.standard_normal((2, 3, 4)), rng.standard_normal((5, 4))
    kappa = np.full((2, 3, 5), np.nan)

    def record(pairs: Pairs) -> NDArray:
        kappa[(*pairs.lead, pairs.rows, pairs.columns)] = pairs.scaled_query_norm * pairs.key_norm
        return pairs.scaled_inner

    posterior(attention_inputs(q, k, scale=2.0), record)
    expected = 2 * np.linalg.norm(q, axis=-1)[..., None] * np.linalg.norm(k, axis=-1)
    assert np.max(abs(kappa - expected)) < 1e-14


def test_hidden_tiles_cost_nothing(rng: np.random.Generator) -> None:
    """Of n^2 pairs a causal pass visits half, and half a tile in each row of tiles."""
    n, visited = 1024, []

    def counted(pairs: Pairs) -> NDArray:
        visited.append(pairs.scaled_inner.size)
        return pairs.scaled_inner

    q, k, v = rng.standard_normal((3, n, 8))
    posterior_mean(attention_inputs(q, k, v, causal=True), counted)
    assert sum(visited) <= n * (n + attention_tiles.QUERY_TILE) / 2


def test_long_sequences_need_no_square_array(rng: np.random.Generator) -> None:
    n = 8192
    q, k, v = rng.standard_normal((3, n, 16)).astype(np.float32)
    tracemalloc.start()
    result = posterior_mean(attention_inputs(q, k, v, causal=True), softmax_logits)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * n * n / 20
    last = plain_weights({"q": q[-1:], "k": k, "scale": 0.25, "bias": None, "mask": None, "causal": True}) @ v
    assert np.max(abs(result[-1:] - last)) < 1e-6


@pytest.mark.parametrize(
    ("options", "query"),
    [
        ({"causal": True}, "query 0 "),
        ({"mask": np.array([[True], [True], [False], [True]])}, "query 2 "),
        ({"bias": np.array([[0.0], [-np.inf], [0.0], [0.0]])}, "query 1 "),
        ({"mask": np.array([[True, False, False]]), "bias": np.array([-np.inf, 0, 0])}, "query 0 "),
        ({"mask": np.arange(8).reshape(2, 4, 1) != 6}, r"query \(1, 2\) "),
    ],
)
def test_a_query_without_a_key_is_named(options: dict[str, Any], query: str) -> None:
    q, k = np.ones((4, 2)), np.ones((3, 2))
    with pytest.raises(ValueError, match=query + "has no key"):
        posterior(attention_inputs(q, k, **options), softmax_logits)
    with pytest.raises(ValueError, match=query + "has no key"):
        posterior_mean(attention_inputs(q, k, k, **options), softmax_logits)
    if "bias" not in options:
        with pytest.raises(ValueError, match=query + "has no key"):
            key_norm_range(attention_inputs(q, k, **options))


def test_a_query_of_a_later_block_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attention_tiles, "QUERY_TILE", 2)
    monkeypatch.setattr(attention_tiles, "TILE_VALUES", 1)
    mask = np.ones((3, 4, 5, 1), bool)
    mask[2, 3, 4] = False
    q, k = np.ones((3, 4, 5, 2)), np.ones((6, 2))
    with pytest.raises(ValueError, match=r"^query \(2, 3, 4\) has no key to attend to$"):
        attend({"q": q, "k": k, "v": k, "mask": mask})
    with pytest.raises(ValueError, match=r"^query 4 has no key to attend to$"):
        weights({"q": q[0, 0], "k": k, "mask": mask[2, 3]})


@pytest.mark.parametrize("shift", [-1000.0, 1000.0])
def test_a_prior_of_any_size_beside_small_logits(shift: float, rng: np.random.Generator) -> None:
    q, k, v = rng.standard_normal((3, 5, 4))
    got, expected = (attend({"q": q, "k": k, "v": v, "bias": np.full((5, 5), size)}) for size in (shift, 0.0))
    assert np.max(abs(got - expected)) <= 4 * np.spacing(abs(shift)) * np.max(abs(v))  # of the shifted logits


def test_no_keys_at_all() -> None:
    with pytest.raises(ValueError, match="query 0 has no key"):
        attend({"q": np.ones((2, 3)), "k": np.ones((0, 3)), "v": np.ones((0, 3))})


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_logit_that_overflows_raises(dtype: type) -> None:
    huge = float(np.sqrt(np.finfo(dtype).max))
    q = np.array([[1.0, 0], [huge, huge]], dtype)
    k = np.array([[1.0, 0], [2 * huge, 2 * huge], [2 * huge, -2 * huge]], dtype)
    with pytest.raises(ValueError, match="logit of query 1 and key 1 overflows"):
        attend({"q": q, "k": k, "v": k, "scale": 1.0})
    mask = np.array([[True, True, True], [True, False, False]])
    mean = attend({"q": q, "k": k, "v": k, "scale": 1.0, "mask": mask})
    assert np.array_equal(mean[1], [1, 0])
    bias = np.where(mask, 0, -np.inf).astype(dtype)
    assert np.array_equal(attend({"q": q, "k": k, "v": k, "scale": 1.0, "bias": bias}), mean)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_means_of_the_largest_values_are_finite(dtype: type) -> None:
    largest = np.finfo(dtype).max
    v = np.full((5, 2), largest) * np.array([1, -1], dtype)
    mean = attend({"q": np.ones((3, 2), dtype), "k": np.eye(5, 2, dtype=dtype), "v": v})
    assert mean.dtype == dtype
    assert np.max(abs(mean.astype(float) / float(largest) - [1, -1])) < 4 * np.finfo(dtype).eps


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_constant_masks_are_bias(dtype: type) -> None:
    """A row of one constant is a row without bias, up to its rounding; an entry without it takes everything."""
    lowest = np.finfo(dtype).min
    q, k = np.ones((2, 2), dtype), np.eye(3, 2, dtype=dtype)
    bias = np.array([[lowest] * 3, [lowest, 0, lowest]], dtype)
    result = weights({"q": q, "k": k, "bias": bias})
    assert result.dtype == dtype
    assert np.array_equal(result[1], [0, 1, 0])
    # float16 is computed in float32, where the logits survive beside the constant to 2^-8.
    logits = np.array([1, 1, 0]) / np.sqrt(2) if dtype == np.float16 else np.zeros(3)
    expected = np.exp(logits) / np.exp(logits).sum()
    assert np.max(abs(result[0] - expected)) < (2**-8 if dtype == np.float16 else np.finfo(dtype).eps)


@pytest.mark.parametrize(("lead_q", "lead_k"), [((0,), (1,)), ((2, 0), (0,)), ((0,), ())])
def test_empty_batches(lead_q: tuple[int, ...], lead_k: tuple[int, ...]) -> None:
    q, k = np.ones((*lead_q, 4, 3)), np.ones((*lead_k, 5, 3))
    assert attend({"q": q, "k": k, "v": k}).shape == (*np.broadcast_shapes(lead_q, lead_k), 4, 3)
    assert weights({"q": q, "k": k}).shape == (*np.broadcast_shapes(lead_q, lead_k), 4, 5)
    assert attend({"q": q[..., :0, :], "k": k, "v": k}).shape[-2:] == (0, 3)


def test_views_of_any_layout(rng: np.random.Generator) -> None:
    q, k, v = rng.standard_normal((3, 2, 6, 4))
    expected = attend({"q": q, "k": k, "v": v, "causal": True})
    fortran = [np.asfortranarray(array) for array in (q, k, v)]
    spread = [np.repeat(array, 2, axis=-1)[..., ::2] for array in (q, k, v)]
    backward = [array[:, ::-1][:, ::-1] for array in (q, k, v)]
    for views in (fortran, spread, backward):
        for view in views:
            view.flags.writeable = False
        assert np.max(abs(attend(dict(zip("qkv", views, strict=True), causal=True)) - expected)) < 1e-15


@pytest.mark.parametrize(
    ("batch", "room", "blocks"),
    [
        ((), 1, [()]),
        ((3,), 2, [(slice(0, 2),), (slice(2, 3),)]),
        ((3, 2), 2, [(slice(0, 1), slice(0, 2)), (slice(1, 2), slice(0, 2)), (slice(2, 3), slice(0, 2))]),
        ((2, 2), 0, [(slice(i, i + 1), slice(j, j + 1)) for i in range(2) for j in range(2)]),
        ((3, 2), 4, [(slice(0, 2), slice(0, 2)), (slice(2, 3), slice(0, 2))]),
    ],
)
def test_leading_axes_are_cut_to_the_room(batch: tuple[int, ...], room: int, blocks: list[Any]) -> None:
    assert list(lead_blocks(batch, room)) == blocks


@pytest.mark.parametrize("n_k", [3, 8, 20])
def test_tiles_fit_their_room(n_k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No tile holds more logits than it may, and none could be twice as high."""
    monkeypatch.setattr(attention_tiles, "TILE_VALUES", 40)
    monkeypatch.setattr(attention_tiles, "KEY_TILE", 8)
    sizes: list[int] = []

    def counted(pairs: Pairs) -> NDArray:
        logits = pairs.scaled_inner
        sizes.append(logits.size)
        return logits

    q, k = np.ones((4, 9, 2)), np.ones((4, n_k, 2))
    posterior_mean(attention_inputs(q, k, k, scale=1.0, bias=None, mask=None, causal=False), counted)
    assert 20 < max(sizes) <= 40
