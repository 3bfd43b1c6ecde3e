"""Every theorem on its page: nothing of what a reader looks for is missing where the record has it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from svflow_math.engine.record.registry import Entry, entries
from svflow_math.engine.render.theorem import status
from tests.browser.watched import Watched

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "build" / "verification.json"

READ = """
(chosen) => [...document.querySelectorAll(chosen)].map(block => {
  const texts = (selector, from = block) => [...from.querySelectorAll(selector)].map(e => e.textContent.trim());
  const drawn = selector => [...block.querySelectorAll(selector)]
    .filter(e => e.checkVisibility() && e.getBoundingClientRect().width > 5).length;
  return {
    id: block.id,
    permanent: block.querySelector("a.headerlink")?.getAttribute("href"),
    named: [...block.querySelectorAll(".standing a")].map(a => a.getAttribute("href")),
    status: texts(".status"),
    statement: drawn(".statement math"),
    hypotheses: [...block.querySelectorAll("ul.hypotheses > li")].map(li => [
      li.querySelectorAll("p:first-child math").length, texts(".witness", li).join()]),
    neighbours: Object.fromEntries(["Uses", "Used by"].map(word => [word,
      (texts(".neighbours").join().match(new RegExp(word + " ([^.]*)")) || ["", ""])[1].split(", ").filter(s => s)])),
    links: [...block.querySelectorAll(".neighbours a")].length,
    folded: block.querySelector("details.proof")?.open === false,
    steps: [...block.querySelectorAll("details.proof > ol > li > details")].map(step => [
      texts("summary .verdict", step).join(), texts("p", step).join(" "), step.querySelectorAll(".formula math").length,
      step.querySelector("summary").textContent.trim()]),
    functions: [...block.querySelectorAll("details.function")].map(f => f.textContent),
    sources: texts("details.function > details > summary"),
    checks: [...block.querySelectorAll("table.figures tbody tr")].map(row => texts("td", row)),
    forms: texts("details.forms > p"),
    copied: texts("details.forms .copyable pre"),
  };
})
"""

PARTS = ("a.headerlink", ".statement", ".status", ".hypotheses .witness", ".verdict", "details.proof .formula",
         "details.function > details", "table.figures tbody tr", "table.figures details",
         "details.forms .copyable")  # fmt: skip


@cache
def stored() -> dict[str, dict[str, dict[str, Any]]]:
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for row in json.loads(RESULTS.read_text(encoding="utf-8")):
        found.setdefault(row["theorem"], {})[row["check"]] = row
    return found


def expected_steps(entry: Entry) -> list[bool]:
    """Whether each step shows a goal of its own: a goal that stays is not repeated."""
    goals = [row["goal"] for row in stored()[entry.theorem.id]["replay"]["details"]]
    return [i == 0 or goal != goals[i - 1] for i, goal in enumerate(goals)]


def plain(text: str) -> str:
    """The text without its spaces, of which a page shows several in a row, and ends of lines, as one."""
    return "".join(text.split())


def missing(entry: Entry, block: dict[str, Any]) -> list[str]:
    """What the block of a theorem lacks, in words."""
    theorem, results = entry.theorem, stored()[entry.theorem.id]
    lacks = {
        "permanent link": block["permanent"] == f"#{theorem.id}" and f"#{theorem.id}" in block["named"],
        "statement": block["statement"] == 1,
        "status": block["status"] == [str(status(entry, RESULTS))],
        "hypotheses": [count >= 1 for count, _ in block["hypotheses"]] == [True] * len(theorem.hypotheses),
        "uses": block["neighbours"]["Uses"] == list(theorem.uses),
        "used by": block["neighbours"]["Used by"]
        == [e.theorem.id for e in entries().values() if theorem.id in e.theorem.uses],
        "links to neighbours": block["links"] == sum(map(len, block["neighbours"].values())),
        "folded proof": block["folded"] is bool(theorem.steps),
        "steps": len(block["steps"]) == len(theorem.steps),
        "verdicts": all(verdict in ("replayed", "cited") for verdict, *_ in block["steps"]),
        "rules": all(title for *_, title in block["steps"]),
        "goals": [
            ("To show" in words, count >= 1) for _, words, count, _ in block["steps"] if "same still" not in words
        ]
        == [(True, True) for shown in expected_steps(entry) if shown],
        "functions": len(block["functions"]) == len(theorem.emits) == len(block["sources"]),
        "docstrings": all(
            any(
                f".{emission.name}(" in text and "Returns" in text and "Examples" in text for text in block["functions"]
            )
            for emission in theorem.emits
        ),
        "checks": [cells[:1] for cells in block["checks"]]
        == [[name] for name in results if name not in ("replay", "witnesses")],
        "worst inputs": all(
            plain(results[cells[0]]["worst_input"]) in plain(cells[3]) and results[cells[0]]["reproduce"] in cells[3]
            for cells in block["checks"]
            if results[cells[0]]["worst_input"]
        ),
        "forms": block["forms"][:3] == ["LaTeX", "SymPy", "MathML"]
        and (not theorem.emits or any("NumPy" in form for form in block["forms"])),
        "what is copied": block["copied"][:1] == [theorem.claim.latex()] and any("<math" in c for c in block["copied"]),
    }
    for (_, words), hypothesis, row in zip(
        block["hypotheses"], theorem.hypotheses, results["witnesses"]["details"], strict=True
    ):
        both = f"left {row['left']}, right {row['right']}" if row.get("outcome") == "false" and "left" in row else ""
        told = "A convenience: " in words if hypothesis.witness is None else "Without this" in words and both in words
        lacks[f"witness of {hypothesis.latex()}"] = told
    return [f"{theorem.id}: {what}" for what, there in lacks.items() if not there]


def lacking(chapter: str, page: Page) -> list[str]:
    """What the blocks of a chapter lack on its page; `test_page` asks, which has loaded it."""
    blocks = {block["id"]: block for block in page.evaluate(READ, "section.theorem")}
    mine = {entry.theorem.id: entry for entry in entries().values() if entry.chapter == chapter}
    assert sorted(blocks) == sorted(mine)
    return [lack for name, entry in mine.items() for lack in missing(entry, blocks[name])]


def test_a_block_with_a_part_taken_away_is_told(site: Path, desktop: Watched) -> None:
    """What `test_page` asks of every block can fail: each part is taken from the first theorem, and missed."""
    page = desktop.show(site / "sphere.html")
    page.evaluate("document.querySelectorAll('section.theorem:not(#exp_on_sphere)').forEach(other => other.remove())")
    (first,) = (e for e in entries().values() if e.theorem.id == "exp_on_sphere")
    for selector in PARTS:
        kept = page.evaluate("document.getElementById('exp_on_sphere').innerHTML")
        page.evaluate(f"document.querySelector('#exp_on_sphere {selector}').remove()")
        (block,) = page.evaluate(READ, "#exp_on_sphere")
        assert missing(first, block), f"nothing is missed without {selector}"
        page.evaluate("html => { document.getElementById('exp_on_sphere').innerHTML = html }", kept)
