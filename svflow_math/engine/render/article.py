"""All statements and proofs as one LaTeX article, theorems.tex beside the pages: plain classes, no packages but AMS."""

from __future__ import annotations

import inspect
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from svflow_math.engine.record.registry import Entry, chapters, entries
from svflow_math.engine.render.blocks import paragraph
from svflow_math.engine.render.prose import prose
from svflow_math.engine.render.results import Results, results
from svflow_math.engine.render.theorem import status, verification

NAME = "theorems.tex"

_HEAD = r"""\documentclass{article}
\usepackage{amsmath, amssymb, amsthm}
\usepackage[margin=25mm]{geometry}
\newtheorem*{statement}{Theorem}
\allowdisplaybreaks
\title{svflow-math: statements and proofs}
\author{}
\date{}
\begin{document}
\maketitle
\tableofcontents
"""

_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\(<\)", ">": r"\(>\)", "|": r"\(|\)",
    "⟨": r"\(\langle\)", "⟩": r"\(\rangle\)", "≤": r"\(\le\)", "≥": r"\(\ge\)", "−": r"\(-\)", "→": r"\(\to\)",
    "√": r"\(\surd\)", "·": r"\(\cdot\)", "×": r"\(\times\)", "∞": r"\(\infty\)", "≠": r"\(\ne\)", "∂": r"\(\partial\)",
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "θ": "theta", "κ": "kappa", "λ": "lambda",
    "μ": "mu", "ν": "nu", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "varphi", "ω": "omega", "ξ": "xi",
    "η": "eta", "Γ": "Gamma", "Δ": "Delta", "Σ": "Sigma", "∇": "nabla", "½": r"\(\tfrac12\)", "…": r"\dots{}",
    "“": "``", "”": "''", "’": "'", "–": "--", "—": "---", "²": r"\(^2\)", "³": r"\(^3\)",
}  # fmt: skip


def article(path: Path) -> str:
    """The article, with the verdicts in the file of results. Raises NotVerified where they are missing or stale."""
    parts = [_HEAD]
    for chapter, module in chapters().items():
        parts.append(rf"\section{{{_sentence(module.TITLE)}}}")
        parts += [_sentence(" ".join(words.split())) + "\n" for words in (inspect.getdoc(module) or "").split("\n\n")]
        mine = (entry for entry in entries().values() if entry.chapter == chapter)
        parts += [_theorem(entry, results(entry, path), str(status(entry, path))) for entry in mine]
    return "\n".join([*parts, r"\end{document}", ""])


def _theorem(entry: Entry, found: Results, standing: str) -> str:
    theorem = entry.theorem
    conditions = [*theorem.domains, *(h.latex() for h in theorem.hypotheses)]
    given = f"For {', '.join(f'${c}$' for c in conditions)}:" if conditions else ""
    lines = [
        rf"\subsection*{{{theorem.number}\quad {_sentence(entry.header.title)}}}",
        rf"\begin{{statement}}[\texttt{{{_escaped(theorem.id)}}}, {standing}]",
        rf"\label{{{theorem.id}}}",
        given,
        rf"\[ {theorem.claim.latex()} \]",
        r"\end{statement}",
    ]
    steps = list(zip(theorem.steps, found["replay"].details, strict=False))
    if steps:
        items = [
            rf"\item {_sentence(step.note or step.rule)} To show: $\displaystyle {met['goal']}$." for step, met in steps
        ]
        lines += [r"\begin{proof}", r"\begin{enumerate}", *items, r"\end{enumerate}", r"\end{proof}"]
    return "\n".join([*lines, ""])


def _sentence(text: str) -> str:
    """A sentence of a record, typeset as on the pages."""
    raised = {nodes.superscript: r"\textsuperscript{%s}", nodes.subscript: r"\textsubscript{%s}"}
    return "".join(raised.get(type(node), "%s") % _escaped(node.astext()) for node in prose(text))


def _escaped(text: str) -> str:
    return "".join(_sign(character) for character in text)


def _sign(character: str) -> str:
    if character.isascii() and (character.isalnum() or character in " .,;:!?'()[]/*+-=\"`@\n"):
        return character
    if character not in _SIGNS:
        raise ValueError(f"no LaTeX is known for {character!r} (U+{ord(character):04X})")
    sign = _SIGNS[character]
    return rf"\(\{sign}\)" if sign.isalpha() else sign


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
