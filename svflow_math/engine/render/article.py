"""All statements and proofs as one LaTeX article, theorems.tex beside the pages: plain classes, no packages but AMS."""

from __future__ import annotations

import inspect
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from svflow_math.engine.latex import NEEDED, proof, sentence, statement
from svflow_math.engine.record.registry import Entry, chapters, entries
from svflow_math.engine.render.blocks import paragraph
from svflow_math.engine.render.results import Results, results
from svflow_math.engine.render.theorem import status, verification

NAME = "theorems.tex"

_HEAD = r"""\documentclass{article}
\usepackage[margin=25mm]{geometry}
"""

_TITLE = r"""\allowdisplaybreaks
\title{svflow-math: statements and proofs}
\author{}
\date{}
\begin{document}
\maketitle
\tableofcontents
"""


def article(path: Path) -> str:
    """The article, with the verdicts in the file of results. Raises NotVerified where they are missing or stale."""
    parts = [_HEAD + NEEDED + _TITLE]
    for chapter, module in chapters().items():
        parts.append(rf"\section{{{sentence(module.TITLE)}}}")
        parts += [sentence(" ".join(words.split())) + "\n" for words in (inspect.getdoc(module) or "").split("\n\n")]
        mine = (entry for entry in entries().values() if entry.chapter == chapter)
        parts += [_theorem(entry, results(entry, path), str(status(entry, path))) for entry in mine]
    return "\n".join([*parts, r"\end{document}", ""])


def _theorem(entry: Entry, found: Results, standing: str) -> str:
    title = rf"\subsection*{{{entry.theorem.number}\quad {sentence(entry.header.title)}}}"
    goals = [met["goal"] for met in found["replay"].details]
    return "\n".join([title, statement(entry, standing), proof(entry, goals), ""])


class Article(SphinxDirective):
    """A link to the article, which is written with the pages."""

    def run(self) -> list[nodes.Node]:
        self.env.metadata[self.env.docname]["svflow_article"] = True
        address = nodes.reference("", NAME, refuri=NAME)
        return [paragraph("All statements and proofs as one LaTeX article: ", address, ".")]


def _write(app: Sphinx, failure: Exception | None) -> None:
    asked = any("svflow_article" in found for found in app.env.metadata.values())
    if failure is None and app.builder.format == "html" and asked:
        (Path(app.outdir) / NAME).write_text(article(verification(app)), encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.add_directive("article", Article)
    app.connect("build-finished", _write)
