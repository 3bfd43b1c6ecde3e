"""What every test may use."""

from __future__ import annotations

import gc
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

# A run is a function of the tree; `--hypothesis-profile=explore` draws new examples each time.
settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("repeatable")

TESTS = Path(__file__).resolve().parent
MARKED = (TESTS / "browser", TESTS / "probe")  # every test in there has one mark


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import nothing that the marks asked for by default leave out altogether: torch and Playwright take seconds."""
    by_default = config.getoption("markexpr") == config.getini("addopts")[-1]
    return True if by_default and collection_path in MARKED else None


def pytest_collection_finish(session: pytest.Session) -> None:
    """What has been imported and collected stays: the garbage collector need not walk through it in every test."""
    gc.freeze()


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """A generator seeded by the test's own name: a test's numbers do not depend on which other tests run."""
    return np.random.default_rng(zlib.crc32(request.node.nodeid.encode()))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have counted with `record_property`, from all workers."""
    counts: Counter[str] = Counter()
    for report in (report for reports in terminalreporter.stats.values() for report in reports):
        counts.update(dict(getattr(report, "user_properties", ())))
    if counts:
        terminalreporter.write_line("counted: " + ", ".join(f"{number} {name}" for name, number in counts.items()))
