"""The building blocks of pages as document nodes: folded passages, formulas, tables, links to theorems."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

# The wrapper of a table that is often wider than the page.
_WIDE = re.compile(r'<div( class="table-wrapper[^"]*">\s*<table class="[^"]*\b(?:calls|claims|rows)\b)')


class details(nodes.General, nodes.Element):
    """A passage that opens on demand; its first child is the `summary`."""


class summary(nodes.General, nodes.TextElement):
    """What is seen of a folded passage."""


class svg(nodes.General, nodes.Inline, nodes.Element):
    """A drawing, given as the text of its element."""

    def __init__(self, drawing: str = "", alternative: str = "", **attributes: Any) -> None:
        super().__init__("", drawing=drawing, alternative=alternative, **attributes)


def folded(title: Sequence[nodes.Node | str], *content: nodes.Node, classes: Sequence[str] = ()) -> details:
    return details("", summary("", "", *inline(title)), *content, classes=list(classes))


def inline(parts: Iterable[nodes.Node | str]) -> list[nodes.Node]:
    """Text and nodes side by side."""
    return [nodes.Text(part) if isinstance(part, str) else part for part in parts]


def paragraph(*parts: nodes.Node | str, classes: Sequence[str] = ()) -> nodes.paragraph:
    return nodes.paragraph("", "", *inline(parts), classes=list(classes))


def math(latex: str) -> nodes.math:
    return nodes.math(latex, latex)


def math_block(latex: str) -> nodes.math_block:
    return nodes.math_block(latex, latex, nowrap=True, number=None)


def code(text: str) -> nodes.literal:
    return nodes.literal(text, text)


def theorem_link(identifier: str, *text: nodes.Node | str) -> addnodes.pending_xref:
    """A link to a theorem by its id; an unknown id fails the build."""
    return link("theorem", identifier, *(text or (code(identifier),)))


def link(kind: str, target: str, *text: nodes.Node | str) -> addnodes.pending_xref:
    """A link to what is called `target` among the theorems, references, symbols or functions."""
    content = nodes.inline("", "", *inline(text))
    options: dict[str, Any] = {"refdomain": "std", "reftype": kind, "reftarget": target, "refexplicit": True}
    return addnodes.pending_xref("", content, refwarn=True, **options)


def copyable(name: str, text: str, language: str = "none") -> list[nodes.Node]:
    """A text to be copied; page.js adds a button that does so."""
    block = nodes.literal_block(text, text, language=language, classes=["copyable"])
    return [paragraph(name, classes=["lead"]), block]


def joined(items: Sequence[nodes.Node], separator: str = ", ") -> list[nodes.Node]:
    """Items with a separator between them."""
    return [part for item in items for part in (nodes.Text(separator), item)][1:]


def bullets(items: Iterable[Sequence[nodes.Node]], classes: Sequence[str] = ()) -> nodes.bullet_list:
    return nodes.bullet_list("", *(nodes.list_item("", *item) for item in items), classes=list(classes))


def table(columns: Sequence[str], rows: Iterable[Sequence[Sequence[nodes.Node | str]]], name: str) -> nodes.table:
    """A table of inline content; `name` is its class, by which the style sheet knows it."""

    def row(cells: Iterable[Sequence[nodes.Node | str]]) -> nodes.row:
        return nodes.row("", *(nodes.entry("", paragraph(*cell)) for cell in cells))

    widths = (nodes.colspec(colwidth=1) for _ in columns)
    head = nodes.thead("", row([name] for name in columns))
    body = nodes.tbody("", *(row(cells) for cells in rows))
    group = nodes.tgroup("", *widths, head, body, cols=len(columns))
    return nodes.table("", group, classes=[name])


def setup(app: Sphinx) -> None:
    for kind in (details, summary):
        app.add_node(kind, html=(_visit, _depart))
    app.add_node(svg, html=(_visit_svg, None))
    app.connect("missing-reference", _without_table)
    app.connect("html-page-context", _accessible, priority=900)  # after the theme's own


def _accessible(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """What the theme leaves out: what is scrolled is reached by keyboard, and captions are headings of a level."""
    body = context.get("body", "").replace("<pre>", '<pre tabindex="0">')
    context["body"] = _levelled(_WIDE.sub(r'<div tabindex="0"\1', body))
    context["furo_navigation_tree"] = _levelled(context.get("furo_navigation_tree", ""))


def _levelled(html: str) -> str:
    return html.replace('role="heading"', 'role="heading" aria-level="2"')


def _without_table(app: Sphinx, env: Any, node: addnodes.pending_xref, text: nodes.Element) -> nodes.Element | None:
    """Where the pages hold no table of symbols or of functions at all, what would link to it is plain text."""
    kind = node["reftype"]
    known = {found for found, _ in env.domains.standard_domain.objects}
    return text if kind in ("symbol", "function") and kind not in known else None


def _visit(translator: Any, node: nodes.Element) -> None:
    translator.body.append(translator.starttag(node, type(node).__name__, suffix=""))


def _depart(translator: Any, node: nodes.Element) -> None:
    translator.body.append(f"</{type(node).__name__}>\n")


def _visit_svg(translator: Any, node: svg) -> None:
    translator.body.append(node["drawing"])
    raise nodes.SkipNode
