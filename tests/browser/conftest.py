"""The built site in Debian's Chromium, headless, without a network: one browser and one page for a worker."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.watched import Watched


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


@pytest.fixture(scope="session")
def desktop(chromium: Browser) -> Watched:
    return Watched(chromium)


@pytest.fixture(scope="session")
def scriptless(chromium: Browser) -> Page:
    """A page on which no script of the site runs."""
    return chromium.new_context(java_script_enabled=False, offline=True).new_page()
