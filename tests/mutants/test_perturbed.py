"""Every record can fail: perturbed records, drawn with a seed, are rejected by their own checks.

`make record-mutants` tries all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
import sympy as sp

from derivations.retraction.projective_retraction_second_order import THEOREM as SECOND_ORDER
from derivations.sphere.exp_log_eq_id import THEOREM as LOG
from derivations.sphere.project_tangent_idempotent import THEOREM as PROJECT
from derivations.vocabulary import h, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Bound, Equal, OrderOf
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.registry import entries
from svflow_math.engine.record.step import Goal, Step
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.perturbed import QUOTED, outcome, perturbed, rejected_by, sampled, true_all_the_same

SEED, COUNT = 8, 24
LOOSE = "bits"


@pytest.mark.parametrize(("theorem_id", "number"), sampled(COUNT, SEED), ids=str)
def test_a_perturbed_record_is_rejected(theorem_id: str, number: int) -> None:
    what, check, rule = outcome(theorem_id, number)
    assert check or rule, f"{theorem_id}: {what} is not noticed"


def kinds(theorem: Theorem) -> Iterator[str]:
    for mutant in perturbed(theorem):
        assert mutant.theorem != theorem or mutant.check not in (None, *theorem.checks)
        yield mutant.what.split(" of ")[0].split(" |")[0]


def test_the_counts_of_the_page_are_those_of_the_records() -> None:
    """`make record-mutants` has run over the records as they are."""
    counts = Counter(e.chapter for e in entries().values() for _ in perturbed(e.theorem))
    rows = [line.strip("| ").split(" | ") for line in QUOTED.read_text(encoding="utf-8").splitlines()]
    printed = {row[0]: tuple(map(int, row[1:])) for row in rows if row[0] in counts}
    assert {chapter: row[0] for chapter, row in printed.items()} == counts
    assert all(total == rejected + true for total, rejected, true in printed.values())


def test_every_part_of_a_record_is_perturbed() -> None:
    assert {"claim: sign", "claim: swap", "without"} <= set(kinds(PROJECT))
    assert {"claim: swap", "step 3, RecogniseAngle: constant", LOOSE} <= set(kinds(LOG))
    assert {"claim: order", "claim: swap", "step 1, Restate: swap"} <= set(kinds(SECOND_ORDER))


class Lax(Step):
    """A rule that is wrong: it closes any goal."""

    def apply(self, goal: Goal) -> list[Goal]:
        return []


def test_what_is_not_rejected_is_told_from_what_is_true() -> None:
    claim, steps = Equal(Dot(x, x), 1), (NormalForm(),)
    right = Theorem(id="right", number="0", hypotheses=(Unit(x),), claim=claim, steps=steps)
    swapped = Theorem(id="right", number="0", hypotheses=(Unit(x),), claim=Equal(Dot(x, x) ** 2, 1), steps=steps)
    assert rejected_by(right) == ""
    assert "normal form" in true_all_the_same(right, swapped)
    loose = Theorem(id="loose", number="0", hypotheses=(), claim=Bound(sp.S.Zero, Dot(x, x)), steps=(Lax(),))
    looser = Theorem(id="loose", number="0", hypotheses=(), claim=Bound(-sp.S.One, Dot(x, x)), steps=(Lax(),))
    tighter = Theorem(id="loose", number="0", hypotheses=(), claim=Bound(sp.S.One, Dot(x, x) + 2), steps=(Lax(),))
    assert true_all_the_same(loose, looser) == true_all_the_same(loose, tighter) == "it is a weaker bound"
    assert true_all_the_same(looser, loose) == ""
    third = Theorem(id="order", number="0", hypotheses=(), claim=OrderOf(h**3, h, 3), steps=(Lax(),))
    fourth, second = (replace(third, claim=replace(third.claim, expression=h**k)) for k in (4, 2))
    assert true_all_the_same(third, fourth) == "what was changed is of the order left open"
    assert true_all_the_same(third, second) == ""
    assert rejected_by(Theorem(id="false", number="0", hypotheses=(), claim=claim, steps=(Lax(),)))
