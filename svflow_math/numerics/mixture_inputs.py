"""What a function of states and a mixture is given: shapes, types and refusals, and its rows block by block."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.arrays import DOUBLE, is_weak, real_array, result_dtype

TOLERANCE = {True: 1e-6, False: 1e-3}  # of norms and masses, by whether the argument is float64


@dataclass(frozen=True)
class Argument:
    """An argument as rows, and which row belongs to which state; a single row belongs to all."""

    name: str
    rows: NDArray  # (m, ...) in the type of the argument
    lead: tuple[int, ...]
    places: NDArray | None  # (n,), None where there is one row for each state

    @property
    def shared(self) -> bool:
        """Whether one row belongs to all states."""
        return len(self.rows) == 1

    @property
    def tolerance(self) -> float:
        """How far a norm or a mass may be from one."""
        return TOLERANCE[self.rows.dtype == DOUBLE]

    def block(self, start: int, stop: int) -> NDArray:
        """The rows of the states from start to stop in float64; one row where all states share it."""
        if self.shared:
            rows = self.rows
        else:
            rows = self.rows[start:stop] if self.places is None else self.rows[self.places[start:stop]]
        return rows.astype(DOUBLE, copy=False)

    def refuse(self, position: int, start: int, demand: str, got: str) -> NoReturn:
        """Raise for an entry of a block, counted along its leading axes."""
        width = 1
        for size in self.rows.shape[1:-1] if self.name == "means" else ():
            width *= size
        state, within = divmod(position, width)
        row = 0 if self.shared else state + start if self.places is None else int(self.places[state + start])
        index = tuple(int(i) for i in np.unravel_index(row, self.lead)) if self.lead else ()
        raise ValueError(f"{self.name} {demand}: {got} at index {index + ((within,) if width > 1 else ())}")


@dataclass(frozen=True)
class Inputs:
    """The arguments of a call by name, the shape of the batch, and the type of the result."""

    x: Argument
    means: Argument
    kappas: Argument
    log_prior: Argument | None
    posterior: Argument | None
    h: Argument | None
    batch: tuple[int, ...]
    dtype: np.dtype

    @property
    def count(self) -> int:
        """Number of states."""
        return math.prod(self.batch)

    @property
    def dim(self) -> int:
        """Dimension d of the ambient space."""
        return self.x.rows.shape[-1]

    @property
    def components(self) -> int:
        """Number K of components."""
        return self.means.rows.shape[-2]


def mixture_inputs(
    x: ArrayLike,
    means: ArrayLike,
    kappas: ArrayLike,
    log_prior: ArrayLike | None,
    posterior: ArrayLike | None,
    h: ArrayLike | None,
) -> Inputs:
    """Check types and shapes. Raises TypeError and ValueError; values are checked block by block."""
    given = {"x": x, "means": means, "kappas": kappas, "log_prior": log_prior, "posterior": posterior, "h": h}
    arrays = {name: real_array(name, value) for name, value in given.items() if value is not None}
    dtype = result_dtype([array for name, array in arrays.items() if not is_weak(given[name])])
    for name, axes in (("x", 1), ("means", 2)):
        if arrays[name].ndim < axes or arrays[name].shape[-1] < 2:
            wanted = "a last axis of length d >= 2" if axes == 1 else "axes (..., K, d) with d >= 2"
            raise ValueError(f"{name} must have {wanted}, got shape {arrays[name].shape}")
    dim, count = arrays["x"].shape[-1], arrays["means"].shape[-2]
    if arrays["means"].shape[-1] != dim:
        raise ValueError(f"means must have dimension d = {dim} as x has, got shape {arrays['means'].shape}")
    if not count:
        raise ValueError(f"means must hold at least one component, got shape {arrays['means'].shape}")
    laws = dict.fromkeys(("kappas", "log_prior", "posterior"), (count,))
    tails: dict[str, tuple[int, ...]] = {"x": (dim,), "means": (count, dim), **laws, "h": ()}
    leads: dict[str, tuple[int, ...]] = {}
    for name, array in arrays.items():
        tail = tails[name]
        if name in laws:
            arrays[name] = array = _for_each_component(name, array, count)
        leads[name] = array.shape[: array.ndim - len(tail)]
    try:
        batch = np.broadcast_shapes(*leads.values())
    except ValueError:
        raise ValueError(f"leading axes of {', '.join(leads)} do not broadcast: {leads}") from None
    arguments = {name: _argument(name, array, leads[name], tails[name], batch) for name, array in arrays.items()}
    return Inputs(
        arguments["x"], arguments["means"], arguments["kappas"], arguments.get("log_prior"),
        arguments.get("posterior"), arguments.get("h"), batch, dtype,
    )  # fmt: skip


def _for_each_component(name: str, array: NDArray, count: int) -> NDArray:
    if array.ndim and array.shape[-1] in (1, count) and (name == "kappas" or array.shape[-1] == count):
        return np.broadcast_to(array, (*array.shape[:-1], count))
    if not array.ndim and name == "kappas":
        return np.broadcast_to(array, (count,))
    raise ValueError(f"{name} must have a last axis of length K = {count}, got shape {array.shape}")


def _argument(
    name: str, array: NDArray, lead: tuple[int, ...], tail: tuple[int, ...], batch: tuple[int, ...]
) -> Argument:
    rows = array.reshape(-1, *tail)
    places = None
    if lead != batch and len(rows) != 1:
        places = np.broadcast_to(np.arange(len(rows)).reshape(lead), batch).ravel()
    return Argument(name, rows, lead, places)


def directions(argument: Argument, start: int, stop: int) -> tuple[NDArray, NDArray]:
    """The rows of a block, and 1/|row| for each; ValueError where a norm is not 1."""
    rows = argument.block(start, stop)
    square = np.vecdot(rows, rows)
    low, high = (1 - argument.tolerance) ** 2, (1 + argument.tolerance) ** 2
    _demand(argument, start, square, lambda v: (v >= low) & (v <= high), "must be a unit vector", np.sqrt, "norm")
    return rows, 1 / np.sqrt(square)


def nonnegative(argument: Argument, start: int, stop: int) -> NDArray:
    """Finite numbers >= 0 of a block."""
    rows = argument.block(start, stop)
    _demand(argument, start, rows, lambda v: (v >= 0) & (v < np.inf), "must be finite and >= 0")
    return rows


def normalized_log_prior(argument: Argument, start: int, stop: int) -> NDArray:
    """The log prior less the logarithm of its mass; -inf takes a component out."""
    rows = argument.block(start, stop)
    _demand(argument, start, rows, lambda v: v < np.inf, "must be finite or -inf")
    top = rows.max(axis=-1, keepdims=True)
    _demand(argument, start, top, lambda v: v > -np.inf, "must leave a component")
    rows = rows - top
    return rows - np.log(np.exp(rows).sum(axis=-1, keepdims=True))


def laws(argument: Argument, start: int, stop: int) -> NDArray:
    """Posteriors of a block, normalised; ValueError where one is not a law."""
    rows = argument.block(start, stop)
    _demand(argument, start, rows, lambda v: (v >= 0) & (v < np.inf), "must not be negative, and be finite")
    mass = rows.sum(axis=-1, keepdims=True)
    near = argument.tolerance
    _demand(argument, start, mass, lambda v: abs(v - 1) <= near, "must sum to one", lambda v: v, "sum")
    return rows / mass


def _demand(
    argument: Argument,
    start: int,
    values: NDArray,
    good: Callable[[NDArray], NDArray],
    law: str,
    shown: Callable[[NDArray], NDArray] = lambda v: v,
    word: str = "value",
) -> None:
    fine = good(values)
    if fine.all():
        return
    position = int(np.argmin(fine.ravel()))
    got = f"{word} {shown(values.ravel()[position])}"
    per_row = values.shape[-1] if values.ndim > 1 and argument.name != "means" else 1
    argument.refuse(position // per_row, start, law, got)
