"""A record without one of its hypotheses is rejected by its own checks, also where only points of measure zero tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from derivations.vocabulary import x, y
from svflow_math.engine.record.check import Settings, Verdict
from svflow_math.engine.record.hypothesis import Hypothesis, NotAntipodal
from svflow_math.engine.record.registry import entries
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.degenerate import Degenerate
from svflow_math.engine.verify.proof import Digits, Replay

NEEDED = {
    f"{e.theorem.id} without {h.latex()}": (e.theorem, h)
    for e in entries().values()
    if e.chapter in ("sphere", "retraction")
    for h in e.theorem.hypotheses
    if h.witness is not None
}


def is_rejected(theorem: Theorem) -> bool:
    """By the first of the checks of a statement that sees it."""
    checks = (Degenerate(), Digits(), Replay())
    return any(c.run(theorem, Settings(examples=6)).verdict not in (Verdict.HOLDS, Verdict.CITED) for c in checks)


@pytest.mark.parametrize("needed", NEEDED.values(), ids=NEEDED)
def test_it_is_rejected(needed: tuple[Theorem, Hypothesis]) -> None:
    theorem, dropped = needed
    assert is_rejected(replace(theorem, hypotheses=tuple(h for h in theorem.hypotheses if h is not dropped)))


@pytest.mark.parametrize("name", ["exp_log_eq_id", "norm_log_eq_dist", "geodesic_dist_eq", "normalized_step_eq_exp"])
def test_the_boundary_cannot_be_set_aside_where_the_logarithm_jumps(name: str) -> None:
    """Random points do not meet y = -x; the degenerate points and the proof both do."""
    theorem = entries()[name].theorem
    kept = tuple(h for h in theorem.hypotheses if NotAntipodal(x, y).facts().positive != h.facts().positive)
    assert len(kept) == len(theorem.hypotheses) - 1
    verdicts = [
        c.run(replace(theorem, hypotheses=kept), Settings(examples=6)).verdict for c in (Replay(), Degenerate())
    ]
    assert verdicts == [Verdict.UNKNOWN, Verdict.FAILS]
