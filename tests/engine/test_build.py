"""The command that runs the pipeline: exit status, what it prints, what it stores, and what it need not do again."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from svflow_math import cli
from svflow_math.engine import build
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.registry import entries
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem
from svflow_math.gen import sphere
from tests.engine.symbols import w, x

FIRST, SECOND = "project_tangent_symmetric", "project_tangent_base_eq_zero"  # in reading order


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory of its own, in which nothing is stored yet, and wide enough for tables."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    return tmp_path


@dataclass(frozen=True)
class Counted(Check):
    """Fails above a number of examples, and says where."""

    most: int = 1000

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        verdict = Verdict.HOLDS if settings.examples <= self.most else Verdict.FAILS
        line = f"svflow verify {theorem.id} --examples {settings.examples}"
        return Outcome(verdict, 2.5, "bits", f"example {settings.examples}", line)


def registered(monkeypatch: pytest.MonkeyPatch, name: str, **changes: Any) -> None:
    """The theorem of this name with changes, as if its file said so."""
    entry = entries()[name]
    monkeypatch.setitem(entries(), name, replace(entry, theorem=replace(entry.theorem, **changes)))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two theorems whose checks take no time."""
    for name in (FIRST, SECOND):
        registered(
            monkeypatch,
            name,
            hypotheses=(Unit(x, convenience="a made-up theorem"),),
            claim=Equal(Dot(w, x), Dot(x, w)),
            steps=(NormalForm(),),
            checks=(Counted(),),
        )


def run(*argv: str) -> int:
    return build.main(["--verify-only", "--jobs", "1", *argv])


def stored() -> list[dict[str, Any]]:
    return json.loads(build.RESULTS.read_text(encoding="utf-8"))


def test_all_is_well(quick: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(FIRST) == 0
    out = capsys.readouterr().out
    assert FIRST in out and "6 holds" in out and "2.5 bits lost" in out
    assert SECOND not in out


def test_a_failing_check_says_where_and_how_to_see_it_again(
    quick: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    registered(monkeypatch, SECOND, checks=(Counted(most=10),))
    assert run(FIRST, SECOND) == 1
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert f"{SECOND}: counted fails" in lines
    assert "worst input: example 20" in lines
    assert f"reproduce:   svflow verify {SECOND} --examples 20" in lines
    assert run(FIRST, SECOND, "--examples", "10") == 0


def test_an_unknown_step_fails(
    quick: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    registered(monkeypatch, FIRST, steps=())
    assert run(FIRST) == 1
    assert f"{FIRST}: replay fails" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("project_tangent_symetric", "did you mean project_tangent_symmetric"),
        ("spere", "did you mean sphere"),
        ("?", ""),
    ],
)
def test_an_unknown_name_gets_close_matches(name: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(FIRST, name) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert repr(name) in err and hint in err
    assert "did you mean" in err or not hint
    assert not build.RESULTS.exists()


@pytest.mark.parametrize("argv", [("--seed", "one"), ("--jobs",), ("--prove",)])
def test_wrong_use(argv: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(*argv)
    assert stop.value.code == 2


def test_results_are_in_reading_order_and_stand(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(SECOND) == 0
    before = stored()
    assert run(FIRST) == 0
    assert [r["theorem"] for r in stored()] == [FIRST] * 6 + [SECOND] * 6
    assert stored()[6:] == before

    def never(*_: object) -> None:
        raise AssertionError("a result that stands is computed again")

    monkeypatch.setattr(build, "verify", never)
    written = build.RESULTS.stat().st_mtime_ns
    assert run(FIRST, SECOND) == 0
    assert build.RESULTS.stat().st_mtime_ns == written


def test_a_failure_stands_too(quick: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    registered(monkeypatch, FIRST, checks=(Counted(most=10),))
    assert run(FIRST) == 1
    monkeypatch.setattr(build, "verify", None)
    capsys.readouterr()
    assert run(FIRST) == 1
    assert "worst input: example 20" in capsys.readouterr().out


def test_stale_results_are_dropped(quick: None) -> None:
    assert run(FIRST, SECOND) == 0
    stale = [{**r, "digest": "0"} if r["theorem"] == SECOND else r for r in stored()]
    build.RESULTS.write_text(json.dumps(stale), encoding="utf-8")
    assert run(FIRST) == 0
    assert {r["theorem"] for r in stored()} == {FIRST}


@pytest.mark.parametrize("option", [("--seed", "1"), ("--examples", "3")])
def test_other_settings_are_not_stored(option: tuple[str, str], quick: None) -> None:
    assert run(FIRST, *option) == 0
    assert not build.RESULTS.exists()


def test_results_as_json(quick: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json", FIRST) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == stored()
    assert [r["verdict"] for r in found] == ["holds"] * 6


def test_a_chapter_is_all_of_its_theorems(monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[str] = []

    def noted(name: str, settings: Settings) -> list[dict[str, Any]]:
        verified.append(name)
        found = {"theorem": name, "check": "none", "verdict": "holds", "figure": None, "unit": "", "details": []}
        return [{**found, "seconds": 0.0}]

    monkeypatch.setattr(build, "verify", noted)
    assert run("sphere", FIRST, "--seed", "1") == 0
    assert verified == [name for name, entry in entries().items() if entry.chapter == "sphere"]


def test_a_hand_edit_is_detected(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = elsewhere / "sphere.py"
    monkeypatch.setattr(build, "emitted", lambda _: {path: "x = 1\n"})
    assert build.main(["--check"]) == 1  # not there at all
    path.write_text("x = 1\n", encoding="utf-8")
    assert build.main(["--check"]) == 0
    path.write_text("x = 1 \n", encoding="utf-8")
    capsys.readouterr()
    assert build.main(["--check"]) == 1
    assert "sphere.py is not what the records emit" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "x = 1 \n"


def test_what_is_emitted_is_written(quick: None, elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = elsewhere / "gen" / "sphere.py"
    monkeypatch.setattr(build, "emitted", lambda _: {path: "x = 1\n"})
    assert run(FIRST) == 0
    assert not path.exists()
    assert build.main(["--jobs", "1", FIRST]) == 0
    assert path.read_text(encoding="utf-8") == "x = 1\n"


def test_the_reproduction_fails_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The line that a failing check prints is run as it stands."""
    right = sphere.project_tangent
    monkeypatch.setattr(sphere, "project_tangent", lambda x, w: 2 * np.asarray(w) - right(x, w))  # a wrong sign

    def failures() -> list[str]:
        lines = capsys.readouterr().out.splitlines()
        return lines[next(i for i, line in enumerate(lines) if line.endswith("fails")) :]

    assert run("--examples", "3", "--seed", "5", "project_tangent_idempotent") == 1
    first = failures()
    assert first[0] == "project_tangent_idempotent: bits of project_tangent fails"
    assert first[1].startswith("  worst input: project_tangent([")
    program, *argv = shlex.split(first[2].partition("reproduce:")[2])
    assert (program, argv[-2:]) == ("svflow", ["--examples", "3"])
    assert cli.main(argv) == 1
    assert failures() == first
    monkeypatch.undo()
    assert cli.main(argv) == 0


def test_what_took_longest_is_verified_first_and_what_is_new_before_it() -> None:
    known = [
        {"theorem": name, "seconds": seconds} for name, seconds in (("a", 1.0), ("b", 2.5), ("a", 2.0), ("c", 0.1))
    ]
    assert build._longest_first(["c", "b", "new", "a"], known) == ["new", "a", "b", "c"]
