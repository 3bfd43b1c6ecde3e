"""The functions of sphere and retraction beside geomstats and beside a copy, in one run on one thread.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python benchmarks/sphere.py [SECONDS]

A row per function and shape: how many times faster than geomstats, and how many times the time of ``x.copy()`` scaled
to the bytes that go in and out. Times are minima over alternating calls, validation included.
"""

import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from svflow_math import retraction, sphere

SHAPES = ((1, 3), (1_000, 64), (100_000, 64))

Call = Callable[[], Any]


def minima(seconds: float, *calls: Call) -> list[float]:
    """Return the least time of each call, the calls taking turns so that they meet the same machine."""
    best = [float("inf")] * len(calls)
    deadline = time.perf_counter() + seconds
    rounds = 0
    while rounds < 5 or time.perf_counter() < deadline:
        for i, call in enumerate(calls):
            start = time.perf_counter()
            call()
            best[i] = min(best[i], time.perf_counter() - start)
        rounds += 1
    return best


def cases(space: Any, n: int, d: int) -> dict[str, tuple[int, Call, Call | None]]:
    """Return for each function the number of vectors in and out, its call, and what geomstats has for it."""
    rng = np.random.default_rng(0)
    x, y = sphere.normalize(rng.standard_normal((2, n, d)))
    w = rng.standard_normal((n, d))
    v = sphere.project_tangent(x, w)
    near = sphere.exp(x, 0.1 * v / np.sqrt(d))
    short = 0.1 * w / np.sqrt(d)
    metric = space.metric
    # geomstats makes a geodesic row by row in Python, which takes minutes for a long batch.
    geodesic = (lambda: metric.geodesic(x, y)(0.3)) if n <= 1_000 else None
    return {
        "normalize": (2, lambda: sphere.normalize(w), lambda: space.projection(w)),
        "project_tangent": (3, lambda: sphere.project_tangent(x, w), lambda: space.to_tangent(w, x)),
        "exp": (3, lambda: sphere.exp(x, v), lambda: metric.exp(v, x)),
        "log": (3, lambda: sphere.log(x, y), lambda: metric.log(y, x)),
        "dist": (2, lambda: sphere.dist(x, y), lambda: metric.dist(x, y)),
        "transport": (4, lambda: sphere.transport(x, y, v), lambda: metric.parallel_transport(v, x, end_point=y)),
        "geodesic": (3, lambda: sphere.geodesic(x, y, 0.3), geodesic),
        # geomstats has no retractions.
        "projective": (3, lambda: retraction.projective(x, v), None),
        "inverse_projective": (3, lambda: retraction.inverse_projective(x, near), None),
        "relaxed": (3, lambda: retraction.relaxed(x, w), None),
        "relaxed_tangent": (3, lambda: retraction.relaxed_tangent(x, short), None),
        "residual_direction": (3, lambda: retraction.residual_direction(w, v), None),
        "residual_tangent": (3, lambda: retraction.residual_tangent(w, short), None),
        "rms_norm": (2, lambda: retraction.rms_norm(w), None),
        "layer_norm": (2, lambda: retraction.layer_norm(w), None),
    }


def main(seconds: float = 2.0) -> None:
    """Print the ratios."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from geomstats.geometry.hypersphere import Hypersphere

    print(f"{'function':<20}{'shape':>14}{'faster than geomstats':>24}{'copies of the bytes':>22}")
    for n, d in SHAPES:
        block = np.ones((n, d))
        for name, (vectors, ours, theirs) in cases(Hypersphere(d - 1), n, d).items():
            mine, copy, *peer = minima(seconds, ours, block.copy, *([theirs] if theirs else []))
            faster = f"{peer[0] / mine:.2f}" if peer else "-"
            print(f"{name:<20}{f'({n}, {d})':>14}{faster:>24}{mine / (copy * vectors / 2):>22.2f}")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
