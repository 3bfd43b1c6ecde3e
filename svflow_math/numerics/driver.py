"""The driver of row-wise kernels: dtypes, broadcasting, blocks, outputs.

A kernel is a straight-line program on blocks of rows, ``kernel(rows, *vectors, *scalars)``. Its vectors have shape
(n, d), or (1, d) where every row shares one; its scalars (n,) or (1,). It computes inner products with ``rows.dot``,
has them checked (`checks`), computes scalars (`primitives` and NumPy arithmetic), and returns either one scalar per row
or the terms ``(coefficient, vector), ...`` of a linear combination, which the driver writes into the result. A
coefficient is a scalar per row, or the number 1 or -1; terms with a number come last, which saves a product. A single
row of doubles takes the same kernel on NumPy scalars (`single`). Vectors that are needed on the way:

==========================================  =========================================================================
``rows.combine((c, x), (1, y), ...)``       the linear combination as a temporary
``rows.rejection(x, y, xx, yy, xy)``        (e, xe, sine, cosine) for unit x, y without cancellation: <x, e> = xe and
                                            P_x y = e - x * xe / xx, |P_x y| = sine, <x, y> / |x| = cosine
``rows.hadamard(y, gain)``                  the product by components, `y` itself for a gain of None
``rows.centre(y)``                          `y` minus the mean of its components
==========================================  =========================================================================

An optional vector is None when it is not given; a term with it is dropped.
"""

import threading
from collections.abc import Callable, Mapping
from math import prod
from typing import Any

import numpy as np

from svflow_math.numerics.arrays import DOUBLE, HALF, is_weak, real_array, result_dtype, working_dtype
from svflow_math.numerics.checks import Checks
from svflow_math.numerics.primitives import NEAR, OPPOSITE, cathetus, dot, within
from svflow_math.numerics.single import ROW, Irregular

# Values per vector and block: a handful of such vectors stay in the cache of a core.
BLOCK = 65_536
# Rows below which the number of calls decides.
FEW = 16


class _Scratch(threading.local):
    """Buffers for temporaries, kept by each thread: fresh memory would cost a page fault every few rows."""

    def __init__(self) -> None:
        self.pools: dict[np.dtype, list[np.ndarray]] = {}


_scratch = _Scratch()

Terms = tuple[tuple[Any, np.ndarray | None], ...]


