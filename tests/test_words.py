"""The words of docs, records and code: spelled, and naming what exists."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from svflow_math.engine.record.registry import chapters, entries

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
CODE = re.compile(r"(?<![`}])`([^`\n]+)`(?!`)")
LINES = re.compile(r"^(`{3,}).*?^\1", re.MULTILINE | re.DOTALL)


def names_in(page: Path) -> list[str]:
    """What stands between single backquotes in the sentences of a page."""
    return CODE.findall(LINES.sub("", page.read_text(encoding="utf-8")))


def resolves(name: str) -> bool:
    """Whether a dotted name leads to a module of the library, or something in one."""
    first, *rest = name.removeprefix("svflow_math.").split(".")
    try:
        found = importlib.import_module(f"svflow_math.{first}")
    except ModuleNotFoundError:
        return False
    for part in rest:
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True


def test_spelling() -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    texts = [n for n in listed if n.endswith((".md", ".py", ".toml", ".css", ".js")) and (ROOT / n).is_file()]
    done = subprocess.run([sys.executable, "-m", "codespell_lib", *texts], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == ""


def test_a_misspelling_is_found(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("The rec" + "ieved wisdom.\n", encoding="utf-8")
    command = [sys.executable, "-m", "codespell_lib", "--toml", str(ROOT / "pyproject.toml"), str(tmp_path)]
    assert "received" in subprocess.run(command, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_quoted_functions_exist(page: Path) -> None:
    """`chapter.name` and `chapter.name(x, y)` with the arguments that it has."""
    chapter = "|".join(chapters())
    for name in names_in(page):
        called = re.fullmatch(rf"((?:svflow_math\.)?(?:{chapter})\.\w+)(\(([^)]*)\))?", name)
        if called is None:
            continue
        assert resolves(called[1]), f"{page.name} names {called[1]}, which does not exist"
        if called[3]:
            module, function = called[1].removeprefix("svflow_math.").split(".")
            code = getattr(importlib.import_module(f"svflow_math.{module}"), function).__code__
            known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
            given = [argument.split("=")[0].strip() for argument in called[3].split(",")]
            assert set(given) <= set(known), f"{page.name} calls {name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_quoted_paths_exist(page: Path) -> None:
    made = ("build/", "derivations/sphere/reflection_isometry.py", "docs/figures/NAME.py")
    paths = [
        n for n in names_in(page) if re.fullmatch(r"(?:svflow_math|derivations|docs|tests|benchmarks|build)/[\w./]*", n)
    ]
    assert [p for p in paths if not p.startswith(made) and not (ROOT / p).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_quoted_commands_exist(page: Path) -> None:
    """`svflow COMMAND ID` names a command, and a theorem or chapter."""
    known = {"list", "show", "derive", "verify", "docs", "probe"}
    for name in names_in(page):
        if called := re.match(r"svflow (\w+)(?: (\w+))?", name):
            assert called[1] in known
            assert called[2] is None or called[2].isupper() or called[2] in {*entries(), *chapters(), "run", "recover"}
