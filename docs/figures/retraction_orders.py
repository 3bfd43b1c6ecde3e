"""Distance from the exponential step against the step length, on logarithmic axes: the projective step approaches it
with slope three, the relaxed step with slope two."""

import numpy as np
from matplotlib.figure import Figure

from svflow_math import retraction, sphere

DIM = 64


def figure() -> Figure:
    rng = np.random.default_rng(0)
    x, u = sphere.normalize(rng.standard_normal((2, DIM)))
    tangent = sphere.project_tangent(x, u)
    h = np.geomspace(1e-4, 1, 33)[:, None]
    exact = sphere.exp(x, h * tangent)
    found = Figure()
    axes = found.subplots()
    for name, step, order in (
        ("projective", retraction.projective(x, h * tangent), 3),
        ("relaxed, unprojected update", retraction.relaxed(x, h * u), 2),
    ):
        gap = sphere.dist(exact, step)
        slope = np.polyfit(np.log(h[:16, 0]), np.log(gap[:16]), 1)[0]
        assert abs(slope - order) < 0.1
        axes.loglog(h, gap, label=f"{name}: slope {slope:.3f}")
    axes.set(xlabel="step length $h$", ylabel="angle to the exponential step")
    axes.grid(True)
    axes.legend()
    return found