class Rows(Checks):
    """The present block of a call: its checks, and the temporary vectors of its kernel."""

    def __init__(
        self,
        names: tuple[str, ...],
        arguments: list[np.ndarray | None],
        batch: tuple[int, ...],
        vectors: int,
        dim: int,
        dtype: np.dtype,
    ) -> None:
        super().__init__(names, arguments, batch)
        self._vectors = vectors
        self.dim = dim
        self._dtype = dtype
        self._pool = _scratch.pools.setdefault(dtype, [])
        self._count = 0
        self._used = 0

    dot = staticmethod(dot)

    def begin(self, start: int, stop: int) -> None:
        """Move to the rows from `start` to `stop`; the temporaries of the last block are free again."""
        self.start = start
        self._count = stop - start
        self._used = 0

    def combine(self, *terms: tuple[Any, np.ndarray | None]) -> np.ndarray:
        """Return a linear combination of vectors as a temporary."""
        out = self._temporary()
        self.write(out, terms)
        return out

    def rejection(
        self, x: np.ndarray, y: np.ndarray, xx: np.ndarray, yy: np.ndarray, xy: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return (e, <x, e>, |P_x y|, <x, y> / |x|) for unit x and y, where P_x y = e - x <x, e> / <x, x>.

        e is y itself, y - x where y is near x, and y + x where y is near -x, so that nothing cancels; nearer to -x than
        OPPOSITE, y stands for the point at that distance on the way to it.
        """
        nx = np.sqrt(xx)
        cosine = xy / nx
        sine = cathetus(np.sqrt(yy), np.abs(cosine))
        if within(xy, -NEAR, NEAR):
            return y, xy, sine, cosine
        rows = np.flatnonzero(np.abs(xy) > NEAR)
        if len(rows) == len(xy):
            return self._near_rejection(x, y, xx, nx, np.copysign(1, xy))
        e, xe = self._temporary(), np.empty(self._count, self._dtype)
        e[:], xe[:] = y, xy
        sine, cosine = np.broadcast_to(sine, xe.shape).copy(), np.broadcast_to(cosine, xe.shape).copy()
        e[rows], xe[rows], sine[rows], cosine[rows] = self._near_rejection(
            *(_take(a, rows) for a in (x, y, xx, nx, np.copysign(1, xy)))
        )
        return e, xe, sine, cosine

    def _near_rejection(
        self, x: np.ndarray, y: np.ndarray, xx: np.ndarray, nx: np.ndarray, sign: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        e = self._temporary()[: len(sign)]
        _multiply(x, -sign, e)
        np.add(e, y, out=e)
        xe = dot(x, e)
        # <x, y> by the shorter vector: its rounding error is that of <x, x>, which the quotient cancels.
        cosine = (sign * xx + xe) / nx
        norm = self.norm("y", e)
        leg = np.abs(xe) / nx
        # Equal norms give |<x, e>| = |e|^2 / 2. Unequal ones may leave e a multiple of x but for a small rest.
        skew = np.flatnonzero(np.abs(2 * leg - norm * norm) > 0.2 * norm)
        if len(skew):
            base = _take(x, skew)
            e[skew] -= (xe[skew] / _take(xx, skew))[:, None] * base
            xe[skew] = dot(base, e[skew])
            norm[skew] = self.norm("y", e[skew])
            leg[skew] = 0
        sine = cathetus(norm, leg)
        # There only the direction of e counts, and no quotient or square of a longer one leaves the range.
        close = np.flatnonzero((sign < 0) & (sine < OPPOSITE) & (sine > 0))
        if len(close):
            exponent = np.frexp(OPPOSITE)[1] - np.frexp(sine[close])[1]
            e[close] = np.ldexp(e[close], exponent[:, None])
            xe[close], sine[close] = np.ldexp(xe[close], exponent), np.ldexp(sine[close], exponent)
        return e, xe, sine, cosine

    def hadamard(self, vector: np.ndarray, gain: np.ndarray | None) -> np.ndarray:
        """Return the product by components, as a temporary; None stands for a gain of ones."""
        if gain is None:
            return vector
        out = self._temporary()
        return np.multiply(vector, gain, out=out)

    def centre(self, vector: np.ndarray) -> np.ndarray:
        """Return a vector minus the mean of its components, as a temporary."""
        out = self._temporary()
        # A constant vector has to come out as zero: the mean of equal numbers is not always that number.
        np.subtract(vector, vector[:, :1], out=out)
        return np.subtract(out, out.mean(axis=-1, keepdims=True), out=out)

    def write(self, out: np.ndarray, terms: Terms) -> None:
        """Write a linear combination into `out`."""
        filled = False
        for coefficient, vector in terms:
            if vector is None:
                continue
            if not filled:
                _multiply(vector, coefficient, out)
            elif isinstance(coefficient, int):
                (np.add if coefficient > 0 else np.subtract)(out, vector, out=out)
            elif len(coefficient) == 1 and coefficient[0] == 1:  # what a normalised point has for a factor
                np.add(out, vector, out=out)
            else:
                product = self._temporary()
                _multiply(vector, coefficient, product)
                np.add(out, product, out=out)
                self._used -= 1
            filled = True

    def _temporary(self) -> np.ndarray:
        pool = self._pool
        size = self._count * self.dim
        if self._used == len(pool):
            pool.append(np.empty(BLOCK, self._dtype))
        buffer = pool[self._used] if size <= BLOCK else np.empty(size, self._dtype)
        self._used += 1
        return buffer[:size].reshape(self._count, self.dim)

    def _is_vector(self, name: str) -> bool:
        return self._names.index(name) < self._vectors


def _multiply(vector: np.ndarray, coefficient: Any, out: np.ndarray) -> None:
    """Write the product of the rows of a vector with their coefficients into `out`."""
    if isinstance(coefficient, int) or len(coefficient) == 1:
        np.multiply(vector, coefficient if isinstance(coefficient, int) else coefficient[0], out=out)
    elif len(out) < FEW:
        np.multiply(vector, coefficient[:, None], out=out)
    else:
        # Spreading the coefficients first and then multiplying is faster than a product that broadcasts.
        np.copyto(out, coefficient[:, None])
        np.multiply(out, vector, out=out)


def _take(vector: np.ndarray, rows: np.ndarray) -> np.ndarray:
    return vector if len(vector) == 1 else vector[rows]


# What overflows or is undefined on the way is a matter of the checks.
@np.errstate(all="ignore")
def rowwise(
    kernel: Callable[..., Any],
    *,
    vectors: Mapping[str, Any],
    scalars: Mapping[str, Any] | None = None,
    returns: str = "vector",
) -> Any:
    """Apply a kernel to the rows of array_likes.

    Parameters
    ----------
    kernel
        The straight-line program; it gets the vectors, then the scalars, in the order given.
    vectors
        array_likes of shape (..., d) by argument name, d >= 2; None for an optional one that is absent.
    scalars
        array_likes whose shape broadcasts with the leading axes of the vectors.
    returns
        "vector" for a result of shape (..., d), "scalar" for one of shape (...).

    Raises
    ------
    TypeError
        For values that are not real numbers of at most double precision.
    ValueError
        For shapes that do not fit, and whatever the kernel refuses.
    """
    shape = _shape_of_doubles(vectors)
    if shape is not None and (len(shape) == 1 or shape[:-1] == (1,)):
        single = _single_row(kernel, vectors, scalars)
        if single is not None:
            return single
    names = tuple(vectors) if scalars is None else (*vectors, *scalars)
    count = len(vectors)
    if shape is not None and scalars is None:
        arguments, result, dtype = list(vectors.values()), DOUBLE, DOUBLE
        *lead, dim = shape
        batch = tuple(lead)
    else:
        arguments = [None if value is None else real_array(name, value) for name, value in vectors.items()]
        typed = arguments
        if scalars is not None:
            typed = arguments.copy()
            for name, value in scalars.items():
                scalar = real_array(name, value)
                arguments.append(scalar)
                if not is_weak(value):
                    typed.append(scalar)
        result = result_dtype(typed)
        dtype = working_dtype(result)
        dim, batch = _common_shape(names, arguments, count)
    total = prod(batch)
    out = np.empty((total, dim) if returns == "vector" else total, dtype)
    if total:
        flat = [
            argument if argument is None else _flatten(argument, batch, (dim,) if i < count else (), dtype)
            for i, argument in enumerate(arguments)
        ]
        _run(kernel, Rows(names, arguments, batch, count, dim, dtype), flat, out)
    if result is HALF:
        out = _narrowed(out)
    if returns == "vector":
        return out.reshape(*batch, dim)
    return out.reshape(batch)[()]


def _shape_of_doubles(vectors: Mapping[str, Any]) -> tuple[int, ...] | None:
    """Return the shape (..., d), d >= 2, if it is that of every vector and all are arrays of doubles; else None."""
    shape = None
    for vector in vectors.values():
        if vector is None:
            continue
        if type(vector) is not np.ndarray or vector.dtype is not DOUBLE:
            return None
        if shape is None:
            shape = vector.shape
        elif vector.shape != shape:
            return None
    return shape if shape and shape[-1] > 1 else None


def _single_row(kernel: Callable[..., Any], vectors: Mapping[str, Any], scalars: Mapping[str, Any] | None) -> Any:
    """Return the result for a single regular row, vectors of one shape (d,) or (1, d); None if it is not regular."""
    rows = []
    flat = True
    for vector in vectors.values():
        if vector is not None and vector.ndim == 2:
            flat, vector = False, vector[0]
        rows.append(vector)
    if scalars is not None:
        for scalar in scalars.values():
            if type(scalar) is not float:
                return None
            rows.append(np.float64(scalar))
    try:
        value = kernel(ROW, *rows)
    except Irregular:
        return None
    if type(value) is tuple:
        value = ROW.combine(*value)
        return value if flat else value[None]
    return value if flat else np.array([value])


def _run(kernel: Callable[..., Any], rows: Rows, flat: list[np.ndarray | None], out: np.ndarray) -> None:
    """Apply a kernel to block after block."""
    total = len(out)
    step = max(1, min(total, BLOCK // rows.dim))
    for start in range(0, total, step):
        stop = min(start + step, total)
        rows.begin(start, stop)
        block = flat if step == total else [a if a is None or len(a) == 1 else a[start:stop] for a in flat]
        value = kernel(rows, *block)
        if out.ndim == 1:
            out[start:stop] = value
        else:
            rows.write(out if step == total else out[start:stop], value)


def _narrowed(out: np.ndarray) -> np.ndarray:
    out = out.astype(HALF)
    if not np.isfinite(out).all():
        raise ValueError("the result overflows float16")
    return out


def _common_shape(
    names: tuple[str, ...], arguments: list[np.ndarray | None], vectors: int
) -> tuple[int, tuple[int, ...]]:
    """Return the dimension and the shape of the batch."""
    dim = 0
    shapes: list[tuple[int, ...]] = []
    for name, argument in zip(names, arguments, strict=True):
        if argument is None:
            continue
        shape = argument.shape
        if name in names[:vectors]:
            if not shape or shape[-1] < 2:
                raise ValueError(f"{name} must have a last axis of length d >= 2, got shape {shape}")
            if dim and shape[-1] != dim:
                raise ValueError(f"{name} must have dimension d = {dim} as {names[0]} has, got shape {shape}")
            dim = shape[-1]
            shape = shape[:-1]
        shapes.append(shape)
    batch = shapes[0]
    if shapes.count(batch) == len(shapes):
        return dim, batch
    try:
        return dim, np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError(f"leading axes of {', '.join(names)} do not broadcast: {shapes}") from None


def _flatten(argument: np.ndarray, batch: tuple[int, ...], tail: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Return an argument as rows, a single one if all rows share it."""
    if argument.dtype is not dtype:
        argument = argument.astype(dtype)
    if argument.shape != batch + tail:
        if argument.size == prod(tail):
            return argument.reshape(1, *tail)
        argument = np.broadcast_to(argument, batch + tail)
    return argument if len(batch) == 1 else argument.reshape(-1, *tail)
