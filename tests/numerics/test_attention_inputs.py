"""What attention refuses, by argument and reason, and what it makes of dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from svflow_math.numerics.attention_inputs import (
    attention_inputs,
    largest_entry,
    norm_bound,
    row_norms,
    smoothing_inputs,
)

Q, K, V = np.ones((4, 3)), np.ones((5, 3)), np.ones((5, 2))


def with_entry(array: np.ndarray, value: float) -> np.ndarray:
    array = array.copy()
    array[1, 0] = value
    return array


REFUSED: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"q": np.ones(3)}, ValueError, r"q must have at least two axes, got shape \(3,\)"),
    ({"k": np.ones((5, 4))}, ValueError, r"q and k must share .* \(4, 3\) and \(5, 4\)"),
    ({"q": np.ones((4, 1)), "k": np.ones((5, 1))}, ValueError, "d >= 2"),
    ({"v": np.ones((4, 2))}, ValueError, r"v must have one row for each of the 5 keys, got shape \(4, 2\)"),
    ({"q": np.ones((2, 4, 3)), "k": np.ones((3, 5, 3))}, ValueError, "leading axes do not broadcast"),
    ({"q": with_entry(Q, np.nan)}, ValueError, r"q must be finite, got nan at index \(1, 0\)"),
    ({"k": with_entry(K, np.inf)}, ValueError, r"k must be finite, got inf at index \(1, 0\)"),
    ({"v": with_entry(V, -np.inf)}, ValueError, r"v must be finite, got -inf at index \(1, 0\)"),
    ({"q": Q + 0j}, TypeError, "q must hold real numbers"),
    ({"q": Q.astype(np.longdouble)}, TypeError, "q must hold real numbers"),
    ({"k": K.astype(object)}, TypeError, "k must hold real numbers"),
    ({"v": V.astype(str)}, TypeError, "v must hold real numbers"),
    ({"bias": np.inf}, ValueError, r"bias must be finite or -inf, got inf"),
    ({"bias": np.full((4, 5), np.nan)}, ValueError, r"bias must be finite or -inf, got nan at index \(0, 0\)"),
    ({"bias": [-np.inf, np.nan, 0, 0, 0]}, ValueError, r"bias must be finite or -inf, got nan at index \(1,\)"),
    ({"bias": np.zeros(4)}, ValueError, r"bias must broadcast to \(..., 4, 5\), got shape"),
    ({"mask": np.ones((4, 5))}, TypeError, r"mask must be boolean \(True = may attend\), got dtype float64"),
    ({"mask": np.ones((5, 5), bool)}, ValueError, r"mask must broadcast to \(..., 4, 5\)"),
    ({"scale": 0.0}, ValueError, "scale must be positive and finite, got 0.0"),
    ({"scale": np.nan}, ValueError, "scale must be positive and finite, got nan"),
    ({"scale": np.ones(2)}, ValueError, r"scale must be one number, got shape \(2,\)"),
    ({"scale": 1j}, TypeError, "scale must hold real numbers"),
    ({"softcap": -1.0}, ValueError, "softcap must be positive and finite, got -1.0"),
    ({"q": 1e200 * Q, "k": 1e200 * K, "precise": True}, ValueError, "a concentration .* overflows"),
    ({"softcap": np.inf}, ValueError, "softcap must be positive and finite, got inf"),
]


@pytest.mark.parametrize(("changed", "error", "message"), REFUSED)
def test_refused(changed: dict[str, Any], error: type[Exception], message: str) -> None:
    attention_inputs(**{"q": Q, "k": K, "v": V, "bias": None})
    with pytest.raises(error, match=message):
        attention_inputs(**{"q": Q, "k": K, "v": V, "bias": None, **changed})


X, POINTS, POSTERIORS = np.eye(3)[:2], np.eye(3), np.full((3, 2), 0.5)

REFUSED_BY_SMOOTHING: list[tuple[dict[str, Any], str]] = [
    ({"x": 1.00001 * X}, r"x must have norm 1; at index \(0,\) the value is 1.00001"),
    ({"x": with_entry(X, np.nan)}, "x must be finite"),
    ({"x": 1.0}, "x must have a last axis"),
    ({"x": np.eye(2)}, "share a last axis"),
    ({"points": 0 * POINTS}, r"points must have norm 1; at index \(0,\)"),
    ({"points": np.ones(3)}, "points must have two axes"),
    ({"posteriors": with_entry(POSTERIORS, 0.6)}, r"posteriors must be distributions.* index \(1,\)"),
    ({"posteriors": POSTERIORS + np.array([1, -1])}, r"posteriors must be distributions.* index \(0,\)"),
    ({"posteriors": POSTERIORS[:2]}, "one row for each"),
    ({"kappa": -1.0}, "kappa must be finite and >= 0, got -1.0"),
    ({"kappa": np.inf}, "kappa must be finite"),
    ({"kappa": np.ones(3)}, "kappa must be one number"),
]


@pytest.mark.parametrize(("changed", "message"), REFUSED_BY_SMOOTHING)
def test_refused_by_smoothing(changed: dict[str, Any], message: str) -> None:
    arguments = {"x": X, "points": POINTS, "posteriors": POSTERIORS, "kappa": 2.0}
    smoothing_inputs(**arguments)
    with pytest.raises(ValueError, match=message):
        smoothing_inputs(**{**arguments, **changed})


@pytest.mark.parametrize(
    ("dtypes", "result", "working"),
    [
        ("eee", "e", "f"),
        ("fff", "f", "f"),
        ("fef", "f", "f"),
        ("fdf", "d", "d"),
        ("iif", "d", "d"),
        ("iii", "d", "d"),
    ],
)
def test_dtypes(dtypes: str, result: str, working: str) -> None:
    q, k, v = (array.astype(dtype) for array, dtype in zip((Q, K, V), dtypes, strict=True))
    heads = attention_inputs(q, k, v, scale=np.float64(0.5), bias=0.25)
    assert heads.dtype == np.dtype(result)
    assert heads.scaled_query.dtype == heads.key.dtype == np.dtype(working)
    assert attention_inputs(q, k, v, precise=True).key.dtype == np.float64


def test_inputs_stay_as_they_are() -> None:
    arrays: dict[str, Any] = {"q": Q.copy(), "k": K.copy(), "v": V.copy(), "bias": np.zeros((4, 5))}
    for array in arrays.values():
        array.flags.writeable = False
    heads = attention_inputs(**arrays, scale=2.0)
    assert np.array_equal(heads.scaled_query, 2 * Q)
    assert np.array_equal(arrays["q"], Q)


def test_norms_neither_overflow_nor_vanish() -> None:
    rows = np.array([[3e-300, 4e-300], [3e300, 4e300], [0, 0], [-3, 4], [5e-324, 0]])
    assert np.array_equal(row_norms(rows)[2:], [0, 5, 5e-324])
    assert np.max(abs(row_norms(rows)[:2] / [5e-300, 5e300] - 1)) < 4e-16


def test_largest_entry() -> None:
    assert largest_entry("x", np.array([1.0, -3.0, 2.0])) == 3
    assert largest_entry("x", np.array([-np.inf, -3.0, 2.0]), support=True) == 3
    assert largest_entry("x", np.array([-np.inf, -np.inf]), support=True) == 0
    assert largest_entry("x", np.empty((0, 2))) == 0


@pytest.mark.parametrize(
    ("changed", "may"),
    [
        ({}, False),
        ({"scale": 1e300}, False),
        ({"scale": 1e307}, True),
        ({"q": 1e154 * Q, "k": 1e154 * K, "scale": 1.0}, True),
        ({"q": 1e200 * Q, "k": 1e-200 * K}, False),
        ({"q": 1e-200 * Q, "k": 1e200 * K}, False),
        ({"bias": 1e307}, False),
        ({"bias": 1e308}, True),
        ({"bias": -1e308}, True),
        ({"q": 0 * Q, "k": 0 * K, "bias": np.finfo(np.float64).max / 4}, True),
        ({"bias": np.where(np.arange(5) > 2, -np.inf, 1e308)}, True),
        ({"bias": np.where(np.arange(5) > 2, -np.inf, 1.0)}, False),
        ({"q": Q.astype(np.float32), "k": 5e37 * K.astype(np.float32)}, True),
        ({"q": Q.astype(np.float32), "k": 1e36 * K.astype(np.float32)}, False),
        ({"q": 1e300 * Q[:0], "k": 1e300 * K}, False),
    ],
)
def test_what_could_overflow_is_known_beforehand(changed: dict[str, Any], may: bool) -> None:
    """Four times the largest logit that the norms and the bias admit, against the largest number there is."""
    assert attention_inputs(**{"q": Q, "k": K, **changed}).may_overflow is may


def test_concentrations_are_bounded_where_they_have_to_be_finite() -> None:
    for size in (1e153, 1e-200, 1e200):
        attention_inputs(size * Q, K * min(1e153, 1 / size), precise=True, scale=1.0)
    with pytest.raises(ValueError, match=r"^a concentration 1.0 \|q_i\| \|k_j\| overflows: the norms are bounded by"):
        attention_inputs(1e155 * Q, 1e155 * K, precise=True, scale=1.0)
    attention_inputs(1e155 * Q, 1e155 * K, scale=1.0)


def test_values_are_scaled_where_their_sum_could_overflow() -> None:
    largest = np.finfo(np.float64).max
    for size, keys, exponent in (
        (1.0, 5, 0),
        (largest / 10, 5, 0),
        (largest / 2, 5, 3),
        (largest, 7, 3),
        (largest, 8, 4),
        (largest, 1, 0),  # a single value needs no room for a sum
    ):
        v = np.zeros((keys, 1))
        v[-1] = size
        heads = attention_inputs(np.ones((2, 3)), np.ones((keys, 3)), v)
        assert heads.value_exponent == exponent
        assert heads.value is not None
        assert np.array_equal(np.ldexp(heads.value, exponent), v)
    assert attention_inputs(Q, K[:0], V[:0]).value_exponent == 0
    assert attention_inputs(Q, K).value is None


def test_every_part_has_the_common_axes() -> None:
    rng = np.random.default_rng(3)
    q, k, v = rng.standard_normal((2, 1, 4, 3)), rng.standard_normal((3, 5, 3)), rng.standard_normal((5, 2))
    prior, mask = rng.standard_normal((4, 1)), rng.random((7, 1, 1, 1, 5)) > 0.5
    heads = attention_inputs(q, k, v, scale=0.5, log_prior=prior, mask=mask, causal=True, softcap=3.0)
    lead = (7, 2, 3)
    assert (heads.batch, heads.queries, heads.keys, heads.dim) == (lead, 4, 5, 3)
    assert (heads.reach, heads.softcap) == (1, 3.0)
    assert heads.value is not None and heads.log_prior is not None and heads.support is not None
    assert np.array_equal(heads.scaled_query, np.broadcast_to(0.5 * q, (*lead, 4, 3)))
    assert np.array_equal(heads.key, np.broadcast_to(k, (*lead, 5, 3)))
    assert np.array_equal(heads.value, np.broadcast_to(v, (*lead, 5, 2)))
    assert np.array_equal(heads.log_prior, np.broadcast_to(prior, (*lead, 4, 5)))
    assert np.array_equal(heads.support, np.broadcast_to(mask, (*lead, 4, 5)))
    assert np.abs(heads.scaled_query_norm - np.linalg.norm(heads.scaled_query, axis=-1)).max() <= 1e-15
    assert np.abs(heads.key_norm - np.linalg.norm(heads.key, axis=-1)).max() <= 1e-15
    of_numpy: Any = np.bool_(False)
    plain = attention_inputs(Q[:, :2], K[:, :2], causal=of_numpy)
    assert (plain.reach, plain.softcap, plain.log_prior, plain.support) == (None, np.inf, None, None)
    assert np.array_equal(plain.scaled_query, Q[:, :2] / np.sqrt(2))
    assert attention_inputs(K, Q, causal=True).reach == -1
    assert attention_inputs(Q, K, mask=True, bias=0.5).batch == ()
    bad: Any
    for bad in (1, None, "no", np.array(True)):
        with pytest.raises(TypeError, match=r"^causal must be True or False, got "):
            attention_inputs(Q, K, causal=bad)


def test_masks_that_are_no_arrays_of_truth_values() -> None:
    hidden = np.ma.array([True] * 5, mask=[False] * 4 + [True])
    for bad, message in (
        ([[True], [True, False]], "mask must be a rectangular array"),
        (hidden, "mask must not have masked"),
    ):
        with pytest.raises(ValueError, match=rf"^{message}"):
            attention_inputs(Q, K, mask=bad)


def test_axes_are_counted_from_the_end() -> None:
    q, k, v = np.ones((2, 4, 3)), np.ones((2, 5, 3)), np.ones((2, 5, 6))
    assert attention_inputs(q, k, v).batch == (2,)
    with pytest.raises(ValueError, match=r"^v must have one row for each of the 5 keys, got shape \(2, 3, 6\)$"):
        attention_inputs(q, k, np.ones((2, 3, 6)))
    with pytest.raises(ValueError, match=r"^leading axes do not broadcast: {'q': \(2,\), 'k': \(\), 'mask': \(3,\)}$"):
        attention_inputs(q, K, mask=np.ones((3, 4, 5), bool))
    with pytest.raises(ValueError, match=r"^leading axes do not broadcast: {'q': \(2,\), 'k': \(\), 'bias': \(3,\)}$"):
        attention_inputs(q, K, bias=np.zeros((3, 4, 5)))
    with pytest.raises(ValueError, match=r"^k must have at least two axes, got shape \(3,\)$"):
        attention_inputs(Q, np.ones(3))
    with pytest.raises(ValueError, match=r"^v must have at least two axes, got shape \(5,\)$"):
        attention_inputs(Q, K, np.ones(5))


def test_the_bound_of_the_norms() -> None:
    """No less than the longest row, also where squares overflow or vanish; not much more for a single row."""
    assert norm_bound("q", np.array([[[3.0, 4.0]]])) == 5
    for size in (1e200, 1e-200, 1e-320):
        rows = np.full((1, 2, 64), size)
        assert 8 * size <= norm_bound("q", rows) <= max(8.1 * size, 2e-153)
    assert norm_bound("q", np.full((2, 3), 1e30, np.float32)) >= 1e30 * np.sqrt(3) * (1 - 1e-6)
    assert norm_bound("q", np.empty((0, 3))) == 0
    with pytest.raises(ValueError, match=r"^q must be finite, got inf at index \(0, 1\)$"):
        norm_bound("q", np.array([[1.0, np.inf]]))


def test_the_largest_entry_beside_what_is_out() -> None:
    assert largest_entry("bias", np.array([-np.inf, 5.0]), support=True) == 5
    assert largest_entry("bias", np.array([-np.inf, 5.0, -7.0]), support=True) == 7
    assert largest_entry("bias", np.array([2.0, 0.5]), support=True) == 2
    assert largest_entry("bias", np.array([0.25, 0.5]), support=True) == 0.5
    assert largest_entry("bias", np.array([-np.inf, 0.25]), support=True) == 0.25
    assert largest_entry("x", np.array([0.25, 0.5])) == 0.5
    for array, value in (([1.0, -np.inf], "-inf"), ([1.0, np.nan], "nan"), ([0.5, np.inf], "inf")):
        with pytest.raises(ValueError, match=rf"^x must be finite, got {value} at index \(1,\)$"):
            largest_entry("x", np.array(array))
    for array, value in (([-np.inf, np.inf], "inf"), ([-np.inf, np.nan], "nan")):
        with pytest.raises(ValueError, match=rf"^bias must be finite or -inf, got {value} at index \(1,\)$"):
            largest_entry("bias", np.array(array), support=True)


def test_norms_of_rows_of_any_shape() -> None:
    assert np.array_equal(row_norms(np.empty((2, 0))), [0, 0])
    assert row_norms(np.empty((0, 3))).shape == (0,)
    assert np.array_equal(row_norms(np.array([3.0, 4.0])), 5)
    assert np.array_equal(row_norms(np.array([[[3.0, 4.0], [0.0, 2.0]]] * 3)), [[5, 2]] * 3)
    with np.errstate(all="raise"):
        assert np.array_equal(row_norms(np.array([[1e-300, 0], [0, 0]])), [1e-300, 0])


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float64, 1e-6), (np.float32, 1e-3), (np.float16, 1e-3)])
def test_smoothing_takes_points_and_laws_up_to_rounding(dtype: Any, tolerance: float) -> None:
    if dtype == np.float16:  # its own steps are as wide as the tolerance
        heads, _ = smoothing_inputs(X.astype(dtype), POINTS.astype(dtype), POSTERIORS.astype(dtype), 2.0)
        assert heads.dtype == dtype
        return
    for name, message in (
        ("x", "must have norm 1; at index"),
        ("points", "must have norm 1; at index"),
        ("posteriors", "must be distributions: entries >= 0 of sum 1; at index"),
    ):
        for factor in (1 + 0.99 * tolerance, 1 - 0.99 * tolerance):
            arrays = {"x": X.astype(dtype), "points": POINTS.astype(dtype), "posteriors": POSTERIORS.astype(dtype)}
            heads, shape = smoothing_inputs(**(arrays | {name: arrays[name] * dtype(factor)}), kappa=2.0)
            assert (heads.dtype, shape) == (dtype, (2, 2))
            assert np.abs(heads.scaled_query - 2 * X).max() <= 4 * np.finfo(dtype).eps
            assert np.abs(heads.key - POINTS).max() <= 2 * np.finfo(dtype).eps
        over = 1.0000005 if dtype == np.float64 else 1.01
        for factor in (1 + over * tolerance, 1 - over * tolerance):
            spoilt = arrays[name].copy()
            spoilt[1] *= dtype(factor)
            with pytest.raises(ValueError, match=rf"^{name} {message} \(1,\) the value is (1\.0|0\.99)"):
                smoothing_inputs(**(arrays | {name: spoilt}), kappa=2.0)


def test_smoothing_of_points_in_any_shape() -> None:
    x = np.stack([np.eye(2)[[0, 1, 0]]] * 4)
    heads, shape = smoothing_inputs(x, np.eye(2), np.full((2, 5), 0.2), 0.5)
    assert shape == (4, 3, 5)
    assert heads.scaled_query.shape == (12, 2)
    assert np.array_equal(heads.scaled_query, 0.5 * x.reshape(12, 2))
    five = np.eye(3)[[0, 1, 2, 0, 1]]
    heads, shape = smoothing_inputs(np.eye(3)[:2], five, np.full((5, 2), 0.5), 1.0)  # more points than dimensions
    assert (shape, heads.key.shape) == ((2, 2), (5, 3))
    for points, laws, message in (
        (five.T, np.full((3, 2), 0.5), r"^x and points must share a last axis of d >= 2, got shapes "),
        (five, np.full((3, 2), 0.5), r"^posteriors must have one row for each point, got shapes "),
    ):
        with pytest.raises(ValueError, match=message):
            smoothing_inputs(np.eye(3)[:2], points, laws, 1.0)
    heads, shape = smoothing_inputs(np.eye(2)[0], np.eye(2), np.full((2, 5), 0.2), 0)
    assert shape == (5,)
    assert np.array_equal(heads.scaled_query, [[0.0, 0.0]])
    assert heads.value is not None
    assert np.array_equal(heads.value, np.full((2, 5), 0.2))


def test_smoothing_names_what_overflows() -> None:
    """Norms and sums beyond the range are infinite, which no point and no law has; nothing warns."""
    with pytest.raises(ValueError, match=r"^x must have norm 1; at index \(1,\) the value is inf$"):
        smoothing_inputs(np.array([[1.0, 0.0], [1.5e308, 1.5e308]]), np.eye(2), np.eye(2), 1.0)
    with pytest.raises(ValueError, match=r"^posteriors must be distributions: .* at index \(1,\) the value is inf$"):
        smoothing_inputs(np.eye(2), np.eye(2), np.array([[1.0, 0.0], [1.5e308, 1.5e308]]), 1.0)
    with pytest.raises(ValueError, match=r"^posteriors must be distributions: .* at index \(1,\) the value is 1.0$"):
        smoothing_inputs(np.eye(2), np.eye(2), np.array([[1.0, 0.0], [1.5, -0.5]]), 1.0)
    for name, good in (("x", np.eye(2)), ("points", np.eye(2)), ("posteriors", np.eye(2))):
        arrays = {"x": np.eye(2), "points": np.eye(2), "posteriors": np.eye(2)} | {name: with_entry(good, np.nan)}
        with pytest.raises(ValueError, match=rf"^{name} must be finite, got nan at index \(1, 0\)$"):
            smoothing_inputs(**arrays, kappa=1.0)
    with pytest.raises(ValueError, match=r"^posteriors must have two axes, got shape \(2,\)$"):
        smoothing_inputs(np.eye(2), np.eye(2), np.ones(2), 1.0)
    with pytest.raises(ValueError, match=r"^x and points must share a last axis of d >= 2, got shapes {'x': \(2, 1\)"):
        smoothing_inputs(np.ones((2, 1)), np.ones((2, 1)), np.eye(2), 1.0)
    with pytest.raises(ValueError, match=r"^posteriors must have one row for each point, got shapes {'x': \(2, 2\)"):
        smoothing_inputs(np.eye(2), np.eye(2), np.eye(3), 1.0)
    for bad in (np.nan, -5e-324):
        with pytest.raises(ValueError, match=r"^kappa must be finite and >= 0, got "):
            smoothing_inputs(np.eye(2), np.eye(2), np.eye(2), bad)
