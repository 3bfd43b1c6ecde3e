"""Every record can fail: each is perturbed in every part, and its own checks must reject what becomes of it.

`python -m svflow_math.engine.verify.perturbed [IDS]` prints how many perturbed records were tried, rejected and found
to be true all the same, and lists those that slipped through; the exit status is 1 if any did. Without IDS, and in a
checkout, the counts go to docs/record-mutants.inc, which the page on what the checks reject quotes.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import sympy as sp
from joblib import Parallel, delayed

from svflow_math.engine.calculus.rules.algebra import Taylor, vector_aware_identity
from svflow_math.engine.calculus.signs import is_nonnegative
from svflow_math.engine.record.check import Check, Settings, Verdict
from svflow_math.engine.record.claim import Bound, Claim, Equal, ForAll, Iff, Limit, OrderOf
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.registry import entries, select
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Dot, Index, Term, is_vector
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.degenerate import Degenerate
from svflow_math.engine.verify.emitted import StableForm
from svflow_math.engine.verify.proof import Digits, Replay

_EACH = 2  # places in a claim or a step that one kind of change is made at
_HINTS = ("note", "roots")  # what steers the normal form, and says nothing
_STRICTER = "a thousandth of the tolerance"
_REJECTED, _TRUE, _SLIPPED = "rejected by ", "true all the same: ", "not rejected"
QUOTED = Path(__file__).resolve().parents[3] / "docs" / "record-mutants.inc"


@dataclass(frozen=True)
class Perturbed:
    """A record with one thing changed; `what` says which."""

    what: str
    theorem: Theorem
    check: Check | None = None  # the one that has changed, and alone has to answer


def perturbed(theorem: Theorem) -> list[Perturbed]:
    """Every perturbation of a record: of its claim, its hypotheses, its steps, and the tolerances of its checks."""
    found = [Perturbed(f"claim: {what}", replace(theorem, claim=claim)) for what, claim in _claims(theorem.claim)]
    for h in theorem.hypotheses:
        if h.witness is not None:  # the others are conveniences
            kept = tuple(k for k in theorem.hypotheses if k is not h)
            found.append(Perturbed(f"without {h.latex()}", replace(theorem, hypotheses=kept)))
    for number, step in enumerate(theorem.steps):
        for what, changed in _steps(step):
            steps = (*theorem.steps[:number], changed, *theorem.steps[number + 1 :])
            found.append(Perturbed(f"step {number + 1}, {type(step).__name__}: {what}", replace(theorem, steps=steps)))
    for check in theorem.checks:
        maximum: Any = getattr(check, "maximum", None)
        if maximum is not None:
            stricter: Any = replace(check, **{"maximum": maximum / 1000})
            found.append(Perturbed(f"{check.name}: {_STRICTER}", theorem, stricter))
    return found


def _claims(claim: Claim) -> Iterator[tuple[str, Claim]]:
    if isinstance(claim, ForAll):
        yield from ((what, replace(claim, claim=c)) for what, c in _claims(claim.claim))
    elif isinstance(claim, Iff):
        yield from ((f"left {what}", replace(claim, left=c)) for what, c in _claims(claim.left))
        yield from ((f"right {what}", replace(claim, right=c)) for what, c in _claims(claim.right))
    elif isinstance(claim, Equal | Bound):
        if isinstance(claim, Bound):
            yield "sides exchanged", replace(claim, lhs=claim.rhs, rhs=claim.lhs)
        if claim.rhs != 0:
            yield "sign of the right side", replace(claim, rhs=-claim.rhs)
        for side in ("lhs", "rhs"):
            for what, e in _expressions(getattr(claim, side)):
                yield f"{what} in {side}", replace(claim, **{side: e})
    elif isinstance(claim, OrderOf):
        yield "order", replace(claim, order=claim.order + 1)
        yield from ((what, replace(claim, expression=e)) for what, e in _expressions(claim.expression))
    elif isinstance(claim, Limit):
        yield "value", replace(claim, value=claim.value + 1)
        yield from ((what, replace(claim, expression=e)) for what, e in _expressions(claim.expression))


def _steps(step: Step) -> Iterator[tuple[str, Step]]:
    for f in fields(step):
        value = getattr(step, f.name)
        if f.name in _HINTS:
            continue
        if isinstance(value, sp.Expr) and not isinstance(value, sp.Symbol):
            yield from ((f"{what} in {f.name}", replace(step, **{f.name: e})) for what, e in _expressions(value))
        elif isinstance(value, Claim):
            yield from ((f"{what} in {f.name}", replace(step, **{f.name: c})) for what, c in _claims(value))
        elif isinstance(value, tuple) and value and all(isinstance(e, sp.Expr) for e in value):
            for what, e in _expressions(value[0]):
                yield f"{what} in {f.name}", replace(step, **{f.name: (e, *value[1:])})


def _expressions(e: Any) -> Iterator[tuple[str, Any]]:
    """An expression with one change: a sign, a constant, an exponent, two arguments exchanged."""
    e = sp.sympify(e)
    for kind, change in (("sign", _sign), ("constant", _constant), ("exponent", _exponent), ("swap", _swap)):
        places = ((path, new) for path, node in _nodes(e) for new in change(node))
        for path, new in islice(places, _EACH):
            with suppress(TypeError, ValueError):  # where it cannot even be written down
                if (changed := _put(e, path, new)) != e:
                    yield f"{kind} of {new}", changed


def _nodes(e: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The parts of an expression with their places, but for names, indices and the variables that terms bind."""
    yield path, e
    for number, argument in enumerate(e.args):
        is_name = isinstance(e, Term) and number > 0 and not isinstance(argument, sp.Expr)
        if not isinstance(argument, Index) and not is_name and isinstance(argument, sp.Expr):
            yield from _nodes(argument, (*path, number))


