"""Which tests reach which lines of the run-time code, and what each costs: traced once, kept under build/."""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType
from typing import Any, Protocol

import pytest

from tests.mutation.forks import forked, spent
from tests.mutation.operators import FOLDERS, Mutant

STORE = Path("build") / "mutation-reach.json"
Reached = dict[str, dict[str, Any]]  # by test: seconds, and lines by file


class Failures:
    """Remembers whether a test has failed."""

    def __init__(self) -> None:
        self.seen = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seen = self.seen or report.failed


FAILURES = Failures()


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Whether a test passes, run here and now."""
    FAILURES.seen = False
    item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
    return not FAILURES.seen


class _Trace:
    """The lines of the run-time code that are executed."""

    def __init__(self, root: Path) -> None:
        self.prefixes = tuple(f"{root / folder}/" for folder in FOLDERS)
        self.root = f"{root}/"
        self.lines: dict[str, set[int]] = {}

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(self.prefixes):
            return None
        lines = self.lines.setdefault(name.removeprefix(self.root), set())
        lines.add(frame.f_lineno)

        def local(frame: FrameType, event: str, argument: Any) -> Any:
            lines.add(frame.f_lineno)
            return local

        return local


def _traced(root: Path) -> Callable[[list[pytest.Item], Callable[[Any], None]], None]:
    def work(items: list[pytest.Item], report: Callable[[Any], None]) -> None:
        for item, following in zip(items, [*items[1:], None], strict=True):
            trace, start = _Trace(root), spent()
            sys.settrace(trace)
            try:
                good = passes(item, following)
            finally:
                sys.settrace(None)
            lines = {name: sorted(found) for name, found in trace.lines.items()}
            report([item.nodeid, {"good": good, "seconds": round(spent() - start, 3), "lines": lines}])

    return work


def reached(items: Iterable[pytest.Item], root: Path, jobs: int) -> Reached:
    """What each test reaches. Only tests of files that have changed are traced anew, all where the code has."""
    code = _digest(sorted(p for folder in FOLDERS for p in (root / folder).glob("*.py")))
    kept = json.loads(STORE.read_text(encoding="utf-8")) if STORE.exists() else {}
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    found, todo = {}, []
    for path, tests in files.items():
        before = kept.get(_file(tests[0]), {})
        if before.get("digest") == code + _digest([path]) and len(before["tests"]) >= 0.9 * len(tests):
            found[_file(tests[0])] = before
        else:
            todo.append(tests)
    pieces = [tests[k : k + 60] for tests in todo for k in range(0, len(tests), 60)]
    for number, (tests, reports, _) in enumerate(forked(pieces, _traced(root), jobs)):
        path = tests[0].path
        entry = found.setdefault(_file(tests[0]), {"digest": code + _digest([path]), "tests": {}})
        entry["tests"].update(dict(reports))
        for name in [*(n for n, result in reports if not result["good"]), *(t.nodeid for t in tests[len(reports) :])]:
            print(f"left out, since it does not pass as things are: {name}", flush=True)
        print(f"traced {number + 1} of {len(pieces)}: {path.name}", flush=True)
        STORE.parent.mkdir(exist_ok=True)
        STORE.write_text(json.dumps(kept | found), encoding="utf-8")
    return {n: result for entry in found.values() for n, result in entry["tests"].items() if result["good"]}


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _digest(paths: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(p.read_bytes() for p in paths)).hexdigest()[:16]


class Selection(Protocol):
    """Which tests meet a mutant, in this order, and what each costs where that is known."""

    seconds: dict[str, float]

    def of(self, mutant: Mutant) -> list[str]: ...


class Remembered:
    """The tests that killed mutants of the same function in the last whole run, and then those of the same file."""

    def __init__(self, result: dict[str, Any]) -> None:
        self.seconds: dict[str, float] = {}
        self.by_place = {place: [result["tests"][k] for k in tests] for place, tests in result["killers"].items()}

    def of(self, mutant: Mutant) -> list[str]:
        near = [t for place, tests in self.by_place.items() if place.startswith(f"{mutant.file}::") for t in tests]
        return list(dict.fromkeys([*self.by_place.get(mutant.place, ()), *near]))


class ByLine:
    """All tests that can notice a mutant."""

    def __init__(self, root: Path, tests: Reached) -> None:
        self.seconds = {name: result["seconds"] for name, result in tests.items()}
        self.by_line: dict[tuple[str, int], list[str]] = {}
        for name in sorted(self.seconds, key=self.seconds.__getitem__):
            for file, lines in tests[name]["lines"].items():
                for line in lines:
                    self.by_line.setdefault((file, line), []).append(name)
        paths = [path for folder in ("", *FOLDERS) for path in (root / folder).glob("*.py")]
        self.sources = {p.relative_to(root).as_posix(): p.read_text(encoding="utf-8") for p in paths}
        self.trees = {file: ast.parse(source) for file, source in self.sources.items()}

    @classmethod
    def traced(cls, items: Iterable[pytest.Item], root: Path, jobs: int) -> ByLine:
        """By a trace of all tests, as far as no earlier one stands."""
        return cls(root, reached(items, root, jobs))

    def of(self, mutant: Mutant) -> list[str]:
        """Those that run the statement; for one that only an import runs, those that run what mentions its name."""
        statements = [node for node in mutant.way(self.trees[mutant.file]) if isinstance(node, ast.stmt)]
        function = next((s for s in reversed(statements) if isinstance(s, ast.FunctionDef)), None)
        if function is not None:
            inner = statements[-1]
            end = inner.body[0].lineno - 1 if isinstance(inner, ast.If | ast.For | ast.While | ast.With) else None
            first, last = inner.lineno, end or inner.end_lineno or inner.lineno
            lines = {(mutant.file, line) for line in range(first, max(first, last) + 1)}
            found = self._tests(lines) if inner is not function else []
            return found or self._tests(
                {(mutant.file, k) for k in range(function.lineno, (function.end_lineno or 0) + 1)}
            )
        names = [n.id for n in ast.walk(statements[-1]) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        mentions = {
            (file, number)
            for file, source in self.sources.items()
            for number, line in enumerate(source.splitlines(), 1)
            if any(name in line for name in names)
        }
        found = self._tests(mentions) or self._tests(self._lines(mutant.file))
        own = f"/test_{Path(mutant.file).stem}.py::"  # whose tests may read a table, and run nothing
        return self._ordered({*found, *(name for name in self.seconds if own in name)})

    def _lines(self, file: str) -> set[tuple[str, int]]:
        return {place for place in self.by_line if place[0] == file}

    def _tests(self, places: set[tuple[str, int]]) -> list[str]:
        return self._ordered({name for place in places for name in self.by_line.get(place, ())})

    def _ordered(self, names: set[str]) -> list[str]:
        """The quickest first, where the k-th row of parameters of a test function counts as k times as slow."""
        rows: Counter[str] = Counter()
        cost: dict[str, float] = {}
        for name in sorted(names, key=self.seconds.__getitem__):
            function = name.partition("[")[0]
            rows[function] += 1
            cost[name] = rows[function] * self.seconds[name]
        return sorted(names, key=cost.__getitem__)
