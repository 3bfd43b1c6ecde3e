"""Plain sentences of records as typeset text: `P_x w`, `e^(kappa s)`, `<x, y>` and `theta` as on paper.

Records are written in plain text, which the commands print as it is; this is the only place that reads it otherwise.
"""

from __future__ import annotations

import re

from docutils import nodes

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "theta": "θ", "kappa": "κ", "lambda": "λ",
    "mu": "μ", "nu": "ν", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "Gamma": "Γ", "Delta": "Δ",
}  # fmt: skip
_LETTER = "|".join(_GREEK)
_SIGNS = (
    (r" - ", " − "),
    (r"(?<=[ (=])-(?=[\w(])", "−"),
    (r">=", "≥"),
    (r"<=", "≤"),
    (r"->", "→"),
    (r"<([^<>]*,[^<>]*)>", r"⟨\1⟩"),
)
_RAISED = re.compile(r"\^(\((?:[^()]|\([^()]*\))*\)|\w+)")
_LOWERED = re.compile(rf"(?<![A-Za-z_])(exp|log|sum|det|[A-Za-z]|{_LETTER})_([A-Za-z0-9]{{1,2}}|{_LETTER})(?![\w_])")
_WORD = re.compile(rf"(?<![A-Za-z_`])({_LETTER}|sqrt(?=\())(?![A-Za-z_])")
_MARK = re.compile("([\x01\x02])([^\x03]*)\x03")  # raised, lowered: what a mark opens ends at \x03


def prose(text: str) -> list[nodes.Node]:
    """The text as document nodes."""
    for pattern, sign in _SIGNS:
        text = re.sub(pattern, sign, text)
    text = _LOWERED.sub(lambda m: f"{m[1]}\x02{m[2]}\x03", text)
    text = _RAISED.sub(lambda m: f"\x01{_exponent(m[1])}\x03", text)
    text = _WORD.sub(lambda m: _GREEK.get(m[1], "√"), text)
    found: list[nodes.Node] = []
    end = 0
    for mark in _MARK.finditer(text):
        kind = nodes.superscript if mark[1] == "\x01" else nodes.subscript
        found += [nodes.Text(text[end : mark.start()]), kind("", mark[2])]
        end = mark.end()
    return [node for node in (*found, nodes.Text(text[end:])) if node.astext()]


def _exponent(text: str) -> str:
    """An exponent without its brackets, and with what is lowered in it on its own line."""
    return re.sub("[\x02\x03]", "", text[1:-1] if text.startswith("(") else text)