def _put(e: Any, path: tuple[int, ...], new: Any) -> Any:
    if not path:
        return new
    arguments = list(e.args)
    arguments[path[0]] = _put(arguments[path[0]], path[1:], new)
    return e.func(*arguments)


def _sign(node: Any) -> Iterator[Any]:
    if isinstance(node, sp.Add):
        yield sp.Add(-node.args[0], *node.args[1:])


def _constant(node: Any) -> Iterator[Any]:
    if node.is_Rational and node not in (0, -1):
        yield node + 1


def _exponent(node: Any) -> Iterator[Any]:
    if isinstance(node, sp.Pow):
        yield sp.Pow(node.base, node.exp + 1)


def _swap(node: Any) -> Iterator[Any]:
    if isinstance(node, Term | sp.atan2) and not isinstance(node, Dot) and len(node.args) > 1:
        first, second, *rest = node.args
        if all(isinstance(a, sp.Expr) for a in (first, second)) and is_vector(first) == is_vector(second):
            with suppress(TypeError, ValueError):  # where it cannot even be written down
                yield node.func(second, first, *rest)


def rejected_by(theorem: Theorem) -> str:
    """The first of the checks of every record that rejects this one; nothing where none does."""
    programs = (StableForm(),) if theorem.emits else ()
    for check in (Degenerate(), Digits(), Replay(), *programs):
        try:
            verdict = check.run(theorem, Settings(examples=4)).verdict
        except Exception:  # as verification has it, a check that cannot run has not shown anything
            return check.name
        if verdict not in (Verdict.HOLDS, Verdict.CITED):
            return check.name
    return ""


def true_all_the_same(twin: Theorem, theorem: Theorem) -> str:
    """The rule by which a perturbed record says what the true one says, or less; nothing where none is known."""
    if theorem.hypotheses != twin.hypotheses:
        return ""
    facts, old, new = Goal(twin.claim, twin.hypotheses).facts, _plain(twin.claim), _plain(theorem.claim)
    if _same(twin.claim, theorem.claim, facts) and _same(twin.steps, theorem.steps, facts):
        return "what was changed has the normal form that it had"
    if theorem.steps == twin.steps and isinstance(old, Bound) and isinstance(new, Bound):
        slack = (new.rhs - new.lhs) - (old.rhs - old.lhs)
        return "it is a weaker bound" if is_nonnegative(slack, facts) else ""
    if theorem.steps == twin.steps and isinstance(old, OrderOf) and isinstance(new, OrderOf) and old.order == new.order:
        change = replace(old, expression=new.expression - old.expression)
        return "what was changed is of the order left open" if _shown(change, twin, Taylor()) else ""
    return ""


