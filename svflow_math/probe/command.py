"""The command `svflow probe`: recover, relaxed and run, for a model by name."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from svflow_math.probe.errors import ProbeError
from svflow_math.probe.loading import Loaded, load
from svflow_math.probe.memory import map_large_arrays
from svflow_math.probe.passages import read_passages, tokenize
from svflow_math.probe.recovery import TEXT, compare

# What rounding explains, by the precision of the model; relative Frobenius norms.
TOLERANCES = {"float64": 1e-6, "float32": 1e-5, "float16": 2e-2, "bfloat16": 1e-1}


def main(options: argparse.Namespace) -> int:
    """Run one of the commands; the exit status is 1 if a comparison fails."""
    map_large_arrays()
    return {"recover": recover, "relaxed": relaxed, "run": run}[options.probe](options)


def recover(options: argparse.Namespace) -> int:
    """Replay a model with the emitted functions and compare."""
    loaded = load(options.model, device=options.device, dtype=options.dtype)
    recovery = compare(loaded.model, text_ids(loaded))
    if options.json:
        layers = [{"layer": i, "relative_difference": value} for i, value in enumerate(recovery.layers)]
        answer = {"model": options.model, "layers": layers, "logits_relative_difference": recovery.logits}
        print(json.dumps(answer, indent=2))
    else:
        table = Table("layer", "relative difference", title=f"{options.model}, replayed with the emitted functions")
        for index, value in enumerate(recovery.layers):
            table.add_row(str(index), f"{value:.2e}")
        table.add_row("logits", f"{recovery.logits:.2e}")
        Console().print(table)
    worst = max(*recovery.layers, recovery.logits)
    if worst > TOLERANCES[options.dtype]:
        print(f"svflow: {worst:.1e} is more than rounding of {options.dtype} explains", file=sys.stderr)
        return 1
    return 0


def relaxed(options: argparse.Namespace) -> int:
    """Measure what is relaxed in a model, layer by layer."""
    from svflow_math.probe.relaxation import measure
    from svflow_math.probe.relaxation_columns import COLUMNS, plain
    from svflow_math.probe.relaxation_report import write_report

    loaded = load(options.model, device=options.device, dtype=options.dtype)
    layers = measure(loaded.model, text_ids(loaded))
    if options.json:
        print(json.dumps({"model": options.model, "layers": plain(layers)}, indent=2))
    else:
        table = Table(
            "figure", "theorem", "first layer", "median", "last layer", title=f"{options.model}: what is relaxed"
        )
        for column in COLUMNS:
            values = [layer[column.key] for layer in layers]
            middle = sorted(values)[len(values) // 2]
            table.add_row(column.title, column.theorem, *(f"{v:.3g}" for v in (values[0], middle, values[-1])))
        Console().print(table)
    if options.out is not None:
        write_report(options.out, options.model, layers)
    return 0


def run(options: argparse.Namespace) -> int:
    """The prefix-shuffling experiment."""
    from svflow_math.probe.runs import run as conduct

    named = read_passages(options.passages)
    if options.jobs < 1:
        raise ProbeError(f"jobs must be at least 1, got {options.jobs}")
    loaded = load(options.model, device=options.device, dtype=options.dtype)
    with bar(len(named), quiet=options.json) as step:
        summary = conduct(
            loaded.model,
            loaded.tokenizer,
            named,
            out=options.out,
            name=options.model,
            levels=options.levels,
            seeds=options.seeds,
            prefix=options.prefix,
            suffix=options.suffix,
            layers=options.layers,
            spaces=("head", "model") if options.space == "both" else (options.space,),
            jobs=options.jobs,
            cluster=options.cluster,
            recipe=loaded.recipe,
            progress=step,
        )
    if options.json:
        print(json.dumps(summary, indent=2))
    else:
        table = Table("claim", "verdict", "figure", title=f"{options.model}: {options.out / 'report.html'}")
        for claim in summary["claims"]:
            table.add_row(claim["claim"], claim["verdict"], claim["figure"])
        Console().print(table)
    return 0


def text_ids(loaded: Loaded) -> list[int]:
    """The token ids of the text that recovery reads, behind a beginning-of-text token."""
    (passage,) = tokenize(loaded.tokenizer, [("text", TEXT)], 2, len(tokens(loaded)) - 2)
    return passage.ids.tolist()


def tokens(loaded: Loaded) -> list[int]:
    return loaded.tokenizer(TEXT, add_special_tokens=False)["input_ids"]


@contextmanager
def bar(total: int, quiet: bool) -> Iterator:
    """A progress bar on standard error; yields the function that moves it by one passage."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        task = progress.add_task("passages", total=total)
        yield lambda name: progress.update(task, advance=1, description=name)
