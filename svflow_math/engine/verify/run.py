"""One theorem's checks, run and recorded; results that still stand are not computed again."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.digest import digest
from svflow_math.engine.record.emission import RowEmission
from svflow_math.engine.record.registry import Entry, entries
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.degenerate import Degenerate
from svflow_math.engine.verify.emitted import Laws, StableForm
from svflow_math.engine.verify.proof import Digits, Replay, Witnesses, repeat
from svflow_math.engine.verify.second_engine import SecondEngine

RESULTS = Path("build") / "verification.json"


def checks_of(theorem: Theorem) -> tuple[Check, ...]:
    """The checks of every theorem, of every row function, and those that the record adds."""
    always: tuple[Check, ...] = (Replay(), SecondEngine(), Digits(), Degenerate(), Witnesses())
    emits = (StableForm(),) if theorem.emits else ()
    laws = (Laws(),) if any(isinstance(em, RowEmission) for em in theorem.emits) else ()
    return (*always, *emits, *laws, *theorem.checks)


def verify(theorem_id: str, settings: Settings) -> list[dict[str, Any]]:
    """The results of every check of one theorem, as written to build/verification.json."""
    entry = entries()[theorem_id]
    return [checked(entry, check, settings) for check in checks_of(entry.theorem)]


def checked(entry: Entry, check: Check, settings: Settings) -> dict[str, Any]:
    """The result of one check."""
    start = time.perf_counter()
    try:
        outcome = check.run(entry.theorem, settings)
    except Exception as error:  # a check that cannot run has not shown anything
        reason = f"{type(error).__name__}: {error}"
        outcome = Outcome(Verdict.FAILS, None, "", reason, repeat(entry.theorem, settings))
    return {
        "theorem": entry.theorem.id,
        "chapter": entry.chapter,
        "check": check.name,
        "verdict": str(outcome.verdict),
        "figure": outcome.figure,
        "unit": outcome.unit,
        "worst_input": outcome.worst_input,
        "reproduce": outcome.reproduce,
        "details": list(outcome.details),
        "digest": digest(entry),
        "seconds": round(time.perf_counter() - start, 3),
    }


def stored(path: Path = RESULTS) -> list[dict[str, Any]]:
    """The results of the last run, an empty list where there are none."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def standing(results: Iterable[dict[str, Any]], entry: Entry) -> list[dict[str, Any]]:
    """The stored results of a theorem that no change of its sources has made stale."""
    mine = [r for r in results if r["theorem"] == entry.theorem.id]
    complete = [r["check"] for r in mine] == [c.name for c in checks_of(entry.theorem)]
    return mine if complete and all(r["digest"] == digest(entry) for r in mine) else []
