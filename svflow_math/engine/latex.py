r"""A theorem as LaTeX: statement, hypotheses and the steps of its proof, for any class with amsmath and amsthm."""

from __future__ import annotations

from collections.abc import Sequence

from svflow_math.engine.calculus.replay import replay
from svflow_math.engine.record.registry import Entry, entries
from svflow_math.engine.words import runs

NEEDED = r"""\usepackage{amsmath, amssymb, amsthm}
\newtheorem*{statement}{Theorem}
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


def statement(entry: Entry, standing: str = "") -> str:
    """The theorem with its label; what it is known by, and how well it stands, are in its name."""
    theorem = entry.theorem
    conditions = [*theorem.domains, *(h.latex() for h in theorem.hypotheses)]
    given = [f"For {', '.join(f'${c}$' for c in conditions)}:"] if conditions else []
    name = rf"\texttt{{{_escaped(theorem.id)}}}" + (f", {standing}" if standing else "")
    return "\n".join(
        [
            rf"\begin{{statement}}[{name}]",
            rf"\label{{{theorem.id}}}",
            *given,
            rf"\[ {theorem.claim.latex()} \]",
            r"\end{statement}",
        ]
    )


def proof(entry: Entry, goals: Sequence[str]) -> str:
    """The steps in words, each with the goal that it met, as LaTeX; nothing where there are no steps."""
    steps = list(zip(entry.theorem.steps, goals, strict=False))
    items = [
        rf"\item {sentence(step.note or step.rule)} To show: $\displaystyle {goal}$."
        if i == 0 or goal != goals[i - 1]
        else rf"\item {sentence(step.note or step.rule)}"
        for i, (step, goal) in enumerate(steps)
    ]
    lines = [r"\begin{proof}", r"\begin{enumerate}", *items, r"\end{enumerate}", r"\end{proof}"]
    return "\n".join(lines) if items else ""


def snippet(identifier: str) -> str:
    """A theorem by its id, its proof replayed, with what the preamble needs as comments."""
    entry = entries()[identifier]
    goals = [done.goal.claim.latex() for done in replay(entry.theorem)[1]]
    preamble = "".join(f"% {line}\n" for line in NEEDED.splitlines())
    return "\n".join([preamble + f"% {entry.header.title}", statement(entry), proof(entry, goals)]).rstrip()


def sentence(text: str) -> str:
    """A sentence of a record, typeset as on the pages."""
    places = {"raised": r"\textsuperscript{%s}", "lowered": r"\textsubscript{%s}"}
    return "".join(places.get(place, "%s") % _escaped(piece) for place, piece in runs(text))


def _escaped(text: str) -> str:
    return "".join(_sign(character) for character in text)


def _sign(character: str) -> str:
    if character.isascii() and (character.isalnum() or character in " .,;:!?'()[]/*+-=\"`@\n"):
        return character
    if character not in _SIGNS:
        raise ValueError(f"no LaTeX is known for {character!r} (U+{ord(character):04X})")
    sign = _SIGNS[character]
    return rf"\(\{sign}\)" if sign.isalpha() else sign
