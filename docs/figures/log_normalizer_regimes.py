"""Left, how fast the logarithm of the normaliser falls per unit of concentration, from 0 to 1, for five dimensions: the
larger the dimension, the later it rises. Right, the map of concentration and dimension with the regions that the
power series and the uniform expansion serve: the series below dimension 58 and small concentration only."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from svflow_math import vmf
from svflow_math.numerics.vmf_regimes import is_small, switch

REGIMES = (("short series", "#2f7ed8", "//"), ("series", "#d9730d", ".."), ("uniform expansion", "#2a9d5c", ""))


def figure() -> Figure:
    kappa = np.geomspace(1e-2, 1e6, 161)
    found = Figure(figsize=(6.6, 3.9))
    left, right = found.subplots(1, 2)
    for dim in (2, 16, 128, 1024, 4096):
        fall = vmf.log_normalizer(0.0, dim) - vmf.log_normalizer(kappa, dim)
        left.semilogx(kappa, fall / kappa, label=f"$d = {dim}$")
    left.set(xlabel=r"concentration $\kappa$", ylabel=r"$(\log C_d(0) - \log C_d(\kappa))\,/\,\kappa$")
    left.grid(True)
    left.legend()
    dims = np.unique(np.geomspace(2, 4096, 90).astype(int))
    nu = dims[:, None] / 2 - 1.0
    regime = np.where(kappa >= switch(nu), 2, np.where(is_small(kappa, nu), 0, 1))
    colors, hatches = [color for _, color, _ in REGIMES], [hatch for _, _, hatch in REGIMES]
    levels = [-0.5, 0.5, 1.5, 2.5]
    right.contourf(kappa, dims, regime, levels=levels, colors=colors, hatches=hatches, alpha=0.55)
    handles = [Patch(facecolor=color, hatch=hatch, alpha=0.55, label=name) for name, color, hatch in REGIMES]
    right.legend(handles=handles, loc="upper center")
    right.set(xlabel=r"concentration $\kappa$", ylabel="dimension $d$", xscale="log", yscale="log")
    return found
