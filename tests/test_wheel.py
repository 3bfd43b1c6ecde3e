"""The wheel where its users are: an environment with NumPy and SciPy only, for each Python at hand."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.wheel

ROOT = Path(__file__).resolve().parents[1]
# Tests that start commands are of the checkout, not of the library.
RUN_TIME = {"numpy", "scipy", "pytest", "hypothesis", "svflow_math", *sys.stdlib_module_names} - {"subprocess"}
ENGINE = ("svflow_math.engine", "svflow_math.probe")


def run(*command: object, cwd: Path | None = None, status: int = 0) -> str:
    """The output of a command that ends with the status given; its errors are part of what a failure shows."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYENV_VERSION"))}
    done = subprocess.run([*map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout + done.stderr


def interpreters() -> dict[str, str]:
    """Every Python from 3.11 on that this machine has, by its version."""
    names = [sys.executable, *(f"python3.{minor}" for minor in range(11, 20))]
    paths = [path for path in map(shutil.which, names) if path]
    paths += map(str, Path(os.environ.get("PYENV_ROOT", "")).glob("versions/3.*/bin/python"))
    found = {}
    for path in paths:
        question = "import sys, ensurepip, venv; print('%d.%d' % sys.version_info[:2])"
        answer = subprocess.run([path, "-c", question], capture_output=True, text=True, check=False)
        version = answer.stdout.strip()
        if answer.returncode == 0 and tuple(map(int, version.split("."))) >= (3, 11):
            found.setdefault(version, path)
    return dict(sorted(found.items()))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def run_time_tests() -> list[Path]:
    """The tests that import nothing but the library, NumPy, SciPy and what runs tests."""

    def light(path: Path) -> bool:
        modules = list(imported(path))
        return all(m.partition(".")[0] in RUN_TIME and not m.startswith(ENGINE) for m in modules)

    return [p for p in sorted((ROOT / "tests").rglob("test_*.py")) if light(p) and p != Path(__file__)]


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source distribution and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    return folder


def test_distributions_hold_what_they_must(dist: Path) -> None:
    (wheel,), (sdist,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("svflow_math/gen/theorems.json", "svflow_math/data/smollm2_heads.npz", "svflow_math/py.typed"):
        assert name in names
    assert not [n for n in names if n.startswith(("tests", "docs", "benchmarks")) or "__pycache__" in n]
    with tarfile.open(sdist) as archive:
        members = {n.partition("/")[2] for n in archive.getnames()}
    assert {"pyproject.toml", "Makefile", "tests/test_wheel.py", "docs/conf.py", "LICENSE"} <= members


@pytest.mark.parametrize("version", interpreters())
def test_an_environment_with_numpy_and_scipy_only(version: str, dist: Path, tmp_path: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    run(interpreters()[version], "-m", "venv", tmp_path / "env")
    python, svflow = tmp_path / "env/bin/python", tmp_path / "env/bin/svflow"
    run(python, "-m", "pip", "install", wheel)
    names = "import importlib.metadata as m; print(*{d.metadata['Name'].lower() for d in m.distributions()})"
    installed = {*run(python, "-c", names).split()}
    assert installed - {"pip", "setuptools"} == {"numpy", "scipy", "svflow-math"}

    theorems = json.loads(run(svflow, "list", "--json", cwd=tmp_path))
    identifier = theorems[0]["id"]
    assert identifier in run(svflow, "show", identifier, cwd=tmp_path)
    assert run(svflow, "show", identifier, "--latex", cwd=tmp_path).strip()
    assert "svflow-math[derive]" in run(svflow, "show", identifier, "--sympy", cwd=tmp_path, status=1)
    assert "svflow-math[derive]" in run(svflow, "verify", identifier, cwd=tmp_path, status=1)

    run(python, "-m", "pip", "install", "pytest", "hypothesis")
    chosen = run_time_tests()
    assert len(chosen) > 10
    for path in (ROOT / "tests/conftest.py", *chosen):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    shutil.copytree(ROOT / "tests/cases", tmp_path / "tests/cases")
    tests = run(python, "-m", "pytest", "-q", "--import-mode=importlib", "tests", cwd=tmp_path)
    assert " passed" in tests
