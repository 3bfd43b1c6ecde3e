"""Angle travelled against the step alpha for start angles of 30, 90, 150 and 175 degrees: the normalised step runs
behind the geodesic until one half and ahead of it after, and meets it at 0, one half and 1 only."""

import numpy as np
from matplotlib.figure import Figure

from svflow_math import retraction, sphere


def figure() -> Figure:
    alpha = np.linspace(0, 1, 201)[:, None]
    x = np.array([1.0, 0.0, 0.0])
    found = Figure()
    axes = found.subplots()
    for degrees in (30, 90, 150, 175):
        theta = np.radians(degrees)
        y = np.array([np.cos(theta), np.sin(theta), 0.0])
        travelled = sphere.dist(x, retraction.relaxed(x, alpha * (y - x)))
        assert abs(travelled[100] / theta - 0.5) < 1e-12
        axes.plot(alpha, travelled / theta, label=rf"$\theta = {degrees}°$")
    axes.plot([0, 1], [0, 1], color="#8a8a8a", linestyle="-", linewidth=1, label="geodesic")
    axes.set(xlabel=r"step $\alpha$", ylabel=r"share of the way, $\varphi / \theta$")
    axes.grid(True)
    axes.legend()
    return found
