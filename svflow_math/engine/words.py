"""Plain sentences of records, read as typeset text: `P_x w`, `e^(kappa s)`, `<x, y>` and `theta` as on paper.

Records are written in plain text, which the commands print as it is; this is the only place that reads it otherwise.
"""

from __future__ import annotations

import re

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


def runs(text: str) -> list[tuple[str, str]]:
    """The pieces of a text, each with its place: "line", "raised" or "lowered"."""
    for pattern, sign in _SIGNS:
        text = re.sub(pattern, sign, text)
    text = _LOWERED.sub(lambda m: f"{m[1]}\x02{m[2]}\x03", text)
    text = _RAISED.sub(lambda m: f"\x01{_exponent(m[1])}\x03", text)
    text = _WORD.sub(lambda m: _GREEK.get(m[1], "√"), text)
    found: list[tuple[str, str]] = []
    end = 0
    for mark in _MARK.finditer(text):
        found += [("line", text[end : mark.start()]), ("raised" if mark[1] == "\x01" else "lowered", mark[2])]
        end = mark.end()
    return [(place, piece) for place, piece in (*found, ("line", text[end:])) if piece]


def _exponent(text: str) -> str:
    """An exponent without its brackets, and with what is lowered in it on its own line."""
    return re.sub("[\x02\x03]", "", text[1:-1] if text.startswith("(") else text)
