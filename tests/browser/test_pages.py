"""Every page in a browser: silent, still, offline, narrow, accessible, and with the formulas that the records have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from svflow_math.engine.record.registry import chapters, entries

pytestmark = pytest.mark.browser

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [*sorted(path.stem for path in DOCS.glob("*.md")), "genindex", "search"]
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
PHONE = 390
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

# Sums what moves on the page without the reader's doing.
SHIFTS = """
window.shifted = 0;
new PerformanceObserver(list => list.getEntries().forEach(e => { if (!e.hadRecentInput) window.shifted += e.value; }))
  .observe({type: "layout-shift", buffered: true});
"""

# What is wider than the window and neither scrolled itself nor inside something that is.
TOO_WIDE = """
(limit) => [...document.querySelectorAll("body *")].filter(e => {
  if (e.getBoundingClientRect().right <= limit + 1 || getComputedStyle(e).position === "fixed") return false;
  for (let p = e; p; p = p.parentElement)
    if (["auto", "scroll", "hidden"].includes(getComputedStyle(p).overflowX) && p !== document.body
        && p.getBoundingClientRect().right <= limit + 1) return false;
  return !e.closest(".sidebar-drawer, .toc-drawer, .overlay, .skip-to-content, #svg-symbols");
}).map(e => `${e.tagName}.${e.className}: ${e.textContent.slice(0, 60)}`).slice(0, 5)
"""

OPEN = "document.querySelectorAll('details').forEach(d => d.open = true)"


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

    def show(self, path: Path, query: str = "") -> Page:
        self.page.goto(path.as_uri() + query)
        self.page.wait_for_function("document.fonts.status === 'loaded'")
        return self.page


@pytest.fixture
def desktop(chromium: Browser) -> Iterator[Watched]:
    watched = Watched(chromium, viewport={"width": 1280, "height": 900})
    yield watched
    watched.context.close()


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Watched]:
    watched = Watched(chromium, viewport={"width": PHONE, "height": 844}, is_mobile=True, has_touch=True)
    yield watched
    watched.context.close()


@pytest.mark.parametrize("name", PAGES)
def test_page_is_silent_still_and_offline(name: str, site: Path, desktop: Watched) -> None:
    page = desktop.show(site / f"{name}.html")
    page.wait_for_timeout(300)
    assert desktop.said == []
    assert [url for url in desktop.asked if not url.startswith(("file:", "data:"))] == []
    assert page.evaluate("window.shifted") < 0.05
    if page.evaluate("document.querySelector('math') !== null"):
        assert page.evaluate("""document.fonts.check('16px "STIX Two Math"')""")
        assert any(url.endswith("STIXTwoMath-Regular.ttf") for url in desktop.asked)


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_a_phone(name: str, site: Path, phone: Watched) -> None:
    page = phone.show(site / f"{name}.html")
    page.evaluate(OPEN)
    assert page.evaluate(TOO_WIDE, PHONE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


def violations(page: Page, **options: Any) -> list[Any]:
    found = Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [(v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found]


@pytest.mark.parametrize("name", PAGES)
def test_page_is_accessible(name: str, site: Path, desktop: Watched) -> None:
    """WCAG AA by axe-core with every folded passage open; contrast in both schemes."""
    page = desktop.show(site / f"{name}.html")
    page.evaluate(OPEN)
    # The parts of a formula are what axe would spend its time on; its own element stays.
    page.evaluate("document.querySelectorAll('math').forEach(m => m.innerHTML = '<mi>x</mi>')")
    assert violations(page, runOnly=LEVELS, rules={"color-contrast": {"enabled": False}}) == []
    # Contrast is a matter of the style sheet: the first theorems show all of it.
    page.evaluate("[...document.querySelectorAll('section.theorem, section.api')].slice(8).forEach(s => s.remove())")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page, runOnly=["color-contrast"]) == []


@pytest.mark.parametrize("chapter", chapters())
def test_formulas_are_those_of_the_records(chapter: str, site: Path, desktop: Watched) -> None:
    page = desktop.show(site / f"{chapter}.html")
    theorems = [entry.theorem for entry in entries().values() if entry.chapter == chapter]
    expected = {
        ".statement math": len(theorems),
        "ul.hypotheses > li > p:first-child math": sum(len(t.hypotheses) for t in theorems),
        "details.proof > ol > li > details > summary + p + .math-wrapper math": sum(len(t.steps) for t in theorems),
    }
    assert {selector: page.locator(selector).count() for selector in expected} == expected
    # Each is drawn: it has an extent.
    empty = "[...document.querySelectorAll('.statement math')].filter(m => m.getBoundingClientRect().width < 10).length"
    assert page.evaluate(empty) == 0


def test_search_finds_retraction_from_a_file(site: Path, desktop: Watched) -> None:
    page = desktop.show(site / "search.html", "?q=retraction")
    page.wait_for_selector("#search-results li a")
    found = page.eval_on_selector_all("#search-results li a", "links => links.map(a => a.getAttribute('href'))")
    assert any("retraction.html" in link for link in found)
    assert desktop.said == []


def test_pages_are_read_without_javascript(chromium: Browser, site: Path) -> None:
    context = chromium.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto((site / "sphere.html").as_uri())
    assert page.locator(".statement math").first.is_visible()
    page.locator("details.proof summary").first.click()
    assert page.locator("details.proof ol").first.is_visible()
    context.close()


def test_statement_is_copied(site: Path, desktop: Watched) -> None:
    desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = desktop.show(site / "sphere.html")
    page.locator("details.forms summary").first.click()
    page.locator("details.forms button.copy").first.click()
    page.wait_for_function("document.querySelector('details.forms button.copy').textContent !== 'Copy'")
    first = next(entry.theorem for entry in entries().values() if entry.chapter == "sphere")
    said = page.locator("details.forms button.copy").first.text_content()
    copied = page.evaluate("getSelection().toString() || navigator.clipboard.readText()")
    assert said in ("Copied", "Selected: press Ctrl+C")
    assert copied.strip() == first.claim.latex()
