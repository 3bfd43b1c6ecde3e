"""The whole experiment by one call: passages in, results.parquet, summary.json and report.html out."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from svflow_math.probe.conclusions import conclude
from svflow_math.probe.experiment import LEVELS, SEEDS, make_plan, run_passages
from svflow_math.probe.loading import Loaded
from svflow_math.probe.passages import tokenize


def run(
    model: Any,
    tokenizer: Any,
    passages: Sequence[tuple[str, str]],
    *,
    out: str | os.PathLike[str],
    name: str = "model",
    levels: Sequence[float] = LEVELS,
    seeds: Sequence[int] = SEEDS,
    prefix: int = 128,
    suffix: int = 128,
    layers: Sequence[int] | None = None,
    spaces: Sequence[str] = ("head",),
    jobs: int = 1,
    cluster: str | None = None,
    recipe: tuple[str, str, str] | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Run the prefix-shuffling experiment, or what is left of it, and draw the conclusions.

    Parameters
    ----------
    model, tokenizer
        A causal language model of transformers and its tokenizer.
    passages
        Name and text of each passage.
    out
        Directory of the results; a run that was stopped goes on from what it holds.
    name
        What the results call the model.
    levels
        Shares of the prefix to shuffle; 0, the context as it is, must be among them.
    seeds
        Of the permutations.
    prefix, suffix
        Tokens that may be shuffled, and tokens that are measured.
    layers
        Layers to measure; all if None.
    spaces
        `head`, `model` or both.
    jobs
        Passages at a time, each in a process of its own; more than one needs a recipe.
    cluster
        Address of a Dask scheduler, whose workers then take the passages instead; it needs a recipe too.
    recipe
        Name, device and dtype by which other processes load the model; see `Loaded`.
    progress
        Called with the name of each passage that is done.

    Returns
    -------
        What summary.json holds.

    Raises
    ------
    ProbeError
        If a passage is too short, an option is out of range, or the model cannot be probed; nothing is written then.
    """
    cut = tokenize(tokenizer, passages, prefix, suffix)
    plan = make_plan(name, model, cut, levels=levels, seeds=seeds, layers=layers, spaces=spaces)
    rows = run_passages(Loaded(name, model, tokenizer, recipe), cut, plan, Path(out), progress, jobs, cluster)
    return conclude(rows, plan, Path(out))
