"""The site as files: every link leads somewhere."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytestmark = pytest.mark.browser

OUTSIDE = (
    "https://doi.org/",
    "https://arxiv.org/",
    "https://dlmf.nist.gov",
    "https://github.com/",
    "https://pradyunsg.me/",
)


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in site.glob("*.html")}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', text)) | {"", "top"} for path, text in pages.items()}
    broken = []
    for page, text in pages.items():
        for link in set(re.findall(r'\b(?:href|src)="([^"]+)"', text)):
            parts = urlsplit(unescape(link))
            if parts.scheme in ("http", "https"):
                if not link.startswith(OUTSIDE):
                    broken.append(f"{page.name}: {link} leads out of the pages")
                continue
            if parts.scheme:
                continue
            target = page if not parts.path else (page.parent / unquote(parts.path)).resolve()
            if not target.is_file() or unquote(parts.fragment) not in anchors.get(target, {unquote(parts.fragment)}):
                broken.append(f"{page.name}: {link}")
    assert sorted(broken) == []
