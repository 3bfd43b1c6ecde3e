"""A proof as a numbered list of steps, each opening to its rule, the goal that it met, and what replay found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import sympy as sp
from docutils import nodes

from svflow_math.engine.record.claim import Claim
from svflow_math.engine.record.latex import latex
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
    items = [nodes.list_item("", *_step(s, m)) for s, m in zip(theorem.steps, met, strict=True)]
    count = f"Proof in {len(items)} steps" if len(items) > 1 else "Proof in one step"
    return folded([count], nodes.enumerated_list("", *items, enumtype="arabic"), classes=["proof"])


def _step(step: Step, met: Mapping[str, Any] | None) -> list[nodes.Node]:
    verdict = _VERDICTS[met["verdict"]] if met else "not reached"
    title = [
        *prose(step.note or step.rule),
        " ",
        nodes.inline("", verdict, classes=["verdict", verdict.replace(" ", "-")]),
    ]
    content: list[nodes.Node] = [paragraph("To show", classes=["lead"]), math_block(met["goal"])] if met else []
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
    """What the step was told: the arguments of its rule that are formulas or operations, tall formulas displayed."""
    values = [getattr(step, field.name) for field in fields(step) if getattr(step, field.name) != field.default]
    told = [text for value in values for text in _shown(value)]
    if not told:
        return []
    if any(_TALL.search(text) for text in told):
        return [paragraph("With", classes=["lead"]), *(math_block(text) for text in told)]
    return [paragraph("With ", *joined([math(text) for text in told]), ".")]


def _shown(value: Any) -> list[str]:
    if isinstance(value, sp.Basic):
        return [latex(value)]
    if isinstance(value, Claim):
        return [value.latex()]
    if isinstance(value, Mapping):
        return [rf"{latex(key)} \mapsto {latex(image)}" for key, image in value.items()]
    if isinstance(value, tuple):
        return [text for member in value for text in _shown(member)]
    if isinstance(value, type):
        return [rf"\text{{{value.__name__}}}"]
    return []
