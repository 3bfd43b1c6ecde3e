"""Mutants tried against the tests, each in a forked child that ends with the first test that fails.

Pytest collects once; a child gets the mutant grafted in and runs the tests that reach it, those first that have killed
other mutants of the same function, then the quickest. cosmic-ray and mutmut start an interpreter for each mutant, which
here imports for seconds what a test runs in milliseconds.
"""

from __future__ import annotations

import gc
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings

from svflow_math.engine.record.registry import chapters
from svflow_math.engine.verify.degenerate import Degenerate
from svflow_math.engine.verify.emitted import StableForm
from svflow_math.engine.verify.proof import Digits, Replay, Witnesses
from svflow_math.engine.verify.second_engine import SecondEngine
from tests.mutation.forks import forked, limit, spent
from tests.mutation.graft import install, module_of
from tests.mutation.operators import FOLDERS, Mutant, mutants
from tests.mutation.reach import FAILURES, Selection, passes

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
        self,
        todo: Iterable[Mutant],
        choose: Choose,
        cap: float,
        jobs: int,
        heard: Callable[[Outcome], None],
        before: Iterable[tuple[Mutant, str]],
    ) -> None:
        self.todo, self.choose, self.cap, self.jobs, self.heard = todo, choose, cap, jobs, heard
        self.killed: defaultdict[str, Counter[str]] = defaultdict(Counter)  # by function, and by file
        for mutant, killer in before:
            self.learn(mutant, killer)
        self.impostors: set[str] = set()

    def pytest_configure(self, config: pytest.Config) -> None:
        config.option.tbstyle = "native"  # the plainest, and the quickest

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [i for i in items if not isinstance(_parameters(i).get("check"), PROOFS)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for module in {item.module for item in session.items if isinstance(item, pytest.Function)}:
            if hasattr(module, "STORED"):
                vars(module)["STORED"] = []  # verdicts on the code as it stands
        gc.collect()
        gc.freeze()  # or each child would touch, and copy, every object
        items = {item.nodeid: item for item in session.items}
        selection = self.choose(session.items)

        def tasks() -> Iterator[tuple[Mutant, list[pytest.Item]]]:
            for mutant in self.todo:
                names = selection.of(mutant)
                known = [*self.killed[mutant.place].most_common(5), *self.killed[mutant.file].most_common(10)]
                ahead = [name for name, _ in known if name in names]
                yield mutant, [items[name] for name in dict.fromkeys([*ahead, *names]) if name in items]

        def work(task: tuple[Mutant, list[pytest.Item]], report: Callable[[Any], None]) -> None:
            attack(*task, selection.seconds, self.cap, report)

        for (mutant, _), reports, seconds in forked(tasks(), work, self.jobs):
            killer = reports[-1]
            self.learn(mutant, killer)
            self.heard(Outcome(mutant, killer, seconds))
        names = sorted({name for found in self.killed.values() for name in found})
        self.impostors = self.failing_anyway([items[name] for name in names if name in items])
        return True

    def learn(self, mutant: Mutant, killer: str) -> None:
        """Remember what has killed a mutant, so that its like meet that first."""
        if "::" in killer:
            self.killed[mutant.place][killer] += 1
            self.killed[mutant.file][killer] += 1

    def failing_anyway(self, tests: list[pytest.Item]) -> set[str]:
        """Those of some tests that fail although nothing has changed: what they killed is alive."""
        found: set[str] = set()
        for place in (mutants(CODE, "tables/logarithms.py")[0], mutants(CODE, "numerics/driver.py")[-1]):
            same, killer = place.undone((CODE / place.file).read_text(encoding="utf-8")), "?"
            while killer:
                left = [item for item in tests if item.nodeid not in found]
                work = partial(_attack_one, left)
                killer = next(reports for _, reports, _ in forked([same], work, 1))[-1]
                if killer and "::" not in killer:
                    raise RuntimeError(f"{place.file} cannot be loaded twice")
                found |= {killer} - {""}
        return found


def _attack_one(tests: list[pytest.Item], mutant: Mutant, report: Callable[[Any], None]) -> None:
    attack(mutant, tests, {}, math.inf, report)


def attack(
    mutant: Mutant, tests: list[pytest.Item], seconds: dict[str, float], cap: float, report: Callable[[Any], None]
) -> None:
    """Run tests on a mutant, each reported before it starts: the last one reported is the one that failed.

    What cannot be imported any more is killed by that.
    """
    report("import")
    limit(10)
    source = (CODE / mutant.file).read_text(encoding="utf-8")
    install(mutant.file, CODE / mutant.file, mutant.tree(source), tuple(chapters()), mutant.is_inside(source))
    module = sys.modules[module_of(mutant.file)]
    for name in getattr(module, "__all__", ()):  # as tests/test_layout.py does with every public name
        getattr(module, name)
    start = spent()
    for item, following in zip(tests, [*tests, None][1:], strict=True):
        report(item.nodeid)
        limit(15 + 10 * seconds.get(item.nodeid, 5))  # a child may have to load what the trace found loaded
        if not passes(item, following):
            return
        if spent() - start > cap:
            break
    report("")


def _parameters(item: pytest.Item) -> dict[str, Any]:
    return getattr(getattr(item, "callspec", None), "params", {})


def run(
    todo: Iterable[Mutant],
    files: Iterable[str],
    choose: Choose,
    cap: float,
    jobs: int,
    heard: Callable[[Outcome], None],
    before: Iterable[tuple[Mutant, str]] = (),
) -> set[str]:
    """Try mutants against tests of some files, and hand on what becomes of each; the tests that fail without, too.

    What killed mutants `before` comes first.
    """
    phases = (Phase.explicit, Phase.generate)  # a failure need not be small, nor explained
    settings.register_profile("mutants", deadline=None, derandomize=True, database=None, phases=phases)
    options = ["-s", "--assert=plain", "--hypothesis-profile=mutants"]
    options += [
        part for name in ("terminal", "cacheprovider", "xdist", "faulthandler") for part in ("-p", f"no:{name}")
    ]
    loop = Loop(todo, choose, cap, jobs, heard, before)
    status = pytest.main([*options, *files], plugins=[loop, FAILURES])
    if status != 0:
        raise SystemExit(f"pytest ended with {status!r}")
    return loop.impostors
