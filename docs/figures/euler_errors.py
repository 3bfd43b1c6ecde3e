"""Distance from the closed form of one component at time 1 against the step length: slope one for all Euler steps,
two for Heun's and the midpoint method, four for that of Runge and Kutta."""

import numpy as np
from matplotlib.figure import Figure

from svflow_math import euler, flow, sphere

MEAN, KAPPA = np.array([1.0, 0.0, 0.0]), 1.5
START = np.array([-0.28, 0.96, 0.0])
ORDERS = {"relaxed": 1, "exponential": 1, "projective": 1, "heun": 2, "midpoint": 2, "rk4": 4}


def figure() -> Figure:
    exact = flow.single_component_flow(START, MEAN, KAPPA, 1.0)
    counts = np.array([8, 16, 32, 64, 128])
    found = Figure()
    axes = found.subplots()
    for method, order in ORDERS.items():
        ends = [euler.solve(START, lambda x, t: KAPPA * MEAN, 1 / n, int(n), method)[-1] for n in counts]
        errors = sphere.dist(exact, np.array(ends))
        slope = np.polyfit(np.log(1 / counts[2:]), np.log(errors[2:]), 1)[0]
        assert abs(slope - order) < 0.15
        axes.loglog(1 / counts, errors, marker=".", label=f"{method}: slope {slope:.2f}")
    axes.set(xlabel="step length $h$", ylabel="angle to the solution at time 1")
    axes.grid(True)
    axes.legend()
    return found
