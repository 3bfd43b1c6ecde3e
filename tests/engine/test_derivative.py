"""Derivatives agree with difference quotients, capture no index, and refuse what they cannot do."""

from __future__ import annotations

from random import Random

import mpmath
import pytest
import sympy as sp

from svflow_math.engine.calculus.derivative import (
    derive,
    differential,
    gradient,
    pair_with,
    spread,
    trace,
    unfold,
    vector_terms,
)
from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.evaluate import difference, evaluate
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.higher_derivative import HigherDerivativeField
from svflow_math.engine.record.sample import sample
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import (
    Differential,
    Dot,
    FiniteSum,
    Gradient,
    GradientField,
    JacobianField,
    Norm,
    Normalize,
    ScalarField,
    Trace,
    VectorField,
    apart,
    d,
)
from tests.engine.symbols import A, H, a, b, c, f, field, j, k, key, n, r, t, u, v, w, x

SCALARS = {
    "bilinear": Dot(x, w) * Dot(x, x),
    "quotient": Dot(x, w) / (1 + Dot(x, x)),
    "norm": Norm(x),
    "exponential": sp.exp(Dot(x, w)) * sp.sin(Dot(x, x)),
    "softmax": sp.log(FiniteSum(j, sp.exp(Dot(x, key[j]) + b[j]))),
    "nested sums": FiniteSum(j, Dot(x, key[j]) * FiniteSum(k, sp.exp(Dot(x, key[k])) * a[k])),
    "quadratic form": Dot(x, H(x)) + Dot(H(x), w),
    "function": ScalarField(f, x) ** 2,
    "angle": sp.atan2(Dot(x, w), 1 + Dot(x, x)),
}
VECTORS = {
    "direction": Normalize(x),
    "projected field": VectorField(field, x) - Dot(x, VectorField(field, x)) * x,
    "gradient": GradientField(f, x) * Dot(x, w),
    "mean": FiniteSum(j, sp.exp(Dot(x, key[j])) * key[j]),
    "map": Dot(x, w) * A(x + w),
}


@pytest.mark.parametrize("name", [*SCALARS, *VECTORS])
@pytest.mark.parametrize("direction", [u, key[j], x], ids=str)
def test_derivative_is_the_limit_of_difference_quotients(name: str, direction: sp.Expr) -> None:
    expression = Differential({**SCALARS, **VECTORS}[name], x, direction)
    with mpmath.workdps(40):
        point = sample([expression], [], 3, Random(name))
        assert Equal(derive(unfold(expression)), expression).defect(point) < 1e-30


@pytest.mark.parametrize("name", SCALARS)
def test_gradient_is_paired_with_every_direction(name: str) -> None:
    with mpmath.workdps(40):
        point = sample([Gradient(SCALARS[name], x)], [], 3, Random(name))
        found = evaluate(gradient(unfold(SCALARS[name]), x), point)
        assert difference(found, evaluate(Gradient(SCALARS[name], x), point)) < 1e-30


@pytest.mark.parametrize(
    "body", [3 * u, Dot(u, w) * x, A(u) * 2 + u, FiniteSum(j, Dot(u, key[j]) * key[j]), u - Dot(x, u) * x]
)
def test_trace_is_the_sum_over_the_basis(body: sp.Expr) -> None:
    with mpmath.workdps(40):
        point = sample([Trace(body, u)], [], 3, Random(str(body)))
        assert difference(evaluate(trace(body, u), point), evaluate(Trace(body, u), point)) < 1e-30


def test_a_direction_with_an_index_is_not_captured() -> None:
    found = Differential(FiniteSum(j, Dot(x, key[j]) ** 2), x, key[j])
    assert is_identity(found, FiniteSum(k, 2 * Dot(x, key[k]) * Dot(key[k], key[j])), Facts())
    assert not is_identity(found, FiniteSum(j, 2 * Dot(x, key[j]) * Dot(key[j], key[j])), Facts())


def test_a_trace_captures_no_index() -> None:
    found = Trace(FiniteSum(j, Dot(u, key[j]) * b[j]) * key[j], u)
    assert is_identity(found, FiniteSum(k, b[k] * Dot(key[j], key[k])), Facts())
    assert not is_identity(found, FiniteSum(j, b[j] * Dot(key[j], key[j])), Facts())


def test_apart_renames_bound_indices_only() -> None:
    total = c[j, k] * FiniteSum(j, c[j, k])
    renamed = apart(total, j)
    assert renamed.free_symbols == total.free_symbols
    assert all(node.index != j for node in renamed.atoms(FiniteSum))
    assert apart(total, n) == total


def test_second_derivative_of_a_function_is_symmetric() -> None:
    one, other = (Differential(Differential(ScalarField(f, x), x, p), x, q) for p, q in ((u, v), (v, u)))
    assert is_identity(one, other, Facts())


def test_a_jacobian_is_differentiated_in_its_direction_and_at_its_point() -> None:
    along = Differential(JacobianField(field, x, 2 * u), u, v)
    assert is_identity(Dot(w, along), 2 * Dot(w, JacobianField(field, x, v)), Facts())
    assert derive(Differential(JacobianField(field, x, u), x, v)) == HigherDerivativeField(field, x, u, v)


def test_a_linear_map_is_spread_over_multiples_and_sums() -> None:
    assert dict((atom, scale) for scale, atom in vector_terms(A(2 * x - r * w))) == {A(x): 2, A(w): -r}
    assert vector_terms(A(0 * x)) == []
    assert spread(Dot(A(t * x), w)) == t * Dot(A(x), w)


def test_derivative_in_a_bound_height_is_refused_for_the_dimension() -> None:
    with pytest.raises(NotImplementedError):
        derive(Differential(SliceIntegral(height, r), d, 1))


@pytest.mark.parametrize("body", [Dot(x, w) * Normalize(u), Dot(u, w) * u, Dot(u, w) ** 2 * x, x, (1 + Dot(u, w)) * x])
def test_trace_of_what_is_not_linear_is_refused(body: sp.Expr) -> None:
    with pytest.raises(NotImplementedError):
        trace(unfold(body), u)


def test_numbers_are_not_paired_with_vectors() -> None:
    with pytest.raises(TypeError, match="not a vector"):
        pair_with(Dot(x, w), u)


def test_slopes_that_are_remembered_are_those_of_their_own_function_and_place() -> None:
    power = r**t
    for _ in range(2):
        assert differential(power, r, 1) == t * r**t / r
        assert differential(power, t, 1) == r**t * sp.log(r)
        assert differential(r**3, r, 1) == 3 * r**2 and differential(r**4, r, 1) == 4 * r**3
        assert differential(sp.sin(r), r, t) == t * sp.cos(r)
        assert differential(sp.sin(2 * r), r, 1) == 2 * sp.cos(2 * r)
        assert differential(sp.cos(2 * r), r, 1) == -2 * sp.sin(2 * r)
