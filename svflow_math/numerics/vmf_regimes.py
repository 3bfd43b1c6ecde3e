"""Which expansion serves which (kappa, dim), and the walk over arrays of them.

A function of record is a pair of kernels: `near` for w = sqrt(nu^2 + kappa^2) below the switch point that the remainder
bound of Debye's expansion gives, and `far` above it. Orders nu = dim / 2 - 1 from the switch point on need `far` only.
Some have a third, `small`, for kappa^2 <= 4 dim below the switch point: there the power series are short, and what they
are subtracted from is of their size.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from svflow_math.numerics.vmf_types import Array, Concentrations, Dimensions, Value
from svflow_math.tables.debye import SWITCH_POINT

Kernel = Callable[[Value, Value, ModuleType], Value]

# Values per pass: temporaries of this size stay in the second-level cache, with coefficients for each value fewer do.
BLOCK = 16_384
BLOCK_OF_ORDERS = 4096


class Regimes(NamedTuple):
    """near(kappa, nu, lib), far(kappa, nu, lib) and perhaps small(kappa, nu, lib), the faces of one function."""

    near: Kernel
    far: Kernel
    small: Kernel | None = None

    def __call__(self, kappa: Concentrations, dim: Dimensions) -> Any:
        """Values at finite concentrations kappa >= 0 and integer dimensions dim >= 2, which broadcast."""
        if isinstance(kappa, float) and isinstance(dim, int):
            nu = 0.5 * dim - 1.0
            if kappa >= switch(nu):
                kernel = self.far
            else:
                kernel = self.small if self.small and is_small(kappa, nu) else self.near
            return np.float64(kernel(float(kappa), nu, math))
        kappa = np.asarray(kappa, dtype=np.float64)
        nu: Value = 0.5 * np.asarray(dim) - 1.0
        if nu.size == 1:
            shape, nu = np.broadcast_shapes(kappa.shape, nu.shape), float(nu.item())
        else:
            kappa, nu = np.broadcast_arrays(kappa, nu)
            shape, nu = kappa.shape, nu.ravel()
        flat = kappa.ravel()
        result = np.empty(flat.shape)
        with np.errstate(over="ignore", under="ignore"):
            step = BLOCK if isinstance(nu, float) else BLOCK_OF_ORDERS
            for start in range(0, flat.size, step):
                block = slice(start, start + step)
                self._fill(result[block], flat[block], nu if isinstance(nu, float) else nu[block])
        return result.reshape(shape)[()]

    def _fill(self, result: Array, kappa: Array, nu: Value) -> None:
        far = kappa >= switch(nu)
        if far.all():
            result[...] = self.far(kappa, nu, np)
            return
        small = ~far & is_small(kappa, nu) if self.small else np.zeros_like(far)
        # Positions, not masks: gathering by a mask of random pattern costs more than the kernels.
        for kernel, region in ((self.far, far), (self.near, ~(far | small)), (self.small, small)):
            chosen = np.flatnonzero(region)
            if kernel and chosen.size:
                result[chosen] = kernel(kappa[chosen], nu if isinstance(nu, float) else nu[chosen], np)


def is_small(kappa: Value, nu: Value) -> Value:
    """Whether kappa^2 <= 4 dim."""
    return kappa * kappa <= 8 * nu + 8


def switch(nu: Value) -> Value:
    """The kappa from which w is at or above the switch point, 0 if nu alone is."""
    if isinstance(nu, float):
        return math.sqrt(SWITCH_POINT**2 - nu**2) if nu < SWITCH_POINT else 0.0
    return np.sqrt(np.maximum(SWITCH_POINT**2 - nu**2, 0.0))
