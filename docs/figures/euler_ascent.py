"""Log density after one step against its length, on one mixture and from one start: the relaxed step never falls below
where it started, the exponential and the projective step do."""

import numpy as np
from matplotlib.figure import Figure

from svflow_math import euler, flow

MEANS = np.array([[1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.0, 0.6, 0.8]])
KAPPAS = np.array([8.0, 3.0, 5.0])
START = np.array([0.8, 0.6, 0.0])


def figure() -> Figure:
    h = np.geomspace(1e-3, 1e2, 500)
    score = flow.score(START, MEANS, KAPPAS)
    before = flow.log_density(START, MEANS, KAPPAS)
    found = Figure()
    axes = found.subplots()
    for method in ("relaxed", "exponential", "projective"):
        after = flow.log_density(euler.step(START, score, h, method), MEANS, KAPPAS)
        assert (after.min() >= before) == (method == "relaxed")
        axes.semilogx(h, after, label=method)
    axes.axhline(float(before), color="0.6", linestyle=":", label="before the step")
    axes.set(xlabel="step length $h$", ylabel=r"$\log p$ after the step")
    axes.legend()
    return found
