"""The built site in Debian's Chromium, headless, without a network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright


@pytest.fixture(scope="session")
def site(root: Path) -> Path:
    """Where the pages are; `make docs` writes them."""
    path = root / "build" / "html"
    assert (path / "index.html").is_file(), "no pages in build/html: run `make docs` first"
    return path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert program, "no Chromium is installed: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
