"""The notation of statements: order of factors and terms, fences, exponents."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from svflow_math.engine.record.latex import latex, unstretch
from svflow_math.engine.record.terms import Dot, FiniteSum, Index, Norm, ScalarFamily, VectorFamily, VectorSymbol

x, y = VectorSymbol("x"), VectorSymbol("y")
t, d = sp.symbols("t d")
j = Index("j", sp.Symbol("n", integer=True, positive=True))
w, k = ScalarFamily("w"), VectorFamily("k")


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (t * Dot(x, y) * x, r"t \langle x, y \rangle x"),
        (y - Dot(x, y) * x, r"y - \langle x, y \rangle x"),
        ((1 + t) * x, "(t + 1) x"),
        (-t * (x + y), "- t (x + y)"),
        ((x + y) / (1 + t), r"\frac{1}{t + 1} (x + y)"),
        (2 * FiniteSum(j, w[j]) * x, r"\left(2 \sum_{j} w_{j}\right) x"),
        (FiniteSum(j, w[j]) * FiniteSum(j, w[j] ** 2), r"\left(\sum_{j} w_{j}\right) \sum_{j} w_{j}^{2}"),
        (FiniteSum(j, k[j]) / t, r"\frac{1}{t} \sum_{j} k_{j}"),
        (1 - t**2, "1 - t^{2}"),
        (sp.exp(t / 2), "e^{t/2}"),
        (t ** (d / 2 - sp.Rational(3, 2)), "t^{d/2 - 3/2}"),
        (sp.exp(-(t**2) / (2 * d)), "e^{- t^{2}/(2 d)}"),
        (sp.exp((t + 1) / d), "e^{(t + 1)/d}"),
        (sp.atan2(t, d), r"\operatorname{atan2}(t, d)"),
        (Norm(x) * y, "|x| y"),
    ],
)
def test_notation(expression: Any, text: str) -> None:
    assert latex(expression) == text


@pytest.mark.parametrize(
    ("stretched", "plain"),
    [
        (r"f\left(\left(a\right) b\right)", "f((a) b)"),
        (r"\left(\frac{a}{b}\right)", r"\left(\frac{a}{b}\right)"),
        (r"\left(\left(\frac{a}{b}\right) + \left(c\right)\right)", r"\left(\left(\frac{a}{b}\right) + (c)\right)"),
        (r"\left|x\right|", "|x|"),
    ],
)
def test_fences_stretch_around_tall_content_only(stretched: str, plain: str) -> None:
    assert unstretch(stretched) == plain
