"""A proof as a numbered list of steps, each opening to its rule, the goal that it met, and what replay found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from docutils import nodes

from svflow_math.engine.record.step import Cited, Step
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.render.blocks import folded, joined, math, math_block, paragraph, theorem_link
from svflow_math.engine.render.prose import prose
from svflow_math.engine.render.results import Result

_TALL = re.compile(r"\\(?:frac|sum|int|left)")
_VERDICTS = {"holds": "replayed", "cited": "cited", "fails": "false", "unknown": "not shown"}


def proof(theorem: Theorem, replay: Result) -> nodes.Node:
    """The proof of a theorem, folded. Steps that a failed replay did not reach are listed without a verdict."""
    if not theorem.steps:
        return paragraph("No proof is recorded: the figures below are what is known.")
    met = [*replay.details, *[None] * (len(theorem.steps) - len(replay.details))]
    before = [None, *met[:-1]]
    items = [nodes.list_item("", *_step(s, m, b)) for s, m, b in zip(theorem.steps, met, before, strict=True)]
    count = f"Proof in {len(items)} steps" if len(items) > 1 else "Proof in one step"
    return folded([count], nodes.enumerated_list("", *items, enumtype="arabic"), classes=["proof"])


def _step(step: Step, met: Mapping[str, Any] | None, before: Mapping[str, Any] | None) -> list[nodes.Node]:
    verdict = _VERDICTS[met["verdict"]] if met else "not reached"
    title = [
        *prose(step.note or step.rule),
        " ",
        nodes.inline("", verdict, classes=["verdict", verdict.replace(" ", "-")]),
    ]
    content: list[nodes.Node] = []
    if met and before and met["goal"] == before["goal"]:
        content.append(paragraph("To show: the same still."))
    elif met:
        content += [paragraph("To show", classes=["lead"]), math_block(met["goal"])]
    if step.note:
        content.append(paragraph("Rule: ", *prose(step.rule)))
    if isinstance(step, Cited):
        content.append(paragraph("Source: ", step.source))
    if step.uses():
        content.append(paragraph("Applies ", *joined([theorem_link(t.id) for t in step.uses()]), "."))
    content += _given(step)
    if met and met["reason"]:
        content.append(paragraph("Replay says: ", met["reason"], "."))
    return [folded(title, *content)]


def _given(step: Step) -> list[nodes.Node]:
    """What the step was told, tall formulas displayed."""
    told = step.told()
    if not told:
        return []
    if any(_TALL.search(text) for text in told):
        return [paragraph("With", classes=["lead"]), *(math_block(text) for text in told)]
    return [paragraph("With ", *joined([math(text) for text in told]), ".")]
