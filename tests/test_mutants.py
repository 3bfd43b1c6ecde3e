"""Wrong records, wrong functions and wrong proofs: each is rejected by the check meant for it, and its twin passes."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from svflow_math.engine.record.check import Settings, Verdict
from svflow_math.engine.record.registry import entries
from svflow_math.engine.record.sample import NoAdmissiblePoint
from svflow_math.engine.record.step import NotShown
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.arrays import ArrayBits
from svflow_math.engine.verify.concentration import ConcentrationBits
from svflow_math.engine.verify.degenerate import Degenerate
from svflow_math.engine.verify.emitted import Bits, Laws, Oracle, StableForm
from svflow_math.engine.verify.heads import (
    AttendsAsRecorded,
    InsideTiltBounds,
    MetricsAsComputedApart,
    PosteriorAsComputedApart,
)
from svflow_math.engine.verify.mixture import MixtureBits, MixtureLaws
from svflow_math.engine.verify.proof import Digits, Replay, Witnesses
from svflow_math.engine.verify.regimes import RegimeBits
from svflow_math.engine.verify.run import RESULTS, checks_of, standing, stored
from svflow_math.engine.verify.second_engine import SecondEngine
from tests.mutants.functions import WrongFunction
from tests.mutants.proof import WrongProof
from tests.mutants.records import WrongRecord

FOLDER = Path(__file__).parent / "mutants"
MODULES = [import_module(f"tests.mutants.{p.stem}") for p in sorted(FOLDER.glob("[!_t]*.py"))]


def gathered(kind: str) -> list[Any]:
    """The mutants of one kind in all modules of the folder."""
    return [mutant for module in MODULES for mutant in getattr(module, kind, ())]


PROOFS: list[WrongProof] = gathered("PROOFS")
RECORDS: list[WrongRecord] = gathered("RECORDS")
FUNCTIONS: list[WrongFunction] = gathered("FUNCTIONS")
STATEMENT_CHECKS = (Replay, SecondEngine, Digits, Degenerate, Witnesses, StableForm)
FUNCTION_CHECKS = (
    *(Bits, Laws, Oracle, ConcentrationBits, InsideTiltBounds, MetricsAsComputedApart),
    *(ArrayBits, RegimeBits, MixtureBits, MixtureLaws, AttendsAsRecorded, PosteriorAsComputedApart),
)


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.name)
def test_a_wrong_proof_is_refused(proof: WrongProof) -> None:
    """A rule does not apply, or the statement cannot even be written down."""
    with pytest.raises((NotShown, ValueError)):
        proof.wrong().goals()


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.name)
def test_its_true_twin_is_accepted(proof: WrongProof) -> None:
    """Of an equivalence the steps show the first direction."""
    attempt = proof.right()
    assert len(attempt.goals()) == hasattr(attempt.claim, "left")


def rejected(theorem: Theorem, *left_out: type) -> set[str]:
    """The names of the checks that the theorem does not pass."""
    found = set()
    for check in checks_of(theorem):
        if not isinstance(check, left_out):
            try:
                outcome = check.run(theorem, Settings(examples=6))
            except (NoAdmissiblePoint, IndexError):  # as verification has it, a check that cannot run fails
                found.add(check.name)
                continue
            if outcome.verdict in (Verdict.FAILS, Verdict.UNKNOWN):
                found.add(check.name)
                assert outcome.reproduce
                assert outcome.worst_input
    return found


STORED = stored(Path(__file__).parents[1] / RESULTS)


def passes(twin: Theorem, *left_out: type) -> bool:
    """By the results of the build where they stand, which are of more examples; else by checks that are run here."""
    built = {r["check"]: r["verdict"] for r in standing(STORED, entries()[twin.id])} if twin.id in entries() else {}
    if not built or entries()[twin.id].theorem is not twin:
        return rejected(twin, *left_out) == set()
    answers = [built[check.name] for check in checks_of(twin) if not isinstance(check, left_out)]
    return not {"fails", "unknown"} & set(answers)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_a_wrong_record_is_rejected_by_the_checks_meant_for_it(record: WrongRecord) -> None:
    assert rejected(record.wrong(record.twin), *FUNCTION_CHECKS) == record.rejected_by


@pytest.mark.parametrize("twin", {r.twin.id: r.twin for r in RECORDS}.values(), ids=lambda twin: twin.id)
def test_the_right_record_passes(twin: Theorem) -> None:
    assert passes(twin, *FUNCTION_CHECKS)


@pytest.mark.parametrize("mutant", FUNCTIONS, ids=lambda mutant: f"{mutant.name}: {mutant.mistake}")
def test_a_wrong_function_is_rejected_by_the_checks_meant_for_it(
    mutant: WrongFunction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutant.module, mutant.name, mutant.wrong)
    assert rejected(mutant.theorem, *STATEMENT_CHECKS) == mutant.rejected_by


@pytest.mark.parametrize("theorem", {m.theorem.id: m.theorem for m in FUNCTIONS}.values(), ids=lambda t: t.id)
def test_the_right_function_passes(theorem: Theorem) -> None:
    assert passes(theorem, *STATEMENT_CHECKS)
