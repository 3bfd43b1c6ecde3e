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

CUT = """
(limit) => [...document.querySelectorAll("math")].filter(m => m.checkVisibility())
  .map(m => [Math.round(m.getBoundingClientRect().right), m.closest("section").id])
  .filter(([right]) => right > limit + 1)
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
    assert page.evaluate(CUT, PAPER) == []
    margins: Any = {side: "10mm" for side in ("top", "right", "bottom", "left")}
    reader = PdfReader(BytesIO(page.pdf(format="A4", margin=margins, outline=True, tagged=True)))
    context.close()
    found = titles(reader.outline)
    mine = [entry for entry in entries().values() if entry.chapter == chapter]
    assert len(found) >= len(mine) + 1
    assert len(reader.pages) > 1
