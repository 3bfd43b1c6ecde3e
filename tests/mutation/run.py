"""Mutants tried against the tests, each in a forked child that ends with the first test that fails.

Pytest collects once; a child gets the mutant grafted in and runs the tests that reach it, those first that have killed
other mutants of the same function, then the quickest. cosmic-ray and mutmut start an interpreter for each mutant, which
here imports for seconds what a test runs in milliseconds.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from svflow_math.engine.record.registry import chapters
from svflow_math.engine.verify.degenerate import Degenerate
from svflow_math.engine.verify.emitted import StableForm
from svflow_math.engine.verify.proof import Digits, Replay, Witnesses
from svflow_math.engine.verify.second_engine import SecondEngine
from tests.mutation.forks import forked, limit, spent
from tests.mutation.graft import install
from tests.mutation.operators import FOLDERS, Mutant, mutants
from tests.mutation.reach import Selection, passes

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "svflow_math"
# Files whose tests run what is mutated; the others read, render, build or derive.
TESTS = (
    "tests/numerics",
    *(f"tests/mutants/test_{name}.py" for name in ("flow_functions", "vmf_numerics")),
    *(
        f"tests/test_{name}.py"
        for name in ("balancing_losses", "every_input", "field_reports", "real_heads", "theorems")
    ),
    *(f"tests/test_bad_input{name}.py" for name in ("", "_attention", "_experts", "_flow", "_stability")),
    *(f"tests/test_euler_{name}.py" for name in ("ascent", "orders", "solve")),
    *(f"tests/test_flow_{name}.py" for name in ("properties", "transport")),
    *(f"tests/test_sphere_{name}.py" for name in ("accuracy", "laws")),
    *(f"tests/test_stability_{name}.py" for name in ("collapse", "conservation", "consistency")),
    *(f"tests/test_{name}.py" for name in ("attention_laws", "experts", "metrics", "retraction_laws")),
    *(f"tests/test_{name}.py" for name in ("smoothed_posterior_property", "statistics", "vmf")),
)
PROOFS = (Replay, SecondEngine, Digits, Degenerate, Witnesses, StableForm)  # they run nothing that was emitted


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: the test that killed it, or nothing; and what it cost."""

    mutant: Mutant
    killer: str
    seconds: float


def everything() -> list[Mutant]:
    """The mutants of all run-time files."""
    files = sorted(f"{folder}/{p.name}" for folder in FOLDERS for p in (CODE / folder).glob("*.py"))
    files += [f"{chapter}.py" for chapter in chapters() if (CODE / f"{chapter}.py").exists()]
    return [mutant for file in files for mutant in mutants(CODE, file)]


Choose = Callable[[list[pytest.Item]], Selection]


class Loop:
    """In place of pytest's own loop: the mutants instead of the tests."""

    def __init__(
        self, todo: list[Mutant], choose: Choose, cap: float, jobs: int, heard: Callable[[Outcome], None]
    ) -> None:
        self.todo, self.choose, self.cap, self.jobs, self.heard = todo, choose, cap, jobs, heard

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [i for i in items if not isinstance(_parameters(i).get("check"), PROOFS)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for module in {item.module for item in session.items if isinstance(item, pytest.Function)}:
            if hasattr(module, "STORED"):
                module.STORED = []  # verdicts on the code as it stands
        gc.collect()
        gc.freeze()  # or each child would touch, and copy, every object
        items = {item.nodeid: item for item in session.items}
        selection = self.choose(session.items)
        killed: dict[str, Counter[str]] = {}

        def tasks() -> Iterator[tuple[Mutant, list[pytest.Item]]]:
            for mutant in self.todo:
                names = selection.of(mutant)
                ahead = [name for name, _ in killed.get(mutant.place, Counter()).most_common(5) if name in names]
                yield mutant, [items[name] for name in dict.fromkeys([*ahead, *names]) if name in items]

        def work(task: tuple[Mutant, list[pytest.Item]], report: Callable[[Any], None]) -> None:
            attack(*task, selection.seconds, self.cap, report)

        for (mutant, _), reports, seconds in forked(tasks(), work, self.jobs):
            killer = reports[-1]
            if "::" in killer:
                killed.setdefault(mutant.place, Counter())[killer] += 1
            self.heard(Outcome(mutant, killer, seconds))
        return True


def attack(
    mutant: Mutant, tests: list[pytest.Item], seconds: dict[str, float], cap: float, report: Callable[[Any], None]
) -> None:
    """Run tests on a mutant, each reported before it starts: the last one reported is the one that failed."""
    report("import")
    limit(10)
    source = (CODE / mutant.file).read_text(encoding="utf-8")
    install(mutant.file, CODE / mutant.file, mutant.tree(source), tuple(chapters()), mutant.function != "")
    start = spent()
    for item, following in zip(tests, [*tests[1:], None], strict=True):
        report(item.nodeid)
        limit(3 + 10 * seconds.get(item.nodeid, 5))
        if not passes(item, following):
            return
        if spent() - start > cap:
            break
    report("")


def _parameters(item: pytest.Item) -> dict[str, Any]:
    return getattr(getattr(item, "callspec", None), "params", {})


def run(
    todo: list[Mutant],
    files: Iterable[str],
    choose: Choose,
    cap: float,
    jobs: int,
    heard: Callable[[Outcome], None],
) -> None:
    """Try mutants against tests of some files, and hand on what becomes of each."""
    options = ["-s", "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler"]
    status = pytest.main([*options, *files], plugins=[Loop(todo, choose, cap, jobs, heard)])
    if status != 0:
        raise SystemExit(f"pytest ended with {status!r}")
