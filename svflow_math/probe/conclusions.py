"""From the rows of a run to its summary: what moved, what went with what, and what became of each claim."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from svflow_math.metrics import expected_calibration_error
from svflow_math.probe.experiment import Plan, write_whole
from svflow_math.probe.report import write_report
from svflow_math.probe.statistics import (
    Estimate,
    depth,
    draw_passages,
    estimate,
    exact_p,
    mean_interval,
    spearman,
    three_ways,
)
from svflow_math.probe.verdicts import claims

CALIBRATION_RESAMPLES = 200


def conclude(rows: pd.DataFrame, plan: Plan, out: Path) -> dict[str, Any]:
    """Write results.parquet, summary.json and report.html; return the summary."""
    summary = summarise(rows, plan)
    write_whole(out / "results.parquet", lambda path: rows.to_parquet(path, index=False))
    text = json.dumps(summary, indent=1, ensure_ascii=False) + "\n"
    write_whole(out / "summary.json", lambda path: path.write_text(text, encoding="utf-8"))
    write_whole(out / "report.html", lambda path: write_report(path, summary))
    return summary


def summarise(rows: pd.DataFrame, plan: Plan) -> dict[str, Any]:
    """Every figure of the report, as plain numbers; None where a figure does not exist."""
    heads, tokens = rows[rows["layer"].notna()], rows[rows["token"].notna()]
    metrics = [name for name in sorted(heads["metric"].unique()) if "relative" not in name]  # a constant away
    # over seeds last: level 0 has one
    cells = heads.groupby(["metric", "passage", "level", "seed"])["value"].mean()
    table = {name: _matrix(cells[name]) for name in metrics}
    nll = -_matrix(tokens[tokens["metric"] == "log_prob"].groupby(["passage", "level", "seed"])["value"].mean())
    calibration = Calibration(tokens, plan)
    correlations = {
        name: {
            "perplexity": {way: _plain(value) for way, value in three_ways(values, nll).items()},
            "calibration": _plain(calibration.correlate(values)),
        }
        for name, values in table.items()
        if np.ptp(values) > 0
    }
    layers = _by_layer(heads, metrics)
    summary = {
        "plan": asdict(plan),
        "outcome": {
            "perplexity": {str(level): _exponential(nll[:, i]) for i, level in enumerate(plan.levels)},
            "calibration": calibration.figures,
        },
        "metrics": {
            name: {str(level): _interval(values[:, i]) for i, level in enumerate(plan.levels)}
            for name, values in table.items()
        },
        "change": {name: _interval(values[:, -1] - values[:, 0]) for name, values in table.items()},
        "correlations": correlations,
        "depth": {name: _depth(values, name) for name, values in layers.items()},
        "layers": {
            name: {str(level): values[:, i].mean(axis=0).tolist() for i, level in enumerate(plan.levels)}
            for name, values in layers.items()
        },
        "regime": _regime(table, heads, plan),
    }
    summary["claims"] = claims(summary)
    return _without_nan(summary)


def _matrix(cells: pd.Series) -> NDArray:
    """(passages, levels), means over seeds."""
    return cells.groupby(level=["passage", "level"]).mean().unstack("level").to_numpy()


def _by_layer(heads: pd.DataFrame, metrics: list[str]) -> dict[str, NDArray]:
    """(passages, levels, layers), means over heads and seeds."""
    means = heads.groupby(["metric", "passage", "level", "layer", "seed"])["value"].mean()
    means = means.groupby(level=["metric", "passage", "level", "layer"]).mean()
    found = {}
    for name in metrics:
        values = means[name]
        shape = [len(values.index.unique(level)) for level in range(3)]
        found[name] = values.sort_index().to_numpy().reshape(shape)
    return found


def _depth(values: NDArray, name: str) -> dict[str, Any]:
    """From the lowest level to the highest. A divergence is itself a change, and zero at the lowest."""
    change = values[:, -1] - values[:, 0]
    if change.shape[-1] < 3:
        return {}
    found = {"absolute": _plain(depth(change))}
    if not name.startswith("divergence"):
        found["relative"] = _plain(depth(change, values[:, 0]))
    return found


class Calibration:
    """Calibration error pooled over passages and seeds, level by level: one passage has too few tokens for it."""

    def __init__(self, tokens: pd.DataFrame, plan: Plan) -> None:
        wide = tokens[tokens["metric"] != "log_prob"].pivot_table(
            index=["level", "passage", "seed", "token"], columns="metric", values="value"
        )
        self.levels = []  # for each level (passages, seeds * tokens) of confidence and of being right
        for level in plan.levels:
            part = wide.loc[level].sort_index()
            self.levels.append([part[name].to_numpy().reshape(plan.count, -1) for name in ("confidence", "correct")])
        pooled = [self._error(np.arange(plan.count), index) for index in range(len(plan.levels))]
        self.figures = {
            str(level): {
                "error": error,
                "floor": floor,
                "confidence": float(self.levels[index][0].mean()),
                "accuracy": float(self.levels[index][1].mean()),
            }
            for index, (level, (error, floor)) in enumerate(zip(plan.levels, pooled, strict=True))
        }
        self.errors = np.array([error for error, _ in pooled])
        self.draws = draw_passages(plan.count, CALIBRATION_RESAMPLES)
        self.resampled = np.array(
            [[self._error(draw, index)[0] for index in range(len(plan.levels))] for draw in self.draws]
        )

    def _error(self, draw: NDArray, index: int) -> tuple[float, float]:
        confidence, correct = (values[draw].ravel() for values in self.levels[index])
        error, floor = expected_calibration_error(confidence, correct)
        return float(error), float(floor)

    def correlate(self, values: NDArray) -> Estimate:
        """With a metric (passages, levels), by level."""
        means = values.mean(axis=0)
        resampled = spearman(values[self.draws].mean(axis=1), self.resampled)
        return estimate(float(spearman(means, self.errors)), resampled, exact_p(means, self.errors))


def _regime(table: dict[str, NDArray], heads: pd.DataFrame, plan: Plan) -> dict[str, Any]:
    """Concentration against what separates flat from peaked on the sphere, and how much the gap moved."""
    found = {}
    for space, dim in (("head", plan.head_dim), ("model", plan.dim)):
        if f"{space}.concentration" not in table:
            continue
        kappa = heads[(heads["metric"] == f"{space}.concentration") & (heads["level"] == plan.levels[0])]
        gap = table[f"{space}.posterior_gap"]
        found[space] = {
            "concentration": float(kappa["value"].mean()),
            "median_ratio": float(kappa["value"].median() / (dim / 2 - 1)),
            "relative_gap_change": float((gap[:, -1] - gap[:, 0]).mean() / gap[:, 0].mean()),
        }
    return found


def _plain(value: Estimate) -> dict[str, Any]:
    return asdict(value)


def _interval(values: NDArray) -> dict[str, float]:
    return dict(zip(("mean", "low", "high"), mean_interval(values), strict=True))


def _exponential(values: NDArray) -> dict[str, float]:
    """Of mean log perplexity over passages."""
    return {name: math.exp(value) for name, value in _interval(values).items()}


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_without_nan(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
