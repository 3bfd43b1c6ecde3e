"""Records in a notebook: as formulas where it shows HTML or LaTeX, as plain text elsewhere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from html import escape

from svflow_math.engine.record.typeset import mathml


class Shown(ABC):
    """What a notebook shows of a record: sentences, each a text with the formulas that follow it."""

    @abstractmethod
    def passages(self) -> list[tuple[str, list[str]]]:
        """The text of each passage and the LaTeX of its formulas."""

    def _repr_latex_(self) -> str:
        escapes = str.maketrans({c: rf"\{c}" for c in "#$%&_{}"} | {"\\": "", "^": "", "~": ""})
        lines = [
            " ".join([rf"\text{{{text.translate(escapes)}}}", r",\; ".join(formulas)])
            for text, formulas in self.passages()
        ]
        return r"$\displaystyle \begin{array}{l} " + r" \\ ".join(lines) + r" \end{array}$"

    def _repr_html_(self) -> str:
        def passage(text: str, formulas: list[str]) -> str:
            return " ".join([escape(text), *(mathml(formula) for formula in formulas)])

        return "".join(f"<p>{passage(text, formulas)}</p>" for text, formulas in self.passages())

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/latex": self._repr_latex_(), "text/html": self._repr_html_()}
