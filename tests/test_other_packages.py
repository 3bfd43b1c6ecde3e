"""A chapter that another package registers: listed, derived and verified, and nothing of it lands in the library."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.warm import Warm

NAME = "reflection_isometry"  # the worked example of docs/contributing.md
HOSTILE = {  # what a record says in words, and what it might
    "Reflections keep inner products": 'Reflections <script>alert("title")</script> & "quotes"',
    "Sources     absil2008": "Sources     absil2008 <img src=x onerror=alert(1)>",
    "Form        A": "Form        </p></details><script>alert(2)</script> A",
    'summary="Reflection': "summary=\"Reflection <iframe src='//evil'></iframe>",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package `mirrors` of one chapter and one record, as an installer would leave it."""
    recipe = (Path(__file__).parents[1] / "docs" / "contributing.md").read_text(encoding="utf-8")
    (record,) = re.findall(r"```\{code-block\} python\n:name: worked-example\n\n(.*?)```", recipe, re.DOTALL)
    for plain, hostile in HOSTILE.items():
        assert plain in record
        record = record.replace(plain, hostile, 1)
    folder = tmp_path_factory.mktemp("site")
    written = {
        "mirrors/__init__.py": "",
        "mirrors/reflections/__init__.py": f'NUMBER, TITLE = 50, "Mirrors"\nTHEOREMS = ("{NAME}",)\n',
        f"mirrors/reflections/{NAME}.py": record,
        "mirrors-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: mirrors\nVersion: 1.0\n",
        "mirrors-1.0.dist-info/entry_points.txt": "[svflow.chapters]\nreflections = mirrors.reflections\n",
    }
    for name, text in written.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def warm(site: Path, root: Path, tmp_path: Path) -> Iterator[Warm]:
    with Warm(site, tmp_path, site, root) as found:
        yield found


def test_a_chapter_of_another_package(site: Path, root: Path, warm: Warm) -> None:
    def svflow(*arguments: str) -> subprocess.CompletedProcess[str]:
        return warm.run("svflow_math.cli", *arguments)

    ours = {p: p.stat().st_mtime_ns for name in ("gen", "tables") for p in (root / "svflow_math" / name).glob("*.*")}
    derived = svflow("derive", "reflections", "--json")
    assert derived.returncode == 0, derived.stdout + derived.stderr
    found = {result["check"]: result["verdict"] for result in json.loads(derived.stdout)}
    assert {"replay", "digits", "witnesses", "bits of reflect"} <= found.keys()
    assert set(found.values()) == {"holds"}
    emitted = sorted(p.name for p in (site / "mirrors" / "gen").iterdir())
    assert [name for name in emitted if not name.startswith("__")] == ["reflections.py", "theorems.json"]
    assert {p: p.stat().st_mtime_ns for p in ours} == ours

    listed = json.loads(svflow("list", "--json").stdout)
    assert [t["id"] for t in listed if t["chapter"] == "reflections"] == [NAME]
    assert len(listed) > 1 and listed[-1]["functions"] == ["reflections.reflect"]
    assert "def _reflect(rows: Rows" in svflow("show", NAME, "--numpy").stdout

    page = f"# Page\n\n```{{theorem}} {NAME}\n```\n\n```{{references}}\n```\n"
    (site / "docs").mkdir()
    (site / "docs" / "index.md").write_text(page, encoding="utf-8")
    options = ["-n", "-W", "-q", "-c", str(root / "docs"), "-D", f"svflow_verification={site}/build/verification.json"]
    rendered = warm.run("sphinx", *options, "docs", "html")
    assert rendered.returncode == 0, rendered.stderr
    html = (site / "html" / "index.html").read_text(encoding="utf-8")
    assert f'<section class="theorem" id="{NAME}">' in html
    assert not re.search(r"<script>alert|<img src=x|<iframe|</p></details><", html)
    for text in ("&lt;script&gt;alert(", "&lt;/details&gt;&lt;script&gt;", "&lt;img src", "&lt;iframe src"):
        assert text in html, text

    function = site / "mirrors" / "gen" / "reflections.py"
    text = function.read_text(encoding="utf-8")
    assert "-2 * uv" in text
    function.write_text(text.replace("-2 * uv", "-3 * uv"), encoding="utf-8")
    spoilt = svflow("verify", NAME)
    assert spoilt.returncode == 1, "the results of another text were taken"
    assert "fails" in spoilt.stdout
