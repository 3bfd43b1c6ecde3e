"""The literature: docs/references.bib as a page, and links to its entries.

The file is read by a small grammar: one field per line, in braces, names as `Last, First and Last, First`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole

from svflow_math.engine.render.blocks import code, link, paragraph

_ENTRY = re.compile(r"^@(\w+)\{(\w+),\n(.*?)^\}$", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^\s*(\w+)\s*=\s*\{(.*)\},?$", re.MULTILINE)
_ADDRESS = {"doi": "https://doi.org/", "eprint": "https://arxiv.org/abs/", "url": ""}


@dataclass(frozen=True)
class Reference:
    """One entry of the bibliography."""

    key: str
    fields: Mapping[str, str]

    @property
    def authors(self) -> list[tuple[str, str]]:
        """Last and first names; an institution has no first name."""
        names = (name.partition(", ") for name in self.fields["author"].split(" and "))
        return [(last.strip("{}"), first) for last, _, first in names]

    @property
    def label(self) -> str:
        """As cited in the text: `Amos (1974)`."""
        if "shorthand" in self.fields:
            return self.fields["shorthand"]
        lasts = [last if last != "others" else "et al." for last, _ in self.authors]
        names = f"{lasts[0]} et al." if len(lasts) > 2 else " and ".join(lasts).replace(" and et al.", " et al.")
        return f"{names} ({self.fields['year']})"

    def nodes(self) -> list[nodes.Node]:
        """As listed on the page."""
        names = ["et al." if last == "others" else f"{first} {last}".strip() for last, first in self.authors]
        venue = ["journal", "booktitle", "publisher", "edition", "volume", "number", "pages", "year"]
        given = [_VENUE.get(f, "{}").format(self.fields[f]) for f in venue if f in self.fields]
        found: list[nodes.Node] = [nodes.Text(", ".join(names).replace(", et al.", " et al").rstrip(".") + ". ")]
        found += [nodes.emphasis("", self.fields["title"]), nodes.Text(". " if given else ".")]
        if given:
            found.append(nodes.Text(", ".join(given) + "."))
        for field, address in _ADDRESS.items():
            if value := self.fields.get(field):
                shown = {"doi": f"doi:{value}", "eprint": f"arXiv:{value}"}.get(field, value)
                found += [nodes.Text(" "), nodes.reference("", shown, refuri=address + value)]
        return found


_VENUE = {"edition": "{} edition", "volume": "volume {}", "number": "number {}", "pages": "pages {}"}


def read(path: Path) -> dict[str, Reference]:
    """The entries of a BibTeX file by key. Raises ValueError where one cannot be read."""
    return _read(path, path.stat().st_mtime_ns)


@cache
def _read(path: Path, changed: int) -> dict[str, Reference]:
    text = path.read_text(encoding="utf-8")
    found = {key: Reference(key, dict(_FIELD.findall(body))) for _, key, body in _ENTRY.findall(text)}
    needed = {"author", "title"}
    broken = [
        key for key, r in found.items() if not needed <= set(r.fields) or not {"year", "shorthand"} & set(r.fields)
    ]
    if broken or len(found) != text.count("@"):
        raise ValueError(f"{path.name} has entries that cannot be read: {', '.join(broken) or 'unfinished ones'}")
    return found


def _bibliography(app: Sphinx) -> Path:
    return Path(app.confdir) / app.config.svflow_bibliography


def cited(app: Sphinx, key: str) -> nodes.Node:
    """A link to an entry of the bibliography; an unknown key fails the build as an unknown reference."""
    known = read(_bibliography(app))
    return link("reference", key, known[key].label if key in known else key)


class References(SphinxDirective):
    """The whole bibliography."""

    def run(self) -> list[nodes.Node]:
        path = _bibliography(self.env.app)
        self.env.note_dependency(str(path))
        items = []
        for key, reference in sorted(read(path).items()):
            self.env.domains.standard_domain.note_object("reference", key, key, location=self.get_location())
            items.append(nodes.list_item("", paragraph(*reference.nodes(), " ", code(key)), ids=[key]))
        return [nodes.bullet_list("", *items, classes=["references"])]


class Cite(SphinxRole):
    """A citation in the text."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        return [cited(self.env.app, self.text)], []


def setup(app: Sphinx) -> None:
    app.add_config_value("svflow_bibliography", "references.bib", "env", str)
    app.add_object_type("reference", "reference")
    app.add_directive("references", References)
    app.add_role("cite", Cite())
