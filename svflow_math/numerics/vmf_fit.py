"""Maximum likelihood of the von Mises-Fisher law, from points whose resultant has length rho: A_d(kappa) = rho.

rho near 1 has no digits of 1 - rho. Those come from chords: with d_i = x_i - x_0 for one point x_0, and D the weighted
mean of the d_i, the resultant is x_0 + D and 1 - rho^2 = sum_i w_i |d_i - D|^2, the scatter about the resultant;
differences of close points are exact, and an error of D enters squared.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svflow_math.numerics.arrays import real_array
from svflow_math.numerics.vmf_checks import narrowed
from svflow_math.numerics.vmf_concentration import solve
from svflow_math.numerics.vmf_points import directions
from svflow_math.numerics.vmf_types import Array


class Fit(NamedTuple):
    """Maximum likelihood estimates: mean direction(s), shape (..., d), and concentration(s), shape (...)."""

    mu: NDArray
    kappa: Any


def fit(x: Any, weights: Any = None) -> Fit:
    """Estimate mean direction and concentration by maximum likelihood.

    Parameters
    ----------
    x
        Points, shape (..., n, d), of norm 1; they stand for their directions.
    weights
        Weights >= 0 of the points, not all zero; their shape broadcasts with (..., n). By default all are equal.

    Returns
    -------
        ``Fit(mu, kappa)``. Identical points have no finite estimate: kappa = inf. A resultant of zero has no direction:
        kappa = 0, and mu is e_1.

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, there is none, a weight is negative or not finite, all are zero, or the shapes
        do not broadcast.

    Notes
    -----
    The maximum is unique for 0 < rho < 1. Source: theorems ``log_likelihood_derivative_eq_sub``,
    ``log_likelihood_concave`` and ``inner_le_norm_of_direction`` (section 2.7).

    Examples
    --------
    >>> from svflow_math.vmf import fit
    >>> estimate = fit([[0.6, 0.8, 0.0], [0.8, 0.6, 0.0]])
    >>> estimate.mu.round(6).tolist(), float(estimate.kappa.round(3))
    ([0.707107, 0.707107, 0.0], 99.497)
    """
    points, given = directions("x", x)
    if points.ndim < 2 or not points.shape[-2]:
        raise ValueError(f"x must have shape (..., n, d) with n >= 1 points, got {points.shape}")
    shares, types = _shares(weights, points.shape[:-1], given)
    points = np.broadcast_to(points, (*shares.shape, points.shape[-1]))
    # A point of the greatest weight: it is in the support.
    base = np.take_along_axis(points, np.argmax(shares, axis=-1)[..., None, None], axis=-2)
    chords = points - base
    mean = _weighted_sum(shares, chords)
    resultant = base[..., 0, :] + mean
    rho = np.sqrt(np.sum(resultant * resultant, axis=-1))
    chords -= mean[..., None, :]
    scatter = _weighted_sum(shares, np.sum(chords * chords, axis=-1, keepdims=True))[..., 0]
    complement = scatter / (1 + rho)
    kappa = solve(rho, complement, points.shape[-1])
    vanishing = (rho == 0)[..., None]
    first = np.eye(1, points.shape[-1])[0]
    mu = np.where(vanishing, first, resultant / np.where(vanishing, 1.0, rho[..., None]))
    return Fit(narrowed(mu, *types), narrowed(kappa, *types))


def _shares(weights: Any, batch: tuple[int, ...], x: np.ndarray) -> tuple[Array, list[np.ndarray]]:
    """Return weights that sum to 1 over the points, and the arrays that decide the type of the result."""
    if weights is None:
        return np.full(batch, 1.0 / batch[-1]), [x]
    given = real_array("weights", weights)
    values = given.astype(float)
    if not (np.isfinite(values) & (values >= 0)).all():
        raise ValueError(f"weights must be finite and >= 0: {values[~(np.isfinite(values) & (values >= 0))][0]}")
    try:
        values = np.broadcast_to(values, np.broadcast_shapes(values.shape, batch))
    except ValueError:
        raise ValueError(f"weights of shape {given.shape} do not broadcast to the points {batch}") from None
    largest = values.max(axis=-1, keepdims=True)
    if not (largest > 0).all():
        raise ValueError("weights must not all be zero")
    scaled = values / largest
    return scaled / scaled.sum(axis=-1, keepdims=True), [x, given]


def _weighted_sum(shares: NDArray, values: NDArray) -> NDArray:
    """sum_i shares_i values_i over the last axis but one, by pairs: NumPy does so along a contiguous axis only."""
    return np.ascontiguousarray(np.swapaxes(shares[..., None] * values, -1, -2)).sum(axis=-1)
