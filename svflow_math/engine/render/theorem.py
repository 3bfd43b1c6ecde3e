"""One theorem as a section of a page: statement, hypotheses with their witnesses, proof, functions, figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from itertools import zip_longest
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from svflow_math.engine.record.check import Verdict
from svflow_math.engine.record.hypothesis import Hypothesis
from svflow_math.engine.record.latex import latex
from svflow_math.engine.record.registry import Entry, entries
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.render.blocks import (
    bullets,
    code,
    folded,
    joined,
    math,
    math_block,
    paragraph,
    table,
    theorem_link,
)
from svflow_math.engine.render.forms import forms
from svflow_math.engine.render.functions import emitted_function
from svflow_math.engine.render.proof import proof
from svflow_math.engine.render.prose import prose
from svflow_math.engine.render.references import cited
from svflow_math.engine.render.results import Result, Results, results
from svflow_math.engine.render.symbols import speaks_of

_STANDING = (Verdict.HOLDS, Verdict.CITED)
_NORM = r"\operatorname{norm}"
_SHORT = 36  # characters of a worst input shown in a table


class Status(StrEnum):
    """How well a theorem stands, in words; from strong to weak."""

    PROVED = "proved"
    CITED = "proved, with cited steps"
    MEASURED = "measured only"
    FAILED = "failed"


def own_status(entry: Entry, found: Results) -> Status:
    """The status of a theorem by itself, whatever it uses."""
    if any(result.verdict in (Verdict.FAILS, Verdict.UNKNOWN) for result in found.values()):
        return Status.FAILED
    if not entry.theorem.steps:
        return Status.MEASURED
    return Status.CITED if found["replay"].verdict is Verdict.CITED else Status.PROVED


def status(entry: Entry, path: Path) -> Status:
    """The status of a theorem, which is no stronger than that of any theorem that it uses."""
    below = [status(entries()[used], path) for used in entry.theorem.uses]
    return max([own_status(entry, results(entry, path)), *below], key=list(Status).index)


def section(entry: Entry, app: Sphinx) -> nodes.section:
    """The theorem's section. Raises NotVerified where its results are missing or stale."""
    theorem, path = entry.theorem, verification(app)
    found = results(entry, path)
    standing = status(entry, path)
    title = entry.header.title.rstrip(".")
    body: list[nodes.Node] = [
        nodes.title("", "", *prose(title)),
        paragraph(
            nodes.inline("", standing, classes=["status", standing.name.lower()]),
            nodes.inline("", theorem.number, classes=["number"]),
            theorem_link(theorem.id),
            classes=["standing"],
        ),
        nodes.container("", math_block(theorem.claim.latex()), classes=["statement"]),
        *_domains(theorem),
        *_hypotheses(theorem.hypotheses, found["witnesses"]),
        paragraph(nodes.emphasis("", "Why this form. "), *prose(entry.header.form), *_sources(entry, app)),
        *_neighbours(entry),
        proof(theorem, found["replay"]),
        *_engines(found),
        *(emitted_function(entry, emission) for emission in theorem.emits),
        speaks_of(theorem),
        forms(entry),
        *_figures(found),
        *_tables(found),
    ]
    return nodes.section("", *body, ids=[theorem.id], names=[theorem.id], classes=["theorem"])


def verification(app: Sphinx) -> Path:
    """The file of results that the pages quote."""
    return (Path(app.confdir) / app.config.svflow_verification).resolve()


def _domains(theorem: Theorem) -> list[nodes.Node]:
    """What the symbols of the statement range over, where that is less than all real numbers."""
    sentences: list[nodes.Node] = []
    if theorem.domains:
        sentences.append(
            paragraph("For ", *joined([math(domain) for domain in theorem.domains]), ".", classes=["domains"])
        )
    if _NORM in theorem.claim.latex():
        shape = math(rf"{_NORM}_{{j}}(a_{{j}}) = a_{{j}}/\sum_{{l}} a_{{l}}")
        sentences.append(paragraph("Here ", shape, ", the law proportional to the weights.", classes=["domains"]))
    return sentences


