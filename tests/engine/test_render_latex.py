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
i = Index("i", j.over)
w, k = ScalarFamily("w"), VectorFamily("k")
softmax = sp.exp(w[j] + t) / FiniteSum(j, sp.exp(w[j] + t))
posterior = w[j] * softmax


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
        (1 / (1 + t / (d + 2)), r"\frac{1}{t/(d + 2) + 1}"),
        (1 / (1 + (t + 1) / sp.sqrt(d)), r"\frac{1}{1 + (t + 1)/\sqrt{d}}"),
        (1 / (1 + t / 2 * sp.gamma(d) / 3 + sp.gamma(t / 2)), r"\frac{1}{t \Gamma(d)/6 + \Gamma(t/2) + 1}"),
        (sp.exp(Dot(x, y / 2) + t), r"e^{t + \langle x, (1/2) y \rangle}"),
        (softmax, r"\operatorname{softmax}_{j}(t + w_{j})"),
        (-2 * softmax * x, r"-2 \operatorname{softmax}_{j}(t + w_{j}) x"),
        (FiniteSum(j, softmax * k[j]), r"\sum_{j} \operatorname{softmax}_{j}(t + w_{j}) k_{j}"),
        ((1 + t) * softmax, r"(t + 1) \operatorname{softmax}_{j}(t + w_{j})"),
        (w[i] * t / FiniteSum(j, w[j]), r"t \operatorname{norm}_{i}(w_{i})"),
        (posterior / FiniteSum(j, posterior), r"\operatorname{norm}_{j}(w_{j} \operatorname{softmax}_{j}(t + w_{j}))"),
        # Not a law: the sum is of something else, or does not depend on the index.
        (w[j] / FiniteSum(j, w[j] ** 2), r"\frac{w_{j}}{\sum_{j} w_{j}^{2}}"),
        (w[i] * w[j] / FiniteSum(j, w[i] * w[j]), r"\operatorname{norm}_{j}(w_{i} w_{j})"),
        (w[i] / FiniteSum(j, t * w[j]), r"\frac{w_{i}}{\sum_{j} t w_{j}}"),
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
