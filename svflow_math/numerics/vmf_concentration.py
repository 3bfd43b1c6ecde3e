"""The inverse of the mean resultant length: kappa with A_d(kappa) = rho, to the digits that rho or 1 - rho carries.

Newton's step is taken on the odds A / (1 - A), which are nearly linear in kappa on the whole half line
(kappa / d near 0, 2 kappa / (d - 1) far out), from kappa = rho (d - rho^2) / (1 - rho^2).
"""

from __future__ import annotations

import numpy as np

from svflow_math.numerics.bessel_ratio import (
    mean_resultant_length,
    mean_resultant_length_complement,
    mean_resultant_length_derivative,
)
from svflow_math.numerics.vmf_types import Array, Concentrations, Dimensions

# kappa = (d - 1) / (2 c) (1 - c (d - 3) / (2 (d - 1)) + ...), c = 1 - rho: below this the first term is all.
TANGENT = 2.0**-60
# Each step squares the error: three from the start are enough, and one below CLOSE leaves nothing.
MAX_STEPS = 8
CLOSE = 2.0**-27


def concentration(rho: Concentrations, complement: Concentrations, dim: Dimensions) -> Array:
    """kappa from rho in [0, 1] and complement = 1 - rho, elementwise; inf where no float64 is large enough."""
    rho, complement, half = np.broadcast_arrays(np.asarray(rho, float), complement, 0.5 * (np.asarray(dim) - 1.0))
    shape = rho.shape
    rho, complement, half = rho.ravel(), complement.ravel(), half.ravel()
    kappa = np.full(rho.shape, np.inf)
    with np.errstate(over="ignore", under="ignore"):
        np.divide(half, complement, out=kappa, where=complement > 0)
        curved = np.flatnonzero(complement > TANGENT)
        r, c = rho[curved], complement[curved]
        d = dim if np.ndim(dim) == 0 else np.broadcast_to(dim, shape).ravel()[curved]
        k = r * (d - r * r) / (c * (1 + r))
        for _ in range(MAX_STEPS):
            step = _odds_step(k, r, c, d)
            k = np.maximum(k + step, 0.5 * k)
            if (np.abs(step) <= CLOSE * k).all():
                break
        kappa[curved] = k
    return kappa.reshape(shape)[()]


def _odds_step(kappa: Array, rho: Array, complement: Array, dim: Dimensions) -> Array:
    own_complement = mean_resultant_length_complement(kappa, dim)
    missing = np.where(rho < 0.5, rho - mean_resultant_length(kappa, dim), own_complement - complement)
    return missing * own_complement / (complement * mean_resultant_length_derivative(kappa, dim))
