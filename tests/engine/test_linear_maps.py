"""Linear maps move across inner products as their adjoints, and in no other way."""

from __future__ import annotations

from random import Random

import mpmath
import pytest
import sympy as sp

from svflow_math.engine.calculus.derivative import derive, gradient
from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.record.evaluate import difference, evaluate
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.sample import sample
from svflow_math.engine.record.terms import (
    Adjoint,
    Differential,
    Dot,
    FiniteSum,
    Gradient,
    LinearMap,
    MapFamily,
)
from tests.engine.symbols import A, H, b, j, k, key, n, u, v, w, x

B, maps = LinearMap("B"), MapFamily("W")
image = FiniteSum(j, b[j] * key[j])

SAME = {
    "adjoint": (Dot(Adjoint(A)(u), v), Dot(u, A(v))),
    "product": (Dot(Adjoint(B)(Adjoint(A)(u)), v), Dot(u, A(B(v)))),
    "between": (Dot(A(Adjoint(B)(u)), v), Dot(u, B(Adjoint(A)(v)))),
    "back and forth": (Dot(A(u), A(Adjoint(A)(A(v)))), Dot(A(Adjoint(A)(A(u))), A(v))),
    "one vector twice": (Dot(A(u), B(u)), Dot(u, Adjoint(A)(B(u)))),
    "symmetric": (Dot(H(u), Adjoint(A)(v)), Dot(A(H(u)), v)),
    "of a sum": (Dot(Adjoint(maps[j])(image), v), FiniteSum(k, b[k] * Dot(key[k], maps[j](v)))),
    "of a sum, twice": (Dot(A(B(image + u)), v), FiniteSum(j, b[j] * Dot(A(B(key[j])), v)) + Dot(A(B(u)), v)),
    "members": (FiniteSum(j, Dot(Adjoint(maps[j])(key[j]), v)), FiniteSum(k, Dot(key[k], maps[k](v)))),
}
DIFFERENT = {
    "adjoint": (Dot(Adjoint(A)(u), v), Dot(A(u), v)),
    "order": (Dot(Adjoint(A)(Adjoint(B)(u)), v), Dot(u, A(B(v)))),
    "normal": (Dot(A(Adjoint(A)(u)), v), Dot(Adjoint(A)(A(u)), v)),
    "captured index": (Dot(maps[j](FiniteSum(j, key[j])), v), FiniteSum(j, Dot(maps[j](key[j]), v))),
    "other members": (
        FiniteSum(j, Dot(Adjoint(maps[j])(key[j]), v)),
        FiniteSum(j, FiniteSum(k, Dot(key[k], maps[j](v)))),
    ),
}
SCALARS = {
    "linear": Dot(A(B(x)), w),
    "form": Dot(x, A(x)) + Dot(Adjoint(A)(B(x)), w),
    "energy of heads": FiniteSum(k, sp.log(FiniteSum(j, sp.exp(Dot(key[j], maps[k](x)))))),
}


@pytest.mark.parametrize("name", SAME)
def test_inner_products_of_maps_have_one_form(name: str) -> None:
    left, right = SAME[name]
    assert is_identity(left, right, Facts())
    with mpmath.workdps(40):
        point = sample([left, right], [], 3, Random(name))
        assert difference(evaluate(left, point), evaluate(right, point)) < 1e-30


@pytest.mark.parametrize("name", DIFFERENT)
def test_maps_neither_commute_nor_are_their_own_adjoints(name: str) -> None:
    left, right = DIFFERENT[name]
    assert not is_identity(left, right, Facts())
    with mpmath.workdps(40):
        point = next(p for seed in range(20) if (p := sample([left, right, n], [], 3, Random(seed)))[n] > 1)
        assert difference(evaluate(left, point), evaluate(right, point)) > 1e-3


@pytest.mark.parametrize("name", SCALARS)
def test_gradient_applies_the_adjoint(name: str) -> None:
    with mpmath.workdps(40):
        point = sample([Gradient(SCALARS[name], x)], [], 3, Random(name))
        found = evaluate(gradient(SCALARS[name], x), point)
        assert difference(found, evaluate(Gradient(SCALARS[name], x), point)) < 1e-30


def test_adjoints_by_name() -> None:
    assert derive(Gradient(Dot(A(B(x)), w), x)) == Adjoint(B)(Adjoint(A)(w))
    assert derive(Gradient(Dot(x, H(x)), x)) == 2 * H(x)
    assert Adjoint(Adjoint(A)) == A
    assert Adjoint(H) == H


def test_derivative_passes_an_adjoint() -> None:
    assert derive(Differential(Adjoint(A)(maps[j](x)), x, u)) == Adjoint(A)(maps[j](u))
