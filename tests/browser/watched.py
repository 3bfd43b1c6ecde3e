"""A page of the built site that is listened to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

# Sums what moves on the page without the reader's doing.
SHIFTS = """
window.shifted = 0;
new PerformanceObserver(list => list.getEntries().forEach(e => { if (!e.hadRecentInput) window.shifted += e.value; }))
  .observe({type: "layout-shift", buffered: true});
"""


class Watched:
    """A page with a record of what it said and what it asked for."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.context = browser.new_context(offline=True, reduced_motion="reduce", **options)
        self.context.add_init_script(SHIFTS)
        self.page: Page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda m: self.said.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def show(self, path: Path, query: str = "", width: int = 1280) -> Page:
        self.said.clear()
        self.asked.clear()
        self.page.emulate_media(media="screen", color_scheme="light")
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.goto(path.as_uri() + query)
        self.page.wait_for_function("document.fonts.status === 'loaded'")
        return self.page
