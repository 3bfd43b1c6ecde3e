"""Coercion of array_likes by one set of dtype rules.

float64, float32 and float16 keep their type, float16 being computed in float32; integers, booleans, lists and tuples
become float64; several arguments meet in ``numpy.result_type``. Complex, object, string and long double values are
refused. Python numbers are weak: they take the type of the arrays they meet. A masked array is taken where nothing in
it is masked, and refused else: NumPy would use the values under the mask.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

DOUBLE = np.dtype(np.float64)
SINGLE = np.dtype(np.float32)
HALF = np.dtype(np.float16)
# Equal types need not be one object; here they become one, so that `is` compares them.
_FLOATS = {dtype: dtype for dtype in (DOUBLE, SINGLE, HALF)}


def any_array(name: str, value: Any) -> np.ndarray:
    """Return `value` as an array, never a copy of one.

    Raises
    ------
    ValueError
        For nested lists of unequal lengths, and for masked values.
    """
    if type(value) is np.ndarray:
        return value
    if _has_masked(value):
        raise ValueError(f"{name} must not have masked values")
    try:
        return np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} must be a rectangular array: {error}") from None


def _has_masked(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(isinstance(item, (list, tuple, np.ndarray)) and _has_masked(item) for item in value)
    return isinstance(value, np.ndarray) and bool(np.any(getattr(value, "mask", False)))


def real_array(name: str, value: Any) -> np.ndarray:
    """Return `value` as an array of float64, float32 or float16, never a copy of one that is so already.

    Raises
    ------
    TypeError
        For values that are not real numbers of at most double precision.
    ValueError
        For nested lists of unequal lengths, and for masked values.
    """
    if type(value) is np.ndarray and value.dtype is DOUBLE:
        return value
    array = any_array(name, value)
    if array.dtype.kind in "biu":
        return array.astype(DOUBLE)
    native = _FLOATS.get(array.dtype.newbyteorder("="))
    if native is None:
        raise TypeError(f"{name} must hold real numbers of at most double precision, got dtype {array.dtype}")
    return array.astype(DOUBLE if isinstance(value, (list, tuple)) else native, copy=False)


def is_weak(value: Any) -> bool:
    """Tell whether `value` is a Python number, which takes the type of the arrays it meets."""
    return type(value) in (float, int, bool)


def result_dtype(arrays: Sequence[np.ndarray | None]) -> np.dtype:
    """Return the type of the result: that of `arrays` if they agree, else what ``numpy.result_type`` says."""
    types = {array.dtype for array in arrays if array is not None}
    return types.pop() if len(types) == 1 else np.result_type(*types)


def working_dtype(result: np.dtype) -> np.dtype:
    """Return the type to compute in for a `result` type: float32 for float16, else the type itself."""
    return SINGLE if result is HALF else result


def floats(named: Mapping[str, Any | None], precise: bool = False) -> tuple[dict[str, np.ndarray], np.dtype]:
    """The arrays that are there, in the type to compute in, and the type of the result."""
    arrays = {name: real_array(name, value) for name, value in named.items() if value is not None}
    strong = [array for name, array in arrays.items() if not is_weak(named[name])]
    dtype = result_dtype(strong or list(arrays.values()))
    working = DOUBLE if precise else working_dtype(dtype)
    return {name: array.astype(working, copy=False) for name, array in arrays.items()}, dtype
