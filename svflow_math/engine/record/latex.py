"""Statements as LaTeX: SymPy's printer with vectors last, slashes in exponents, and fences that fit their content."""

from __future__ import annotations

import re
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from svflow_math.engine.record.terms import FiniteSum, Term, is_vector, split, subscripted

_TALL = re.compile(r"\\(?:frac|sum|int|sqrt|prod|begin|binom|left)")
_INNERMOST = re.compile(r"\\left([(\[|.]|\\\{|\\langle)((?:(?!\\left|\\right).)*?)\\right([)\]|.]|\\\}|\\rangle)")


_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
_EXPONENT = re.compile(rf"\^{_GROUP}")
_FRACTION = re.compile(rf"\\frac{_GROUP}{_GROUP}")


class _Printer(LatexPrinter):
    """Members of a family of numbers carry their indices below, w_j, and a vector comes after its coefficient."""

    def _print_AppliedUndef(self, expr: Any, exp: str | None = None) -> str:
        name = self._print(sp.Symbol(expr.func.__name__))
        text = subscripted(name, [self._print(a) for a in expr.args])
        if exp is None:
            return text
        return f"{{{text}}}^{{{exp}}}" if "'" in name else f"{text}^{{{exp}}}"  # a prime is a superscript already

    def _print_Mul(self, expr: Any) -> str:
        if not is_vector(expr):
            return super()._print_Mul(expr)
        number, vector = split(expr)
        head, tail = self._print(number), self.parenthesize(vector, PRECEDENCE["Mul"], strict=True)
        if number in (1, -1):
            return tail if number == 1 else f"- {tail}"
        if number.is_Add or (number.has(FiniteSum) and not head.startswith(r"\frac")):
            head = rf"\left({head}\right)"
        return f"{head} {tail}"

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        """What is added comes before what is subtracted."""
        return sorted(super()._as_ordered_terms(expr, order), key=lambda term: bool(term.as_coeff_Mul()[0].is_negative))

    def _print_atan2(self, expr: Any) -> str:
        return rf"\operatorname{{atan2}}\left({', '.join(self._print(a) for a in expr.args)}\right)"

    def _needs_mul_brackets(self, expr: Any, first: bool = False, last: bool = False) -> bool:
        """A sum reaches to the end of its product; a term needs none, though SymPy has a `Dot` that does."""
        if isinstance(expr, FiniteSum):
            return not last
        return not isinstance(expr, Term) and super()._needs_mul_brackets(expr, first, last)


def latex(expression: Any) -> str:
    """The LaTeX of an expression; the one place where the project's notation is set."""
    return unstretch(_EXPONENT.sub(_slashed, _Printer().doprint(sp.sympify(expression))))


def _slashed(exponent: re.Match[str]) -> str:
    """An exponent with its fractions in one line."""
    text, count = exponent[0], 1
    while count:
        text, count = _FRACTION.subn(lambda m: f"{_bracketed(m[1], ' [+-] ')}/{_bracketed(m[2], ' ')}", text)
    return text


def _bracketed(text: str, loose: str) -> str:
    return f"({text})" if re.search(loose, text) else text


def unstretch(text: str) -> str:
    """Replace each stretching pair of fences around flat content by plain ones, innermost first."""
    kept: list[str] = []

    def replace(match: re.Match[str]) -> str:
        left, content, right = match.groups()
        if _TALL.search(content) or "\x00" in content or "." in (left, right):
            kept.append(match.group(0))
            return f"\x00{len(kept) - 1}\x01"
        return f"{left}{content.strip()}{right}"

    while True:
        shorter = _INNERMOST.sub(replace, text)
        if shorter == text:
            break
        text = shorter
    while "\x00" in text:
        text = re.sub("\x00(\\d+)\x01", lambda m: kept[int(m.group(1))], text)
    return text
