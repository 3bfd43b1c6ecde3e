"""Coordinates: values of the terms, and Undefined instead of a value that does not exist."""

from __future__ import annotations

from random import Random

import mpmath
import pytest
import sympy as sp
from mpmath import mpf

from svflow_math.engine.record.claim import Bound, Equal, ForAll, Iff, Limit, OrderOf
from svflow_math.engine.record.evaluate import SmoothField, Undefined, _dot, _products, difference, evaluate, magnitude
from svflow_math.engine.record.scope import Scope
from svflow_math.engine.record.terms import (
    Differential,
    Dot,
    FiniteSum,
    Gradient,
    GradientField,
    HessianField,
    Norm,
    Normalize,
    ScalarField,
    Trace,
    VectorField,
    d,
)
from tests.engine.symbols import A, a, c, f, field, i, j, key, n, r, s, u, v, w, x, y

WAVE = ({0: mpf(1), 1: mpf(2)}, mpf("0.3"), {1: mpf(-1)}, mpf(4))
POINT = {
    d: mpf(2), n: mpf(3), r: mpf(2), s: mpf(-3), x: [mpf(3), mpf(4)], w: [mpf(1), mpf(-1)], u: [mpf(0), mpf(2)],
    v: [mpf(1), mpf(0)], A: [[mpf(0), mpf(1)], [mpf(2), mpf(0)]], sp.Symbol("a"): [mpf(1), mpf(2), mpf(4)],
    sp.Symbol("c"): [[mpf(10 * p + q) for q in range(3)] for p in range(3)],
    key[j].args[0]: [[mpf(1), mpf(0)], [mpf(0), mpf(1)], [mpf(1), mpf(1)]],
    f: SmoothField([WAVE], True), field: SmoothField([WAVE, WAVE], False),
}  # fmt: skip

VALUES = {
    "inner product": (Dot(x, w), -1),
    "length": (Norm(x), 5),
    "map": (Dot(A(x), w), -2),
    "sum": (FiniteSum(j, a[j]), 7),
    "square of a sum": (FiniteSum(j, a[j]) ** 2, 49),
    "shadowed index": (FiniteSum(j, a[j] * FiniteSum(j, a[j])), 49),
    "two indices": (FiniteSum(i, FiniteSum(j, c[i, j])), 99),
    "diagonal": (FiniteSum(j, c[j, j]), 33),
    "trace": (Trace(3 * u + Dot(u, w) * x, u), 5),
    "derivative": (Differential(r**3, r, 1), 12),
    "second derivative": (Differential(Differential(r**3, r, 1), r, 1), 12),
    "derivative in a direction": (Differential(Dot(x, x), x, w), -2),
    "piecewise": (sp.Piecewise((1, r < 0), (7, True)), 7),
    "rational": (sp.Rational(1, 8) * r, 0.25),
    "angle": (sp.atan2(0, s), sp.pi),
}
UNDEFINED = {
    "division by zero": 1 / (Dot(x, w) + 1),
    "logarithm of zero": sp.log(Dot(x, w) + 1),
    "logarithm of a negative number": sp.log(s),
    "root of a negative number": sp.sqrt(s),
    "arccosine beyond one": sp.acos(r),
    "area tangent at one": sp.atanh(r - 1),
    "angle of zero": sp.atan2(Dot(x, w) + 1, r - 2),
    "derivative where there is no value": Differential(sp.sin(r - 2) / (r - 2), r, 1),
    "unknown function": sp.zeta(r),
    "infinite": sp.oo * r,
}


@pytest.mark.parametrize("name", VALUES)
def test_value(name: str) -> None:
    expression, expected = VALUES[name]
    with mpmath.workdps(30):
        assert difference(evaluate(expression, POINT), evaluate(sp.sympify(expected), POINT)) < 1e-28


@pytest.mark.parametrize("name", UNDEFINED)
def test_undefined(name: str) -> None:
    with pytest.raises(Undefined):
        evaluate(UNDEFINED[name], POINT)


def test_zero_has_no_direction() -> None:
    with pytest.raises(Undefined, match="division by zero"):
        evaluate(Normalize(x), {**POINT, x: [mpf(0), mpf(0)]})


def test_not_a_number_is_no_value() -> None:
    with pytest.raises(Undefined):
        evaluate(r * s, {**POINT, r: mpmath.inf, s: mpf(0)})
    with pytest.raises(Undefined):
        evaluate(x, {**POINT, x: [mpf(0), mpmath.nan]})


