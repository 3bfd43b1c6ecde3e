"""The recipe of docs/contributing.md, followed word by word in a copy of the project: a file, a run, a page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.warm import Warm


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Path:
    for name in ("svflow_math", "derivations"):
        shutil.copytree(root / name, tmp_path / name)  # with what is compiled, which names the time of its source
    for name in ("pyproject.toml", "docs/conf.py", "docs/references.bib", "docs/_static/site.css"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, tmp_path / name)
    return tmp_path


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    arguments = [sys.executable, "-m", *command]
    return subprocess.run(arguments, cwd=copy, env=environment, capture_output=True, text=True, check=False)


def insert(path: Path, before: str, line: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, line + before), encoding="utf-8")


def test_the_recipe_works(root: Path, copy: Path, tmp_path: Path) -> None:
    recipe = (root / "docs" / "contributing.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```\{code-block\} python\n:name: worked-example\n\n(.*?)```", recipe, re.DOTALL)
    (name,) = re.findall(r'^    id="(\w+)"', example, re.MULTILINE)
    (page,) = re.findall(r"````\n(```\{theorem\}.*?)````", recipe, re.DOTALL)
    assert f"derivations/sphere/{name}.py" in recipe and f"python -m derivations {name}" in recipe

    (copy / "derivations" / "sphere" / f"{name}.py").write_text(example, encoding="utf-8")
    insert(copy / "derivations" / "sphere" / "__init__.py", '    "project_tangent_idempotent",\n', f'    "{name}",\n')
    with Warm(copy, tmp_path / "logs", copy) as warm:
        followed(copy, warm, name, page)


def followed(copy: Path, warm: Warm, name: str, page: str) -> None:
    done = warm.run("derivations", name)
    assert done.returncode == 0, done.stdout + done.stderr

    use = "from svflow_math.gen.sphere import reflect; print(reflect([0.0, 1.0], [3.0, 4.0]))"
    command = [sys.executable, "-c", use]
    assert subprocess.run(command, cwd=copy, capture_output=True, text=True, check=True).stdout == "[ 3. -4.]\n"

    (copy / "docs" / "index.md").write_text(f"# Page\n\n{page}\n```{{references}}\n```\n", encoding="utf-8")
    done = warm.run("sphinx", "-n", "-W", "-q", "-b", "html", "docs", "build/html")
    assert done.returncode == 0, done.stdout + done.stderr
    html = (copy / "build" / "html" / "index.html").read_text(encoding="utf-8")
    assert f'<section class="theorem" id="{name}">' in html
    assert "Reflections keep inner products" in html and ">svflow_math.sphere.reflect(u,<" in html


def test_a_wrong_sign_is_found(root: Path, copy: Path) -> None:
    """The recipe says that the checks bite."""
    recipe = (root / "docs" / "contributing.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```\{code-block\} python\n:name: worked-example\n\n(.*?)```", recipe, re.DOTALL)
    wrong = example.replace("claim=Equal(Dot(v - 2", "claim=Equal(Dot(v + 2")
    assert wrong != example
    (copy / "derivations" / "sphere" / "reflection_isometry.py").write_text(wrong, encoding="utf-8")
    names = copy / "derivations" / "sphere" / "__init__.py"
    insert(names, '    "project_tangent_idempotent",\n', '    "reflection_isometry",\n')
    done = run(copy, "derivations", "--verify-only", "reflection_isometry")
    assert done.returncode == 1
    assert "replay fails" in done.stdout
