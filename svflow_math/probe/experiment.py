"""The prefix-shuffling experiment: does what a model thinks of a passage follow from how its heads see the context?

The start of each passage is shuffled to several levels, and everything is measured on the suffix, whose tokens stay as
they are. One file per passage, written whole or not at all, so that a run that was stopped goes on where it was.
"""
# pyright: reportMissingImports=false

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from svflow_math.probe.architecture import decoder, read_layer
from svflow_math.probe.errors import ProbeError
from svflow_math.probe.hooks import AttentionCall, to_numpy
from svflow_math.probe.loading import Loaded, first_line, load_once
from svflow_math.probe.measurement import Baseline, SuffixHeads, divergence, head_space, layer_numbers, outcomes
from svflow_math.probe.model_space import QueryMap, model_space
from svflow_math.probe.passages import Passage, digest, shuffled

COLUMNS = ["passage", "level", "seed", "layer", "head", "token", "metric", "value"]
LEVELS = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0)
SEEDS = (0, 1, 2)


@dataclass(frozen=True)
class Plan:
    """What is measured; two runs with one plan give one result."""

    model: str
    passages: str  # a digest
    count: int
    levels: tuple[float, ...]
    seeds: tuple[int, ...]
    prefix: int
    suffix: int
    layers: tuple[int, ...]
    spaces: tuple[str, ...]
    dtype: str
    head_dim: int
    dim: int

    def check(self) -> None:
        if not all(0 <= level <= 1 for level in self.levels) or len(set(self.levels)) < len(self.levels):
            raise ProbeError(f"levels must be different shares from 0 to 1, got {list(self.levels)}")
        if 0.0 not in self.levels or len(self.levels) < 2:
            raise ProbeError(f"levels must hold 0, the context as it is, and another, got {list(self.levels)}")
        if not self.seeds or min(self.seeds) < 0 or len(set(self.seeds)) < len(self.seeds):
            raise ProbeError(f"seeds must be different numbers >= 0, got {list(self.seeds)}")
        if set(self.spaces) - {"head", "model"} or not self.spaces:
            raise ProbeError(f"space must be head, model or both, got {list(self.spaces)}")


@dataclass(frozen=True)
class Seen:
    """One sequence under the model: per-token outcomes, metrics of each layer's heads, and the processor seconds."""

    tokens: dict[str, NDArray]
    heads: dict[int, dict[str, NDArray]]
    seconds: dict[str, float]


def make_plan(
    name: str,
    model: Any,
    passages: Sequence[Passage],
    *,
    levels: Sequence[float] = LEVELS,
    seeds: Sequence[int] = SEEDS,
    layers: Sequence[int] | None = None,
    spaces: Sequence[str] = ("head",),
) -> Plan:
    """The plan of a run, checked; a model that does not offer a space is refused here."""
    first = passages[0]
    plan = Plan(
        model=name,
        passages=digest(passages),
        count=len(passages),
        levels=tuple(sorted(float(level) for level in levels)),
        seeds=tuple(int(seed) for seed in seeds),
        prefix=first.prefix,
        suffix=len(first.ids) - 1 - first.prefix,
        layers=tuple(layer_numbers(model, None if layers is None else list(layers))),
        spaces=tuple(spaces),
        dtype=str(model.dtype).removeprefix("torch."),
        head_dim=int(decoder(model).layers[0].self_attn.head_dim),
        dim=int(model.config.get_text_config().hidden_size),
    )
    plan.check()
    if "model" in plan.spaces:
        query_maps(model, plan)
    return plan


def query_maps(model: Any, plan: Plan) -> dict[int, QueryMap]:
    """The maps from stream to queries, where the model space is asked for."""
    if "model" not in plan.spaces:
        return {}
    return {index: QueryMap.of(read_layer(model, index), index) for index in plan.layers}


def measure_passage(
    model: Any, passage: Passage, plan: Plan, maps: dict[int, QueryMap]
) -> tuple[pd.DataFrame, dict[str, float]]:
    """All rows of one passage, and the processor seconds that forward passes and metrics took."""
    frames: list[pd.DataFrame] = []
    seconds = {"forward": 0.0, "metrics": 0.0}
    base = Baseline(passage.ids)
    for level in plan.levels:  # the first is 0, the context as it is
        for seed in plan.seeds[:1] if level == 0 else plan.seeds:  # nothing is shuffled at level 0
            seen = see(model, shuffled(passage, level, seed), passage, plan, maps, base, original=level == 0)
            frames.append(_rows(seen).assign(level=level, seed=seed))
            for name, spent in seen.seconds.items():
                seconds[name] += spent
    rows = pd.concat(frames, ignore_index=True).assign(passage=passage.name)
    for name in ("layer", "head", "token"):
        rows[name] = rows[name].astype("Int32").mask(rows[name] < 0)
    return rows[COLUMNS], seconds


