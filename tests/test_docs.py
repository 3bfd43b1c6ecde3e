"""The pages: what a small site built by Sphinx holds, what makes its build fail, and that every theorem has a page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from svflow_math.engine.record.check import Settings
from svflow_math.engine.record.notation import symbols_of
from svflow_math.engine.record.registry import chapters, entries
from svflow_math.engine.verify.run import verify
from tests.warm import Warm

THEOREM = "project_tangent_symmetric"
Build = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return [{**row, "seconds": 98765.4321} for row in verify(THEOREM, Settings(examples=4))]


@pytest.fixture(scope="module")
def warm(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warm]:
    with Warm(root, tmp_path_factory.mktemp("logs"), root) as found:
        yield found


@pytest.fixture
def build(root: Path, tmp_path: Path, rows: list[dict[str, Any]], warm: Warm) -> Build:
    """Build a site of one page, with the configuration of the real one, into a directory of the given name."""

    def run(text: str, into: str = "html", results: Any = rows, alone: bool = False) -> Any:
        source = tmp_path / "docs"
        source.mkdir(exist_ok=True)
        (source / "index.md").write_text(f"# Page\n\n{text}\n\n```{{references}}\n```\n", encoding="utf-8")
        (tmp_path / "verification.json").write_text(json.dumps(results), encoding="utf-8")
        options = ["-n", "-W", "--keep-going", "-E", "-q", "-b", "html", "-d", str(tmp_path / f"{into}-doctrees")]
        options += ["-c", str(root / "docs"), "-D", f"svflow_verification={tmp_path / 'verification.json'}"]
        command = ["sphinx", *options, str(source), str(tmp_path / into)]
        if not alone:
            return warm.run(*command)
        return subprocess.run([sys.executable, "-m", *command], cwd=root, capture_output=True, text=True, check=False)

    return run


PAGE = f"""
Not {{theorem}}`in words <{THEOREM}>` alone, below {{decimal}}`gelu_ge`.
See {{theorem}}`{THEOREM}`, {{figure}}`{THEOREM}:digits`, {{cite}}`dlmf` and $\\sqrt{{x}}$.

```{{theorem}} {THEOREM}
```
"""


def test_page_of_one_theorem(build: Build, tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    for into, alone in (("html", False), ("again", True)):  # with other hashes
        done = build(PAGE, into, alone=alone)
        assert (done.returncode, done.stderr) == (0, "")
    html = (tmp_path / "html" / "index.html").read_text(encoding="utf-8")
    assert f'<section class="theorem" id="{THEOREM}">' in html
    assert f'href="#{THEOREM}"' in html
    digits = next(r["figure"] for r in rows if r["check"] == "digits")
    assert f"{digits:.4g} digits" in html
    assert '<span class="xref std std-theorem">in words</span>' in html
    assert '<span class="figure">0.169971208</span>' in html
    symbols = len(symbols_of(entries()[THEOREM].theorem))
    assert html.count("<math") == 3 + symbols  # in the sentence, the statement, the step of its proof; its symbols
    assert html.count("<details") >= 2
    assert str(rows[0]["seconds"]) not in html
    fetched = re.findall(r'<(?:script|img|iframe)[^>]*\bsrc="([^"]+)|<link[^>]*\bhref="([^"]+)', html)
    assert fetched and not [a or b for a, b in fetched if re.match(r"\w+:|//", a or b)]
    assert (tmp_path / "html" / "_static" / "STIXTwoMath-Regular.ttf").stat().st_size > 10**6
    first, second = (
        {p.relative_to(tmp_path / into): p.read_bytes() for p in (tmp_path / into).rglob("*") if p.is_file()}
        for into in ("html", "again")
    )
    assert first == second


WRONG = {
    "$$\\frac{a}$$": "malformed formula '\\\\frac{a}'",
    "$\\nosuchcommand$": "malformed formula '\\\\nosuchcommand'",
    "{theorem}`no_such_theorem`": "reference target not found: no_such_theorem",
    "{cite}`nobody1900`": "nobody1900",
    "{figure}`nowhere:digits`": "no figure 'nowhere:digits'",
    f"{{figure}}`{THEOREM}:nosuchcheck`": "nosuchcheck",
    f"{{decimal}}`{THEOREM}`": f"no fraction in '{THEOREM}'",
    "{decimal}`no_such_decimal`": "no fraction in 'no_such_decimal'",
    "```{theorem} no_such_record\n```": "no theorem is called 'no_such_record'",
    "```{theorems} nosuchchapter\n```": "no chapter is called 'nosuchchapter'",
    "```{plot} nosuchplot\n```": "no drawing is called 'nosuchplot'",
}


def test_what_is_wrong_fails_the_build_and_is_named(build: Build) -> None:
    done = build("\n\n".join(WRONG))
    assert done.returncode == 1
    assert [complaint for complaint in WRONG.values() if complaint not in done.stderr] == []


def test_stale_results_fail_the_build(build: Build, rows: list[dict[str, Any]]) -> None:
    done = build(f"```{{theorem}} {THEOREM}\n```", results=[{**row, "digest": "0" * 16} for row in rows])
    assert done.returncode == 1
    assert f"no results of {THEOREM}" in done.stderr


def test_every_theorem_has_a_page(root: Path) -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted((root / "docs").glob("*.md")))
    whole = set(re.findall(r"^```\{theorems\} (\w+)$", text, flags=re.MULTILINE))
    single = re.findall(r"^```\{theorem\} (\w+)$", text, flags=re.MULTILINE)
    assert len(single) == len(set(single))
    for chapter, module in chapters().items():
        assert chapter in whole or set(module.THEOREMS) <= set(single)
