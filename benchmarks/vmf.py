"""Speed of the von Mises-Fisher functions beside the textbook formulas with scipy.special.ive, as ratios in one run.

`x log C` is the time of the formula for log C_d over the time of the function named, `x own` that of the function's own
formula, on the same arguments (CPU time of this process, minimum over repeats).
Run: OMP_NUM_THREADS=1 python benchmarks/vmf.py
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.special import ive

from svflow_math import vmf

# Where the formula works: its values underflow at small kappa in high dimension.
RANGES = ((2, 1e-3, 1.0), (3, 1e-3, 20.0), (3, 1e-3, 1e4), (64, 1e-1, 1e4), (4096, 4e3, 1e6))
SCALARS = ((2, 1.0), (3, 1.0), (3, 10.0), (3, 100.0), (64, 10.0), (64, 500.0), (4096, 5000.0))


def log_normalizer(kappa: Any, dim: int) -> Any:
    """The textbook log C_d with the scaled Bessel function."""
    nu = dim / 2 - 1
    return nu * np.log(kappa) - (nu + 1) * np.log(2 * np.pi) - np.log(ive(nu, kappa)) - kappa


def length(kappa: Any, dim: int) -> Any:
    """The textbook A_d."""
    return ive(dim / 2, kappa) / ive(dim / 2 - 1, kappa)


FUNCTIONS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any, int], Any]]] = {
    "log C": (vmf.log_normalizer, log_normalizer),
    "A": (vmf.mean_resultant_length, length),
    "1 - A": (vmf.mean_resultant_length_complement, lambda kappa, dim: 1 - length(kappa, dim)),
    "entropy": (vmf.entropy, lambda kappa, dim: -log_normalizer(kappa, dim) - kappa * length(kappa, dim)),
}


def seconds(call: Callable[[], Any], repeats: int, number: int = 1) -> float:
    """The least CPU time of `number` calls."""
    best = np.inf
    for _ in range(repeats):
        start = time.process_time()
        for _ in range(number):
            call()
        best = min(best, time.process_time() - start)
    return best


def report(kappa: Any, dim: int, repeats: int, number: int = 1) -> None:
    """One line for each function."""
    reference = seconds(lambda: log_normalizer(kappa, dim), repeats, number)
    first = None
    for name, (function, formula) in FUNCTIONS.items():
        taken = seconds(lambda f=function: f(kappa, dim), repeats, number)
        own = seconds(lambda f=formula: f(kappa, dim), repeats, number)
        first = first or taken
        ratios = (
            f"x log C {reference / taken:6.2f}   x own {own / taken:6.2f}   in times of our log C {taken / first:5.2f}"
        )
        print(f"    {name:8}{ratios}")


def sampling(dim: int, kappa: float, count: int) -> float:
    """How many times faster than geomstats `count` samples are drawn."""
    os.environ["GEOMSTATS_BACKEND"] = "numpy"
    from geomstats.geometry.hypersphere import Hypersphere

    mu = np.eye(dim)[1]
    sphere = Hypersphere(dim - 1)
    reference = seconds(lambda: sphere.random_von_mises_fisher(mu=mu, kappa=kappa, n_samples=count), repeats=3)
    return reference / seconds(lambda: vmf.sample(mu, kappa, size=count, rng=0), repeats=3)


def main() -> None:
    generator = np.random.default_rng(0)
    print("1e6 concentrations, log-uniform; how many times faster than the formula for log C, and than its own")
    for dim, low, high in RANGES:
        kappa = np.exp(generator.uniform(np.log(low), np.log(high), 10**6))
        print(f"  d = {dim}, kappa in [{low:g}, {high:g}]")
        report(kappa, dim, repeats=3)
    print("one Python float, validation included")
    for dim, kappa in SCALARS:
        print(f"  d = {dim}, kappa = {kappa:g}")
        report(kappa, dim, repeats=15, number=500)
    print("sampling; times faster than geomstats")
    for dim, kappa in ((3, 5.0), (64, 20.0), (1024, 50.0)):
        print(f"  d = {dim}, kappa = {kappa:g}, 1000 samples:  {sampling(dim, kappa, 1000):.1f}")


if __name__ == "__main__":
    main()
