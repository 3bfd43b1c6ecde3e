"""How far the von Mises-Fisher kernels may be from the exact values, and how far they are: error over tolerance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svflow_math.engine.verify.vmf_oracle import Exact, error, exact
from svflow_math.numerics.bessel_ratio import (
    mean_resultant_length,
    mean_resultant_length_complement,
    mean_resultant_length_derivative,
)
from svflow_math.numerics.log_bessel import log_normalizer
from svflow_math.numerics.vmf_entropy import entropy
from svflow_math.numerics.vmf_regimes import switch

# The spacing of subnormal numbers: what rounding itself costs there.
SUBNORMAL = 2.0**-1074


class Target(NamedTuple):
    """A kernel and the error allowed at an exact value in dimension d."""

    kernel: Callable[[Any, Any], Any]
    allowed: Callable[[float, int], float]


TARGETS = {
    "log_normalizer": Target(log_normalizer, lambda value, dim: 1e-15 * max(1.0, abs(value), dim)),
    "entropy": Target(entropy, lambda value, dim: 2e-15 * max(1.0, abs(value), dim)),
    "mean_resultant_length": Target(mean_resultant_length, lambda value, dim: 2e-15 * value + SUBNORMAL),
    "complement": Target(mean_resultant_length_complement, lambda value, dim: 1e-14 * value + SUBNORMAL),
    "derivative": Target(mean_resultant_length_derivative, lambda value, dim: 1e-14 * value + SUBNORMAL),
}
NAMES = tuple(TARGETS)


class Points(NamedTuple):
    """Arguments, and the exact values there."""

    kappa: NDArray[np.float64]
    dim: NDArray[np.int64]
    exact: list[Exact]


class Worst(NamedTuple):
    """The largest error over tolerance, and where: enough to reproduce it in one line."""

    ratio: float
    kappa: float
    dim: int


def points(kappa: Iterable[float], dim: Iterable[int]) -> Points:
    """Exact values at pairs of arguments."""
    kappas, dims = np.array(list(kappa), dtype=float), np.array(list(dim), dtype=np.int64)
    return Points(kappas, dims, [exact(float(k), int(d)) for k, d in zip(kappas, dims, strict=True)])


def worst(name: str, where: Points, kernel: Callable[[Any, Any], Any] | None = None) -> Worst:
    """Compare a kernel (that of `name` if none is given) with the exact values, as one array and point by point."""
    target = TARGETS[name]
    kernel = kernel or target.kernel
    found = Worst(-1.0, np.nan, 0)
    together = kernel(where.kappa, where.dim)
    for value, k, d, reference in zip(together, where.kappa, where.dim, where.exact, strict=True):
        ball = getattr(reference, name)
        allowed = target.allowed(float(ball.mid()), int(d))
        for computed in (value, kernel(float(k), int(d))):
            ratio = abs(error(float(computed), ball)) / allowed
            if not ratio <= found.ratio:  # a NaN is worse than anything
                found = Worst(ratio, float(k), int(d))
    return found


def log_uniform(rng: np.random.Generator, count: int, low: float = 1e-6, high: float = 1e9) -> tuple[Any, Any]:
    """Concentrations and dimensions, log-uniform; one in ten over all of float64, one in four about kappa = nu."""
    dim = np.exp(rng.uniform(np.log(2), np.log(300_000), count)).astype(np.int64)
    kappa = np.exp(rng.uniform(np.log(low), np.log(high), count))
    extreme, near = count // 10, count // 4
    kappa[:extreme] = 10.0 ** rng.uniform(-323, 300, extreme)
    kappa[extreme : extreme + near] = dim[extreme : extreme + near] * np.exp(rng.uniform(-3, 3, near))
    return kappa, dim


def low_dimensional(rng: np.random.Generator, count: int) -> tuple[Any, Any]:
    """Where the regimes meet: small dimensions, kappa below and just above the switch point."""
    return np.exp(rng.uniform(np.log(1e-3), np.log(200), count)), rng.integers(2, 70, count)


def seams(dims: Iterable[int], distances: Iterable[float] = (0.0, 1e-15, 1e-9, 1e-3)) -> tuple[list[float], list[int]]:
    """Both sides of the switches between regimes, in each dimension that has them."""
    kappa, dim = [], []
    for d in dims:
        for turn in turns(d):
            for distance in distances:
                kappa += [turn * (1 + distance), np.nextafter(turn, 0) * (1 - distance)]
                dim += [d, d]
    return kappa, dim


def turns(dim: int) -> tuple[float, float]:
    """The concentrations from which the next expansion serves: Debye's, and that for kappa which is not small."""
    return float(switch(dim / 2 - 1)), 2 * dim**0.5
