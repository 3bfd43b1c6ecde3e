"""Trajectories of one-step methods on the sphere: a field is asked for at points, steps are taken by given kernels.

A method is a function of the field, the point, the time and the step length. Fields are the callables of users: what
they return is checked before anything is computed with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.arrays import HALF, real_array, working_dtype
from svflow_math.numerics.driver import Rows, Terms, rowwise

Field = Callable[[NDArray, Any], ArrayLike]
Step = Callable[[Any, Any, Any], NDArray]  # of a point, an update and a step length
Method = Callable[[Field, NDArray, Any, Any], NDArray]
_Chosen = TypeVar("_Chosen")


def chosen(options: Mapping[str, _Chosen], name: str) -> _Chosen:
    """Return what a method's name stands for."""
    if not isinstance(name, str):
        raise TypeError(f"method must be a string, got {type(name).__name__}")
    if name not in options:
        raise ValueError(f"method must be one of {', '.join(options)}, got {name!r}")
    return options[name]


def euler(step: Step) -> Method:
    """Return the method of one step along the update at the point."""
    return lambda field, x, t, h: step(x, field(x, t), h)


def geodesic_midpoint(exponential: Step, project: Callable[[Any, Any], NDArray]) -> Method:
    """Return the method that goes half a step, and takes the whole step along what it finds there."""

    def method(field: Field, x: NDArray, t: Any, h: Any) -> NDArray:
        middle = exponential(x, field(x, t), h / 2)
        return exponential(x, project(middle, field(middle, t + h / 2)), h)

    return method


def projected_runge_kutta(
    stages: Sequence[Sequence[float]],
    weights: Sequence[float],
    relaxed: Step,
    project: Callable[[Any, Any], NDArray],
) -> Method:
    """Return an explicit Runge-Kutta method of the field's tangent part, extended off the sphere along rays."""

    def method(field: Field, x: NDArray, t: Any, h: Any) -> NDArray:
        slopes: list[NDArray] = []
        for row in stages:
            y = relaxed(x, _combined(row, slopes), h) if any(row) else x
            slopes.append(project(y, field(y, t + sum(row) * h)))
        return relaxed(x, _combined(weights, slopes), h)

    return method


def _combined(coefficients: Sequence[float], vectors: Sequence[NDArray]) -> NDArray:
    terms = [c * v for c, v in zip(coefficients, vectors, strict=True) if c]
    return sum(terms[1:], terms[0])


def trajectory(methods: Mapping[str, Method], x: Any, field: Field, h: Any, steps: int, method: str) -> NDArray:
    """Return the points that a method visits, shape (steps + 1, ..., d)."""
    advance = chosen(methods, method)
    if not callable(field):
        raise TypeError(f"field must be a function of a point and a time, got {type(field).__name__}")
    count = _count(steps)
    given = real_array("x", x)
    length = real_array("h", h)
    if not np.isfinite(length).all() or (length < 0).any():
        raise ValueError(
            f"h must be finite and not negative: value {length[~(np.isfinite(length) & (length >= 0))][0]}"
        )
    if given.ndim == 0 or given.shape[-1] < 2:
        raise ValueError(f"x must have a last axis of length d >= 2, got shape {given.shape}")
    try:
        batch = np.broadcast_shapes(given.shape[:-1], length.shape)
    except ValueError:
        raise ValueError(f"h of shape {length.shape} does not broadcast with x of shape {given.shape}") from None
    dtype = working_dtype(given.dtype)
    with np.errstate(over="ignore"):
        length = length.astype(dtype)[()]
        if not np.isfinite(count * length).all():
            raise ValueError(f"h must leave the last time finite, which {count} steps of {np.max(length)} overflow")
    out = np.empty((count + 1, *batch, given.shape[-1]), dtype)
    out[0] = given
    _unit(out[0])
    for k in range(count):
        out[k + 1] = advance(_asked(field, dtype), out[k], k * length, length)
    return out.astype(HALF) if given.dtype is HALF else out


def _count(steps: Any) -> int:
    if isinstance(steps, bool | np.bool_):
        raise TypeError("steps must be a whole number, got a truth value")
    try:
        count = index(steps)
    except TypeError:
        raise TypeError(f"steps must be a whole number, got {type(steps).__name__}") from None
    if count < 0:
        raise ValueError(f"steps must not be negative, got {count}")
    return count


def _unit(x: NDArray) -> None:
    """Refuse a start that is not on the sphere, also where no step is taken."""
    rowwise(_kept, vectors={"x": x})


def _kept(rows: Rows, x: NDArray) -> Terms:
    rows.unit("x", rows.dot(x, x))
    return ((1, x),)


def _asked(field: Field, dtype: np.dtype) -> Field:
    """Return the field with its answers checked; the points it gets cannot be written to."""

    def answer(x: NDArray, t: Any) -> NDArray:
        x = x.view()
        x.flags.writeable = False
        value = real_array("field(x, t)", field(x, t))
        try:
            fits = np.broadcast_shapes(value.shape, x.shape) == x.shape
        except ValueError:
            fits = False
        if not fits:
            raise ValueError(f"field(x, t) must have the shape {x.shape} of x, got {value.shape}")
        if not np.isfinite(value).all():
            bad = value[~np.isfinite(value)][0]
            raise ValueError(f"field(x, t) must be finite: value {bad} at t = {t}")
        return value.astype(dtype, copy=False)

    return answer
