"""What the last run of the checks found, read from build/verification.json; missing or stale is an error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from svflow_math.engine.record.check import Verdict
from svflow_math.engine.record.registry import Entry, entries
from svflow_math.engine.verify.run import standing, stored


class NotVerified(Exception):
    """A theorem has no results, or they are of an earlier state of its record."""


@dataclass(frozen=True)
class Result:
    """What one check found on one theorem. How long it took is no part of it."""

    check: str
    verdict: Verdict
    figure: float | None
    unit: str
    worst_input: str
    reproduce: str
    details: tuple[dict[str, Any], ...]

    @property
    def measured(self) -> str:
        """The figure with its unit."""
        unit = self.unit.removesuffix("s") if self.figure == 1 else self.unit
        return "" if self.figure is None else f"{self.figure:.4g} {unit}".rstrip()


Results = Mapping[str, Result]  # by the name of the check


def results(entry: Entry, path: Path) -> Results:
    """The results of a theorem by check. Raises NotVerified where they are missing or stale."""
    found = _found(path, path.stat().st_mtime_ns if path.exists() else 0, entry.theorem.id)
    if not found:
        again = f"python -m derivations {entry.theorem.id}"
        raise NotVerified(f"{path.name} has no results of {entry.theorem.id} as it stands now; run {again}")
    return found


@cache
def _found(path: Path, changed: int, identifier: str) -> Results:
    """The standing results of a theorem, none where they are missing or stale."""
    rows = standing(_stored(path, changed).get(identifier, []), entries()[identifier])
    return {row["check"]: _result(row) for row in rows}


@cache
def _stored(path: Path, changed: int) -> dict[str, list[dict[str, Any]]]:
    """The stored results by theorem; `changed` makes a rewritten file be read again."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in stored(path):
        found.setdefault(row["theorem"], []).append(row)
    return found


def _result(row: Mapping[str, Any]) -> Result:
    known = {name: row[name] for name in ("check", "figure", "unit", "worst_input", "reproduce")}
    return Result(**known, verdict=Verdict(row["verdict"]), details=tuple(row["details"]))
