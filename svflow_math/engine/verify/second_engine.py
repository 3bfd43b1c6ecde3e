"""Every equality that replay decides, decided again by code that replay does not share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from svflow_math.engine.calculus.replay import replayed
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.obligation import Obligation
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.second.balls import BITS, POINTS, Admissible, Coordinates, enclosed
from svflow_math.engine.second.reduction import reduces
from svflow_math.engine.second.tree import Tree, Unread
from svflow_math.engine.verify.proof import repeat

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Decision:
    """What the second engine finds of one equality: by polynomials, by balls, or why it does not agree."""

    algebraic: bool
    polynomials: bool
    balls: bool
    objection: str = ""


@dataclass(frozen=True)
class SecondEngine(Check):
    """Equalities decided again, by FLINT's polynomials modulo the hypotheses and by balls; the figure counts them.

    An algebraic equality is to reduce to zero modulo the ideal. One that is transcendental, or that the ideal leaves
    open, is to be enclosed to 2^-200 at 50 random admissible points. A ball that excludes zero, and an equality that
    is left undecided, fail the check.
    """

    @property
    def name(self) -> str:
        return "second engine"

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        obligations = [o for step in replayed(theorem, settings.seed) for o in step.decided]
        points = _Points(f"{settings.seed} {theorem.id}")
        found = []
        for obligation in obligations:
            found.append(decide(obligation, points.where(obligation.facts)))
            if found[-1].objection:
                text = f"{obligation.lhs} = {obligation.rhs}: {found[-1].objection}"
                return Outcome(Verdict.FAILS, len(found) - 1, "equalities", text, repeat(theorem, settings))
        counts = {
            "algebraic": sum(f.algebraic for f in found),
            "transcendental": sum(not f.algebraic for f in found),
            "polynomials": sum(f.polynomials for f in found),
            "balls": sum(f.balls for f in found),
        }
        details = ({**counts, "sentence": _sentence(found)},)
        return Outcome(Verdict.HOLDS, len(found), "equalities", "", repeat(theorem, settings), details)


def decide(obligation: Obligation, points: Iterable[Coordinates]) -> Decision:
    """Decide one equality again; what is transcendental is enclosed even where the polynomials agree."""
    tree = Tree()
    try:
        left, right = tree.read(obligation.lhs, obligation.rhs)
        algebraic = left is right or not tree.is_transcendental
    except Unread as reason:
        return Decision(False, False, False, f"not decided: {reason}")
    remainder = reduces(obligation)
    if algebraic and not remainder:
        return Decision(True, True, False)
    ball = enclosed(obligation, points)
    if ball.agrees:
        return Decision(algebraic, not remainder, True)
    word = "not zero at" if ball.agrees is False else "not decided:"
    return Decision(algebraic, not remainder, False, f"{word} {ball.reason}")


def _sentence(found: list[Decision]) -> str:
    """Which engines agreed, in words."""
    if not found:
        return "The proof rests on no equality of the normal form."
    polynomials = "by FLINT's polynomials modulo the hypotheses, families of sizes 2 and 3"
    balls = f"by balls known to 2{str(-BITS).translate(_RAISED)} at {POINTS} points"
    counts = ((sum(f.polynomials for f in found), polynomials), (sum(f.balls for f in found), balls))
    if len(found) == 1:
        named = " and ".join(words for count, words in counts if count)
        return f"Its one equality was decided twice: by the normal form, and {named}."
    named = "; ".join(f"{count} {words}" for count, words in counts if count)
    both = sum(f.polynomials and f.balls for f in found)
    return f"Its {len(found)} equalities were decided twice: by the normal form, and then {named}" + (
        f"; {both} of them by both." if both else "."
    )


class _Points:
    """Admissible points by the facts that they satisfy."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._known: dict[Any, Iterable[Coordinates]] = {}

    def where(self, facts: Facts) -> Iterable[Coordinates]:
        key = (frozenset(facts.fixed.items()), facts.positive, facts.nonnegative, facts.laws, facts.events, facts.units)
        if key not in self._known:
            self._known[key] = Admissible(facts, self._seed)
        return self._known[key]
