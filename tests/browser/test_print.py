"""Pages on paper: bookmarks, and no formula that the edge cuts."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader

from svflow_math.engine.record.registry import chapters, entries

pytestmark = pytest.mark.browser

PAPER = 718  # pixels between the margins of an A4 page: 210 mm less twice 10 mm at 96 per inch

# Formulas that reach over the edge: a block of mathematics is as wide as its place, whatever stands in it.
CUT = """
() => [...document.querySelectorAll(".formula")].filter(f => f.checkVisibility() && f.scrollWidth > f.clientWidth + 1)
  .map(f => [f.scrollWidth / f.clientWidth, f.closest("section").id])
"""


def titles(outline: list[Any]) -> list[str]:
    return [t for item in outline for t in (titles(item) if isinstance(item, list) else [item.title])]


@pytest.mark.parametrize("chapter", chapters())
def test_chapter_prints(chapter: str, chromium: Browser, site: Path) -> None:
    context = chromium.new_context(offline=True, viewport={"width": PAPER, "height": 1000})
    page = context.new_page()
    page.goto((site / f"{chapter}.html").as_uri())
    page.wait_for_function("document.fonts.status === 'loaded'")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details.proof:not([open])").count() == 0
    assert page.evaluate(CUT) == []
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.proof[open]").count() == 0
    margins: Any = {side: "10mm" for side in ("top", "right", "bottom", "left")}
    reader = PdfReader(BytesIO(page.pdf(format="A4", margin=margins, outline=True, tagged=True)))
    context.close()
    found = titles(reader.outline)
    mine = [entry for entry in entries().values() if entry.chapter == chapter]
    assert len(found) >= len(mine) + 1
    assert len(reader.pages) > 1
