"""The command `svflow`: `list` and `show` read gen/theorems.json and need NumPy only, the rest are thin calls."""

from __future__ import annotations

import argparse
import difflib
import importlib
import inspect
import json
import subprocess
import sys
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

Theorem = dict[str, Any]

CHECKOUT = Path(__file__).resolve().parents[1]


class Failure(Exception):
    """What the user is told in one line, and the exit status that goes with it."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Name the extra when a package that it brings is missing; a missing module of our own stays an error."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in {"svflow_math", "derivations"}:
            raise
        raise Failure(f"{error.name} is missing: pip install 'svflow-math[{name}]'") from error


def load_theorems() -> list[Theorem]:
    """The theorems in reading order, as emitted: those of the library, then those of other packages with chapters."""
    packages = dict.fromkeys(["svflow_math", *chapter_packages().values()])
    paths = [files(package) / "gen" / "theorems.json" for package in packages]
    return [t for path in paths if path.is_file() for t in json.loads(path.read_text(encoding="utf-8"))["theorems"]]


def chapter_packages() -> dict[str, str]:
    """The package that holds what each chapter emits; the records of the library stand in a package of their own."""
    names = {point.name: point.value.partition(".")[0] for point in entry_points(group="svflow.chapters")}
    return {chapter: "svflow_math" if name == "derivations" else name for chapter, name in names.items()}


def find_theorem(identifier: str) -> Theorem:
    theorems = {theorem["id"]: theorem for theorem in load_theorems()}
    if identifier not in theorems:
        close = difflib.get_close_matches(identifier, theorems, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(close)}?" if close else "`svflow list` names them all"
        raise Failure(f"no theorem {identifier!r}; {hint}", status=2)
    return theorems[identifier]


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """With rich on a terminal, plain where it is missing or the output is read by a program."""
    try:
        if not sys.stdout.isatty():
            raise ImportError
        from rich import box
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
        for row in (columns, *rows):
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    else:
        table = Table(*columns, box=box.SIMPLE_HEAD)
        for row in rows:
            table.add_row(*map(Text, row))
        Console().print(table)


def print_json(value: object) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def list_theorems(options: argparse.Namespace) -> int:
    theorems = load_theorems()
    if options.json:
        print_json(theorems)
    else:
        columns = ("number", "theorem", "title", "functions")
        print_table(columns, [(t["number"], t["id"], t["title"], ", ".join(t["functions"])) for t in theorems])
    return 0


def latex(theorem: Theorem) -> str:
    """Statement and hypotheses; with the steps of the proof where the record can be replayed (extra `derive`)."""
    try:
        return importlib.import_module("svflow_math.engine.latex").snippet(theorem["id"])
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in {"svflow_math", "derivations"}:
            raise
    except KeyError:
        pass  # no installed chapter holds the record
    given = ", ".join(f"${hypothesis['latex']}$" for hypothesis in theorem["hypotheses"])
    return "\n".join([*([f"For {given}:"] if given else []), rf"\[ {theorem['statement']} \]"])


def claim(theorem: Theorem) -> str:
    """The claim of the record itself, which lives in the world of SymPy."""
    with extra("derive"):
        for chapter in entry_points(group="svflow.chapters", name=theorem["chapter"]):
            return str(importlib.import_module(f"{chapter.value}.{theorem['id']}").THEOREM.claim)
    raise Failure(f"no installed chapter {theorem['chapter']!r} holds the record of {theorem['id']}")


def source(theorem: Theorem) -> str:
    """The source of the functions that the theorem emits, each with its kernel."""
    if not theorem["functions"]:
        raise Failure(f"{theorem['id']} emits no function")
    parts = []
    for chapter, name in (function.split(".") for function in theorem["functions"]):
        package = chapter_packages().get(chapter, "svflow_math")
        module = f"svflow_math.{chapter}" if package == "svflow_math" else f"{package}.gen.{chapter}"
        function = getattr(importlib.import_module(module), name)
        kernel = getattr(inspect.getmodule(function), f"_{name}", None)
        parts += [inspect.getsource(part) for part in (function, kernel) if part is not None]
    return "\n\n".join(parts)


FORMS: dict[str, Callable[[Theorem], str]] = {"latex": latex, "sympy": claim, "numpy": source}


def summary(theorem: Theorem) -> str:
    lines = [f"{theorem['number']}  {theorem['id']}", theorem["title"], "", theorem["statement"], ""]
    for hypothesis in theorem["hypotheses"]:
        role = "" if hypothesis["necessary"] else "  (a convenience)"
        lines.append(f"if         {hypothesis['text']}{role}")
    for field in ("functions", "uses", "cites"):
        if theorem[field]:
            lines.append(f"{field:<11}{', '.join(theorem[field])}")
    lines += [f"verified   {sentence}" for sentence in engines(theorem)]
    return "\n".join(lines)


def engines(theorem: Theorem) -> list[str]:
    """Which engines agreed on the equalities of the proof when they were last verified in this checkout."""
    results = CHECKOUT / "build" / "verification.json"
    rows = json.loads(results.read_text(encoding="utf-8")) if results.exists() else []
    mine = [r for r in rows if (r["theorem"], r["check"]) == (theorem["id"], "second engine")]
    return [detail["sentence"] for row in mine for detail in row["details"]]


def show(options: argparse.Namespace) -> int:
    theorem = find_theorem(options.id)
    text = FORMS[options.form](theorem) if options.form else summary(theorem)
    if not options.json:
        print(text)
    elif options.form:
        print_json({"id": theorem["id"], options.form: text})
    else:
        print_json(theorem)
    return 0


def run_derivations(arguments: list[str]) -> int:
    """By name: the library does not depend on its records."""
    with extra("derive"):
        return importlib.import_module("derivations.__main__").main(arguments)


def derive(options: argparse.Namespace) -> int:
    return run_derivations([*options.ids, *(["--json"] if options.json else [])])


def verify(options: argparse.Namespace) -> int:
    arguments = ["--verify-only", *options.ids]
    for name in ("seed", "examples", "heads", "cluster"):
        if (value := getattr(options, name)) is not None:
            arguments += [f"--{name}", str(value)]
    for name in ("atlas", "json"):
        if getattr(options, name):
            arguments.append(f"--{name}")
    return run_derivations(arguments)


def docs(options: argparse.Namespace) -> int:
    if not (CHECKOUT / "docs" / "conf.py").is_file():
        raise Failure("the pages are rendered from a checkout of svflow-math, and this is an installed copy")
    try:
        # With --json, what make says goes where it does not disturb the answer.
        run = subprocess.run(["make", "docs"], cwd=CHECKOUT, stdout=sys.stderr if options.json else None, check=False)
    except FileNotFoundError as error:
        raise Failure("make is not installed") from error
    index = CHECKOUT / "build" / "html" / "index.html"
    if options.json:
        print_json({"rendered": run.returncode == 0, "index": str(index)})
    if run.returncode:
        return 1
    if options.open:
        webbrowser.open(index.as_uri())
    return 0


def probe(options: argparse.Namespace) -> int:
    """By name: what the extra brings is loaded by this command only."""
    with extra("probe"):
        command = importlib.import_module("svflow_math.probe.command")
        refusal = importlib.import_module("svflow_math.probe.errors").ProbeError
    try:
        return command.main(options)
    except refusal as error:
        raise Failure(str(error), status=2) from error


def add_probe(commands: Any, common: argparse.ArgumentParser) -> None:
    help = "recover and probe a language model (extra `probe`)"
    probes = commands.add_parser("probe", help=help, description=help).add_subparsers(required=True, metavar="PROBE")
    models = argparse.ArgumentParser(add_help=False)
    models.add_argument("model", metavar="MODEL", help="smollm2, gemma3, a path, or the name of a model on a hub")
    models.add_argument("--device", default="cpu", help="a device of torch, or auto")
    models.add_argument("--dtype", default="float32", help="float32, float64, bfloat16 or float16")

    def command(name: str, help: str) -> argparse.ArgumentParser:
        sub = probes.add_parser(name, parents=[common, models], help=help, description=help)
        sub.set_defaults(run=probe, probe=name)
        return sub

    command("recover", "replay a model with the emitted functions and compare, layer by layer")

    sub = command("relaxed", "measure what is relaxed in a model, layer by layer")
    sub.add_argument("--out", type=Path, metavar="DIR", help="write relaxed.json and relaxed.html there")

    sub = command("run", "shuffle the start of passages and measure; a stopped run goes on where it was")
    sub.add_argument("--passages", type=Path, metavar="FILE", help="a passage per line, or JSON; else those shipped")
    sub.add_argument("--levels", type=float, nargs="+", metavar="S", default=[0, 0.1, 0.25, 0.5, 0.75, 1])
    sub.add_argument("--seeds", type=int, nargs="+", metavar="N", default=[0, 1, 2])
    sub.add_argument("--prefix", type=int, metavar="N", default=128, help="tokens that may be shuffled")
    sub.add_argument("--suffix", type=int, metavar="N", default=128, help="tokens that are measured")
    sub.add_argument("--layers", type=int, nargs="+", metavar="N", help="layers to measure; all if none is named")
    sub.add_argument("--space", choices=["head", "model", "both"], default="head")
    sub.add_argument("--jobs", type=int, metavar="N", default=1, help="passages at a time, each in a process")
    sub.add_argument(
        "--cluster", metavar="ADDRESS", help="fan the passages out over the Dask cluster with this scheduler"
    )
    sub.add_argument("--out", type=Path, metavar="DIR", default=Path("probe-results"))


def parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true", help="print JSON")
    top = argparse.ArgumentParser(prog="svflow", description="Theorems about Transformers as flows on the sphere.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, parents=[common], help=help, description=help)
        sub.set_defaults(run=run)
        return sub

    command("list", list_theorems, "list the theorems")

    sub = command("show", show, "show one theorem")
    sub.add_argument("id", metavar="ID")
    forms = sub.add_mutually_exclusive_group()
    forms.add_argument("--latex", dest="form", action="store_const", const="latex", help="statement and proof")
    forms.add_argument("--sympy", dest="form", action="store_const", const="sympy", help="the claim (extra `derive`)")
    forms.add_argument("--numpy", dest="form", action="store_const", const="numpy", help="the emitted functions")

    sub = command("derive", derive, "replay, emit and verify theorems (extra `derive`)")
    sub.add_argument("ids", metavar="IDS", nargs="*", help="theorems or chapters; all if none is named")

    sub = command("verify", verify, "verify what is emitted (extra `derive`)")
    sub.add_argument("ids", metavar="IDS", nargs="*", help="theorems or chapters; all if none is named")
    sub.add_argument("--seed", type=int, metavar="N", help="of the random examples")
    sub.add_argument("--examples", type=int, metavar="N", help="of each check")
    sub.add_argument("--heads", type=Path, metavar="FILE.npz", help="attention heads of your own: q, k, v")
    sub.add_argument("--atlas", action="store_true", help="write the error atlas")
    sub.add_argument("--cluster", metavar="ADDRESS", help="run on the Dask cluster with this scheduler")

    sub = command("docs", docs, "render the pages (in a checkout)")
    sub.add_argument("--open", action="store_true", help="open them in a browser")
    add_probe(commands, common)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 1 if something fails and 2 for wrong use."""
    options = parser().parse_args(argv)
    try:
        status = options.run(options)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader has seen enough, as `head` does
        return 0
    except Failure as failure:
        print(f"svflow: {failure}", file=sys.stderr)
        return failure.status


if __name__ == "__main__":
    sys.exit(main())
