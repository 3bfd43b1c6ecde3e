"""The figures of what is relaxed, as a page and as numbers."""

from __future__ import annotations

import json
from pathlib import Path

from svflow_math.probe.experiment import write_whole
from svflow_math.probe.figures import layer_lines
from svflow_math.probe.page import figures, page, paragraph, table
from svflow_math.probe.relaxation_columns import COLUMNS, GAUGE, plain

Layers = list[dict[str, float]]

PLOTS: tuple[tuple[str, dict[str, str], bool], ...] = (
    ("radial share of a branch", {"attention.radial": "attention", "feed_forward.radial": "feed-forward"}, False),
    ("angle of a step", {"attention.turn": "attention", "feed_forward.turn": "feed-forward"}, True),
    (
        "step of attention, distance per angle",
        {"attention.off_projective": "from projective", "attention.off_exponential": "from exponential"},
        True,
    ),
    ("total variation of weights", {"tilt.tv": "measured", "tilt.tv_bound": "bound"}, False),
    ("divergence of weights", {"tilt.kl": "measured", "tilt.kl_bound": "bound"}, True),
    ("attention and the tied score, cosine", {"tied.cosine": "whole", "tied.tangential": "tangential"}, False),
    ("tokens whose log p rises", {"ascent.share": "as trained", "ascent.tied": "tied step"}, False),
    ("negative mass of the feed-forward weights", {"negative.mass": "share"}, False),
    ("imbalance of trained maps", {"balance.query_key": "query, key", "balance.value_output": "value, output"}, False),
)


def write_report(out: Path, model: str, layers: Layers) -> None:
    """Write relaxed.json and relaxed.html into a directory."""
    out.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"model": model, "layers": plain(layers)}, indent=1) + "\n"
    write_whole(out / "relaxed.json", lambda path: path.write_text(text, encoding="utf-8"))
    html = page(f"What is relaxed: {model}", [paragraph(GAUGE), figures(plots(layers)), numbers(layers)])
    write_whole(out / "relaxed.html", lambda path: path.write_text(html, encoding="utf-8"))


def plots(layers: Layers) -> list[str]:
    """One figure for each group of columns that belong together."""
    return [
        layer_lines(title, {name: [layer[key] for layer in layers] for key, name in lines.items()}, logarithmic)
        for title, lines, logarithmic in PLOTS
    ]


def numbers(layers: Layers) -> str:
    """Every column, every layer."""
    names = ["figure (theorem)", *(str(index) for index in range(len(layers)))]
    rows = [(f"{c.title} ({c.theorem})", *(f"{layer[c.key]:.3g}" for layer in layers)) for c in COLUMNS]
    return table(names, rows)