def run_passages(
    loaded: Loaded,
    passages: Sequence[Passage],
    plan: Plan,
    out: Path,
    progress: Callable[[str], None],
    jobs: int = 1,
    cluster: str | None = None,
) -> pd.DataFrame:
    """Measure the passages that have no file yet and return the rows of all; the files appear whole or not at all."""
    pieces = out / "passages"
    settings = out / "plan.json"
    text = json.dumps(asdict(plan), indent=1) + "\n"
    if settings.exists() and settings.read_text(encoding="utf-8") != text:
        before, now = json.loads(settings.read_text(encoding="utf-8")), json.loads(text)
        changed = ", ".join(sorted(key for key in now if before.get(key) != now[key]))
        raise ProbeError(f"{out} holds a run with another plan (different: {changed}); name another directory by --out")
    if (jobs > 1 or cluster is not None) and loaded.recipe is None:
        raise ProbeError("several jobs need a model that each of them can load by its name")
    with _workers(cluster):
        pieces.mkdir(parents=True, exist_ok=True)
        for half_written in pieces.glob(".*"):
            half_written.unlink()
        write_whole(settings, partial(_write_text, text))
        files = [pieces / f"{number:04d}.parquet" for number in range(len(passages))]
        todo = [number for number, file in enumerate(files) if not file.exists()]
        for number in sorted(set(range(len(files))) - set(todo)):
            progress(f"{passages[number].name}, measured before")
        tasks = [(number, passages[number]) for number in todo]
        for number, rows, seconds in _measured(loaded, tasks, plan, -1 if cluster is not None else jobs):
            write_whole(files[number].with_suffix(".seconds.json"), partial(_write_text, json.dumps(seconds)))
            write_whole(files[number], partial(rows.to_parquet, index=False))
            progress(passages[number].name)
    return pd.concat([pd.read_parquet(file) for file in files], ignore_index=True)


Task = tuple[int, Passage]
Measured = tuple[int, pd.DataFrame, dict[str, float]]


@contextmanager
def _workers(cluster: str | None) -> Iterator[None]:
    """Processes of this machine, or the workers of a Dask cluster; what a lost worker had begun goes to another."""
    if cluster is None:
        yield
        return
    from distributed import Client  # here, because only this option needs it
    from joblib import parallel_config

    try:
        client = Client(cluster, timeout=10)
    except (OSError, ValueError) as error:
        raise ProbeError(f"no Dask scheduler answers at {cluster}: {first_line(error)}") from error
    with client, parallel_config(backend="dask"):
        yield


def _measured(loaded: Loaded, tasks: Sequence[Task], plan: Plan, jobs: int) -> Iterable[Measured]:
    """What was measured of each passage, by its number, as they are done."""
    if jobs == 1:
        maps = query_maps(loaded.model, plan) if tasks else {}
        return ((number, *measure_passage(loaded.model, passage, plan, maps)) for number, passage in tasks)
    from joblib import Parallel, delayed

    calls = (delayed(_measure_in_worker)(loaded.recipe, task, plan) for task in tasks)
    return Parallel(n_jobs=jobs, return_as="generator_unordered")(calls)


def _measure_in_worker(recipe: tuple[str, str, str], task: Task, plan: Plan) -> Measured:
    number, passage = task
    model = load_once(*recipe).model
    return (number, *measure_passage(model, passage, plan, query_maps(model, plan)))


def _write_text(text: str, path: Path) -> None:
    path.write_text(text, encoding="utf-8")


def write_whole(path: Path, write: Callable[[Path], Any]) -> None:
    """Write a file under another name and move it into place."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(scratch)
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)


def see(
    model: Any,
    ids: NDArray,
    passage: Passage,
    plan: Plan,
    maps: dict[int, QueryMap],
    base: Baseline,
    *,
    original: bool,
) -> Seen:
    """Run one sequence, and measure each layer as it comes: what its heads see over the suffix is not kept.

    In the original context the baseline is taken too, so it comes first.
    """
    wanted = set(plan.layers)
    found: dict[int, dict[str, NDArray]] = {}
    radius: dict[int, NDArray] = {}
    spent = 0.0

    def receive(call: AttentionCall) -> None:
        nonlocal spent
        start = time.process_time()
        if call.layer in wanted:
            heads = SuffixHeads.of(call, passage.suffix)
            if original:
                base.add(call.layer, heads)
            metrics = divergence(heads, ids, base, call.layer)
            if "head" in plan.spaces:
                metrics |= head_space(heads)
            if "model" in plan.spaces:
                metrics |= model_space(heads, maps[call.layer], radius.pop(call.layer), passage.suffix)
            found[call.layer] = metrics
        spent += time.process_time() - start

    handles = []
    if "model" in plan.spaces:
        for index in plan.layers:

            def enter(_module: Any, args: Any, options: Any, index: int = index) -> None:
                stream = (args[0] if args else options["hidden_states"])[0]
                radius[index] = np.linalg.norm(to_numpy(stream), axis=-1)

            handles.append(decoder(model).layers[index].register_forward_pre_hook(enter, with_kwargs=True))
    start = time.process_time()
    try:
        tokens = outcomes(model, ids, passage.suffix, receive)
    finally:
        for handle in handles:
            handle.remove()
    seconds = time.process_time() - start
    return Seen(tokens, found, {"forward": seconds - spent, "metrics": spent})


def _rows(seen: Seen) -> pd.DataFrame:
    """The rows of one sequence; -1 stands for no layer, no head, no token."""
    parts = [("token", -1, name, values) for name, values in seen.tokens.items()]
    parts += [
        ("head", layer, name, values) for layer, found in sorted(seen.heads.items()) for name, values in found.items()
    ]
    lengths = [len(values) for *_, values in parts]
    index = np.concatenate([np.arange(length) for length in lengths])
    of_head = np.repeat([kind == "head" for kind, *_ in parts], lengths)
    return pd.DataFrame(
        {
            "layer": np.repeat([layer for _, layer, *_ in parts], lengths),
            "head": np.where(of_head, index, -1),
            "token": np.where(of_head, -1, index),
            "metric": np.repeat([name for _, _, name, _ in parts], lengths),
            "value": np.concatenate([values for *_, values in parts]),
        }
    )
