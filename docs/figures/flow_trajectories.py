"""Paths on the sphere under the flow of a mixture of three components: each state climbs the log density, most of them
to the mean direction of the component in whose basin they start."""

import numpy as np
from matplotlib.figure import Figure

from svflow_math import euler, flow, sphere
from svflow_math.plotting import plot_trajectory

MEANS = sphere.normalize([[1.0, 0.2, 0.1], [-0.5, 0.9, 0.2], [-0.3, -0.6, 0.8]])
KAPPAS = np.array([6.0, 4.0, 8.0])


def figure() -> Figure:
    starts = sphere.normalize(np.random.default_rng(0).standard_normal((24, 3)))
    paths = euler.solve(starts, lambda x, _: flow.score(x, MEANS, KAPPAS), 0.02, 100, method="rk4")
    found = Figure()
    plot_trajectory(paths, means=MEANS, ax=found.add_subplot(projection="3d"))
    return found
