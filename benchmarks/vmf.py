"""Speed of the von Mises-Fisher functions beside the formula with scipy.special.ive, as ratios in one run.

Each figure is the time of the formula for log C_d over the time of the function named, on the same arguments (CPU time
of this process, minimum over repeats).
Run: OMP_NUM_THREADS=1 python benchmarks/vmf.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.special import ive

from svflow_math.numerics.bessel_ratio import mean_resultant_length, mean_resultant_length_complement
from svflow_math.numerics.log_bessel import log_normalizer
from svflow_math.numerics.vmf_checks import of_concentration
from svflow_math.numerics.vmf_entropy import entropy
from svflow_math.numerics.vmf_sampling import sample

FUNCTIONS = {
    "log C": log_normalizer,
    "A": mean_resultant_length,
    "1 - A": mean_resultant_length_complement,
    "entropy": entropy,
}
# Where the formula works: its values underflow at small kappa in high dimension.
RANGES = {3: (1e-3, 1e4), 64: (1e-1, 1e4), 4096: (4e3, 1e6)}
SCALARS = ((3, 1.0), (3, 100.0), (64, 10.0), (64, 500.0), (4096, 5000.0))


def formula(kappa: Any, dim: int) -> Any:
    """The textbook log C_d with the scaled Bessel function."""
    nu = dim / 2 - 1
    return nu * np.log(kappa) - (nu + 1) * np.log(2 * np.pi) - np.log(ive(nu, kappa)) - kappa


def seconds(call: Callable[[], Any], repeats: int, number: int = 1) -> float:
    """The least CPU time of `number` calls."""
    best = np.inf
    for _ in range(repeats):
        start = time.process_time()
        for _ in range(number):
            call()
        best = min(best, time.process_time() - start)
    return best


def ratios(kappa: Any, dim: int, repeats: int, number: int = 1) -> str:
    """One line of ratios."""
    reference = seconds(lambda: formula(kappa, dim), repeats, number)
    times = {
        name: seconds(lambda f=function: of_concentration(f, kappa, dim), repeats, number)
        for name, function in FUNCTIONS.items()
    }
    return "  ".join(f"{name} {reference / taken:5.2f}" for name, taken in times.items())


def sampling(dim: int, kappa: float, count: int) -> float:
    """How many times faster than geomstats `count` samples are drawn."""
    import os

    os.environ["GEOMSTATS_BACKEND"] = "numpy"
    from geomstats.geometry.hypersphere import Hypersphere

    mu = np.eye(dim)[1]
    sphere = Hypersphere(dim - 1)
    reference = seconds(lambda: sphere.random_von_mises_fisher(mu=mu, kappa=kappa, n_samples=count), repeats=3)
    return reference / seconds(lambda: sample(mu, kappa, size=count, rng=0), repeats=3)


def main() -> None:
    generator = np.random.default_rng(0)
    print("1e6 concentrations, log-uniform; times faster than the formula")
    for dim, (low, high) in RANGES.items():
        kappa = np.exp(generator.uniform(np.log(low), np.log(high), 10**6))
        print(f"  d = {dim:5d}, kappa in [{low:g}, {high:g}]:  {ratios(kappa, dim, repeats=5)}")
    print("one Python float, validation included; times faster than the formula")
    for dim, kappa in SCALARS:
        print(f"  d = {dim:5d}, kappa = {kappa:g}:  {ratios(kappa, dim, repeats=7, number=5000)}")
    print("sampling; times faster than geomstats")
    print(f"  d = 1024, kappa = 50, 1000 samples:  {sampling(1024, 50.0, 1000):.1f}")


if __name__ == "__main__":
    main()