def _hypotheses(hypotheses: tuple[Hypothesis, ...], witnesses: Result) -> list[nodes.Node]:
    if not hypotheses:
        return [paragraph("No hypothesis.")]
    rows = zip_longest(hypotheses, witnesses.details)  # fewer details than hypotheses: the check has failed
    items = [[paragraph(math(h.latex())), _necessity(h, detail)] for h, detail in rows]
    return [paragraph("Whenever", classes=["lead"]), bullets(items, ["hypotheses"])]


def _necessity(hypothesis: Hypothesis, detail: Mapping[str, Any] | None) -> nodes.paragraph:
    if hypothesis.witness is None:
        return paragraph("A convenience: ", *prose(hypothesis.convenience.rstrip(".")), ".", classes=["witness"])
    if detail is None:
        return paragraph("Not shown to be necessary.", classes=["witness"])
    if detail["outcome"] != "false":
        outcome = "the claim has no value"
    elif "left" in detail:
        outcome = f"left {detail['left']}, right {detail['right']}"
    else:
        outcome = f"the claim is false by {detail['defect']:.2g} times its scale"
    where = _point(hypothesis.witness)
    return paragraph("Without this: ", *where, ", " if where else "", f"{outcome}.", classes=["witness"])


def _point(witness: Mapping[Any, Any]) -> list[nodes.Node]:
    """Where a witness lies; what is not a number or a list of numbers is named only."""
    return joined([math(f"{latex(key)} = {_value(value)}") for key, value in witness.items() if not callable(value)])


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"({', '.join(_value(v) for v in value)})"
    return value if isinstance(value, str) else latex(value)


def _sources(entry: Entry, app: Sphinx) -> list[nodes.Node]:
    """The sources as the record lists them, each key a link."""
    keys = "|".join(entry.theorem.cites)
    parts = re.split(rf"\b({keys})\b", entry.header.sources.rstrip(".")) if keys else []
    links = [cited(app, part) if part in entry.theorem.cites else nodes.Text(part) for part in parts]
    return [nodes.Text(" Sources: "), *links, nodes.Text(".")] if links else []


def _neighbours(entry: Entry) -> list[nodes.Node]:
    used_by = [other.theorem.id for other in entries().values() if entry.theorem.id in other.theorem.uses]
    parts: list[nodes.Node] = []
    for word, ids in (("Uses ", entry.theorem.uses), ("Used by ", used_by)):
        if ids:
            parts += [nodes.Text(word), *joined([theorem_link(i) for i in ids]), nodes.Text(". ")]
    return [paragraph(*parts, classes=["neighbours"])] if parts else []


def _engines(found: Results) -> list[nodes.Node]:
    """Which engines agreed on the equalities of the proof."""
    details = found["second engine"].details if "second engine" in found else ()
    return [paragraph(*prose(row["sentence"]), classes=["engines"]) for row in details]


def _figures(found: Results) -> list[nodes.Node]:
    """What was measured. Replay and witnesses are told where they belong, and here only when they fail."""
    told = {r.check for r in found.values() if r.check in ("replay", "witnesses") and r.verdict in _STANDING}
    rows = [[[r.check], [str(r.verdict)], [r.measured], _worst(r)] for r in found.values() if r.check not in told]
    return [table(["check", "verdict", "figure", "worst input"], rows, "figures")] if rows else []


def _worst(result: Result) -> list[nodes.Node]:
    """The worst input in a line, opening to all of it and to the command that meets it again."""
    if not result.worst_input:
        return []
    short = f"{result.worst_input[:_SHORT]}…" if len(result.worst_input) > _SHORT else result.worst_input
    return [folded([code(short)], paragraph(code(result.worst_input)), paragraph("Again: ", code(result.reproduce)))]


def _tables(found: Results) -> list[nodes.Node]:
    """Rows that a check reports by themselves, such as one for each layer of a model."""
    return [
        folded(
            [f"{r.check}, {len(r.details)} rows"],
            table(list(r.details[0]), ([[_cell(v)] for v in row.values()] for row in r.details), "rows"),
        )
        for r in found.values()
        if r.details and "layer" in r.details[0]
    ]


def _cell(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
