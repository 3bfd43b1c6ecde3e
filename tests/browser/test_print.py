"""Pages on paper, with and without JavaScript: proofs are open, no formula is cut, and the document has bookmarks."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from svflow_math.engine.record.registry import chapters, entries

pytestmark = pytest.mark.browser

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = sorted(path.stem for path in DOCS.glob("*.md"))
PAPER = 718  # pixels between the margins of an A4 page: 210 mm less twice 10 mm at 96 per inch

# Formulas, or lines of them, that reach over the edge of the paper; a display itself is as wide as its place.
CUT = """
(paper) => [...document.querySelectorAll("math")].filter(m => m.checkVisibility()).map(m => [
    Math.max(...[...m.querySelectorAll(":scope > *, mtd > *")].map(part => part.getBoundingClientRect().right)),
    (m.closest("section") || m).id, m.textContent.slice(0, 40)])
  .filter(([right]) => right > paper + 1)
"""
SMALLEST = """
() => Math.min(...[...document.querySelectorAll("math")].filter(m => m.checkVisibility())
  .map(m => parseFloat(getComputedStyle(m).fontSize)))
"""
HIDDEN = """
() => [...document.querySelectorAll("details.proof math")].filter(m => !m.checkVisibility()).length
"""

# Formulas that have been looked at take most of the time of printing: one chapter is printed as it is.
WHOLE = "sphere"
WITHOUT_FORMULAS = """document.querySelectorAll("math").forEach(m => m.innerHTML = "<mi>x</mi>")"""


def titles(outline: list[Any]) -> list[str]:
    return [t for item in outline for t in (titles(item) if isinstance(item, list) else [item.title])]


@pytest.mark.parametrize("name", PAGES)
def test_page_prints_without_a_script(name: str, scriptless: Page, site: Path) -> None:
    scriptless.set_viewport_size({"width": PAPER, "height": 1000})
    scriptless.goto((site / f"{name}.html").as_uri())
    scriptless.emulate_media(media="print")
    assert scriptless.evaluate(CUT, PAPER) == []
    assert scriptless.evaluate(HIDDEN) == 0
    if name not in chapters():
        return
    assert scriptless.evaluate(SMALLEST) >= 4.5
    if name != WHOLE:
        scriptless.evaluate(WITHOUT_FORMULAS)
    margins: Any = {side: "10mm" for side in ("top", "right", "bottom", "left")}
    reader = PdfReader(BytesIO(scriptless.pdf(format="A4", margin=margins, outline=True, tagged=True)))
    found = titles(reader.outline)
    assert len(found) > sum(entry.chapter == name for entry in entries().values())
    assert len(reader.pages) > 1
