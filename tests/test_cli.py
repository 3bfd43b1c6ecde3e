"""The command `svflow`: what it prints, what it passes on, and its exit status."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import types
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from svflow_math import cli

THEOREMS = [
    {
        "id": "twice_is_sum",
        "chapter": "toy",
        "number": "1.1",
        "title": "Twice is a sum",
        "statement": r"2 x = x + x",
        "hypotheses": [
            {"text": "x is finite", "latex": r"|x| < \infty", "necessary": True},
            {"text": "x is positive", "latex": "x > 0", "necessary": False},
        ],
        "functions": ["toy.twice"],
        "sympy": "Eq(2*x, x + x)",
        "uses": ["sum_commutes"],
        "cites": ["peano1889"],
    },
    {
        "id": "sum_commutes",
        "chapter": "toy",
        "number": "1.2",
        "title": "A sum commutes",
        "statement": "x + y = y + x",
        "hypotheses": [],
        "functions": [],
        "sympy": "",
        "uses": [],
        "cites": [],
    },
]

Run = Callable[..., tuple[int, str, str]]


def twice(x: float) -> float:
    return _twice(x)


def _twice(x: float) -> float:
    return x + x


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command on two theorems: exit status, output, errors."""
    monkeypatch.setattr(cli, "load_theorems", lambda: THEOREMS)

    def call(*argv: str) -> tuple[int, str, str]:
        try:
            status = cli.main(argv)
        except SystemExit as stop:
            status = stop.code
        assert isinstance(status, int)
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.fixture
def passed_on(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What reaches `python -m derivations`, which answers 1."""
    calls: list[list[str]] = []
    module = types.ModuleType("derivations.__main__")
    module.main = lambda argv: calls.append(argv) or 1  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "derivations.__main__", module)
    return calls


def test_list_has_a_line_for_each_theorem(run: Run) -> None:
    status, out, err = run("list")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "number  theorem       title           functions",
        "1.1     twice_is_sum  Twice is a sum  toy.twice",
        "1.2     sum_commutes  A sum commutes",
    ]


def test_list_fills_a_rich_table_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "120")
    status, out, _ = run("list")
    assert status == 0
    assert "twice_is_sum" in out
    assert "─" in out


def test_list_is_plain_on_a_terminal_without_rich(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setitem(sys.modules, "rich", None)
    status, out, _ = run("list")
    assert status == 0
    assert "1.2     sum_commutes  A sum commutes\n" in out


def test_list_json_is_the_records(run: Run) -> None:
    status, out, _ = run("list", "--json")
    assert status == 0
    assert json.loads(out) == THEOREMS


def test_show_says_everything_of_the_theorem(run: Run) -> None:
    status, out, _ = run("show", "twice_is_sum")
    assert status == 0
    for text in ("1.1", "Twice is a sum", "2 x = x + x", "x is finite\n", "toy.twice", "sum_commutes", "peano1889"):
        assert text in out
    assert "x is positive  (a convenience)" in out


def test_show_says_which_engines_agreed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "CHECKOUT", tmp_path)
    assert "verified" not in run("show", "twice_is_sum")[1]
    (tmp_path / "build").mkdir()
    rows = [
        {"theorem": name, "check": check, "details": [{"sentence": f"{check} of {name}"}]}
        for name in ("twice_is_sum", "sum_commutes")
        for check in ("replay", "second engine")
    ]
    (tmp_path / "build" / "verification.json").write_text(json.dumps(rows), encoding="utf-8")
    lines = run("show", "twice_is_sum")[1].splitlines()
    assert [line for line in lines if line.startswith("verified")] == ["verified   second engine of twice_is_sum"]


def test_show_json_is_the_record(run: Run) -> None:
    assert json.loads(run("show", "sum_commutes", "--json")[1]) == THEOREMS[1]


def test_show_latex(run: Run) -> None:
    expected = "For $|x| < \\infty$, $x > 0$:\n\\[ 2 x = x + x \\]"
    assert run("show", "twice_is_sum", "--latex") == (0, expected + "\n", "")
    assert json.loads(run("show", "twice_is_sum", "--latex", "--json")[1]) == {"id": "twice_is_sum", "latex": expected}


def test_show_numpy_is_the_source(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = types.ModuleType("svflow_math.toy")
    toy.twice = twice  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "svflow_math.toy", toy)
    status, out, _ = run("show", "twice_is_sum", "--numpy")
    assert status == 0
    kernel = "def _twice(x: float) -> float:\n    return x + x\n"
    assert out == f"def twice(x: float) -> float:\n    return _twice(x)\n\n\n{kernel}\n"


def test_show_numpy_of_a_theorem_without_functions(run: Run) -> None:
    assert run("show", "sum_commutes", "--numpy") == (1, "", "svflow: sum_commutes emits no function\n")


def register(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    def entry_points(*, group: str, name: str) -> list[EntryPoint]:
        return [EntryPoint(name, value, group)] if (group, name) == ("svflow.chapters", "toy") else []

    monkeypatch.setattr(cli, "entry_points", entry_points)


def test_show_sympy_is_the_claim_of_the_record(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    record: Any = types.ModuleType("toy_chapter.twice_is_sum")
    record.THEOREM = types.SimpleNamespace(claim="Eq(2*x, x + x)")
    monkeypatch.setitem(sys.modules, "toy_chapter", types.ModuleType("toy_chapter"))
    monkeypatch.setitem(sys.modules, record.__name__, record)
    register(monkeypatch, "toy_chapter")
    assert run("show", "twice_is_sum", "--sympy") == (0, "Eq(2*x, x + x)\n", "")


def test_show_sympy_of_a_chapter_that_is_not_installed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "entry_points", lambda **_: [])
    status, out, err = run("show", "twice_is_sum", "--sympy")
    assert (status, out) == (1, "")
    assert "'toy'" in err


def test_a_missing_extra_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, "a_package_that_is_missing")
    expected = "svflow: a_package_that_is_missing is missing: pip install 'svflow-math[derive]'\n"
    assert run("show", "twice_is_sum", "--sympy") == (1, "", expected)


def test_a_missing_module_of_our_own_is_not_blamed_on_an_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, "svflow_math.a_module_that_is_missing")
    with pytest.raises(ModuleNotFoundError):
        run("show", "twice_is_sum", "--sympy")


def test_an_unknown_theorem_gets_close_matches(run: Run) -> None:
    expected = "svflow: no theorem 'twice_is_some'; did you mean twice_is_sum?\n"
    assert run("show", "twice_is_some") == (2, "", expected)
    assert run("show", "?") == (2, "", "svflow: no theorem '?'; `svflow list` names them all\n")


@pytest.mark.parametrize(
    "argv",
    [(), ("prove",), ("show",), ("show", "sum_commutes", "--latex", "--numpy"), ("verify", "--seed", "one")],
)
def test_wrong_use(run: Run, argv: tuple[str, ...]) -> None:
    status, out, err = run(*argv)
    assert (status, out) == (2, "")
    assert "usage: svflow" in err


def test_derive_passes_on(run: Run, passed_on: list[list[str]]) -> None:
    assert run("derive")[0] == 1
    assert run("derive", "sphere", "twice_is_sum", "--json")[0] == 1
    assert passed_on == [[], ["sphere", "twice_is_sum", "--json"]]


def test_verify_passes_on(run: Run, passed_on: list[list[str]]) -> None:
    assert run("verify")[0] == 1
    flags = ["--seed", "0", "--examples", "5", "--heads", "heads.npz", "--atlas", "--json"]
    assert run("verify", "attention", *flags)[0] == 1
    assert passed_on == [["--verify-only"], ["--verify-only", "attention", *flags]]


@pytest.mark.parametrize(("make", "status"), [(0, 0), (2, 1)])
def test_docs_calls_make(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, make: int, status: int) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "conf.py").touch()
    calls, opened = [], []

    def fake(command: list[str], *, cwd: Path, **_: object) -> subprocess.CompletedProcess[str]:
        calls.append((command, cwd))
        return subprocess.CompletedProcess(command, make)

    monkeypatch.setattr(cli, "CHECKOUT", tmp_path)
    monkeypatch.setattr("svflow_math.cli.subprocess.run", fake)
    monkeypatch.setattr("svflow_math.cli.webbrowser.open", opened.append)
    got, out, _ = run("docs", "--open", "--json")
    index = tmp_path / "build" / "html" / "index.html"
    assert got == status
    assert json.loads(out) == {"rendered": make == 0, "index": str(index)}
    assert calls == [(["make", "docs"], tmp_path)]
    assert opened == ([index.as_uri()] if make == 0 else [])


def test_docs_outside_a_checkout(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cli, "CHECKOUT", tmp_path)
    status, out, err = run("docs")
    assert (status, out) == (1, "")
    assert "checkout" in err


def test_it_is_a_module_too(root: Path) -> None:
    command = [sys.executable, "-m", "svflow_math.cli", "--help"]
    assert "usage: svflow" in subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout


def test_a_reader_may_stop_early(root: Path) -> None:
    command = [sys.executable, "-m", "svflow_math.cli", "list", "--json"]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


@pytest.mark.parametrize("arguments", [["recover", "smollm2"], ["run", "smollm2"], ["relaxed", "smollm2"]])
def test_probe_names_the_missing_extra(run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    for name in [name for name in sys.modules if name.startswith("svflow_math.probe")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setitem(sys.modules, "transformers", None)
    status, out, err = run("probe", *arguments)
    assert (status, out) == (1, "")
    assert re.fullmatch(r"svflow: (torch|transformers) is missing: pip install 'svflow-math\[probe\]'\n", err)


def test_probe_without_a_probe(run: Run) -> None:
    status, _, err = run("probe")
    assert status == 2 and "PROBE" in err
