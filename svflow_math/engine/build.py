"""The whole pipeline behind `python -m derivations`: replay, emit, verify, and a table at the end."""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from joblib import Parallel, delayed, parallel_config
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from svflow_math.engine.emit.module import emitted, write_atomically
from svflow_math.engine.record.check import Settings
from svflow_math.engine.record.registry import Entry, chapters, entries, home, select
from svflow_math.engine.report import print_results
from svflow_math.engine.unchanged import remember
from svflow_math.engine.verify.run import RESULTS, standing, stored, verify


def main(argv: list[str]) -> int:
    """Run the pipeline; 0 if everything holds, 1 if anything fails, 2 for wrong use."""
    options = _parser().parse_args(argv)
    try:
        chosen = select(options.ids)
    except KeyError as error:
        name = str(error.args[0])
        close = difflib.get_close_matches(name, [*entries(), *chapters()])
        hint = f"; did you mean {', '.join(close)}?" if close else ""
        print(f"unknown theorem or chapter {name!r}{hint}", file=sys.stderr)
        return 2
    homes = {home(entry.chapter) for entry in chosen}
    if options.check:
        return _compare(homes)
    console = Console(stderr=options.json)
    if not options.verify_only:
        for path, text in emitted(homes).items():
            if write_atomically(path, text):
                console.print(f"emitted {path.name}")
    settings = Settings(options.seed, options.examples, options.heads)
    with _workers(options.cluster):
        results = _verify(chosen, settings, options, console)
    if options.json:
        print(json.dumps(results, indent=1, ensure_ascii=False))
    else:
        print_results(results, console)
    if not argv:
        remember()
    failed = any(r["verdict"] in ("fails", "unknown") for r in results)
    if options.atlas:
        with _workers(options.cluster):
            failed |= not _atlas(options.jobs, console)
    return int(failed)


@contextmanager
def _workers(cluster: str | None) -> Iterator[None]:
    """Processes of this machine, or the workers of a Dask cluster; what a lost worker had begun goes to another."""
    if cluster is None:
        yield
        return
    from distributed import Client  # here, because only this option needs it

    with Client(cluster), parallel_config(backend="dask"):
        yield


def _atlas(jobs: int, console: Console) -> bool:
    """Write the error atlas; whether every function is within its tolerance everywhere."""
    # Here, because it brings oracles that nothing else needs.
    from svflow_math.engine.verify.atlas import ATLAS, atlas, failures

    found = atlas(jobs)
    write_atomically(ATLAS, json.dumps(found) + "\n")
    table = Table("function", "worst error", "relative to", "tolerance", "SciPy: within", "beyond", "no number")
    for f in found["functions"]:
        errors = [e for row in f["scipy"] for e in row]
        numbers = [e for e in errors if e is not None]
        beyond = sum(e > f["tolerance"] for e in numbers)
        counts = (len(numbers) - beyond, beyond, len(errors) - len(numbers))
        worst = f"{f['worst']['error']:.2g}" if f["worst"]["error"] is not None else "no number"
        table.add_row(f["function"], worst, f["relative_to"], f"{f['tolerance']:g}", *map(str, counts))
    console.print(table)
    for f in found["functions"]:
        console.print(f["worst"]["reproduce"], markup=False, highlight=False, soft_wrap=True)
    lines = failures(found)
    for line in lines:
        console.print(line, style="bold red")
    return not lines


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m derivations", description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", help="theorems or chapters; all of them by default")
    parser.add_argument(
        "--check", action="store_true", help="only compare what would be emitted with what is committed"
    )
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--examples", type=int, default=Settings.examples)
    parser.add_argument("--heads", metavar="FILE.npz", help="attention heads of your own, with arrays q, k, v")
    parser.add_argument("--atlas", action="store_true", help="write the error atlas to build/atlas.json")
    parser.add_argument("--verify-only", action="store_true", help="emit nothing")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--cluster", metavar="ADDRESS", help="verify on the Dask cluster with this scheduler")
    return parser


def _compare(homes: set[str]) -> int:
    """Whether the committed files are what the records emit, byte by byte."""
    stale = [
        path for path, text in emitted(homes).items() if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path in stale:
        print(f"{path.name} is not what the records emit; run `python -m derivations`", file=sys.stderr)
    return int(bool(stale))


def _verify(chosen: list[Entry], settings: Settings, options: Any, console: Console) -> list[dict[str, Any]]:
    """Results of the chosen theorems: the standing ones, and those computed now, which are stored."""
    default = settings == Settings()
    known = stored() if default else []
    results = {e.theorem.id: standing(known, e) for e in chosen}
    todo = [name for name, found in results.items() if not found]
    if todo:
        jobs = Parallel(n_jobs=min(options.jobs, len(todo)), return_as="generator_unordered")
        with Progress(console=console, transient=True) as progress:
            bar = progress.add_task("verifying", total=len(todo))
            for found in jobs(delayed(verify)(name, settings) for name in _longest_first(todo, known)):
                results[found[0]["theorem"]] = found
                progress.advance(bar)
    if default:
        others = {e.theorem.id: standing(known, e) for e in entries().values() if e.theorem.id not in results}
        everything = {**others, **results}
        ordered = [r for name in entries() for r in everything[name]]
        write_atomically(RESULTS, json.dumps(ordered, indent=1, ensure_ascii=False) + "\n")
    return [r for name in results for r in results[name]]


def _longest_first(names: list[str], known: list[dict[str, Any]]) -> list[str]:
    """The theorems in an order in which all processes end at about the same time, by what they took before."""
    took: dict[str, float] = {}
    for result in known:
        took[result["theorem"]] = took.get(result["theorem"], 0.0) + result["seconds"]
    return sorted(names, key=lambda name: -took.get(name, float("inf")))
