"""What gates, mixtures and layers refuse, and what they take: a row per function, kinds of input generated from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from svflow_math import experts

# Binary fractions, exact in every type.
X = np.array([[1.0, 0.5, 0.0], [0.25, -0.5, 1.0]])
W = np.array([[0.5, 1.0, 0.0], [-1.0, 0.25, 0.5], [0.0, 0.0, 1.0], [1.0, 1.0, -0.5]])
B = np.array([0.0, 1.0, -1.0, 0.5])
OUT = np.array([[1.0, 0.5, 0.25, 0.0], [0.0, -1.0, 2.0, 0.5]])
GATES = np.array([[0.5, 0.25, 0.25, 0.0], [0.0, 0.0, 0.5, 0.5]])
OUTPUTS = np.stack([W, 2 * W])


@dataclass(frozen=True)
class Row:
    """A public function with valid arguments; `rows` are those with the leading axes of the result."""

    function: Callable[..., Any]
    arguments: dict[str, NDArray]
    rows: tuple[str, ...] = ("x",)
    support: str = ""

    @property
    def name(self) -> str:
        return self.function.__name__

    def call(self, **changes: Any) -> Any:
        return self.function(**{**self.arguments, **changes})


ROWS = (
    Row(experts.gate, {"x": X, "weight": W, "bias": B}, support="bias"),
    Row(experts.mixture_of_experts, {"gates": GATES, "outputs": OUTPUTS}, rows=("gates", "outputs")),
    Row(experts.feed_forward, {"x": X, "w_in": W, "w_out": OUT, "w_gate": W[::-1], "b_in": B, "b_out": B[:2]}),
)
every = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)


def spoilt(array: NDArray, value: float) -> NDArray:
    array = array.copy()
    array[(1,) * array.ndim] = value
    return array


@every
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf], ids=str)
def test_not_finite_names_argument_and_index(row: Row, value: float) -> None:
    for name, array in row.arguments.items():
        if name == row.support and value == -np.inf:
            assert np.all(np.isfinite(row.call(**{name: spoilt(array, value)})))
            continue
        with pytest.raises(ValueError, match=rf"^{name} must be finite.*\(1,( 1)?(, 1)?\)"):
            row.call(**{name: spoilt(array, value)})


@every
def test_types_that_are_refused(row: Row) -> None:
    for name, array in row.arguments.items():
        for bad in (complex, object, str, np.longdouble):
            with pytest.raises(TypeError, match=rf"\b{name} must hold real numbers"):
                row.call(**{name: array.astype(bad)})
        with pytest.raises(ValueError, match=rf"\b{name} must be a rectangular array"):
            row.call(**{name: [[1.0, 0.0], [1.0]]})


@every
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.dtype(">f8")], ids=str)
def test_types_that_are_kept(row: Row, dtype: Any) -> None:
    result = row.call(**{name: array.astype(dtype) for name, array in row.arguments.items()})
    assert result.dtype == np.dtype(dtype).newbyteorder("=")
    assert np.max(np.abs(result.astype(float) - row.call())) <= 16 * np.finfo(dtype).eps
    assert row.call(**{name: np.round(array).astype(np.int32) for name, array in row.arguments.items()}).dtype == float
    assert np.array_equal(row.call(**{name: array.tolist() for name, array in row.arguments.items()}), row.call())


@every
def test_inputs_are_not_modified(row: Row) -> None:
    expected = row.call()
    for name, array in row.arguments.items():
        view = np.asfortranarray(array)
        view.flags.writeable = False
        assert np.max(np.abs(row.call(**{name: view}) - expected)) <= 1e-15


@every
def test_shapes_that_do_not_fit(row: Row) -> None:
    for name, array in row.arguments.items():
        wrong = (array[..., :-1], np.stack([array] * 3)[..., :2]) if name != "outputs" else (array[:, :-1],)
        for bad in (np.float64(1.0), array[..., :1], *wrong):
            with pytest.raises(ValueError, match=r"shape"):
                row.call(**{name: bad})


@every
def test_batches(row: Row) -> None:
    """A batch is a loop over its rows; an empty one is empty; leading axes broadcast."""
    expected = row.call()
    for i, one in enumerate(expected):
        assert np.max(np.abs(row.call(**{name: row.arguments[name][i] for name in row.rows}) - one)) <= 1e-15
    assert row.call(**{name: row.arguments[name][:0] for name in row.rows}).shape == (0, expected.shape[-1])
    twice = row.call(**{row.rows[0]: np.stack([row.arguments[row.rows[0]]] * 3)})
    assert twice.shape == (3, *expected.shape)
    assert np.max(np.abs(twice - expected)) <= 1e-15


@every
def test_overflow_is_an_error(row: Row) -> None:
    huge = {
        name: 1e200 * row.arguments[name]
        for name in ("x", "weight", "w_in", "gates", "outputs")
        if name in row.arguments
    }
    with pytest.raises(ValueError, match="overflows"):
        row.call(**huge)
    if row.name != "gate":  # its result is a law
        half = {name: (2e4 * array).astype(np.float16) for name, array in row.arguments.items()}
        with pytest.raises(ValueError, match="overflows"):
            row.call(**half)


def test_options() -> None:
    for bad in (0, 5, -1):
        with pytest.raises(ValueError, match="top_k must be between 1 and the 4 experts"):
            experts.gate(X, W, top_k=bad)
    for bad in (1.5, "two", True):
        with pytest.raises(TypeError, match="top_k must be an integer"):
            experts.gate(X, W, top_k=bad)
    with pytest.raises(TypeError, match="renormalize must be a bool"):
        experts.gate(X, W, renormalize=1)
    with pytest.raises(ValueError, match="bias must leave at least one expert"):
        experts.gate(X, W, np.full(4, -np.inf))
    for bad in ("swish", "SiLU", None, 3, ["silu"]):
        with pytest.raises(ValueError, match="activation must be one of 'silu', 'gelu'"):
            experts.feed_forward(X, W, OUT, activation=bad)
    with pytest.raises(ValueError, match="the result of feed_forward overflows at index"):
        experts.feed_forward(X, 1e3 * W, OUT, activation="exp")
    with pytest.raises(ValueError, match="leading axes of gates and outputs do not broadcast"):
        experts.mixture_of_experts(np.stack([GATES[0]] * 3), OUTPUTS)
