"""Figures as SVG text: heat maps over layers and levels, a forest of correlations, the regime plane, lines."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from svflow_math.probe.verdicts import label

# The same figure gives the same text: element names are hashed with a fixed salt, and no date is written.
STYLE: dict[Any, Any] = {"svg.hashsalt": "svflow", "svg.fonttype": "path", "font.size": 9.0, "axes.spines.top": False}
COLOURS = ("#3b6ea8", "#c0603a", "#4f8a4c", "#8a5aa0", "#7a7a7a", "#b08b2e")


@contextmanager
def canvas(width: float, height: float, columns: int = 1) -> Iterator[tuple[Figure, Any]]:
    """A figure without a window; yields it and its axes."""
    with matplotlib.rc_context({**STYLE, "axes.spines.right": False}):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure, figure.subplots(1, columns, squeeze=False)[0]


def svg(figure: Figure) -> str:
    """The figure as an element to put into a page."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]


def heat_map(title: str, values: Mapping[str, Sequence[float]], divergence: bool) -> str:
    """Change from the lowest level, layer by level; values are lists over layers by level."""
    levels = list(values)
    grid = np.array([values[level] for level in levels]).T
    grid = grid if divergence else grid - grid[:, :1]
    limit = float(np.abs(grid).max()) or 1.0
    with canvas(3.4, 3.2) as (figure, (axis,)):
        image = axis.imshow(
            grid,
            aspect="auto",
            origin="lower",
            cmap="viridis" if divergence else "RdBu_r",
            vmin=0 if divergence else -limit,
            vmax=limit,
        )
        axis.set_xticks(range(len(levels)), levels)
        axis.set(xlabel="share of the prefix shuffled", ylabel="layer", title=title)
        figure.colorbar(image)
        return svg(figure)


def forest(correlations: Mapping[str, Any]) -> str:
    """Every correlation with perplexity, three ways, with its interval."""
    names = list(correlations)
    ways = list(correlations[names[0]]["perplexity"])
    with canvas(8.2, 0.42 * len(names) + 1.2) as (figure, (axis,)):
        for shift, (way, colour) in enumerate(zip(ways, COLOURS, strict=False)):
            places, rhos, lows, highs = [], [], [], []
            for row, name in enumerate(names):
                entry = correlations[name]["perplexity"][way]
                if np.isfinite(entry["rho"]):
                    places.append(len(names) - row - 0.25 * (shift - 1))
                    rhos.append(entry["rho"])
                    lows.append(entry["rho"] - entry["low"])
                    highs.append(entry["high"] - entry["rho"])
            # a percentile interval need not hold its estimate
            errors = np.maximum([lows, highs], 0)
            axis.errorbar(rhos, places, xerr=errors, fmt="o", color=colour, ms=4, lw=1.2, label=way)
        axis.axvline(0, color="#888888", lw=0.8)
        axis.set_yticks(range(len(names), 0, -1), [label(name) for name in names])
        axis.set(xlim=(-1.05, 1.05), xlabel="rank correlation with perplexity, 95 % over passages")
        axis.legend(loc="upper center", bbox_to_anchor=(0.5, 1.1), ncols=3, frameon=False)
        return svg(figure)


def levels_plot(outcome: Mapping[str, Any]) -> str:
    """Perplexity with its interval, and calibration error with its floor, by level."""
    levels = [float(level) for level in outcome["perplexity"]]
    with canvas(8.2, 2.8, columns=2) as (figure, (left, right)):
        entries = list(outcome["perplexity"].values())
        mean = np.array([entry["mean"] for entry in entries])
        errors = [[e["mean"] - e["low"] for e in entries], [e["high"] - e["mean"] for e in entries]]
        left.errorbar(levels, mean, yerr=errors, fmt="o-", color=COLOURS[0], ms=4)
        left.set(xlabel="share of the prefix shuffled", ylabel="perplexity of the suffix")
        for name, colour in (("error", COLOURS[1]), ("floor", COLOURS[4])):
            values = [entry[name] for entry in outcome["calibration"].values()]
            right.plot(levels, values, "o-", color=colour, ms=4, label=f"calibration {name}")
        right.set(xlabel="share of the prefix shuffled", ylim=(0, None))
        right.legend(frameon=False)
        return svg(figure)


def regime_plane(space: str, layers: Mapping[str, Any], dim: int) -> str:
    """One point a layer: concentration over d/2 − 1 against the relative change of the gap."""
    kappa, gap = layers[f"{space}.concentration"], layers[f"{space}.posterior_gap"]
    first, *_, last = gap
    ratio = np.array(kappa[first]) / (dim / 2 - 1)
    change = (np.array(gap[last]) - np.array(gap[first])) / np.array(gap[first])
    with canvas(4.4, 3.2) as (figure, (axis,)):
        points = axis.scatter(ratio, change, c=np.arange(len(ratio)), cmap="viridis", s=22)
        axis.axhline(0, color="#888888", lw=0.8)
        axis.axvline(1, color="#888888", lw=0.8, ls=":")
        axis.set(xscale="log", xlabel=f"κ/(d/2 − 1), {space} space", ylabel="relative change of the gap")
        figure.colorbar(points, label="layer")
        return svg(figure)


def layer_lines(title: str, lines: Mapping[str, Sequence[float]], logarithmic: bool = False) -> str:
    """Figures over the layers of a model."""
    with canvas(4.1, 2.7) as (figure, (axis,)):
        for (name, values), colour in zip(lines.items(), COLOURS, strict=False):
            axis.plot(values, ".-", color=colour, lw=1.2, label=name)
        if logarithmic:
            axis.set_yscale("log")
        axis.set(xlabel="layer", title=title)
        axis.legend(frameon=False, fontsize=8)
        return svg(figure)
