"""What the last run of the checks found, read from build/verification.json; missing or stale is an error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from svflow_math.engine.record.check import Verdict
from svflow_math.engine.record.registry import Entry
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
        return "" if self.figure is None else f"{self.figure:.4g} {self.unit}".rstrip()


Results = Mapping[str, Result]  # by the name of the check


def results(entry: Entry, path: Path) -> Results:
    """The results of a theorem by check. Raises NotVerified where they are missing or stale."""
    rows = standing(_stored(path, path.stat().st_mtime_ns if path.exists() else 0), entry)
    if not rows:
        again = f"python -m derivations {entry.theorem.id}"
        raise NotVerified(f"{path.name} has no results of {entry.theorem.id} as it stands now; run {again}")
    return {row["check"]: _result(row) for row in rows}


@cache
def _stored(path: Path, changed: int) -> list[dict[str, Any]]:
    """The stored results; `changed` makes a rewritten file be read again."""
    return stored(path)


def _result(row: Mapping[str, Any]) -> Result:
    known = {name: row[name] for name in ("check", "figure", "unit", "worst_input", "reproduce")}
    return Result(**known, verdict=Verdict(row["verdict"]), details=tuple(row["details"]))
