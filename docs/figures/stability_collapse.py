"""Orbits of two experts in the plane of their difference along the gradient and of the difference of their logits,
three panels. Left alone, the symmetric state is a saddle: orbits come in along one diagonal and leave along the
other, on the level lines of the first integral. With balancing alone the orbits bend but leave all the same. With
balancing and enough decay all of them return to the symmetric state."""

import numpy as np
from matplotlib.figure import Figure

from svflow_math.stability import collapse_eigenvalues

SIZE, RESTORING, DECAY = 1.0, 0.8, 0.6
PANELS = (
    ("left alone", 0.0, 0.0),
    (f"balancing, $c = {RESTORING}$", RESTORING, 0.0),
    (f"and decay, $\\lambda = {DECAY}$", RESTORING, DECAY),
)


def figure() -> Figure:
    difference, eta = np.meshgrid(np.linspace(-2, 2, 41), np.linspace(-3, 3, 41))
    found = Figure(figsize=(6.6, 3.1))
    panels = found.subplots(1, 3, sharex=True, sharey=True)
    for axes, (title, restoring, decay) in zip(panels, PANELS, strict=True):
        larger, smaller = collapse_eigenvalues(SIZE, restoring, decay)
        # the divergence from the uniform law restores by alpha tanh(eta/2), with alpha = 2 c
        u = -np.tanh(eta / 2) * SIZE - decay * difference
        v = -SIZE * difference / (2 * np.cosh(eta / 2) ** 2) - 2 * restoring * np.tanh(eta / 2)
        axes.streamplot(difference, eta, u, v, color="#2f7ed8", density=0.7, linewidth=0.8, arrowsize=0.8)
        for value, color in ((larger, "#d9730d"), (smaller, "#2a9d5c")):
            mode = np.array([-SIZE / 2, value + decay])
            mode *= 1.2 / np.hypot(*mode)
            axes.plot([-mode[0], mode[0]], [-mode[1], mode[1]], color=color, linestyle="-", linewidth=2)
        axes.plot(0, 0, "o", color="#d6456b", markersize=4)
        axes.set_title(f"{title}\n{larger:+.2f}, {smaller:+.2f}")
    if not (collapse_eigenvalues(SIZE, RESTORING)[0] > 0 > collapse_eigenvalues(SIZE, RESTORING, DECAY)[0]):
        raise AssertionError("the panels do not show a saddle and a stable state")
    found.supxlabel(r"$\langle N(r), D\rangle$")
    found.supylabel(r"$\eta$")
    return found