def _shown(claim: Claim, theorem: Theorem, step: Step) -> bool:
    try:
        return not step.apply(Goal(claim, theorem.hypotheses))
    except NotShown:
        return False


def _same(old: Any, new: Any, facts: Facts) -> bool:
    """Whether two claims or steps are the same but for expressions of one normal form."""
    if old == new:
        return True
    if isinstance(old, sp.Expr) and isinstance(new, sp.Expr):
        return vector_aware_identity(old, new, facts)
    if isinstance(old, tuple) and isinstance(new, tuple):
        return len(old) == len(new) and all(_same(a, b, facts) for a, b in zip(old, new, strict=True))
    if type(old) is not type(new) or not is_dataclass(old):
        return False
    return all(_same(getattr(old, f.name), getattr(new, f.name), facts) for f in fields(old))


def _plain(claim: Claim) -> Claim:
    return _plain(claim.claim) if isinstance(claim, ForAll) else claim


def outcomes(theorem_id: str) -> list[tuple[str, str, str]]:
    """What became of every perturbation of a record: (what, the check that rejects it, the rule that excuses it)."""
    return [outcome(theorem_id, number) for number in range(len(perturbed(entries()[theorem_id].theorem)))]


def outcome(theorem_id: str, number: int) -> tuple[str, str, str]:
    """What became of one perturbation of a record."""
    twin = entries()[theorem_id].theorem
    mutant = perturbed(twin)[number]
    if mutant.check is not None:
        found = mutant.check.run(twin, Settings())
        exact = "no digit is lost, however small the tolerance" if found.figure == 0 else ""
        return mutant.what, mutant.check.name if found.verdict is Verdict.FAILS else "", exact
    check = rejected_by(mutant.theorem)
    return mutant.what, check, "" if check else true_all_the_same(twin, mutant.theorem)


def sampled(count: int, seed: int) -> list[tuple[str, int]]:
    """Perturbations of some records, one of each, by id and number; the others are not even made."""
    draw = Random(seed)
    chosen = draw.sample(list(entries().values()), min(count, len(entries())))
    return [(e.theorem.id, draw.randrange(len(perturbed(e.theorem)))) for e in chosen]


def quoted(counts: Mapping[str, Counter[str]]) -> str:
    """The counts by chapter, and by what became of the perturbed records, as two tables in Markdown."""
    everything = sum(counts.values(), Counter[str]())
    rows: list[tuple[str | int, ...]] = []
    for chapter, found in (*counts.items(), ("all", everything)):
        true = sum(number for fate, number in found.items() if fate.startswith(_TRUE))
        rows.append((chapter, found.total(), found.total() - true, true))
    tables = (
        _table("chapter", "perturbed records", "rejected", "true all the same", rows=rows),
        _table("what became of them", "perturbed records", rows=everything.most_common()),
    )
    return "\n\n".join(("% GENERATED by make record-mutants; do not edit.", *tables)) + "\n"


def _table(*columns: str, rows: Iterable[tuple[str | int, ...]]) -> str:
    lines = [columns, ["---", *["--:"] * (len(columns) - 1)], *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", help="theorems or chapters; all of them by default")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(argv)
    chosen = select(options.ids)
    found = Parallel(n_jobs=options.jobs, return_as="generator")(delayed(outcomes)(e.theorem.id) for e in chosen)
    counts: dict[str, Counter[str]] = {entry.chapter: Counter() for entry in chosen}
    for entry, results in zip(chosen, found, strict=True):
        for what, check, rule in results:
            counts[entry.chapter][_fate(what, check, rule)] += 1
            if not check and not rule:
                print(f"{entry.theorem.id}: {what}", flush=True)
    total = sum(counts.values(), Counter[str]())
    for fate, number in total.most_common():
        print(f"{number:6d} {fate}")
    print(f"{total.total():6d} perturbed records, of {len(chosen)}")
    slipped = _SLIPPED in total
    if not options.ids and not slipped and QUOTED.parent.is_dir():
        QUOTED.write_text(quoted(counts), encoding="utf-8")
    return int(slipped)


def _fate(what: str, check: str, rule: str) -> str:
    if not check:
        return _TRUE + rule if rule else _SLIPPED
    return "rejected: the figure is above a thousandth of its tolerance" if _STRICTER in what else _REJECTED + check


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
