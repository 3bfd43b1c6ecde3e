"""What every public function refuses, and what it takes: a row per function, kinds of input generated from it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import pytest

from svflow_math import euler, flow, retraction, sphere, vmf


@dataclass(frozen=True)
class Row:
    """A public function, valid arguments of a batch of rows, and what its arguments are."""

    function: Callable[..., Any]
    arguments: dict[str, np.ndarray]
    points: tuple[str, ...] = ()
    tangents: tuple[str, ...] = ()
    nonzero: tuple[str, ...] = ()
    scalars: tuple[str, ...] = ()
    undefined: dict[str, dict[str, np.ndarray]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        function = getattr(self.function, "func", self.function)
        return f"{function.__module__.rsplit('.', 1)[-1]}.{function.__name__}"

    def call(self, **changes: Any) -> Any:
        return self.function(**{**self.arguments, **changes})


# Powers of two and fractions of 5: unit in float16 and exact in lists.
X = np.array([[1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.0, 0.0, -1.0]])
Y = np.array([[0.0, 1.0, 0.0], [0.8, 0.6, 0.0], [0.0, 0.6, -0.8]])
V = np.array([[0.0, 0.5, 0.25], [0.0, 0.0, 2.0], [0.5, 0.25, 0.0]])
W = np.array([[1.0, 2.0, 0.5], [0.25, 1.0, 2.0], [0.5, 0.25, 3.0]])
T = np.array([0.5, 0.25, 1.0])

NEAR_X = np.array([[0.96, 0.28, 0.0], [0.8, 0.6, 0.0], [0.0, 0.6, -0.8]])  # in the open hemispheres around X
CONSTANT = np.array([[2.0, 2.0, 2.0], [0.5, 0.5, 0.5], [-1.0, -1.0, -1.0]])

ANTIPODE = {"antipode": {"y": -X}}
NEGATIVE = {"negative concentration": {"kappa": -T}}


def at_three(function: Callable[..., Any]) -> Row:
    """The row of a function of a concentration and a dimension, in dimension 3."""
    return Row(partial(function, dim=3), {"kappa": T}, scalars=("kappa",), undefined=NEGATIVE)


ROWS = (
    Row(sphere.normalize, {"y": W}, nonzero=("y",)),
    Row(sphere.project_tangent, {"x": X, "w": W}, points=("x",)),
    Row(sphere.exp, {"x": X, "v": V}, points=("x",), tangents=("v",)),
    Row(sphere.log, {"x": X, "y": Y}, points=("x", "y"), undefined=ANTIPODE),
    Row(sphere.dist, {"x": X, "y": Y}, points=("x", "y")),
    Row(sphere.transport, {"x": X, "y": Y, "v": V}, points=("x", "y"), tangents=("v",), undefined=ANTIPODE),
    Row(sphere.geodesic, {"x": X, "y": Y, "t": T}, points=("x", "y"), scalars=("t",), undefined=ANTIPODE),
    Row(vmf.log_density, {"x": X, "mu": Y, "kappa": T}, points=("x", "mu"), scalars=("kappa",), undefined=NEGATIVE),
    Row(vmf.ambient_score, {"mu": X, "kappa": T}, points=("mu",), scalars=("kappa",), undefined=NEGATIVE),
    Row(vmf.score, {"x": X, "mu": Y, "kappa": T}, points=("x", "mu"), scalars=("kappa",), undefined=NEGATIVE),
    Row(
        vmf.kl_divergence,
        {"mu1": X, "kappa1": T, "mu2": Y, "kappa2": 2 * T},
        points=("mu1", "mu2"),
        scalars=("kappa1", "kappa2"),
        undefined={"first": {"kappa1": -T}, "second": {"kappa2": -T}},
    ),
    Row(
        flow.single_component_flow,
        {"x": X, "mu": Y, "kappa": T, "t": T},
        points=("x", "mu"),
        scalars=("kappa", "t"),
        undefined=NEGATIVE,
    ),
    at_three(vmf.log_normalizer),
    at_three(vmf.mean_resultant_length),
    at_three(vmf.mean_resultant_length_complement),
    at_three(vmf.mean_resultant_length_derivative),
    at_three(vmf.entropy),
    at_three(vmf.kl_to_uniform),
    at_three(vmf.fisher_information),
    Row(
        partial(vmf.concentration, dim=3),
        {"mean_resultant_length": T / 2},
        scalars=("mean_resultant_length",),
        undefined={"negative": {"mean_resultant_length": -T}, "above one": {"mean_resultant_length": T + 1}},
    ),
    *(
        Row(
            partial(euler.step, method=method),
            {"x": X, "u": W, "h": T},
            points=("x",),
            scalars=("h",),
            undefined={"negative step": {"h": -T}}
            | ({"onto the origin": {"u": -4 * X, "h": T * 0 + 0.25}} if method == "relaxed" else {}),
        )
        for method in ("relaxed", "exponential", "projective")
    ),
    Row(retraction.projective, {"x": X, "v": V}, points=("x",), tangents=("v",)),
    Row(
        retraction.inverse_projective,
        {"x": X, "y": NEAR_X},
        points=("x", "y"),
        undefined={"equator": {"y": np.array([[0.0, 1.0, 0.0], [-0.8, 0.6, 0.0], [0.6, 0.8, 0.0]])}, **ANTIPODE},
    ),
    Row(retraction.relaxed, {"x": X, "a": W}, points=("x",), undefined={"to the centre": {"a": -X}}),
    Row(
        retraction.relaxed_tangent,
        {"x": X, "a": V},
        points=("x",),
        undefined={
            "to the equator": {"a": V - X},
            "beyond": {"a": V - 2 * X},
            "overflow": {"a": 1e300 * V - (1 - 1e-10) * X},
        },
    ),
    Row(retraction.rms_norm, {"y": W, "gain": V, "eps": T}, scalars=("eps",), undefined={"negative": {"eps": -T}}),
    Row(partial(retraction.rms_norm, eps=0.0), {"y": W}, undefined={"zero": {"y": 0 * W}}),
    Row(
        retraction.layer_norm,
        {"y": W, "gain": V, "bias": X, "eps": T},
        scalars=("eps",),
        undefined={"negative": {"eps": -T}, "constant": {"y": CONSTANT, "eps": 0 * T}},
    ),
    Row(retraction.layer_norm, {"y": W}, undefined={"constant": {"y": CONSTANT}}),
    Row(
        retraction.residual_direction,
        {"y": W, "f": V},
        undefined={"zero": {"f": -W}, "overflow": {"y": np.full((3, 3), 1.5e308), "f": np.full((3, 3), 1.5e308)}},
    ),
    Row(
        retraction.residual_tangent,
        {"y": W, "f": V},
        nonzero=("y",),
        undefined={"to the centre": {"f": -W}, "beyond": {"f": -2 * W}},
    ),
)

by_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)


def vectors(row: Row) -> Iterator[str]:
    """Yield the names of the vector arguments."""
    return (name for name in row.arguments if name not in row.scalars)


def spoilt(row: Row, name: str, value: float) -> np.ndarray:
    """Return the argument with one value of its second row replaced."""
    array = row.arguments[name].copy()
    array[(1,) * array.ndim] = value
    return array


@by_row
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf], ids=str)
def test_not_finite_names_argument_and_index(row: Row, value: float) -> None:
    for name in row.arguments:
        with pytest.raises(ValueError, match=rf"\b{name} .*\(1,\)"):
            row.call(**{name: spoilt(row, name, value)})


@by_row
def test_not_finite_in_a_single_row(row: Row) -> None:
    single = {name: array[1] for name, array in row.arguments.items()}
    for name in vectors(row):
        for value in (np.nan, np.inf):
            with pytest.raises(ValueError, match=rf"\b{name} .*\(\)"):
                row.function(**{**single, name: np.full(3, value)})


@by_row
def test_point_must_be_unit(row: Row) -> None:
    for name in row.points:
        for factor in (0.0, 2.0, 1 + 2e-6, 1 - 2e-6):
            array = row.arguments[name].copy()
            array[2] *= factor
            with pytest.raises(ValueError, match=rf"\b{name} must be a unit vector: norm .* at index \(2,\)"):
                row.call(**{name: array})
        row.call(**{name: row.arguments[name] * (1 + 0.9e-6)})


@by_row
def test_tolerance_of_single_precision(row: Row) -> None:
    single = {name: array.astype(np.float32) for name, array in row.arguments.items()}
    for name in row.points:
        row.function(**{**single, name: single[name] * np.float32(1 + 0.9e-3)})
        with pytest.raises(ValueError, match=rf"\b{name} must be a unit vector"):
            row.function(**{**single, name: single[name] * np.float32(1 + 2e-3)})


@by_row
def test_tangent_must_be_tangent(row: Row) -> None:
    for name in row.tangents:
        array = row.arguments[name].copy()
        array[1] += 1e-5 * X[1]
        with pytest.raises(ValueError, match=rf"\b{name} must be tangent at x: .* at index \(1,\)"):
            row.call(**{name: array})
        row.call(**{name: row.arguments[name] + 0.9e-6 * X})
        row.call(**{name: 1e6 * (row.arguments[name] + 1e-7 * X)})


@by_row
def test_zero_vector_has_no_direction(row: Row) -> None:
    for name in row.nonzero:
        array = row.arguments[name].copy()
        array[1] = 0
        with pytest.raises(ValueError, match=rf"\b{name} must not be zero: .* at index \(1,\)"):
            row.call(**{name: array})


@by_row
def test_undefined(row: Row) -> None:
    for changes in row.undefined.values():
        with pytest.raises(ValueError, match=r"at index \(0,\)"):
            row.call(**changes)
        single = {name: array[2] for name, array in {**row.arguments, **changes}.items()}
        with pytest.raises(ValueError, match=r"at index \(\)"):
            row.function(**single)


@by_row
def test_shapes_that_do_not_fit(row: Row) -> None:
    for name in vectors(row):
        for shape in ((), (1,), (3, 1), (0,)):
            with pytest.raises(ValueError, match=rf"\b{name} must have a last axis of length d >= 2"):
                row.call(**{name: np.ones(shape)})
        if len(row.arguments) > 1:
            with pytest.raises(ValueError, match="do not broadcast"):
                row.call(**{name: np.concatenate([row.arguments[name]] * 2)[:2]})
    several = list(vectors(row))
    if len(several) > 1:
        with pytest.raises(ValueError, match=rf"{several[1]} must have dimension d = 3"):
            row.call(**{several[1]: row.arguments[several[1]][:, :2]})


@by_row
def test_types_that_are_refused(row: Row) -> None:
    for name, array in row.arguments.items():
        for bad in (
            array.astype(complex),
            array.astype(object),
            array.astype(str),
            array.astype(np.longdouble),
            array.astype("datetime64[s]"),
        ):
            with pytest.raises(TypeError, match=rf"\b{name} must hold real numbers"):
                row.call(**{name: bad})
        with pytest.raises(ValueError, match=rf"\b{name} must be a rectangular array"):
            row.call(**{name: [[1.0, 0.0], [1.0]]})


@by_row
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.dtype(">f8")], ids=str)
def test_types_that_are_kept(row: Row, dtype: Any) -> None:
    arguments = {name: array.astype(dtype) for name, array in row.arguments.items()}
    result = row.function(**arguments)
    assert result.dtype == np.dtype(dtype).newbyteorder("=")
    error = np.abs(result.astype(np.float64) - row.call())
    assert np.max(error) <= 16 * float(np.finfo(dtype).eps)


@by_row
def test_mixed_types_meet_in_result_type(row: Row) -> None:
    first, *rest = row.arguments
    if rest:
        assert row.call(**{first: row.arguments[first].astype(np.float32)}).dtype == np.float64
        mixed = {name: row.arguments[name].astype(np.float32) for name in rest}
        assert row.call(**{first: row.arguments[first].astype(np.float16)}, **mixed).dtype == np.float32


@by_row
def test_integers_and_lists_become_double(row: Row) -> None:
    expected = row.call()
    listed = row.function(**{name: array.tolist() for name, array in row.arguments.items()})
    assert listed.dtype == np.float64
    assert np.array_equal(listed, expected)
    whole = {name: np.round(array[:1]) for name, array in row.arguments.items()}
    integers = row.function(**{name: array.astype(np.int64) for name, array in whole.items()})
    assert integers.dtype == np.float64
    assert np.array_equal(integers, row.function(**whole))


@by_row
def test_views_are_taken_and_never_modified(row: Row) -> None:
    expected = row.call()
    for name, array in row.arguments.items():
        wide = np.zeros(tuple(2 * size for size in array.shape))
        strided = wide[(slice(None, None, 2),) * array.ndim]
        strided[...] = array
        for view in (strided, np.asfortranarray(array), array[::-1].copy()[::-1]):
            view.flags.writeable = False
            before = view.copy()
            assert np.max(np.abs(row.call(**{name: view}) - expected)) <= 4e-16 * np.max(np.abs(expected))
            assert np.array_equal(view, before)


@by_row
def test_empty_batch(row: Row) -> None:
    empty = {name: array[:0] for name, array in row.arguments.items()}
    assert row.function(**empty).shape == row.call()[:0].shape


@by_row
def test_no_axis_gives_scalars_of_numpy(row: Row) -> None:
    single = row.function(**{name: array[0] for name, array in row.arguments.items()})
    expected = row.call()[0]
    assert type(single) is type(expected)
    assert single.shape == expected.shape
    assert np.array_equal(single, expected)


@by_row
def test_leading_axes_broadcast(row: Row) -> None:
    """A batch axis of length one, no batch axis at all: each argument in turn against full ones."""
    expected = row.call()
    for name in row.arguments:
        full = {other: np.stack([array] * 2, axis=1) for other, array in row.arguments.items()}
        result = row.function(**{**full, name: row.arguments[name][:, None]})
        wanted = np.stack([expected] * (2 if len(full) > 1 else 1), axis=1)
        assert np.array_equal(result, wanted)
        same = {other: np.stack([array[1]] * 2) for other, array in row.arguments.items()}
        result = row.function(**{**same, name: row.arguments[name][1]})
        assert np.array_equal(result, np.stack([expected[1]] * 2) if len(same) > 1 else expected[1])
