"""Digests: what a result depends on, so that an unchanged theorem is neither emitted nor verified again."""

from __future__ import annotations

import hashlib
import importlib
import re
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from svflow_math.engine.record.registry import Entry, entries, home

_ENGINE = Path(__file__).parents[1]
_PACKAGE = _ENGINE.parent
_NAMED = re.compile(r"^from (\w+(?:\.\w+)?\.(?:operations|vocabulary)) import", re.MULTILINE)


@cache
def _hash_of(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def _sources(root: Path, *parts: str) -> list[Path]:
    return sorted(p for part in parts for p in (root / part).rglob("*") if p.suffix in (".py", ".npz"))


def _combined(paths: Iterable[Path], *words: str) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(path.name.encode())
        total.update(_hash_of(path))
    for word in words:
        total.update(word.encode())
    return total.hexdigest()[:16]


def _record_files(entry: Entry) -> list[Path]:
    """The record, the records that it uses, and what their chapters, chapters they name, and the vocabulary define."""
    files = {entry.path}
    waiting = list(entry.theorem.uses)
    while waiting:
        used = entries()[waiting.pop()]
        if used.path not in files:
            files.add(used.path)
            waiting += used.theorem.uses
    shared = {p.parent / name for p in files for name in ("operations.py", "tables.py")}
    named = {module for p in files for module in _NAMED.findall(p.read_text(encoding="utf-8"))}
    shared |= {Path(spec.origin) for spec in map(find_spec, named) if spec is not None and spec.origin}
    shared.add(entry.path.parents[1] / "vocabulary.py")
    return sorted(files | {p for p in shared if p.exists()})


def emission_digest(chapter_entries: list[Entry]) -> str:
    """What an emitted module depends on: its records, the engine that prints them, and SymPy."""
    records = sorted({p for entry in chapter_entries for p in _record_files(entry)})
    return _combined([*records, *_sources(_ENGINE, "record", "calculus", "emit")], version("sympy"))


@cache
def _run_time() -> str:
    return _combined(_sources(_PACKAGE, "numerics", "tables", "gen", "data"), version("numpy"))


@cache
def _engine() -> str:
    libraries = (version(name) for name in ("sympy", "mpmath", "python-flint"))
    return _combined(_sources(_ENGINE, "record", "calculus", "second", "verify"), *libraries)


def digest(entry: Entry) -> str:
    """What the verification of a theorem depends on; a stored result with another digest is stale."""
    checks = {importlib.import_module(type(c).__module__).__file__ for c in entry.theorem.checks}
    own = sorted(Path(p) for p in checks if p)
    if home(entry.chapter) != "svflow_math.gen":  # of which `_run_time` knows
        spec = find_spec(f"{home(entry.chapter)}.{entry.chapter}")
        own += [Path(spec.origin)] if spec is not None and spec.origin else []
    return _combined([*_record_files(entry), *own], _engine(), _run_time())
