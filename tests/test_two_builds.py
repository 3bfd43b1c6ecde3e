"""The site built twice, on two machines as it were: the same bytes. Slow: `make test-reproducible`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.twice

# What no page may depend on: the order of sets, the place on Earth, the language, where and by how many it is built.
MACHINES = (
    {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": ""},
    {"PYTHONHASHSEED": "4242", "TZ": "America/Adak", "LC_ALL": "C", "PYTHONUTF8": "1", "HOME": "/nonexistent"},
)


def built(root: Path, place: Path, machine: dict[str, str], jobs: int, away: bool) -> dict[Path, bytes]:
    options = ["-j", str(jobs), "-n", "-W", "--keep-going", "-E", "-q", "-b", "html", "-d", str(place / "doctrees")]
    command = [sys.executable, "-m", "sphinx", *options, str(root / "docs"), str(place / "html")]
    environment = {k: v for k, v in {**os.environ, "MPLCONFIGDIR": str(place / "mpl"), **machine}.items() if v}
    done = subprocess.run(
        command, cwd=place if away else root, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    files = (path for path in (place / "html").rglob("*") if path.is_file())
    return {path.relative_to(place / "html"): path.read_bytes() for path in files}


def differing(first: dict[Path, bytes], second: dict[Path, bytes]) -> list[str]:
    """The files that are in one only, or not the same in both."""
    return sorted(str(name) for name in {*first, *second} if first.get(name) != second.get(name))


def test_two_builds_are_the_same(root: Path, tmp_path: Path) -> None:
    places = [tmp_path / "first", tmp_path / "second"]
    for place in places:
        place.mkdir()
    first = built(root, places[0], MACHINES[0], jobs=2, away=False)
    second = built(root, places[1], MACHINES[1], jobs=1, away=True)
    assert len(first) > 30
    assert differing(first, second) == []


def test_a_difference_is_told() -> None:
    page = Path("index.html")
    assert differing({page: b"a"}, {page: b"a"}) == []
    assert differing({page: b"a"}, {page: b"b", Path("more"): b""}) == ["index.html", "more"]
