"""What the functions of stability refuse, and what they take: a row per function, kinds of input generated from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from svflow_math.stability import balance_invariant, collapse_eigenvalues, replicator_field

# Binary fractions, exact in every type; batches of three.
GATES = np.array([[0.5, 0.25, 0.25], [1.0, 0.0, 0.0], [0.25, 0.5, 0.25]])
DELTA = np.array([[1.0, -0.5], [0.25, 2.0], [0.0, 1.0]])
EXPERTS = np.arange(18.0).reshape(3, 3, 2)[:, ::-1] / 8
SIZES, RATES = np.array([1.0, 0.5, 0.25]), np.array([2.0, 0.0, 0.5])
MAPS = np.arange(24.0).reshape(3, 2, 4) / 4
LARGE = 1.5e308


@dataclass(frozen=True)
class Row:
    """A function, valid arguments, and arguments that are refused with the words of the message."""

    function: Callable[..., Any]
    arguments: dict[str, NDArray]
    refused: dict[str, tuple[dict[str, Any], str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        function = getattr(self.function, "func", self.function)
        return f"{function.__name__}{' of planes' if function is not self.function else ''}"

    def call(self, **changes: Any) -> Any:
        return self.function(**{**self.arguments, **changes})


OF_MAPS = {
    "too few axes": ({"w_q": MAPS[0, 0]}, r"w_q must have shape \(\.\.\., m, d\)"),
    "no columns": ({"w_k": MAPS[..., :0]}, r"w_k must have shape"),
    "other rows": ({"w_k": MAPS[:, :1]}, "same last two axes"),
    "batches": ({"w_k": MAPS[:2]}, "do not broadcast"),
    "overflow": ({"w_q": np.full((3, 2, 4), LARGE)}, "overflows at index"),
    "a word": ({"rotary": "yes"}, "rotary must be a bool"),
}
ROWS = (
    Row(
        replicator_field,
        {"gates": GATES, "delta": DELTA, "experts": EXPERTS},
        {
            "negative": ({"gates": GATES - [[0.5, -0.5, 0.0]]}, r"gates must be >= 0: value -0.25 at index \(2, 0\)"),
            "no law": ({"gates": GATES * [[1.0], [1 + 3e-6], [1.0]]}, r"gates must sum to 1: value .* at index \(1,\)"),
            "another count": ({"gates": np.full((3, 2), 0.5)}, "do not fit"),
            "another dimension": ({"delta": np.ones((3, 3))}, "do not fit"),
            "no axis": ({"delta": np.float64(1.0)}, "delta must have at least 1 axes"),
            "no expert": ({"gates": GATES[:, :0], "experts": EXPERTS[:, :0]}, "N >= 1"),
            "one dimension": ({"delta": DELTA[:, :1], "experts": EXPERTS[..., :1]}, "d >= 2"),
            "batches": ({"delta": DELTA[:2]}, "do not broadcast"),
            "overflow": (
                {"delta": np.sign(DELTA) * LARGE, "experts": np.sign(EXPERTS - 1) * LARGE},
                "overflows at index",
            ),
        },
    ),
    Row(
        collapse_eigenvalues,
        {"residual_norm": SIZES, "restoring_rate": RATES, "decay": RATES[::-1].copy()},
        {
            "a negative size": ({"residual_norm": -SIZES}, r"residual_norm must be finite and >= 0: .* index \(0,\)"),
            "a negative rate": ({"restoring_rate": -SIZES}, "restoring_rate must be finite and >= 0"),
            "a negative decay": ({"decay": -SIZES}, "decay must be finite and >= 0"),
            "batches": ({"decay": RATES[:2]}, "do not broadcast"),
            "overflow": ({"residual_norm": LARGE, "restoring_rate": LARGE, "decay": LARGE}, "overflows at index"),
        },
    ),
    Row(balance_invariant, {"w_q": MAPS, "w_k": MAPS[::-1] / 2}, OF_MAPS),
    Row(
        partial(balance_invariant, rotary=True),
        {"w_q": MAPS, "w_k": MAPS[::-1] / 2},
        {
            "an odd number of rows": ({"w_q": np.ones((3, 3, 4)), "w_k": np.ones((3, 3, 4))}, "even number of rows"),
            "overflow": ({"w_q": np.full((3, 2, 4), LARGE)}, "overflows at index"),
        },
    ),
)

by_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
REFUSED = [pytest.param(row, *bad, id=f"{row.name}, {words}") for row in ROWS for words, bad in row.refused.items()]


@pytest.mark.parametrize(("row", "changes", "words"), REFUSED)
def test_refused(row: Row, changes: dict[str, Any], words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        row.call(**changes)


@by_row
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf], ids=str)
def test_not_finite_names_argument_and_index(row: Row, value: float) -> None:
    for name, array in row.arguments.items():
        spoilt = array.copy()
        spoilt[(1,) * array.ndim] = value
        with pytest.raises(ValueError, match=rf"{name} must be finite.* at index \(1,"):
            row.call(**{name: spoilt})


@by_row
def test_types_that_are_refused(row: Row) -> None:
    for name, array in row.arguments.items():
        for kind in (complex, object, str, np.longdouble, "datetime64[s]"):
            with pytest.raises(TypeError, match=rf"{name} must hold real numbers"):
                row.call(**{name: array.astype(kind)})
        with pytest.raises(ValueError, match=rf"{name} must be a rectangular array"):
            row.call(**{name: [[1.0, 0.0], [1.0]]})


@by_row
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.dtype(">f8")], ids=str)
def test_types_that_are_kept(row: Row, dtype: Any) -> None:
    result = row.function(**{name: array.astype(dtype) for name, array in row.arguments.items()})
    assert result.dtype == np.dtype(dtype).newbyteorder("=")
    assert np.abs(result - row.call()).max() <= np.finfo(dtype).eps * np.abs(row.call()).max()


@by_row
def test_mixed_types_meet_in_result_type(row: Row) -> None:
    first, *rest = row.arguments
    narrow = {name: row.arguments[name].astype(np.float32) for name in rest}
    assert row.call(**{first: row.arguments[first].astype(np.float32)}).dtype == np.float64
    assert row.call(**{first: row.arguments[first].astype(np.float16)}, **narrow).dtype == np.float32


@by_row
def test_lists_and_views_are_taken_and_nothing_is_modified(row: Row) -> None:
    expected = row.call()
    assert np.array_equal(row.function(**{name: array.tolist() for name, array in row.arguments.items()}), expected)
    for name, array in row.arguments.items():
        view = np.repeat(array, 2, axis=0)[::2]
        view.flags.writeable = False
        before = view.copy()
        assert np.array_equal(row.call(**{name: view}), expected)
        assert np.array_equal(view, before)


@by_row
def test_batches_are_loops_and_broadcast(row: Row) -> None:
    expected = row.call()
    items = [row.function(**{name: array[i] for name, array in row.arguments.items()}) for i in range(3)]
    assert np.abs(np.array(items) - expected).max() <= 4e-16 * np.abs(expected).max()
    assert row.function(**{name: array[:0] for name, array in row.arguments.items()}).shape == expected[:0].shape
    for name, array in row.arguments.items():
        pairs = {other: np.stack([full] * 2, axis=1) for other, full in row.arguments.items()}
        result = row.function(**{**pairs, name: array[:, None]})
        assert np.abs(result - expected[:, None]).max() <= 4e-16 * np.abs(expected).max()


def test_float16_overflow_is_refused() -> None:
    with pytest.raises(ValueError, match="overflows at index"):
        balance_invariant(np.full((2, 2), 1000, np.float16), np.zeros((2, 2), np.float16))


def test_python_numbers_are_weak() -> None:
    assert collapse_eigenvalues(np.float32(1.0), 2.0, 0.5).dtype == np.float32
    assert collapse_eigenvalues(1, 2).dtype == np.float64


def test_eigenvalues_over_the_whole_range() -> None:
    """No product underflows or overflows on the way."""
    assert collapse_eigenvalues(1e-200, 1.0)[0] == 0.0  # 2.5e-401
    assert collapse_eigenvalues(1e-150, 1e-10)[0] == pytest.approx(2.5e-291, rel=4e-16)
    assert collapse_eigenvalues(1e300, 1e308)[0] == pytest.approx(2.5e291, rel=4e-16)
    assert collapse_eigenvalues(2.0, 1 + 2.0**-30, 1 - 2.0**-30)[0] == pytest.approx(2.0**-61, rel=4e-16)
