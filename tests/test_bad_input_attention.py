"""What attention refuses, and what it takes: a row per public function, kinds of input generated from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from svflow_math import attention

# Binary fractions, exact in every type; three queries, four keys, d = 4.
Q = np.array([[1.0, 0.5, 0.0, -1.0], [0.25, -0.5, 1.0, 0.0], [0.0, 1.0, 0.5, 0.25]])
K = np.array([[0.5, 1.0, 0.0, 0.0], [-1.0, 0.25, 0.5, 1.0], [0.0, 0.0, 1.0, -0.5], [1.0, 1.0, -0.5, 0.25]])
V = np.array([[1.0, 2.0], [0.5, -1.0], [0.0, 4.0], [-2.0, 0.25]])
BIAS = np.array([[0.0, 1.0, -1.0, 0.5], [0.25, 0.0, 0.0, 2.0], [1.0, 1.0, 1.0, 1.0]])
MASK = np.array([[True, True, False, True], [True, False, True, True], [True, True, True, True]])
AXES = np.eye(4)
LAWS = np.array([[0.5, 0.5], [0.25, 0.75], [1.0, 0.0], [0.0, 1.0]])


@dataclass(frozen=True)
class Row:
    """A public function, valid array arguments, and which options it takes; `prior` is the one that may be -inf."""

    function: Callable[..., Any]
    arguments: dict[str, NDArray]
    prior: str = ""
    masks: bool = True
    rows: tuple[str, ...] = ("q",)  # the arguments whose second to last axis is that of the result

    @property
    def name(self) -> str:
        return self.function.__name__

    def call(self, **changes: Any) -> NDArray:
        """The result; of several fields the one that depends on everything."""
        result = self.function(**{**self.arguments, **changes})
        return result[-1] if isinstance(result, tuple) else result


ROWS = (
    Row(attention.weights, {"q": Q, "k": K}, prior="bias"),
    Row(attention.attend, {"q": Q, "k": K, "v": V}, prior="bias"),
    Row(attention.exact_posterior, {"q": Q, "k": K}, prior="log_prior"),
    Row(attention.tilt_bounds, {"q": Q, "k": K}),
    Row(
        attention.smoothed_posterior,
        {"x": AXES, "points": AXES, "posteriors": LAWS, "kappa": np.array(2.0)},
        masks=False,
        rows=("x",),
    ),
    Row(attention.rotate, {"x": Q, "positions": np.array([0.0, 1.0, 7.0])}, masks=False, rows=("x", "positions")),
)


def over(rows: tuple[Row, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", rows, ids=lambda row: row.name)


every = over(ROWS)
masked = over(tuple(row for row in ROWS if row.masks))
biased = over(tuple(row for row in ROWS if row.prior))


def arrays(row: Row) -> dict[str, NDArray]:
    return {name: array for name, array in row.arguments.items() if array.ndim}


def spoilt(array: NDArray, value: float) -> NDArray:
    array = array.copy()
    array[(1,) * array.ndim] = value
    return array


def close(got: NDArray, expected: NDArray, eps: float = 2.0**-52) -> bool:
    return bool(
        np.max(np.abs(got.astype(np.float64) - expected), initial=0) <= 32 * eps * max(1, np.abs(expected).max())
    )


@every
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf], ids=str)
def test_not_finite_names_argument_and_index(row: Row, value: float) -> None:
    for name, array in arrays(row).items():
        with pytest.raises(ValueError, match=rf"\b{name} must .*\(1, ?1?\)"):
            row.call(**{name: spoilt(array, value)})


@every
def test_types_that_are_refused(row: Row) -> None:
    for name, array in row.arguments.items():
        for bad in (complex, object, str, np.longdouble, "datetime64[s]"):
            with pytest.raises(TypeError, match=rf"\b{name} must hold real numbers"):
                row.call(**{name: array.astype(bad)})
        with pytest.raises(ValueError, match=rf"\b{name} must be a rectangular array"):
            row.call(**{name: [[1.0, 0.0], [1.0]]})


@every
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.dtype(">f8")], ids=str)
def test_types_that_are_kept(row: Row, dtype: Any) -> None:
    result = row.call(**{name: array.astype(dtype) for name, array in row.arguments.items()})
    assert result.dtype == np.dtype(dtype).newbyteorder("=")
    assert close(result, row.call(), float(np.finfo(dtype).eps))


@every
def test_integers_and_lists_become_double(row: Row) -> None:
    expected = row.call()
    listed = row.call(**{name: array.tolist() for name, array in row.arguments.items()})
    assert listed.dtype == np.float64
    assert np.array_equal(listed, expected)
    integers = {name: np.round(array).astype(np.int32) for name, array in row.arguments.items() if name != "posteriors"}
    assert row.call(**integers).dtype == np.float64


@every
def test_views_are_taken_and_never_modified(row: Row) -> None:
    expected = row.call()
    for name, array in arrays(row).items():
        wide = np.zeros(tuple(2 * size for size in array.shape))
        strided = wide[(slice(None, None, 2),) * array.ndim]
        strided[...] = array
        for view in (strided, np.asfortranarray(array), array[::-1].copy()[::-1]):
            view.flags.writeable = False
            before = view.copy()
            assert close(row.call(**{name: view}), expected)
            assert np.array_equal(view, before)


@every
def test_shapes_that_do_not_fit(row: Row) -> None:
    for name, array in arrays(row).items():
        for bad in (np.float64(1.0), array[..., :1], array[..., :-1], np.stack([array] * 2)[..., :3, :3]):
            if name in ("v", "positions") or (name == "posteriors" and np.ndim(bad)):
                continue
            with pytest.raises(ValueError, match=rf"\b{name}\b"):
                row.call(**{name: bad})
    if row.masks:
        with pytest.raises(ValueError, match="leading axes do not broadcast"):
            row.call(q=np.stack([Q] * 2), k=np.stack([K] * 3))


@every
def test_empty_batches(row: Row) -> None:
    empty = {name: row.arguments[name][:0] for name in row.rows}
    assert row.call(**empty).shape == row.call()[:0].shape
    if row.masks:
        assert row.call(q=np.stack([Q] * 2)[:0]).shape == (0, *row.call().shape)


@every
def test_leading_axes_broadcast(row: Row) -> None:
    """Grouped keys: the queries of a group share them."""
    expected = row.call()
    result = row.call(**{row.rows[0]: np.stack([row.arguments[row.rows[0]]] * 2)})
    assert result.shape == (2, *expected.shape)
    assert close(result[0], expected)
    assert close(result[1], expected)


# Masks, biases, causal order: who sees whom.


@masked
def test_masks_are_boolean_and_fit(row: Row) -> None:
    for bad in (MASK.astype(np.float64), MASK.astype(np.int8), np.where(MASK, 0.0, -np.inf)):
        with pytest.raises(TypeError, match=r"mask must be boolean \(True = may attend\)"):
            row.call(mask=bad)
    for bad in (MASK.T, MASK[:2], np.ones(3, bool)):
        with pytest.raises(ValueError, match=r"mask must broadcast to \(..., 3, 4\)"):
            row.call(mask=bad)
    assert close(row.call(mask=np.ones(4, bool)), row.call())
    assert close(row.call(mask=MASK.tolist()), row.call(mask=MASK))


@masked
def test_a_masked_key_is_not_there(row: Row) -> None:
    """Whatever the key that is masked, the result is that of the other keys."""
    mask = np.array([True, True, False, True])
    kept = {name: row.arguments[name][mask] for name in ("k", "v") if name in row.arguments}
    other = {name: array.copy() for name, array in row.arguments.items() if name in ("k", "v")}
    for array in other.values():
        array[2] = 1e3
    expected, got = row.call(**kept), row.call(mask=mask, **other)
    if got.shape != expected.shape:
        assert not np.any(got[..., 2])
        got = got[..., mask]
    assert close(got, expected)


@masked
def test_a_query_without_a_key(row: Row) -> None:
    blind = MASK.copy()
    blind[1] = False
    with pytest.raises(ValueError, match="query 1 has no key to attend to"):
        row.call(mask=blind)
    with pytest.raises(ValueError, match=r"query \(1, 1\) has no key to attend to"):
        row.call(q=np.stack([Q] * 2), mask=np.stack([MASK, blind]))
    with pytest.raises(ValueError, match="query 0 has no key to attend to"):
        row.call(**{name: row.arguments[name][:0] for name in ("k", "v") if name in row.arguments})


@masked
def test_causal_shapes(row: Row) -> None:
    """Query i sees the keys j <= i + n_k - n_q: the last query sees them all."""
    order = np.arange(4)[None, :] <= np.arange(3)[:, None] + 1
    assert close(row.call(causal=True), row.call(mask=order))
    assert close(row.call(causal=True, mask=MASK), row.call(mask=order & MASK))
    assert close(row.call(causal=True)[-1], row.call()[-1])
    for bad in ("yes", 1, None, MASK):
        with pytest.raises(TypeError, match="causal must be True or False, got"):
            row.call(causal=bad)
    few = {name: row.arguments[name][:2] for name in ("k", "v") if name in row.arguments}
    with pytest.raises(ValueError, match="query 0 has no key to attend to"):
        row.call(causal=True, **few)
    with pytest.raises(ValueError, match="query 2 has no key to attend to"):
        row.call(causal=True, mask=np.array([[True] * 4, [True] * 4, [False] * 4]))


@masked
def test_scale(row: Row) -> None:
    for bad in (0.0, -1.0, np.nan, np.inf):
        with pytest.raises(ValueError, match="scale must be positive and finite"):
            row.call(scale=bad)
    assert close(row.call(scale=0.5), row.call())
    with pytest.raises(ValueError, match="overflows"):
        row.call(q=1e200 * Q, k=1e200 * K)
    with pytest.raises(ValueError, match="d >= 2"):
        row.call(q=Q[:, :1], k=K[:, :1])


@biased
def test_the_prior_may_be_minus_infinite_only(row: Row) -> None:
    for value in (np.nan, np.inf):
        with pytest.raises(ValueError, match=rf"{row.prior} must be finite or -inf, got {value} at index \(1, 1\)"):
            row.call(**{row.prior: spoilt(BIAS, value)})
    support = np.where(MASK, BIAS, -np.inf)
    assert close(row.call(**{row.prior: support}), row.call(**{row.prior: BIAS, "mask": MASK}))
    support[2] = -np.inf
    with pytest.raises(ValueError, match="query 2 has no key to attend to"):
        row.call(**{row.prior: support})
    for bad in (BIAS.T, BIAS[:2], np.zeros(3)):
        with pytest.raises(ValueError, match=rf"{row.prior} must broadcast to \(..., 3, 4\)"):
            row.call(**{row.prior: bad})
    with pytest.raises(TypeError, match=f"{row.prior} must hold real numbers"):
        row.call(**{row.prior: BIAS.astype(complex)})


@biased
@pytest.mark.parametrize("low", [-1e4, -1e9, float(np.finfo(np.float32).min), float(np.finfo(np.float64).min)])
def test_masks_with_finite_constants(row: Row, low: float) -> None:
    """A large negative constant takes a key out where another is left; in a row of such constants none does."""
    finite = np.where(MASK, 0.0, low)
    assert close(row.call(**{row.prior: finite}), row.call(mask=MASK))
    finite[1] = low
    assert close(row.call(**{row.prior: finite})[1], row.call()[1], eps=min(2.0**-52 * -low, 1.0))
    assert np.all(np.isfinite(row.call(**{row.prior: finite})))


@biased
def test_single_precision_with_a_mask_of_its_lowest_number(row: Row) -> None:
    single = {name: array.astype(np.float32) for name, array in row.arguments.items()}
    low = np.where(MASK, np.float32(0), np.finfo(np.float32).min)
    result = row.call(**single, **{row.prior: low})
    assert result.dtype == np.float32
    assert close(result, row.call(mask=MASK), float(np.finfo(np.float32).eps))


def test_softcap() -> None:
    for function, arguments in ((attention.weights, (Q, K)), (attention.attend, (Q, K, V))):
        for bad in (0.0, -1.0, np.nan, np.inf):
            with pytest.raises(ValueError, match="softcap must be positive and finite"):
                function(*arguments, softcap=bad)
        assert close(function(*arguments, softcap=1e12), function(*arguments))


def test_smoothing_refuses_what_is_no_point_and_no_law() -> None:
    with pytest.raises(ValueError, match=r"points must have norm 1; at index \(1,\)"):
        attention.smoothed_posterior(AXES, np.where(np.arange(4)[:, None] == 1, 2 * AXES, AXES), LAWS, 2.0)
    with pytest.raises(ValueError, match=r"posteriors must be distributions.*index \(3,\)"):
        attention.smoothed_posterior(AXES, AXES, np.where(np.arange(4)[:, None] == 3, -LAWS, LAWS), 2.0)
    for bad in (-1.0, np.nan, np.inf):
        with pytest.raises(ValueError, match="kappa must be finite and >= 0"):
            attention.smoothed_posterior(AXES, AXES, LAWS, bad)


def test_rotary_embedding_needs_planes() -> None:
    with pytest.raises(ValueError, match="x must have an even last axis"):
        attention.rotate(Q[:, :3], [0.0, 1.0, 2.0])
    with pytest.raises(ValueError, match="positions of shape"):
        attention.rotate(Q, [0.0, 1.0])
    for bad in (0.0, -1.0, np.nan, np.inf):
        with pytest.raises(ValueError, match="base must be positive and finite"):
            attention.rotate(Q, [0.0, 1.0, 2.0], base=bad)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("function", [attention.exact_posterior, attention.tilt_bounds])
def test_normalisers_are_computed_in_double_precision(function: Callable[..., Any], dtype: Any) -> None:
    """Of what is given in less, and rounded once: log C_d of large concentrations has no digits to spare."""
    q, k = (30 * Q).astype(dtype), (30 * K).astype(dtype)
    got, exact = function(q, k), function(q.astype(float), k.astype(float))
    for part, wanted in zip(*(r if isinstance(r, tuple) else (r,) for r in (got, exact)), strict=True):
        assert part.dtype == dtype
        assert np.array_equal(part, wanted.astype(dtype))


def test_what_is_not_given_has_its_default() -> None:
    positions = np.array([0.0, 1e4, 1e5])
    assert np.array_equal(attention.rotate(Q, positions), attention.rotate(Q, positions, base=10000.0))
    for row in ROWS:
        if row.masks:
            assert np.array_equal(row.call(), row.call(scale=1 / np.sqrt(4), mask=None, causal=False))


def test_the_softcap_bounds_the_logits() -> None:
    """Weights and attention see cap tanh(logit / cap)."""
    logits = 3 * np.tanh(Q @ K.T * 4 / 3) + BIAS
    law = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    assert close(attention.weights(Q, K, scale=4.0, bias=BIAS, softcap=3.0), law)
    assert close(attention.attend(Q, K, V, scale=4.0, bias=BIAS, softcap=3.0), law @ V)
    support = np.where(MASK, law, 0)
    support /= support.sum(axis=-1, keepdims=True)
    assert close(attention.weights(Q, K, scale=4.0, bias=BIAS, softcap=3.0, mask=MASK), support)
    assert close(attention.attend(Q, K, V, scale=4.0, bias=BIAS, softcap=3.0, mask=MASK), support @ V)


def test_smoothing_without_concentration_is_the_mean() -> None:
    for kappa in (0, 0.0, np.float64(0)):
        got = attention.smoothed_posterior(AXES, AXES, LAWS, kappa)
        assert close(got, np.broadcast_to(LAWS.mean(axis=0), (4, 2)))
