"""Every check of every theorem holds; no formula is known here, so that a new theorem is tested as it is registered."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from svflow_math.engine.record.check import Check, Settings
from svflow_math.engine.record.registry import Entry, entries
from svflow_math.engine.record.step import Cited
from svflow_math.engine.verify.proof import Replay
from svflow_math.engine.verify.run import RESULTS, checked, checks_of, standing, stored

CHECKS = [(entry, check) for entry in entries().values() for check in checks_of(entry.theorem)]
STORED = stored(Path(__file__).parents[1] / RESULTS)


@cache
def built(theorem_id: str) -> dict[str, dict[str, Any]]:
    """The results of a theorem that stand, by check."""
    return {found["check"]: found for found in standing(STORED, entries()[theorem_id])}


def result_of(entry: Entry, check: Check) -> dict[str, Any]:
    """The result stored by the build where it stands, since the same sources give the same verdict; else a new one."""
    return built(entry.theorem.id).get(check.name) or checked(entry, check, Settings())


@pytest.mark.parametrize(("entry", "check"), CHECKS, ids=[f"{e.theorem.id}: {c.name}" for e, c in CHECKS])
def test_check_holds(entry: Entry, check: Check) -> None:
    cited = isinstance(check, Replay) and any(isinstance(step, Cited) for step in entry.theorem.steps)
    result = result_of(entry, check)
    found = f"{result['verdict']}\nworst input: {result['worst_input']}\nreproduce:   {result['reproduce']}"
    assert result["verdict"] == ("cited" if cited else "holds"), found


@pytest.mark.parametrize("entry", entries().values(), ids=entries())
def test_a_proof_uses_registered_theorems(entry: Entry) -> None:
    """What a step applies is verified itself, and not another theorem of the same name."""
    for step in entry.theorem.steps:
        for used in step.uses():
            assert entries()[used.id].theorem is used
