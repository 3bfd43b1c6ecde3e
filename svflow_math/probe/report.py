"""The report of a run: claims, outcome, correlations, depth, regimes, and what moved where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from svflow_math.probe import figures
from svflow_math.probe.page import figures as side_by_side
from svflow_math.probe.page import heading, page, paragraph, table
from svflow_math.probe.verdicts import correlation, label, probability

METHOD = (
    "Head space: x is the direction of a query, its components are the directions of the keys, κ = τ|q||k|, in the "
    "gauge of the model's own weights; it conditions on the length of the query. Model space: x is the direction of"
    " the residual stream, and a component is a direction of the stream too. Definitions are ours. Metrics are "
    "means over the suffix, heads and seeds. Intervals are 95 % percentile intervals of a bootstrap over passages. "
    "The context divergence is that of Jensen and Shannon between attention weights in the shuffled and in the "
    "original context, keys aligned by token."
)


def write_report(path: Path, summary: dict[str, Any]) -> None:
    """Write the page."""
    plan = summary["plan"]
    levels = [str(level) for level in plan["levels"]]
    body = [
        paragraph(
            f"{plan['count']} passages, a prefix of {plan['prefix']} tokens shuffled to the shares {', '.join(levels)} "
            f"with seeds {', '.join(map(str, plan['seeds']))}; measured on the {plan['suffix']} tokens after it."
        ),
        heading("Claims"),
        table(("claim", "verdict", "figure"), [(c["claim"], c["verdict"], c["figure"]) for c in summary["claims"]]),
        heading("Outcome"),
        side_by_side([figures.levels_plot(summary["outcome"])]),
        table(
            ("share shuffled", "perplexity", "calibration error", "its floor", "confidence", "accuracy"),
            _outcome(summary),
        ),
        heading("Correlations with perplexity"),
        side_by_side([figures.forest(summary["correlations"])] if summary["correlations"] else []),
        table(
            ("metric", "by level", "p", "within passage", "level removed", "calibration, by level"),
            _correlations(summary),
        ),
        heading("Metrics by level"),
        table(("metric", *levels), _metrics(summary)),
        heading("Depth"),
        paragraph("Rank correlation of the layer with the size of its change from the lowest level to the highest."),
        table(("metric", "absolute change", "relative change"), _depth(summary)),
        heading("Where it moved"),
        side_by_side(_heat_maps(summary)),
        heading("Regimes"),
        side_by_side(_planes(summary)),
        paragraph(METHOD, note=True),
    ]
    path.write_text(page(f"Prefix shuffling: {plan['model']}", body), encoding="utf-8")


def _outcome(summary: dict[str, Any]) -> list[tuple[str, ...]]:
    outcome = summary["outcome"]
    rows = []
    for level, p in outcome["perplexity"].items():
        c = outcome["calibration"][level]
        numbers = (f"{c[name]:.3f}" for name in ("error", "floor", "confidence", "accuracy"))
        rows.append((level, f"{p['mean']:.1f} [{p['low']:.1f}, {p['high']:.1f}]", *numbers))
    return rows


def _correlations(summary: dict[str, Any]) -> list[tuple[str, ...]]:
    rows = []
    for name, entry in summary["correlations"].items():
        level, within, removed = entry["perplexity"].values()
        texts = (correlation(part) for part in (within, removed, entry["calibration"]))
        rows.append((label(name), correlation(level), probability(level), *texts))
    return rows


def _metrics(summary: dict[str, Any]) -> list[tuple[str, ...]]:
    return [
        (label(name), *(f"{entry['mean']:.4g}" for entry in levels.values()))
        for name, levels in summary["metrics"].items()
    ]


def _depth(summary: dict[str, Any]) -> list[tuple[str, ...]]:
    rows = []
    for name, entry in summary["depth"].items():
        texts = (correlation(entry[kind]) if kind in entry else "" for kind in ("absolute", "relative"))
        rows.append((label(name), *texts))
    return rows


def _heat_maps(summary: dict[str, Any]) -> list[str]:
    return [
        figures.heat_map(label(name), levels, divergence=name.startswith("divergence"))
        for name, levels in summary["layers"].items()
    ]


def _planes(summary: dict[str, Any]) -> list[str]:
    dims = {"head": summary["plan"]["head_dim"], "model": summary["plan"]["dim"]}
    return [figures.regime_plane(space, summary["layers"], dims[space]) for space in summary["regime"]]
