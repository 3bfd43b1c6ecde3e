"""Exact sampling of the von Mises-Fisher law at a cost of d per sample, for every d >= 2 and every finite kappa >= 0.

The cosine is drawn by Ulrich's and Wood's rejection from a transformed beta variable, written in t = 1 - cosine and in
the two gamma variables of the beta: with b = (d - 1) / (2 kappa + sqrt(4 kappa^2 + (d - 1)^2)) and t0 = 2 b / (1 + b),

    t = 2 b G1 / (G2 + b G1),    accept if  log U <= kappa (t0 - t) + (d - 1) log((t + t0 - t t0) / (t0 (2 - t0))).

Nothing cancels: at kappa = 0 every t is accepted and the law is uniform, and for kappa -> inf, where 1 - cosine has no
digits, t keeps all of them. The tangent direction is a normalised Gaussian vector of d - 1 entries, carried from e_1 to
mu by the Householder reflection that swaps mu and the farther one of e_1 and -e_1.
"""

from __future__ import annotations

import math
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svflow_math.numerics.arrays import is_weak
from svflow_math.numerics.vmf_checks import concentrations, narrowed
from svflow_math.numerics.vmf_points import directions
from svflow_math.numerics.vmf_types import Array

# Normal variates per pass: a handful of arrays of this size stay in the cache of a core.
BLOCK = 65_536


def sample(mu: Any, kappa: Any, size: int | tuple[int, ...] | None = None, rng: Any = None) -> NDArray:
    """Draw independent points of von Mises-Fisher laws.

    Parameters
    ----------
    mu
        Mean directions, shape (..., d), of norm 1; they stand for their directions.
    kappa
        Concentrations, finite and >= 0; their shape broadcasts with the leading axes of `mu`.
    size
        Shape of the sample, to which the shapes of `mu` (leading axes) and `kappa` broadcast; by default their common
        shape.
    rng
        A ``numpy.random.Generator``, or a seed for a new one.

    Returns
    -------
        Points of the sphere, shape ``size + (d,)``.

    Raises
    ------
    ValueError, TypeError
        If mu is not a unit vector, kappa is negative or not finite, or the shapes do not fit.

    Notes
    -----
    Exact for every kappa: no approximation takes over for small or large values. Ulrich (1984), Wood (1994); the law of
    the cosine is that of theorem ``normalizer_eq_bessel`` (section 2.1).

    Examples
    --------
    >>> from svflow_math.vmf import sample
    >>> sample([0.0, 0.0, 1.0], 1e20, size=(2, 5), rng=0).shape
    (2, 5, 3)
    >>> float(sample([0.0, 0.0, 1.0], 1e20, rng=0)[2])
    1.0
    """
    means, given = directions("mu", mu)
    values = concentrations("kappa", kappa)
    shape = _shape(means.shape[:-1], values.shape, size)
    try:
        generator = np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise type(error)(f"rng must be a Generator or a seed: {error}") from None
    dim = means.shape[-1]
    count = math.prod(shape)
    kappas = np.broadcast_to(values.astype(float), shape).reshape(count)
    rows = means.reshape(1, dim) if means.size == dim else np.broadcast_to(means, (*shape, dim)).reshape(count, dim)
    versines = _versines(kappas, dim, generator)
    points = np.empty((count, dim))
    step = max(1, BLOCK // dim)
    for start in range(0, count, step):
        block = slice(start, start + step)
        _place(points[block], rows if len(rows) == 1 else rows[block], versines[block], generator)
    return narrowed(points.reshape(*shape, dim), given, *([] if is_weak(kappa) else [values]))


def _versines(kappa: Array, dim: int, rng: np.random.Generator) -> Array:
    """Draw 1 - <mu, x>, one for each kappa."""
    shape = (dim - 1) / 2
    # kappa / 2 and shape / 2 throughout: no square overflows in hypot, nor the sum.
    b = shape / 2 / (kappa / 2 + np.hypot(kappa / 2, shape / 2))
    t0 = 2 * b / (1 + b)
    result = np.empty_like(kappa)
    pending = np.arange(kappa.size)
    with np.errstate(under="ignore", divide="ignore", invalid="ignore"):
        while pending.size:
            gammas = rng.standard_gamma(shape, (2, pending.size))
            bg = b[pending] * gammas[0]
            t, mode = 2 * bg / (gammas[1] + bg), t0[pending]
            room = kappa[pending] * (mode - t) + (dim - 1) * np.log((t + mode - t * mode) / (mode * (2 - mode)))
            accepted = room >= -rng.standard_exponential(pending.size)
            result[pending[accepted]] = t[accepted]
            pending = pending[~accepted]
    return result


def _place(out: NDArray, mu: NDArray, versine: NDArray, rng: np.random.Generator) -> None:
    """Write (1 - t) mu + sqrt(t (2 - t)) u for uniform tangent directions u at mu."""
    normal = rng.standard_normal((len(out), out.shape[1] - 1))
    length = np.sqrt(versine * (2 - versine)) / np.sqrt(np.sum(normal * normal, axis=1))
    normal *= length[:, None]
    first, rest = mu[:, 0], mu[:, 1:]
    # The reflection in w = mu + sign e_1 sends (0, v) to (0, v) - w <mu, (0, v)> / (1 + |mu_1|), tangent at mu.
    share = np.einsum("ij,ij->i", np.broadcast_to(rest, normal.shape), normal) / (1 + np.abs(first))
    cosine = 1 - versine
    out[:, 0] = cosine * first - share * (first + np.where(first < 0, -1.0, 1.0))
    np.multiply((cosine - share)[:, None], rest, out=out[:, 1:])
    out[:, 1:] += normal


def _shape(batch: tuple[int, ...], other: tuple[int, ...], size: int | tuple[int, ...] | None) -> tuple[int, ...]:
    try:
        size = size if size is None else tuple(map(index, size if isinstance(size, tuple | list) else (size,)))
    except TypeError:
        raise TypeError(f"size must be an integer or a tuple of integers, got {size!r}") from None
    try:
        common = np.broadcast_shapes(batch, other)
        shape = common if size is None else np.broadcast_shapes(size)
        if np.broadcast_shapes(common, shape) == shape:
            return shape
    except ValueError:
        pass
    wanted = "each other" if size is None else f"size {size}"
    raise ValueError(f"leading axes of mu {batch} and kappa {other} do not broadcast to {wanted}")
