"""The article of all statements and proofs: a LaTeX parser reads it, and nothing in it is left unescaped."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from pylatexenc.latexwalker import LatexEnvironmentNode, LatexWalker

from svflow_math.engine.latex import NEEDED, sentence, snippet
from svflow_math.engine.record.registry import chapters, entries
from svflow_math.engine.render import article as module


@pytest.fixture(scope="module")
def text() -> str:
    """The article with a replay that met every claim itself; what a run met instead does not change its form."""
    patch = pytest.MonkeyPatch()

    def results(entry: Any, path: Any) -> dict[str, Any]:
        goal = {"goal": entry.theorem.claim.latex()}
        return {"replay": SimpleNamespace(details=[goal] * len(entry.theorem.steps))}

    patch.setattr(module, "results", results)
    patch.setattr(module, "status", lambda *_: "proved")
    found = module.article(SimpleNamespace())  # type: ignore[arg-type]
    patch.undo()
    return found


def test_a_parser_reads_it(text: str) -> None:
    parsed, _, _ = LatexWalker(text, tolerant_parsing=False).get_latex_nodes()
    (document,) = (n for n in parsed if isinstance(n, LatexEnvironmentNode) and n.environmentname == "document")
    inside = [n.environmentname for n in document.nodelist if isinstance(n, LatexEnvironmentNode)]
    assert inside.count("statement") == len(entries())
    assert inside.count("proof") == sum(bool(e.theorem.steps) for e in entries().values())


def test_plain_article_class_and_plain_characters(text: str) -> None:
    assert text.startswith(r"\documentclass{article}")
    assert set(re.findall(r"\\usepackage(?:\[[^]]*\])?\{([^}]*)\}", text)) <= {"amsmath, amssymb, amsthm", "geometry"}
    assert text.isascii()
    assert text.count(r"\section{") == len(chapters())


def test_every_theorem_has_its_label(text: str) -> None:
    assert re.findall(r"\\label\{(\w+)\}", text) == list(entries())


@pytest.mark.parametrize("identifier", ["normalize_on_sphere", "total_variation_le_tanh_of_tilt", "gelu_ge"])
def test_a_snippet_is_read_in_a_document_of_its_own(identifier: str) -> None:
    found = snippet(identifier)
    wanted = NEEDED.splitlines()
    assert [line.removeprefix("% ") for line in found.splitlines()[: len(wanted)]] == wanted
    whole = "\\documentclass{article}\n" + NEEDED + "\\begin{document}\n" + found + "\n\\end{document}\n"
    parsed, _, _ = LatexWalker(whole, tolerant_parsing=False).get_latex_nodes()
    (document,) = (n for n in parsed if isinstance(n, LatexEnvironmentNode))
    theorem = entries()[identifier].theorem
    assert [n.environmentname for n in document.nodelist if isinstance(n, LatexEnvironmentNode)] == [
        "statement",
        "proof",
    ]
    assert found.count(r"\item") == len(theorem.steps) and theorem.claim.latex() in found
    assert all(hypothesis.latex() in found for hypothesis in theorem.hypotheses)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("50 % of a_i & b", r"50 \% of a\textsubscript{i} \& b"),
        ("theta <= pi {x}", r"\(\theta\) \(\le\) \(\pi\) \{x\}"),
        ("e^(kappa s)", r"e\textsuperscript{\(\kappa\) s}"),
    ],
)
def test_sentences(text: str, latex: str) -> None:
    assert sentence(text) == latex


def test_unknown_character_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"U\+2603"):
        sentence("snow ☃")
