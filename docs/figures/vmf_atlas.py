"""Heat maps of the error over dimension and concentration, a row for each of six functions: on the left this library,
on the right the textbook formula with the Bessel functions of SciPy. The left maps are dark throughout, with errors of
about one rounding; the right ones grow bright towards small and large concentrations, grey where there is no number."""

import json
from pathlib import Path

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure

ATLAS = Path(__file__).parents[2] / "build" / "atlas.json"


def figure() -> Figure:
    atlas = json.loads(ATLAS.read_text(encoding="utf-8"))
    kappas = np.array(atlas["kappas"])
    shown = (kappas >= 1e-8) & (kappas <= 1e10)
    decades = np.log10(kappas[shown])
    colors = colormaps["inferno"].with_extremes(bad="#8a8a8a")
    found = Figure(figsize=(6.6, 9.6))
    panels = found.subplots(len(atlas["functions"]), 2, sharex=True, sharey=True)
    for row, function in zip(panels, atlas["functions"], strict=True):
        for axes, whose in zip(row, ("ours", "scipy"), strict=True):
            errors = np.array(function[whose], dtype=float)[:, shown]
            clipped = np.clip(errors, 1e-17, 1)  # of no digit left it does not matter how few
            image = axes.imshow(
                clipped, norm=LogNorm(1e-17, 1), cmap=colors, aspect="auto", origin="lower",
                extent=(decades[0], decades[-1], -0.5, len(errors) - 0.5),
            )  # fmt: skip
            worst = np.nanmax(errors)
            name = {"ours": function["function"], "scipy": "with SciPy"}[whose]
            axes.set_title(f"{name}: {worst:.1e}" if worst < 1 else f"{name}: no digit", fontsize=7.5)
    for axes in panels[:, 0]:
        axes.set_yticks(range(0, len(atlas["dims"]), 4), atlas["dims"][::4])
    for axes in panels[-1]:
        axes.set_xticks(range(-8, 11, 4), [f"$10^{{{k}}}$" for k in range(-8, 11, 4)])
        axes.set_xlabel(r"concentration $\kappa$")
    panels[2, 0].set_ylabel("dimension $d$")
    found.colorbar(image, ax=panels, label="error", shrink=0.4, location="right")
    return found
