"""Every page in a browser: silent, still, offline, narrow and accessible; with JavaScript off, and copied from."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from svflow_math.engine.record.registry import chapters, entries
from tests.browser.test_blocks import lacking
from tests.browser.watched import Watched

pytestmark = pytest.mark.browser

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [*sorted(path.stem for path in DOCS.glob("*.md")), "genindex", "search"]
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
PHONE = 390
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

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

# What axe need not look at: the parts of formulas (their own element stays), and all but the first sections of a kind,
# which are made by the same code.
TRIMMED = """
(kept) => {
  document.querySelectorAll("math").forEach(m => m.innerHTML = "<mi>x</mi>");
  for (const kind of ["section.theorem", "section.api", "table.theorem-index tbody tr", "table.symbols tbody tr",
                      "div.scrolled", "svg.arcs > g", "section > details > ul > li", "ul.references > li"])
    [...document.querySelectorAll(kind)].slice(kept).forEach(part => part.remove());
}
"""

# What colours need not be looked at again: all but the first texts below the same tags, classes and styles (rows of a
# table may alternate), and the outlines of letters in drawings.
ALIKE = """
(kept) => {
  document.querySelectorAll("svg use").forEach(outline => outline.remove());
  const seen = new Map();
  const look = e => [e.tagName, e.getAttribute("class"), e.getAttribute("style"), e.getAttribute("fill")].join();
  for (const e of document.querySelectorAll("body *")) {
    const texts = [...e.childNodes].filter(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
    if (!texts.length) continue;
    let path = "";
    for (let p = e; p; p = p.parentElement) path += look(p) + ">";
    seen.set(path, (seen.get(path) || 0) + 1);
    if (seen.get(path) > kept) texts.forEach(n => n.remove());
    if (!e.hasChildNodes()) e.remove();
  }
}
"""


def violations(page: Page, **options: Any) -> list[Any]:
    found = Axe().run(page, options={"resultTypes": ["violations"], "preload": False, **options}).response["violations"]
    return [(v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found]


@pytest.mark.parametrize("name", PAGES)
def test_page(name: str, site: Path, desktop: Watched) -> None:
    """One load of each page, looked at in every way."""
    page = desktop.show(site / f"{name}.html")
    page.wait_for_timeout(150)
    outside = [url for url in desktop.asked if not url.startswith(("file:", "data:"))]
    assert (desktop.said, outside) == ([], [])
    assert page.evaluate("window.shifted") < 0.05
    if page.evaluate("document.querySelector('math') !== null"):
        assert page.evaluate("""document.fonts.check('16px "STIX Two Math"')""")
        assert any(url.endswith("STIXTwoMath-Regular.ttf") for url in desktop.asked)
    ids = Counter(page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)"))
    assert sorted(i for i, number in ids.items() if number > 1) == []

    if name in chapters():
        assert lacking(name, page) == []

    page.set_viewport_size({"width": PHONE, "height": 844})
    page.evaluate(OPEN)
    assert page.evaluate(TOO_WIDE, PHONE) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE

    page.evaluate(TRIMMED, 12)  # before the page is laid out for another width
    page.set_viewport_size({"width": 1280, "height": 900})
    assert violations(page, runOnly=LEVELS, rules={"color-contrast": {"enabled": False}}) == []
    page.evaluate(ALIKE, 4)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page, runOnly=["color-contrast"]) == []
    assert desktop.said == []


def test_a_pale_text_is_told(site: Path, desktop: Watched) -> None:
    """The last of the alike texts that are kept, too."""
    page = desktop.show(site / "index.html")
    page.evaluate(ALIKE, 4)
    assert violations(page, runOnly=["color-contrast"]) == []
    page.evaluate("[...document.querySelectorAll('article p')].at(-1).style.color = '#bbb'")
    assert [rule for rule, _ in violations(page, runOnly=["color-contrast"])] == ["color-contrast"]


def test_search_finds_retraction_from_a_file(site: Path, desktop: Watched) -> None:
    page = desktop.show(site / "search.html", "?q=retraction")
    page.wait_for_selector("#search-results li a")
    found = page.eval_on_selector_all("#search-results li a", "links => links.map(a => a.getAttribute('href'))")
    assert any("retraction.html" in link for link in found)
    assert desktop.said == []


def test_pages_are_read_without_javascript(scriptless: Page, site: Path) -> None:
    scriptless.goto((site / "sphere.html").as_uri())
    assert scriptless.locator(".statement math").first.is_visible()
    scriptless.locator("details.proof summary").first.click()
    assert scriptless.locator("details.proof ol").first.is_visible()


def test_statement_is_copied(site: Path, desktop: Watched) -> None:
    desktop.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = desktop.show(site / "sphere.html")
    page.locator("details.forms summary").first.click()
    page.locator("details.forms button.copy").first.click()
    label = "document.querySelector('details.forms button.copy').textContent"  # for a while; it is read as it is seen
    said = page.wait_for_function(f"{label} !== 'Copy' && {label}").json_value()
    first = next(entry.theorem for entry in entries().values() if entry.chapter == "sphere")
    copied = page.evaluate("getSelection().toString() || navigator.clipboard.readText()")
    assert said in ("Copied", "Selected: press Ctrl+C")
    assert copied.strip() == first.claim.latex()
