"""Drawings: legible on both backgrounds, the same in every run, with names and words of their own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from svflow_math.engine.render.plots import COLORS, drawn

DRAWING = '''"""A line
that rises."""

import matplotlib.pyplot as plt


def figure():
    found, axes = plt.subplots()
    axes.plot([0, 1], [0, 1], color="black")
    axes.set_title("a < b")
    return found
'''


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "line_up.py"
    path.write_text(DRAWING, encoding="utf-8")
    return path


def luminance(color: str) -> float:
    channels = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("background", ["#ffffff", "#131416"])
def test_colors_are_seen_on_both_backgrounds(color: str, background: str) -> None:
    low, high = sorted((luminance(color), luminance(background)))
    assert (high + 0.05) / (low + 0.05) >= 3  # what WCAG asks of graphics


def test_drawing_is_the_same_twice_and_says_what_it_shows(path: Path) -> None:
    drawing, alternative = drawn(path)
    assert drawn(path) == (drawing, alternative)
    assert alternative == "A line that rises."
    assert 'role="img" aria-label="A line that rises."' in drawing
    assert drawing.startswith("<svg") and drawing.rstrip().endswith("</svg>")


def test_drawing_takes_its_black_from_the_page_and_loads_nothing(path: Path) -> None:
    drawing, _ = drawn(path)
    assert "#000000" not in drawing and "currentColor" in drawing
    assert "<text" not in drawing and "<style" not in drawing and "<metadata" not in drawing
    assert re.findall(r'href="(?!#)[^"]*', drawing) == []


def test_names_in_a_drawing_are_its_own(path: Path) -> None:
    drawing, _ = drawn(path)
    names = re.findall(r'\bid="([^"]*)"', drawing)
    assert names and all(name.startswith("line_up-") for name in names)
    assert set(re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', drawing)) <= {(n, "") for n in names} | {
        ("", n) for n in names
    }


def test_drawing_without_words_is_an_error(path: Path) -> None:
    path.write_text(DRAWING.split('"""\n', 1)[1], encoding="utf-8")
    with pytest.raises(ValueError, match="text alternative"):
        drawn(path)


def test_every_drawing_is_on_a_page(root: Path) -> None:
    pages = "\n".join(path.read_text(encoding="utf-8") for path in (root / "docs").glob("*.md"))
    pulled = re.findall(r"^```\{plot\} (\w+)$", pages, flags=re.MULTILINE)
    assert sorted(pulled) == sorted(path.stem for path in (root / "docs" / "figures").glob("*.py"))
