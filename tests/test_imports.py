"""Who may import whom: the contract in pyproject.toml, and what is loaded at run time."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHAPTERS = ("sphere", "vmf", "flow", "retraction", "euler", "attention", "experts", "stability", "metrics")
ROOT = Path(__file__).resolve().parents[1]
PRESENT = [name for name in CHAPTERS if (ROOT / "svflow_math" / f"{name}.py").is_file()]


def contract(directory: Path) -> subprocess.CompletedProcess[str]:
    script = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", script, "--no-cache"]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)


def loaded_by(module: str) -> set[str]:
    """The packages in memory after the import of a module, in a process of its own."""
    script = f"import json, sys, {module}; print(json.dumps(sorted(sys.modules)))"
    command = [sys.executable, "-c", script]
    names = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    return {name.partition(".")[0] for name in names} | {".".join(name.split(".")[:2]) for name in names}


def test_the_contract_holds() -> None:
    run = contract(ROOT)
    assert run.returncode == 0, run.stdout + run.stderr


INTRUDERS = {
    "svflow_math/numerics/upward.py": "import svflow_math.cli",
    "svflow_math/numerics/symbolic.py": "import sympy",
    "svflow_math/numerics/hidden.py": "def f():\n    import svflow_math.engine",
    "svflow_math/engine/recorded.py": "import derivations",
    "svflow_math/engine/record/proving.py": "import svflow_math.engine.calculus",
    "derivations/numerical.py": "import svflow_math.numerics",
    "svflow_math/unplaced.py": "",
}


@pytest.fixture(scope="module")
def verdict(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the contract says of a copy of the tree with all intruders in it."""
    copy = tmp_path_factory.mktemp("copy")
    for package in ("svflow_math", "derivations"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("data", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for place, line in INTRUDERS.items():
        (copy / place).write_text(line + "\n", encoding="utf-8")
    run = contract(copy)
    assert run.returncode == 1
    return run.stdout


@pytest.mark.parametrize("place", INTRUDERS)
def test_the_contract_rejects(place: str, verdict: str) -> None:
    module = place.removesuffix(".py").replace("/", ".")
    assert module in verdict.split("Broken contracts")[1]


@pytest.mark.parametrize("module", ["svflow_math", "svflow_math.cli", *(f"svflow_math.{name}" for name in PRESENT)])
def test_run_time_loads_numpy_only(module: str) -> None:
    heavy = {"scipy", "sympy", "mpmath", "geomstats", "hypothesis", "flint", "joblib", "rich", "torch"}
    assert loaded_by(module) & (heavy | {"derivations", "svflow_math.engine"}) == set()


def test_the_command_loads_no_chapter() -> None:
    assert not loaded_by("svflow_math.cli") & {f"svflow_math.{name}" for name in CHAPTERS}
