"""The inverse of the mean resultant length: kappa with A_d(kappa) = rho, to the digits that rho or 1 - rho carries.

Newton's step is taken on the odds A / (1 - A), which are nearly linear in kappa on the whole half line
(kappa / d near 0, 2 kappa / (d - 1) far out), from kappa = rho (d - rho^2) / (1 - rho^2).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from svflow_math.numerics.arrays import is_weak
from svflow_math.numerics.bessel_ratio import (
    mean_resultant_length,
    mean_resultant_length_complement,
    mean_resultant_length_derivative,
)
from svflow_math.numerics.checks import TOLERANCE
from svflow_math.numerics.vmf_checks import dimensions, doubles, lengths, narrowed
from svflow_math.numerics.vmf_types import Array, Concentrations, Dimensions

# kappa = (d - 1) / (2 c) (1 - c (d - 3) / (2 (d - 1)) + ...), c = 1 - rho: below this the first term is all.
TANGENT = 2.0**-60
# Each step squares the error: three or four from the start are enough, and one below CLOSE leaves nothing.
MAX_STEPS = 8
CLOSE = 2.0**-27


def concentration(mean_resultant_length: Any, dim: Any, complement: Any = None) -> Any:
    """Invert the mean resultant length: the concentration kappa with A_d(kappa) = rho.

    Parameters
    ----------
    mean_resultant_length
        Lengths rho in [0, 1], any shape.
    dim
        Dimensions d of the ambient space, integers from 2 on; broadcasts with the lengths.
    complement
        1 - rho where it is known to more digits than rho has, as for concentrated data; broadcasts with the lengths.

    Returns
    -------
        kappa, in the shape of the broadcast arguments: 0 for rho = 0, inf for rho = 1.

    Raises
    ------
    ValueError, TypeError
        If a length or complement is not in [0, 1], they do not sum to 1, dim is not an integer from 2 on, or shapes do
        not broadcast.

    Notes
    -----
    Within 1e-13 relative of the exact inverse of the float64 argument, plus its condition number times one ulp.
    Source: theorem ``log_likelihood_derivative_eq_sub`` (section 2.7).

    Examples
    --------
    >>> from svflow_math.vmf import concentration
    >>> float(concentration(0.5, 128).round(10))
    85.0678771917
    >>> float(concentration(1.0, 3, complement=1e-20))
    1e+20
    """
    given = [mean_resultant_length] if complement is None else [mean_resultant_length, complement]
    names = ("mean_resultant_length", "complement")
    arrays = [lengths(name, value) for name, value in zip(names, given, strict=False)]
    dims = dimensions(dim)
    rho = doubles({**dict(zip(names, arrays, strict=False)), "dim": dims})
    rest = 1 - rho if complement is None else arrays[1].astype(float)
    tolerance = TOLERANCE[all(array.dtype == float for array in arrays)]
    if not np.all(np.abs(1 - rho - rest) <= tolerance):
        raise ValueError(
            f"complement must be 1 - mean_resultant_length: their sum is off by {np.max(np.abs(1 - rho - rest))}"
        )
    typed = [array for array, value in zip(arrays, given, strict=True) if not is_weak(value)]
    return narrowed(solve(rho, rest, dims), *(typed or arrays))


def solve(rho: Concentrations, complement: Concentrations, dim: Dimensions) -> Array:
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
