"""Records in a notebook: formulas as MathML and LaTeX, texts escaped."""

from __future__ import annotations

import pytest
from pylatexenc.latexwalker import LatexWalker

from svflow_math.engine.record.registry import Entry, entries

ONE_OF_EACH = {entry.chapter: entry for entry in entries().values()}.values()


@pytest.mark.parametrize("entry", ONE_OF_EACH, ids=lambda entry: entry.chapter)
def test_theorem_in_a_notebook(entry: Entry) -> None:
    theorem = entry.theorem
    bundle = theorem._repr_mimebundle_()
    assert bundle["text/html"].count("<math>") == sum(len(formulas) for _, formulas in theorem.passages())
    assert theorem.claim.latex() in bundle["text/latex"]
    assert f"{theorem.number} {theorem.id}" in bundle["text/html"]
    LatexWalker(bundle["text/latex"], tolerant_parsing=False).get_latex_nodes()


def test_step_in_a_notebook() -> None:
    for entry in ONE_OF_EACH:
        for step in entry.theorem.steps:
            assert step._repr_html_().startswith("<p>")
            LatexWalker(step._repr_latex_(), tolerant_parsing=False).get_latex_nodes()


def test_texts_are_escaped() -> None:
    (step, *_) = (s for e in ONE_OF_EACH for s in e.theorem.steps)
    marked = type(step)(**{**vars(step), "note": "a < b & c_1 {"})
    assert "a &lt; b &amp; c_1 {" in marked._repr_html_()
    assert r"a < b \& c\_1 \{" in marked._repr_latex_()
