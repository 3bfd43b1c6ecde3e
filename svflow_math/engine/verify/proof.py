"""Checks of the statement itself: replayed steps, an independent reading at 40 digits, and witnesses."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from random import Random
from typing import Any

import mpmath

from svflow_math.engine.calculus.replay import replay
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.evaluate import Undefined
from svflow_math.engine.record.hypothesis import Hypothesis
from svflow_math.engine.record.sample import DIMENSIONS, NoAdmissiblePoint, completed, sample
from svflow_math.engine.record.scope import Scope
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem


def repeat(theorem: Theorem, settings: Settings) -> str:
    """The one line that runs the checks of a theorem again."""
    heads = "" if settings.heads is None else f" --heads {shlex.quote(str(settings.heads))}"
    return f"svflow verify {theorem.id} --seed {settings.seed} --examples {settings.examples}{heads}"


def shown(point: dict[Any, Any], width: int | None = 240) -> str:
    """A point in one line, without what follows from the dimension alone."""
    parts = []
    for key, value in sorted(point.items(), key=lambda item: str(item[0])):
        if not callable(value):
            parts.append(f"{key}={_brief(value)}")
    text = ", ".join(parts)
    return text if width is None or len(text) <= width else f"{text[: width - 3]}..."


def _brief(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_brief(v) for v in value)}]"
    return mpmath.nstr(value, 6)


@dataclass(frozen=True)
class Replay(Check):
    """Every step of the proof is executed again; the figure is the number of steps."""

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        verdict, steps = replay(theorem, settings.seed)
        details = tuple(
            {
                "rule": s.step.rule,
                "verdict": str(s.verdict),
                "reason": s.reason,
                "goal": s.goal.claim.latex(),
                "left": [g.claim.latex() for g in s.left],
            }
            for s in steps
        )
        failed = next((s.reason for s in steps if s.verdict not in (Verdict.HOLDS, Verdict.CITED)), "")
        return Outcome(verdict, len(steps), "steps", failed, repeat(theorem, settings), details)


@dataclass(frozen=True)
class Digits(Check):
    """The statement evaluated in coordinates at 50 digits in dimensions 2, 3, 5, 17, 64; digits of agreement."""

    minimum: int = 40

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        worst, where = mpmath.mpf(0), ""
        with mpmath.workdps(self.minimum + 10):
            for dim in DIMENSIONS:
                random = Random(f"{settings.seed} {theorem.id} {dim}")
                for _ in range(max(1, settings.examples // (4 if dim < 64 else 20))):
                    try:
                        point = sample(theorem.claim.terms(), theorem.hypotheses, dim, random)
                        defect = theorem.claim.defect(Scope(point))
                    except (NoAdmissiblePoint, Undefined) as error:
                        return Outcome(Verdict.FAILS, None, "digits", f"d={dim}: {error}", repeat(theorem, settings))
                    if defect > worst or not where:
                        worst, where = max(defect, worst), shown(point)
                    if worst > mpmath.mpf(10) ** -self.minimum:  # no further point makes up for this one
                        digits = round(float(-mpmath.log10(worst)), 1)
                        return Outcome(Verdict.FAILS, digits, "digits", where, repeat(theorem, settings))
            agreed = self.minimum + 10 if worst == 0 else float(-mpmath.log10(worst))
        verdict = Verdict.HOLDS if agreed >= self.minimum else Verdict.FAILS
        return Outcome(verdict, round(agreed, 1), "digits", where, repeat(theorem, settings))


@dataclass(frozen=True)
class Witnesses(Check):
    """Each hypothesis has a point that violates it alone and breaks the claim; the figure counts them."""

    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        details = []
        for hypothesis in theorem.hypotheses:
            if hypothesis.witness is None:
                if not hypothesis.convenience:
                    reason = f"{hypothesis.latex()} has neither a witness nor a reason"
                    return Outcome(Verdict.FAILS, None, "witnesses", reason, repeat(theorem, settings))
                details.append({"hypothesis": hypothesis.latex(), "convenience": hypothesis.convenience})
                continue
            with mpmath.workdps(50):
                found = examine(theorem, hypothesis)
            if isinstance(found, str):
                reason = f"{hypothesis.latex()}: {found}"
                return Outcome(Verdict.FAILS, None, "witnesses", reason, repeat(theorem, settings))
            details.append({"hypothesis": hypothesis.latex(), **found})
        return Outcome(Verdict.HOLDS, sum("witness" in x for x in details), "witnesses", details=tuple(details))


def examine(theorem: Theorem, hypothesis: Hypothesis) -> dict[str, Any] | str:
    """What happens at the witness of a hypothesis, or the reason why it is none."""
    assert hypothesis.witness is not None
    lengths = [len(v) for k, v in hypothesis.witness.items() if isinstance(v, list | tuple) and hasattr(k, "name")]
    dim = int(hypothesis.witness.get(d, max(lengths, default=2)))
    expressions = [*theorem.claim.terms(), *(s for h in theorem.hypotheses for s in h.subjects())]
    point = Scope(completed(hypothesis.witness, expressions, Random(theorem.id), dim))
    try:
        if hypothesis.holds(point):
            return "the witness satisfies the hypothesis"
    except Undefined:
        pass
    broken = [h.latex() for h in theorem.hypotheses if h is not hypothesis and not h.holds(point)]
    if broken:
        return f"the witness violates {broken[0]} too"
    at = shown({k: point[k] for k in hypothesis.witness})
    try:
        defect = theorem.claim.defect(point)
    except Undefined as reason:
        return {"witness": at, "outcome": f"undefined: {reason}"}
    if defect < mpmath.mpf(10) ** -6:
        return "the claim holds at the witness"
    return {"witness": at, "outcome": "false", "defect": float(defect), **theorem.claim.sides(point)}
