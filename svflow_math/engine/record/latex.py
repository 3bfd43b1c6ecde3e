"""Statements as LaTeX: SymPy's printer with vectors last, slashes in exponents, and fences that fit their content."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from svflow_math.engine.record.terms import FiniteSum, Index, Term, is_vector, split, subscripted

_TALL = re.compile(r"\\(?:frac|sum|int|sqrt|prod|begin|binom|left)")
_INNERMOST = re.compile(r"\\left([(\[|.]|\\\{|\\langle)((?:(?!\\left|\\right).)*?)\\right([)\]|.]|\\\}|\\rangle)")


_ENCLOSED = re.compile(r"\\left\((?:(?!\\left|\\right).)*\\right\)|\{[^{}]*\}|\\langle(?:(?!\\langle).)*?\\rangle")
_CLOSES = re.compile(r"\s*(?:$|[-+=,;<>)\]}]|\\(?:right|le|ge|ne|iff|to|mapsto|rangle|quad)\b)")


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
            return self._law(expr) or super()._print_Mul(expr)
        number, vector = split(expr)
        head, tail = self._print(number), self.parenthesize(vector, PRECEDENCE["Mul"], strict=True)
        if number in (1, -1):
            return tail if number == 1 else f"- {tail}"
        if number.is_Add or _reaches_on(number, head):
            head = rf"\left({head}\right)"
        return f"{head} {tail}"

    def _law(self, product: Any) -> str | None:
        """A product that holds a family of weights divided by their sum: softmax_j(l_j), or norm_j(a_j)."""
        found = normalised(product)
        if found is None:
            return None
        index, weight, others = found
        name, inside = ("softmax", weight.exp) if isinstance(weight, sp.exp) else ("norm", weight)
        law = rf"\operatorname{{{name}}}_{{{self._print(index)}}}\left({self._print(inside)}\right)"
        if others in (1, -1):
            return law if others == 1 else f"- {law}"
        head = self._print(others)
        if others.is_Add or _reaches_on(others, head):
            head = rf"\left({head}\right)"
        return f"{head} {law}"

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


def normalised(product: Any) -> tuple[Any, Any, Any] | None:
    """A product as (index, weight, other factors) if it holds weight(index) / sum of weight; the longest weight."""
    best: tuple[Any, Any, Any] | None = None
    for factor in product.args:
        if not (isinstance(factor, sp.Pow) and factor.exp == -1 and isinstance(factor.base, FiniteSum)):
            continue
        bound, body = factor.base.args
        for index in sorted(product.atoms(Index) | {bound}, key=str):
            if index.over != bound.over or (index != bound and index in body.free_symbols):
                continue
            weight = body.xreplace({bound: index})
            others = [f for f in product.args if f is not factor]
            parts = sp.Mul.make_args(weight)
            if index not in weight.free_symbols or any(part not in others for part in parts):
                continue
            if best is None or len(parts) > len(sp.Mul.make_args(best[1])):
                best = index, weight, sp.Mul(*(f for f in others if f not in parts))
    return best


def latex(expression: Any) -> str:
    """The LaTeX of an expression; the one place where the project's notation is set."""
    return _latex(sp.sympify(expression))


@lru_cache(maxsize=20_000)
def _latex(expression: Any) -> str:
    return unstretch(_lined(_Printer().doprint(expression)))


def _lined(text: str, inside: bool = False) -> str:
    """The text with its fractions in one line where they stand in an exponent or in another fraction."""
    parts, end = [], 0
    for start in (match.start() for match in re.finditer(r"\\frac\{|\^\{", text)):
        if start < end:
            continue
        parts.append(text[end:start])
        if text[start] == "^":
            exponent, end = _group(text, start + 1)
            parts.append(f"^{{{_lined(exponent, True)}}}")
            continue
        above, middle = _group(text, start + len(r"\frac"))
        below, end = _group(text, middle)
        above, below = _lined(above, True), _lined(below, True)
        if not inside or r"\sum" in above + below:  # a sum is too long for a line
            parts.append(rf"\frac{{{above}}}{{{below}}}")
            continue
        line = f"{_bracketed(above, ' [+-] ')}/{_bracketed(below, ' ')}"
        parts.append(line if _CLOSES.match(text, end) else rf"\left({line}\right)")
    return "".join([*parts, text[end:]])


def _group(text: str, start: int) -> tuple[str, int]:
    """What the braces that open at `start` enclose, and where the text goes on."""
    depth = 0
    for end in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0) if text[end - 1] != "\\" else 0
        if depth == 0:
            return text[start + 1 : end], end + 1
    raise ValueError(f"braces are not closed in {text!r}")


def _bracketed(text: str, loose: str) -> str:
    """The text, in brackets if it is loose outside all brackets of its own."""
    outside, count = text, 1
    while count:
        outside, count = _ENCLOSED.subn("", outside)
    return rf"\left({text}\right)" if re.search(loose, outside) else text


def _reaches_on(number: Any, printed: str) -> bool:
    """Whether the printed number holds a sum that would take in what follows it."""
    return number.has(FiniteSum) and not printed.startswith(r"\frac") and normalised(number) is None


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
