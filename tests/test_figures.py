"""No figure on a page is typed: what was measured comes from a run, by a role, a program or a drawing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "docs").glob("*.md"))

# What is not the sentence of a page: programs, code, formulas, roles and addresses, theorems and versions by number.
LEFT_OUT = re.compile(
    r"^(`{3,})[^\n]*\n.*?^\1$|\{[\w:]+\}`[^`]*`|`[^`\n]*`|\$\$.*?\$\$|\$[^$]*\$|\([\w.]+\.md\)|\b\d+\.\d+\.\d+\b"
    r"|^\| \d\.\d+ ",
    re.MULTILINE | re.DOTALL,
)
FIGURE = re.compile(r"(?<![\w.])[-+−]?(?:\d+\.\d+(?:e[-−]?\d+)?|\d+e[-−]?\d+|\d+ %)(?![\w.]*\d)")

# Not measured: versions that are needed, a section, tolerances that a test asserts, the level of an interval.
KNOWN = {
    "getting-started": {"3.11"},
    "notation": {"2.8"},
    "stability": {"6.1"},
    "probe": {"1e-5", "1e-6", "1e-10", "95 %", "3.2"},
}


def figures(text: str) -> list[str]:
    """The figures in the sentences of a page."""
    return FIGURE.findall(LEFT_OUT.sub(" ", text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_figure_is_typed(page: Path) -> None:
    assert sorted(set(figures(page.read_text(encoding="utf-8"))) - KNOWN.get(page.stem, set())) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("an error of 3.2e-16 at most", ["3.2e-16"]),
        ("it took 7.0 s, 40 % of it", ["7.0", "40 %"]),
        ("rank correlation −0.81", ["−0.81"]),
        ("at most 1e-6, {figure}`a:b`, `1e-6`, $0.5$, in [a page](page.md)", ["1e-6"]),
        ("```{run}\nprint(0.25)\n```\ngeomstats 2.8.0", []),
        ("| 3.10 | a statement", []),
    ],
)
def test_figures_are_found(text: str, found: list[str]) -> None:
    assert figures(text) == found
