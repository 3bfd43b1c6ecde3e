"""Which expansion serves which (kappa, dim), and the walk over arrays of them.

A function of record is a pair of kernels: `near` for w = sqrt(nu^2 + kappa^2) below the switch point that the remainder
bound of Debye's expansion gives, and `far` above it. Orders nu = dim / 2 - 1 from the switch point on need `far` only.
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
    """near(kappa, nu, lib) and far(kappa, nu, lib), the two faces of one function."""

    near: Kernel
    far: Kernel

    def __call__(self, kappa: Concentrations, dim: Dimensions) -> Any:
        """Values at finite concentrations kappa >= 0 and integer dimensions dim >= 2, which broadcast."""
        if isinstance(kappa, float) and isinstance(dim, int):
            nu = 0.5 * dim - 1.0
            kernel = self.far if kappa >= switch(nu) else self.near
            return np.float64(kernel(float(kappa), nu, math))
        kappa = np.asarray(kappa, dtype=np.float64)
        nu: Value = 0.5 * np.asarray(dim, dtype=np.float64) - 1.0
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
        # Positions, not masks: gathering by a mask of random pattern costs more than the kernels.
        for kernel, chosen in ((self.far, np.flatnonzero(far)), (self.near, np.flatnonzero(~far))):
            if chosen.size:
                result[chosen] = kernel(kappa[chosen], nu if isinstance(nu, float) else nu[chosen], np)


def switch(nu: Value) -> Value:
    """The kappa from which w is at or above the switch point, 0 if nu alone is."""
    if isinstance(nu, float):
        return math.sqrt(SWITCH_POINT**2 - nu**2) if nu < SWITCH_POINT else 0.0
    return np.sqrt(np.maximum(SWITCH_POINT**2 - nu**2, 0.0))
