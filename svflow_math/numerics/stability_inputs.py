"""What the stability functions are given: gates and experts, rates, maps of a head, checked once and as float64."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.arrays import DOUBLE, is_weak, real_array, result_dtype
from svflow_math.numerics.checks import TOLERANCE
from svflow_math.numerics.experts_inputs import Result


@dataclass(frozen=True)
class Gates(Result):
    """A law over experts, the gradient in the output, and the outputs of the experts, with common leading axes."""

    gates: NDArray
    delta: NDArray
    experts: NDArray


@dataclass(frozen=True)
class Rates(Result):
    """The size of the gradient and the rates that work against the collapse."""

    residual_norm: NDArray
    restoring_rate: NDArray
    decay: NDArray


@dataclass(frozen=True)
class Maps(Result):
    """The query map and the key map of a head."""

    w_q: NDArray
    w_k: NDArray


def replicator_inputs(gates: ArrayLike, delta: ArrayLike, experts: ArrayLike) -> Gates:
    """Check gates (..., N), a gradient (..., d) and experts (..., N, d); gates are divided by their sum.

    Raises
    ------
    TypeError
        For values that are not real numbers of at most double precision.
    ValueError
        For shapes that do not fit, values that are not finite, gates that are negative or do not sum to one.
    """
    arrays = {"gates": real_array("gates", gates), "delta": real_array("delta", delta)}
    arrays["experts"] = real_array("experts", experts)
    for name, axes in (("gates", 1), ("delta", 1), ("experts", 2)):
        if arrays[name].ndim < axes:
            raise ValueError(f"{name} must have at least {axes} axes, got shape {arrays[name].shape}")
        _demand(name, arrays[name], np.isfinite(arrays[name]), "must be finite")
    law, gradient, outputs = arrays.values()
    count, dim = outputs.shape[-2:]
    if not count or dim < 2:
        raise ValueError(f"experts must have shape (..., N, d) with N >= 1 and d >= 2, got shape {outputs.shape}")
    if law.shape[-1] != count or gradient.shape[-1] != dim:
        raise ValueError(f"gates {law.shape}, delta {gradient.shape} and experts {outputs.shape} do not fit")
    batch = _broadcast({"gates": law.shape[:-1], "delta": gradient.shape[:-1], "experts": outputs.shape[:-2]})
    _demand("gates", law, law >= 0, "must be >= 0")
    double = law.astype(DOUBLE)
    total = double.sum(axis=-1)
    _demand("gates", total, np.abs(total - 1) <= TOLERANCE[law.dtype is DOUBLE], "must sum to 1")
    return Gates(
        "replicator_field",
        result_dtype([law, gradient, outputs]),
        np.broadcast_to(double / total[..., None], (*batch, count)),
        np.broadcast_to(gradient.astype(DOUBLE), (*batch, dim)),
        np.broadcast_to(outputs.astype(DOUBLE), (*batch, count, dim)),
    )


def rate_inputs(residual_norm: ArrayLike, restoring_rate: ArrayLike, decay: ArrayLike) -> Rates:
    """Check three numbers >= 0 that broadcast.

    Raises
    ------
    TypeError
        For values that are not real numbers of at most double precision.
    ValueError
        For values that are negative or not finite, and shapes that do not broadcast.
    """
    given = {"residual_norm": residual_norm, "restoring_rate": restoring_rate, "decay": decay}
    arrays = {name: real_array(name, value) for name, value in given.items()}
    for name, array in arrays.items():
        _demand(name, array, np.isfinite(array) & (array >= 0), "must be finite and >= 0")
    _broadcast({name: array.shape for name, array in arrays.items()})
    typed = [array for name, array in arrays.items() if not is_weak(given[name])]
    dtype = result_dtype(typed or list(arrays.values()))
    return Rates("collapse_eigenvalues", dtype, *(array.astype(DOUBLE) for array in arrays.values()))


def map_inputs(w_q: ArrayLike, w_k: ArrayLike, rotary: bool) -> Maps:
    """Check the maps of one head, each (..., m, d) with one row per head dimension.

    Raises
    ------
    TypeError
        For values that are not real numbers of at most double precision, and a `rotary` that is not a bool.
    ValueError
        For shapes that do not fit, an odd number of rows where `rotary` holds, and values that are not finite.
    """
    if not isinstance(rotary, bool | np.bool_):
        raise TypeError(f"rotary must be a bool, got {rotary!r}")
    arrays = {"w_q": real_array("w_q", w_q), "w_k": real_array("w_k", w_k)}
    for name, array in arrays.items():
        if array.ndim < 2 or 0 in array.shape[-2:]:
            raise ValueError(f"{name} must have shape (..., m, d) with m, d >= 1, got shape {array.shape}")
        _demand(name, array, np.isfinite(array), "must be finite")
    queries, keys = arrays.values()
    if queries.shape[-2:] != keys.shape[-2:]:
        raise ValueError(f"w_q and w_k must have the same last two axes, got shapes {queries.shape} and {keys.shape}")
    if rotary and queries.shape[-2] % 2:
        raise ValueError(f"w_q must have an even number of rows with rotary=True, got shape {queries.shape}")
    _broadcast({name: array.shape[:-2] for name, array in arrays.items()})
    return Maps("balance_invariant", result_dtype([queries, keys]), queries.astype(DOUBLE), keys.astype(DOUBLE))


def _broadcast(shapes: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        raise ValueError(f"leading axes of {', '.join(shapes)} do not broadcast: {list(shapes.values())}") from None


def _demand(name: str, array: NDArray, fulfilled: Any, demand: str) -> None:
    if not np.all(fulfilled):
        index = np.unravel_index(int(np.argmin(fulfilled)), array.shape)
        raise ValueError(f"{name} {demand}: value {array[index]} at index {tuple(int(i) for i in index)}")
