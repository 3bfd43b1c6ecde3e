"""Which theorems use which: a drawing of arcs beside a list in reading order, and the same in words.

The shape of a mark tells the kind of statement, its filling how well it stands: neither rests on colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from svflow_math.engine.record.claim import Bound, Claim, Equal, ForAll, Iff
from svflow_math.engine.record.registry import Entry, chapters, entries
from svflow_math.engine.render.blocks import bullets, folded, joined, paragraph, svg, theorem_link
from svflow_math.engine.render.prose import prose
from svflow_math.engine.render.results import NotVerified
from svflow_math.engine.render.theorem import Status, status, verification

_log = logging.getLogger(__name__)

_ROW, _LEFT, _SIZE = 22, 170, 6
_SHAPES = {
    "equality": "M-6,0a6,6 0 1,0 12,0a6,6 0 1,0 -12,0Z",
    "bound": "M-6.5,5.5L0,-6.5L6.5,5.5Z",
    "equivalence": "M0,-7.5L7.5,0L0,7.5L-7.5,0Z",
    "order or limit": "M-5.5,-5.5H5.5V5.5H-5.5Z",
}
_FILLINGS = {Status.PROVED: "all", Status.CITED: "half", Status.MEASURED: "none", Status.FAILED: "cross"}


def kind(claim: Claim) -> str:
    """What kind of statement it is, in words."""
    inner = claim.claim if isinstance(claim, ForAll) else claim
    return {Equal: "equality", Bound: "bound", Iff: "equivalence"}.get(type(inner), "order or limit")


@dataclass(frozen=True)
class Node:
    """One line of the drawing."""

    name: str
    title: str  # the statement in words
    address: str
    kind: str
    standing: Status
    away: bool  # of another chapter


def mark(node: Node) -> str:
    """The mark of a theorem around the origin."""
    shape, filling = _SHAPES[node.kind], _FILLINGS[node.standing]
    outline = f'<path d="{shape}" fill="{"currentColor" if filling == "all" else "none"}" stroke="currentColor"/>'
    if filling == "half":
        left = '<svg x="-10" y="-10" width="10" height="20" viewBox="-10 -10 10 20">'
        return f'{outline}{left}<path d="{shape}" fill="currentColor"/></svg>'
    return f'{outline}<path d="M-9,-9L9,9M-9,9L9,-9" stroke="currentColor"/>' if filling == "cross" else outline


def drawing(lines: Sequence[Node], uses: Mapping[str, Sequence[str]], label: str) -> str:
    """The lines below each other, and an arc from each to those above that it uses."""
    height = {node.name: _ROW * (i + 0.5) for i, node in enumerate(lines)}
    arcs = []
    for node in lines:
        for used in uses.get(node.name, ()):
            low, high = sorted((height[used], height[node.name]))
            bend = min(12 + 0.42 * (high - low), 1.3 * _LEFT)
            arcs.append(f"M{_LEFT},{low:g}C{_LEFT - bend:.5g},{low:g} {_LEFT - bend:.5g},{high:g} {_LEFT},{high:g}")
    width = _LEFT + 20 + 7.3 * max(len(node.name) for node in lines)
    parts = [
        f'<svg class="arcs" role="group" aria-label="{escape(label)}" width="{width:.0f}" '
        f'height="{_ROW * len(lines)}" viewBox="0 0 {width:.0f} {_ROW * len(lines)}" font-size="12">',
        f'<path d="{"".join(arcs)}" fill="none" stroke="#8a8a8a"/>',
    ]
    for node in lines:
        style = ' font-style="italic"' if node.away else ""
        text = f'<text x="16" y="4"{style}>{node.name}</text>'
        words = f"<title>{escape(node.title)}: {node.kind}, {node.standing}</title>"
        parts.append(
            f'<g transform="translate({_LEFT},{height[node.name]:g})">{words}{mark(node)}'
            f'<a href="{node.address}">{text}</a></g>'
        )
    return "".join([*parts, "</svg>"])


def legend() -> str:
    """The marks with what they mean."""
    samples = [(name, Node("", "", "", name, Status.PROVED, False)) for name in _SHAPES]
    samples += [(str(s), Node("", "", "", "equality", s, False)) for s in _FILLINGS]
    items = (
        '<span class="sample"><svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">'
        f"{mark(node)}</svg> {escape(name)}</span>"
        for name, node in samples
    )
    return f'<p class="legend">{" ".join(items)}</p>'


class dependencies(nodes.General, nodes.Element):
    """The drawing of a chapter, finished when the pages are written and every address is known."""


class Dependencies(SphinxDirective):
    """What the marks mean; then for each chapter its drawing, and what it says in words."""

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(verification(self.env.app)))
        try:
            return [svg(legend()), *(self._chapter(chapter, module.TITLE) for chapter, module in chapters().items())]
        except NotVerified as error:
            _log.warning("%s", error, location=self.get_location(), type="svflow", subtype="verification")
            return []

    def _chapter(self, chapter: str, title: str) -> nodes.section:
        path = verification(self.env.app)
        items = [[paragraph(*self._words(e, path))] for e in entries().values() if e.chapter == chapter]
        drawn = dependencies("", chapter=chapter)
        body = [nodes.title("", title), drawn, folded(["The same in words"], bullets(items))]
        return nodes.section("", *body, ids=[chapter], names=[chapter])

    def _words(self, entry: Entry, path: Path) -> list[nodes.Node]:
        theorem = entry.theorem
        title = [nodes.Text(": "), *prose(entry.header.title.rstrip("."))]
        what = nodes.Text(f"; {kind(theorem.claim)}, {status(entry, path)}")
        uses = [nodes.Text("; uses "), *joined([theorem_link(used) for used in theorem.uses])] if theorem.uses else []
        return [theorem_link(theorem.id), *title, what, *uses, nodes.Text(".")]


def _visit(translator: Any, node: dependencies) -> None:
    chapter, builder = node["chapter"], translator.builder
    path, objects = verification(builder.app), builder.env.domains.standard_domain.objects
    mine = [e for e in entries().values() if e.chapter == chapter]
    uses = {e.theorem.id: e.theorem.uses for e in mine if e.theorem.uses}
    used = {name for names in uses.values() for name in names}

    def line(entry: Entry) -> Node:
        identifier = entry.theorem.id
        document, anchor = objects["theorem", identifier]
        address = f"{builder.get_relative_uri(builder.current_docname, document)}#{anchor}"
        away = entry.chapter != chapter
        return Node(
            identifier, entry.header.title.rstrip("."), address, kind(entry.theorem.claim), status(entry, path), away
        )

    shown = [e for e in entries().values() if e.theorem.id in used and e.chapter != chapter]
    shown += [e for e in mine if e.theorem.id in used or e.theorem.id in uses]
    if shown:
        count = sum(len(names) for names in uses.values())
        label = f"Theorems of the chapter that use others, {count} uses; in words below"
        drawn = drawing([line(e) for e in shown], uses, label)
        translator.body.append(f'<div class="scrolled" tabindex="0" role="group">{drawn}</div>\n')
    else:
        translator.body.append("<p>No theorem of this chapter uses another.</p>\n")
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    app.add_node(dependencies, html=(_visit, None))
    app.add_directive("dependencies", Dependencies)