def test_fields_have_the_derivatives_that_they_say() -> None:
    with mpmath.workdps(40):
        pairs = [
            (Gradient(ScalarField(f, x), x), GradientField(f, x)),
            (Differential(GradientField(f, x), x, w), HessianField(f, x, w)),
        ]
        for measured, stated in pairs:
            assert difference(evaluate(measured, POINT), evaluate(stated, POINT)) < 1e-30
        moved = Differential(VectorField(field, x), x, w)
        assert difference(evaluate(moved, POINT), POINT[field].derivative(POINT[x], POINT[w])) < 1e-30


def test_vectors_of_two_lengths_are_not_paired() -> None:
    with pytest.raises(TypeError, match="vectors of lengths"):
        evaluate(Dot(x, w), {**POINT, w: [mpf(1)] * 3})


def test_magnitude_and_difference() -> None:
    assert magnitude([mpf(3), mpf(4)]) == 5
    assert magnitude(mpf(-2)) == 2
    assert difference(mpf(100), mpf(101)) == mpf(1) / 101
    assert difference([mpf(0), mpf(0)], [mpf(0), mpf("0.5")]) == mpf("0.5")


CLAIMS = {
    "equality": (Equal(Dot(x, w), -1), Equal(Dot(x, w), 1)),
    "the zero vector": (Equal(x - x, 0), Equal(x, 0)),
    "bound": (Bound(Dot(x, w), 0), Bound(0, Dot(x, w))),
    "strict bound": (Bound(Dot(x, w), 0, strict=True), Bound(Dot(x, w), -1, strict=True)),
    "equivalence": (Iff(Equal(r, 2), Equal(s, -3)), Iff(Equal(r, 2), Equal(s, 3))),
    "all of a set that is not drawn": (ForAll((y,), Bound(1, r)), ForAll((y,), Bound(3, r))),
    "all indices": (ForAll((j,), Bound(1, a[j])), ForAll((j,), Bound(2, a[j]))),
    "order": (OrderOf(sp.sin(r) - r, r, 3), OrderOf(sp.sin(r) - r, r, 4)),
    "limit at zero": (Limit(sp.sin(r) / r, r, 0, 1), Limit(sp.sin(r) / r, r, 0, 2)),
    "limit at infinity": (Limit((r + 1) / (r - 1), r, sp.oo, 1), Limit((r + 1) / (r - 1), r, sp.oo, 2)),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_claim_is_read_as_it_says(name: str) -> None:
    true, false = CLAIMS[name]
    with mpmath.workdps(30):
        assert true.holds(POINT)
        assert not false.holds(POINT)


@pytest.mark.parametrize("dps", [15, 50, 150])
@pytest.mark.parametrize("spread", [0, 40, 4_000, 400_000])
def test_inner_products_are_those_of_mpmath_to_the_last_bit(dps: int, spread: int) -> None:
    random = Random(f"{dps} {spread}")

    def vector(size: int) -> list[mpf]:
        numbers = [mpf(random.gauss(0, 1)) / 3 * mpf(2) ** random.randint(-spread, spread) for _ in range(size)]
        return [number if random.random() < 0.8 else mpf(0) for number in numbers]

    with mpmath.workdps(dps):
        for size in (0, 1, 2, 3, 17):
            rows, v = [vector(size) for _ in range(4)], vector(size)
            cancelling = [*v[1:], *v[:1]]  # of which the product with the turned sign of itself is nearly zero
            assert _products([*rows, cancelling], v) == [mpmath.fdot(row, v) for row in (*rows, cancelling)]
            assert _dot(v, [-c for c in v]) == -mpmath.fdot(v, v)


def test_inner_products_see_what_is_infinite_or_no_number() -> None:
    one = [mpf(1), mpf(1)]
    assert _dot([mpf("inf"), mpf(1)], one) == mpf("inf")
    assert mpmath.isnan(_dot([mpf("nan"), mpf(1)], one))
    assert mpmath.isnan(_dot([mpf("inf"), mpf(1)], [mpf(0), mpf(1)]))
    assert _dot([2, 3], one) == 5
    with pytest.raises(TypeError, match="lengths 1 and 2"):
        _dot([mpf(1)], one)


def test_a_claim_for_all_indices_meets_every_member() -> None:
    for point in (POINT, Scope(POINT)):
        assert ForAll((i, j), Equal(c[i, j], c[i, j])).defect(point) == 0
        assert ForAll((j,), Equal(a[j], a[0])).defect(point) == mpf(3) / 4
        assert not ForAll((j,), Bound(a[j] - FiniteSum(i, a[i]) / 2, 0)).holds(point)
        assert ForAll((j,), Bound(a[j] - FiniteSum(i, a[i]), 0)).holds(point)
