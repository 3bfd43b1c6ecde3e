"""The whole pipeline behind `python -m derivations`: replay, emit, verify, and a table at the end."""

from __future__ import annotations

import argparse
import difflib
import gc
import json
import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any

from joblib import parallel_config
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
    with _cluster(options.cluster) as client:
        results = _verify(chosen, settings, options, client, console)
    if options.json:
        print(json.dumps(results, indent=1, ensure_ascii=False))
    else:
        print_results(results, console)
    if not argv:
        remember()
    failed = any(r["verdict"] in ("fails", "unknown") for r in results)
    if options.atlas:
        with _cluster(options.cluster):
            failed |= not _atlas(options.jobs, console)
    return int(failed)


@contextmanager
def _cluster(address: str | None) -> Iterator[Any]:
    """The Dask cluster with this scheduler, None for this machine; what a lost worker had begun goes to another."""
    if address is None:
        yield None
        return
    from distributed import Client  # here, because only this option needs it

    with Client(address) as client, parallel_config(backend="dask"):
        yield client


def _found(names: list[str], settings: Settings, jobs: int, client: Any) -> Iterator[list[dict[str, Any]]]:
    """The results of the theorems as they are found, by workers of the cluster or by processes of this machine."""
    jobs = min(jobs, len(names))
    if client is None and jobs == 1:
        return (verify(name, settings) for name in names)
    executor = _processes(jobs) if client is None else client.get_executor()
    return _completed(executor, [executor.submit(verify, name, settings) for name in names])


def _completed(executor: Executor, futures: list[Future[Any]]) -> Iterator[Any]:
    with executor:
        for future in as_completed(futures):
            yield future.result()


def _processes(jobs: int) -> ProcessPoolExecutor:
    """Processes that need not load SymPy and the records again where they can be forked; what is loaded is kept."""
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=gc.freeze)


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


def _verify(
    chosen: list[Entry], settings: Settings, options: Any, client: Any, console: Console
) -> list[dict[str, Any]]:
    """Results of the chosen theorems: the standing ones, and those computed now, which are stored."""
    default = settings == Settings()
    known = stored() if default else []
    results = {e.theorem.id: standing(known, e) for e in chosen}
    todo = [name for name, found in results.items() if not found]
    if todo:
        # processes are forked before the progress bar starts a thread
        outcomes = _found(_longest_first(todo, known), settings, options.jobs, client)
        with Progress(console=console, transient=True) as progress:
            bar = progress.add_task("verifying", total=len(todo))
            for found in outcomes:
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
