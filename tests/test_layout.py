"""The shape of the tree: sizes, stems, banners, docstrings that run, nothing of the machine that wrote it."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from svflow_math.engine.record.registry import chapters

ROOT = Path(__file__).resolve().parents[1]
# What git tracks or would take in.
FILES = subprocess.run(
    ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
    cwd=ROOT,
    capture_output=True,
    text=True,
    check=True,
).stdout.splitlines()
FILES = [name for name in FILES if (ROOT / name).is_file()]
PYTHON = [name for name in FILES if name.endswith(".py")]
EMITTED = [name for name in PYTHON if re.fullmatch(r"svflow_math/(gen|tables)/(?!__init__).*", name)]
PUBLIC = [
    (chapter, name)
    for chapter in chapters()
    if f"svflow_math/{chapter}.py" in PYTHON
    for name in importlib.import_module(f"svflow_math.{chapter}").__all__
]


def test_no_written_file_is_longer_than_400_lines() -> None:
    written = [name for name in PYTHON if name not in EMITTED]  # an emitted one is as long as its chapter
    lengths = {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in written}
    assert {name: length for name, length in lengths.items() if length > 400} == {}


def test_no_path_of_a_machine() -> None:
    path = re.compile(r"(?<![\w.])/(?:work|root|home|Users)/|\.\./shared\b")
    found = []
    for name in FILES:
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:  # data and pictures
            continue
        found += [f"{name}: {match.group()}" for match in path.finditer(text)]
    assert found == []


def test_packages_have_an_init() -> None:
    """Without it the import contract would not see the folder."""
    folders = {Path(name).parent for name in PYTHON if name.startswith(("svflow_math/", "derivations/"))}
    assert [str(folder) for folder in sorted(folders) if not (ROOT / folder / "__init__.py").is_file()] == []


@pytest.mark.parametrize("name", EMITTED)
def test_emitted_file_has_the_banner(name: str) -> None:
    head = (ROOT / name).read_text(encoding="utf-8").splitlines()[:6]
    assert any(re.search(r"emitted", line, re.IGNORECASE) for line in head)
    if name.startswith("svflow_math/gen/"):
        assert any(re.search(r"digest\W+[0-9a-f]{12,}", line, re.IGNORECASE) for line in head)


def test_git_marks_emitted_files_as_generated() -> None:
    command = ["git", "check-attr", "linguist-generated", "--", *EMITTED]
    lines = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(lines) == len(EMITTED) > 0
    assert all(line.endswith(": linguist-generated: true") for line in lines)


def test_a_chapter_has_one_name() -> None:
    """The entry points, the folders of records and the public modules name the same chapters."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    registered = project["entry-points"]["svflow.chapters"]
    assert registered == {name: f"derivations.{name}" for name in registered}
    assert set(registered) == {name.split("/")[1] for name in PYTHON if re.fullmatch(r"derivations/\w+/\w+\.py", name)}
    assert set(registered) <= {Path(name).stem for name in PYTHON if re.fullmatch(r"svflow_math/\w+\.py", name)}


@pytest.mark.parametrize("chapter", chapters())
def test_a_theorem_has_one_stem(chapter: str) -> None:
    """One theorem, one file: the reading order names each file once, and each holds the theorem of its name.

    Beside the theorems a chapter may have operations.py, which defines what they speak of, tables.py, which derives
    the coefficients in svflow_math/tables, and debye.py, the expansion that both the theorems and the tables are about.
    """
    module = chapters()[chapter]
    assert module.__file__ is not None
    beside = {"__init__", "operations", "tables", "debye"}
    stems = {path.stem for path in Path(module.__file__).parent.glob("*.py")} - beside
    assert len(module.THEOREMS) == len(set(module.THEOREMS))
    assert set(module.THEOREMS) == stems
    for stem in stems:
        assert importlib.import_module(f"{module.__name__}.{stem}").THEOREM.id == stem


@pytest.mark.parametrize(("chapter", "name"), PUBLIC)
def test_public_name_is_documented(chapter: str, name: str) -> None:
    value = getattr(importlib.import_module(f"svflow_math.{chapter}"), name)
    text = inspect.getdoc(value) or ""
    assert text
    if inspect.isfunction(value):
        absent = {s for s in ("Parameters", "Returns", "Raises", "Examples") if f"{s}\n{'-' * len(s)}" not in text}
        assert absent == set()


@pytest.mark.parametrize(("chapter", "name"), PUBLIC)
def test_public_example_runs(chapter: str, name: str) -> None:
    """Each function shows an example, and it prints what it says."""
    module = importlib.import_module(f"svflow_math.{chapter}")
    value = getattr(module, name)
    tests = doctest.DocTestFinder(recurse=False).find(value, f"{chapter}.{name}", globs={})
    assert any(test.examples for test in tests) or not inspect.isfunction(value)
    failures = [test.name for test in tests if doctest.DocTestRunner(verbose=False).run(test).failed]
    assert failures == []
