"""Coercion: which values are taken, as what, and which are refused."""

from typing import Any

import numpy as np
import pytest

from svflow_math.numerics.arrays import any_array, floats, is_weak, real_array, result_dtype, working_dtype


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_floats_are_not_copied(dtype: Any) -> None:
    array = np.ones(3, dtype)
    assert real_array("x", array) is array


@pytest.mark.parametrize(
    "value", [1, 0.5, True, [1, 2], (1.0, 2.0), np.arange(3), np.array([True]), [np.float32(1)], np.uint8(3)]
)
def test_numbers_and_lists_become_double(value: Any) -> None:
    array = real_array("x", value)
    assert array.dtype == np.float64
    assert np.array_equal(array, np.asarray(value, np.float64))


def test_foreign_byte_order_becomes_native() -> None:
    array = real_array("x", np.arange(3.0).astype(">f4"))
    assert array.dtype is np.dtype(np.float32)
    assert np.array_equal(array, [0, 1, 2])


@pytest.mark.parametrize(
    "value",
    [1j, "1", None, object(), [1, None], np.longdouble(1), np.datetime64(1, "s"), np.zeros(2, "V8"), [[1], "a"]],
)
def test_other_types_are_refused_by_name(value: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"^weight must "):
        real_array("weight", value)


def test_result_type_is_that_of_numpy() -> None:
    half, single, double = (np.ones(1, dtype) for dtype in (np.float16, np.float32, np.float64))
    assert result_dtype([half, None, half]) is np.dtype(np.float16)
    for pair in ([half, single], [single, half]):
        assert result_dtype(pair) is np.dtype(np.float32)
    for other in (half, single):
        assert result_dtype([double, other]) is result_dtype([other, double]) is np.dtype(np.float64)
    assert result_dtype([single, double, half]) is np.dtype(np.float64)


def test_half_is_computed_in_single() -> None:
    assert working_dtype(np.dtype(np.float16)) is np.dtype(np.float32)
    assert working_dtype(np.dtype(np.float32)) is np.dtype(np.float32)
    assert working_dtype(np.dtype(np.float64)) is np.dtype(np.float64)


def test_only_python_numbers_are_weak() -> None:
    assert all(map(is_weak, (1, 0.5, True)))
    assert not any(map(is_weak, (np.float64(0.5), np.array(0.5), [0.5])))


MASKED = np.ma.array([1.0, 2.0], mask=[False, True])
UNMASKED = np.ma.array([1.0, 2.0], mask=[False, False])


@pytest.mark.parametrize(
    "value", [MASKED, [MASKED], ([1.0, 2.0], MASKED), [[[0.0, 0.0], (1.0, 1.0)], [MASKED, MASKED]]]
)
def test_masked_values_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^gain must not have masked values$"):
        real_array("gain", value)


def test_masked_arrays_without_masked_values_are_taken() -> None:
    for value in (UNMASKED, np.ma.array([1.0, 2.0])):
        array = real_array("x", value)
        assert np.array_equal(array, [1.0, 2.0])
        assert np.array_equal(real_array("x", [value, [3.0, 4.0]]), [[1.0, 2.0], [3.0, 4.0]])
    for plain in (np.array([1.0, 2.0]), np.array([1, 2])):
        assert np.array_equal(real_array("x", [plain, (3.0, 4.0)]), [[1.0, 2.0], [3.0, 4.0]])
    assert real_array("x", UNMASKED.astype(np.float32)).dtype is np.dtype(np.float32)


def test_ragged_lists_are_refused_with_the_reason() -> None:
    with pytest.raises(ValueError, match=r"^x must be a rectangular array: .*inhomogeneous"):
        any_array("x", [[1.0, 2.0], [3.0]])
    array = np.arange(3)
    assert any_array("x", array) is array


def test_types_of_several_arguments() -> None:
    """Python numbers are weak beside arrays; among themselves they are doubles; float16 is computed in float32."""
    half, single = np.ones(2, np.float16), np.ones(2, np.float32)
    arrays, dtype = floats({"q": half, "scale": 0.5, "v": None})
    assert list(arrays) == ["q", "scale"]
    assert dtype is np.dtype(np.float16)
    assert {array.dtype for array in arrays.values()} == {np.dtype(np.float32)}
    arrays, dtype = floats({"q": half, "k": single}, precise=True)
    assert dtype is np.dtype(np.float32)
    assert {array.dtype for array in arrays.values()} == {np.dtype(np.float64)}
    arrays, dtype = floats({"a": 2, "b": True})
    assert dtype is arrays["a"].dtype is arrays["b"].dtype is np.dtype(np.float64)
    assert floats({"q": single})[0]["q"] is single
