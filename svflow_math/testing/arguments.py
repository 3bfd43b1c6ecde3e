"""What strategies and laws demand of their arguments; each refusal names the argument and the value."""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svflow_math.numerics.arrays import real_array


def whole(name: str, value: Any, least: int) -> int:
    """An integer that is not too small."""
    try:
        found = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, got {value!r}") from None
    if isinstance(value, bool | np.ndarray) or found < least:
        raise ValueError(f"{name} must be an integer >= {least}: value {value!r}")
    return found


def number(name: str, value: Any, low: float, high: float) -> float:
    """A number from `low` to `high`."""
    array = real_array(name, value)
    if array.ndim:
        raise ValueError(f"{name} must be a number, got shape {array.shape}")
    found = float(array)
    if not low <= found <= high:
        raise ValueError(f"{name} must be from {low:g} to {high:g}: value {value!r}")
    return found


def flag(name: str, value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be a bool, got {value!r}")
    return bool(value)


def called(name: str, value: Any) -> Callable[..., Any]:
    """What can be called."""
    if not callable(value):
        raise TypeError(f"{name} must be a function, got {value!r}")
    return value


def doubles(name: str, value: Any, finite: bool = True) -> NDArray[np.float64]:
    """Real numbers in double precision; a law says itself what it makes of those that are not finite."""
    array = real_array(name, value).astype(np.float64, copy=False)
    if finite and not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite")
    return array


def vectors(name: str, value: Any, finite: bool = True) -> NDArray[np.float64]:
    """Vectors of R^d along the last axis."""
    array = doubles(name, value, finite)
    if array.ndim == 0 or array.shape[-1] < 2:
        raise ValueError(f"{name} must have a last axis of length d >= 2, got shape {array.shape}")
    return array


def together(**named: NDArray) -> None:
    """Demand vectors of one dimension, whose other axes broadcast."""
    shapes = {name: array.shape for name, array in named.items()}
    try:
        fits = len({shape[-1] for shape in shapes.values()}) == 1 and np.broadcast_shapes(*shapes.values())
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"{' and '.join(named)} must have shapes (..., d) that broadcast, got {shapes}")
