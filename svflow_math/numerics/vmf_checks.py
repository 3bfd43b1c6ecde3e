"""Arguments of the von Mises-Fisher functions, and the call around a kernel: types, shapes, refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Any

import numpy as np

from svflow_math.numerics.arrays import DOUBLE, HALF, real_array, result_dtype

_LARGE = 2.0**53  # below, neither is a dimension refused, nor does a result overflow
Function = Callable[[Any, Any], Any]


def of_concentration(function: Function, kappa: Any, dim: Any) -> Any:
    """Check `kappa` and `dim`, and apply a float64 function of them; float32 and float16 get their type back.

    Raises
    ------
    TypeError
        For values that are not real numbers of at most double precision.
    ValueError
        For kappa < 0, not finite, dim < 2 or not an integer, shapes that do not broadcast, a result beyond float16.
    """
    if type(kappa) is float and type(dim) is int and 0 <= kappa < _LARGE and 2 <= dim < _LARGE:
        return function(kappa, dim)
    dims = dimensions(dim)
    values = concentrations("kappa", kappa)
    with np.errstate(over="ignore"):
        result = function(doubles({"kappa": values, "dim": dims}), dims)
    if not np.isfinite(result).all():
        raise ValueError("kappa must be smaller: the result overflows")
    return narrowed(result, values)


def concentrations(name: str, value: Any) -> np.ndarray:
    """Return finite concentrations >= 0 as an array of their own type."""
    array = real_array(name, value)
    _demand(name, array, (array >= 0) & (array < inf), "must be finite and >= 0")
    return array


def lengths(name: str, value: Any) -> np.ndarray:
    """Return numbers in [0, 1] as an array of their own type."""
    array = real_array(name, value)
    _demand(name, array, (array >= 0) & (array <= 1), "must be in [0, 1]")
    return array


def dimensions(value: Any) -> Any:
    """Return integer dimensions >= 2: an int for a single one, else an array of integers."""
    if type(value) is int:
        array = np.asarray(value)
    else:
        array = real_array("dim", value)
    _demand("dim", array, (array >= 2) & (array < 2**53) & (array == np.floor(array)), "must be an integer >= 2")
    return int(array) if array.ndim == 0 else array.astype(np.int64)


def doubles(named: Mapping[str, Any]) -> np.ndarray:
    """Return the first argument as float64, once it is clear that all broadcast."""
    shapes = {name: np.shape(argument) for name, argument in named.items()}
    try:
        np.broadcast_shapes(*shapes.values())
    except ValueError:
        raise ValueError(f"{', '.join(shapes)} do not broadcast: shapes {[*shapes.values()]}") from None
    return next(iter(named.values())).astype(DOUBLE, copy=False)


def narrowed(result: Any, *arguments: np.ndarray) -> Any:
    """Return a float64 result in the type that the arguments have together."""
    dtype = result_dtype(list(arguments))
    if dtype is DOUBLE:
        return result
    with np.errstate(over="ignore", under="ignore"):
        narrow = np.asarray(result).astype(dtype)
    if dtype is HALF and not np.isfinite(narrow).all():
        raise ValueError("the result overflows float16")
    return narrow[()]


def _demand(name: str, array: np.ndarray, fulfilled: Any, demand: str) -> None:
    if not np.all(fulfilled):
        index = np.unravel_index(int(np.argmin(fulfilled)), array.shape)
        raise ValueError(f"{name} {demand}: value {array[index]} at index {tuple(int(i) for i in index)}")
