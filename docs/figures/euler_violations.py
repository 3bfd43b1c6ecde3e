"""Share of random trials in which one step lowers the log density, against the step length. Trial law: three components
in dimension 8, means and starts uniform, log concentrations uniform between -3 and 4, a Dirichlet prior, seed 0."""

import numpy as np
from matplotlib.figure import Figure

from svflow_math import euler, flow, sphere

TRIALS, COMPONENTS, DIM = 2000, 3, 8


def figure() -> Figure:
    rng = np.random.default_rng(0)
    means = sphere.normalize(rng.standard_normal((TRIALS, COMPONENTS, DIM)))
    kappas = np.exp(rng.uniform(-3, 4, (TRIALS, COMPONENTS)))
    log_prior = np.log(rng.dirichlet(np.ones(COMPONENTS), TRIALS))
    x = sphere.normalize(rng.standard_normal((TRIALS, DIM)))
    before, score = flow.log_density(x, means, kappas, log_prior), flow.score(x, means, kappas, log_prior)
    rounding = 1e-13 * (1 + np.abs(before) + kappas.max(axis=-1))
    h = np.geomspace(1e-3, 1e3, 25)
    found = Figure()
    axes = found.subplots()
    for method in ("relaxed", "exponential", "projective"):
        steps = [euler.step(x, score, length, method) for length in h]
        lowered = [flow.log_density(y, means, kappas, log_prior) < before - rounding for y in steps]
        share = np.mean(lowered, axis=-1)
        assert (share.max() == 0) == (method == "relaxed")
        axes.semilogx(h, share, marker=".", label=f"{method}: at most {share.max():.2f}")
    axes.set(xlabel="step length $h$", ylabel="share of steps that descend")
    axes.legend()
    return found
