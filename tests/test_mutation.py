"""The driver of the mutation score: what it changes, that changes bite, and what it complains of."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.operators import Mutant, mutants
from tests.mutation.run import everything
from tests.mutation.score import QUOTED, RESULTS, SURVIVORS, complaints, quoted, reasons

SOURCE = '''
"""Words."""
LIMIT = 4.0

def root(x: float = 1.5, *, k: int = 2) -> float:
    """More words."""
    assert x != 1
    if x > LIMIT and not k:
        raise ValueError(f"{x} + 1", "y")
    y = -x + 1
    y *= 0.5
    return max(y, x)[k:]
'''


@pytest.fixture
def changes(tmp_path: Path) -> dict[str, Mutant]:
    (tmp_path / "numerics").mkdir()
    (tmp_path / "numerics" / "a.py").write_text(SOURCE, encoding="utf-8")
    return {m.id.removeprefix("numerics/a.py::"): m for m in mutants(tmp_path, "numerics/a.py")}


def test_what_is_changed(changes: dict[str, Mutant]) -> None:
    assert set(changes) == {
        "::constant: 4.0 -> 8.0",
        "root::constant: 1.5 -> 1.5000014999999998",
        "root::constant: 2 -> 3",
        "root::negated: x > LIMIT and (not k)",
        "root::condition: x > LIMIT and (not k) -> x > LIMIT or not k",
        "root::comparison: x > LIMIT -> x >= LIMIT",
        "root::condition: not k -> k",
        "root::removed: raise ValueError(f'{x} + 1', 'y')",
        "root::arithmetic: -x + 1 -> -x - 1",
        "root::sign: -x -> x",
        "root::constant: 1 -> 2",
        "root::arithmetic: y *= 0.5 -> y /= 0.5",
        "root::removed: y *= 0.5",
        "root::constant: 0.5 -> 0.5000005",
        "root::function: max(y, x) -> min(y, x)",
        "root::slice: k: -> :",
    }


def test_the_sign_of_an_axis_and_the_size_of_a_block_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "gen").mkdir()
    (tmp_path / "gen" / "a.py").write_text("BLOCK = 16\ndef f(x):\n    return x.sum(axis=-1)\n", encoding="utf-8")
    assert [m.change for m in mutants(tmp_path, "gen/a.py")] == ["constant: 1 -> 2"]


def test_one_node_differs(changes: dict[str, Mutant]) -> None:
    plain = ast.unparse(ast.parse(SOURCE)).splitlines()
    for mutant in changes.values():
        changed = ast.unparse(mutant.tree(SOURCE)).splitlines()
        assert sum(a != b for a, b in zip(plain, changed, strict=False)) >= 1
        compile(mutant.tree(SOURCE), "a.py", "exec")


def test_an_id_stays_when_lines_move(changes: dict[str, Mutant], tmp_path: Path) -> None:
    (tmp_path / "numerics" / "a.py").write_text("\n\n" + SOURCE, encoding="utf-8")
    assert [m.id.removeprefix("numerics/a.py::") for m in mutants(tmp_path, "numerics/a.py")] == list(changes)


def test_ids_are_unique() -> None:
    found = [m.id for m in everything()]
    assert len(set(found)) == len(found) > 5000


def test_what_a_function_returns_is_not_inside(tmp_path: Path) -> None:
    """It has been made when the mutant comes: all that was imported is made anew then."""
    source = "def outer(f):\n    two = 2\n    return lambda x: f(x) + 1\n\nLIMIT = 4\n"
    (tmp_path / "gen").mkdir()
    (tmp_path / "gen" / "a.py").write_text(source, encoding="utf-8")
    inside = {m.change: m.is_inside(source) for m in mutants(tmp_path, "gen/a.py")}
    assert inside == {
        "constant: 2 -> 3": True,
        "arithmetic: f(x) + 1 -> f(x) - 1": False,
        "constant: 1 -> 2": False,
        "constant: 4 -> 5": False,
    }


DRIVER = """
import ast, json
from dataclasses import replace
from tests.mutation.operators import mutants
from tests.mutation import run as driver
from tests.mutation.forks import limit
from tests.mutation.run import CODE, run

driver.limit = lambda seconds: limit(min(seconds, 5))

class All:
    def __init__(self, items):
        self.names = [item.nodeid for item in items]
        self.seconds = dict.fromkeys(self.names, 0.1)
    def of(self, mutant):
        return self.names

wrong = next(m for m in mutants(CODE, "numerics/tilt.py") if m.change == "arithmetic: 1 + p -> 1 - p")
closed = next(m for m in mutants(CODE, "numerics/one_step.py") if m.change.startswith("swapped: step(x, field(x, t)"))
threshold = next(m for m in mutants(CODE, "numerics/tilt.py") if m.change == "constant: 2.0 -> 4.0")
endless = replace(wrong, node=ast.parse("sum(0 for _ in iter(int, 1))", mode="eval").body)
same = replace(wrong, node=ast.parse("1 + p", mode="eval").body)
found = lambda outcome: print(json.dumps(outcome.killer))
run([wrong, threshold, endless, same], ["tests/numerics/test_tilt.py"], All, 60, 1, found)
run([closed], ["tests/test_euler_solve.py"], All, 60, 1, found)
"""


def test_mutants_meet_tests(root: Path) -> None:
    """A wrong term, a moved switch and a wrong closure fail a test, a loop without end the clock; the same survives."""
    process = subprocess.run([sys.executable, "-c", DRIVER], cwd=root, capture_output=True, text=True, check=True)
    *killed, survivor, closed = map(json.loads, process.stdout.splitlines())
    assert all(name.startswith("tests/numerics/test_tilt.py::") for name in killed) and len(killed) == 3
    assert survivor == ""
    assert closed.startswith("tests/test_euler_solve.py::")


LISTED = {"a": "moves work only", "b": "moves work only"}


def test_a_listed_survivor_that_survives_is_right() -> None:
    assert complaints(["a", "b"], ["a", "b", "c"], LISTED, all_tried=True) == []


@pytest.mark.parametrize(
    ("survived", "tried", "words"),
    [
        (["a", "b", "c"], "abc", "survives, and is not listed: c"),
        (["a"], "abc", "is listed, and is killed: b"),
        (["a"], "ac", "is listed, and is no mutant any more: b"),
    ],
)
def test_what_is_wrong_with_the_list(survived: list[str], tried: str, words: str) -> None:
    assert complaints(survived, tried, LISTED, all_tried=True) == [words]


def test_what_was_not_tried_is_not_missed() -> None:
    assert complaints(["a"], ["a", "c"], LISTED, all_tried=False) == []


def test_the_page_quotes_the_last_run() -> None:
    listed = reasons(SURVIVORS.read_text(encoding="utf-8"))
    assert quoted(json.loads(RESULTS.read_text(encoding="utf-8")), listed) == QUOTED.read_text(encoding="utf-8")
