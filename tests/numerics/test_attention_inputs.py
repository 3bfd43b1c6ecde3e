"""What attention refuses, by argument and reason, and what it makes of dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from svflow_math.numerics.attention_inputs import attention_inputs, largest_entry, row_norms, smoothing_inputs

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
