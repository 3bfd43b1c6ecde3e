"""One relaxed Euler step with the exact posterior against the two matrix products in it, in one run.

The step is taken in one call, and as the relaxed step along a score that was computed before.

The states are 10^5 points of the sphere in dimension 64, the mixture has 32 components; the products are those of the
states with the means and of the posteriors with the scores. Minima of repeats of processor time, single thread.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from svflow_math import euler, flow, sphere

STATES, DIM, COMPONENTS, REPEATS = 100_000, 64, 32, 9


def best(*calls: Callable[[], Any]) -> list[float]:
    """The least time of each call, taken in turn so that all meet the same machine."""
    times = [[] for _ in calls]
    for _ in range(REPEATS):
        for call, found in zip(calls, times, strict=True):
            start = process_time()
            call()
            found.append(process_time() - start)
    return [min(found) for found in times]


def main() -> None:
    rng = np.random.default_rng(0)
    x = sphere.normalize(rng.standard_normal((STATES, DIM)))
    means = sphere.normalize(rng.standard_normal((COMPONENTS, DIM)))
    kappas = rng.uniform(1, 30, COMPONENTS)
    scores = kappas[:, None] * means
    posterior = flow.posterior(x, means, kappas)
    score = flow.score(x, means, kappas)
    step, both, field, move, products = best(
        lambda: euler.ascent_step(x, means, kappas, 0.1),
        lambda: euler.step(x, flow.score(x, means, kappas), 0.1),
        lambda: flow.score(x, means, kappas),
        lambda: euler.step(x, score, 0.1),
        lambda: (x @ means.T, posterior @ scores),
    )
    print(f"step with exact posterior  {step / products:5.2f} times its two matrix products")
    print(f"the same in two calls      {both / products:5.2f}")
    print(f"  the score                {field / products:5.2f}")
    print(f"  the relaxed step         {move / products:5.2f}")


if __name__ == "__main__":
    main()
