"""The normal form accepts true identities and rejects near misses: a sign, a factor, a hypothesis, a captured index."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from svflow_math.engine.calculus.normal_form import is_identity
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.terms import (
    Differential,
    Dot,
    HessianField,
    Index,
    JacobianField,
    LinearMap,
    Norm,
    Normalize,
    ScalarField,
    Trace,
    d,
)
from svflow_math.engine.record.terms import FiniteSum as Sum
from tests.engine.symbols import A, H, K, a, b, c, f, field, g, i, j, k, key, m, n, other, p, q, r, s, u, v, w, x, y, z

NOTHING = Facts()
UNIT = Facts(fixed={Dot(x, x): sp.S.One})
LAW = Facts(laws=(("q", K),))
EVENT = Facts(events=("a",))
free = Index("#0", n)
quotient = sp.sqrt(Dot(x, w) / Dot(u, v))
nothing_left = sp.sin(r) ** 2 + sp.cos(r) ** 2 - 1

TRUE = {
    "square of a sum": (Sum(j, a[j]) ** 2, Sum(j, Sum(k, a[j] * a[k])), NOTHING),
    "one name for two indices": (Sum(j, a[j] * Sum(j, b[j])), Sum(j, a[j]) * Sum(k, b[k]), NOTHING),
    "order of summation": (Sum(j, Sum(z, c[j, z])), Sum(z, Sum(j, c[j, z])), NOTHING),
    "law": (Sum(z, q[y, z]), 1, LAW),
    "mean of a constant": (Sum(z, q[y, z] * 3) + Sum(z, q[y, z] * a[z]), 3 + Sum(z, q[y, z] * a[z]), LAW),
    "event": (Sum(j, a[j] ** 2), Sum(j, a[j]), EVENT),
    "unit": (Norm(x), 1, UNIT),
    "units": (Dot(key[j], key[j]), 1, Facts(units=(key[j].args[0],))),
    "direction of a direction": (Normalize(Normalize(u)), Normalize(u), Facts(positive=(Dot(u, u),))),
    "root of a square": (sp.sqrt(Dot(x, w) ** 2), Dot(x, w), Facts(positive=(Dot(x, w),))),
    "root of a negative number's square": (sp.sqrt(Dot(x, w) ** 2), -Dot(x, w), Facts(positive=(-Dot(x, w),))),
    "root by products": (sp.sqrt(p * m), sp.sqrt(p) * sp.sqrt(m), NOTHING),
    "root of a multiple": (sp.sqrt(4 * p + 9 * r**2 / 4), sp.sqrt(16 * p + 9 * r**2) / 2, NOTHING),
    "square with a root": (sp.sqrt(p + 2 * sp.sqrt(p) * m + m**2), sp.sqrt(p) + m, NOTHING),
    "root of a quotient": (sp.exp((quotient + 1) * (quotient - 1)), sp.exp(Dot(x, w) / Dot(u, v) - 1), NOTHING),
    "half angle": (sp.sin(r), 2 * sp.sin(r / 2) * sp.cos(r / 2), NOTHING),
    "third of an angle": (sp.cos(r), 4 * sp.cos(r / 3) ** 3 - 3 * sp.cos(r / 3), NOTHING),
    "two fractions": (sp.cos(5 * r / 6), sp.cos(r / 2) * sp.cos(r / 3) - sp.sin(r / 2) * sp.sin(r / 3), NOTHING),
    "difference of angles": (sp.sin(s - r), sp.sin(s) * sp.cos(r) - sp.cos(s) * sp.sin(r), NOTHING),
    "angle of an arctangent": (sp.cos(r - sp.atan(p)) * sp.sqrt(1 + p**2), sp.cos(r) + p * sp.sin(r), NOTHING),
    "tanh": (sp.tanh(r / 2), (sp.exp(r) - 1) / (sp.exp(r) + 1), NOTHING),
    "symbolic exponent": (p**m * p**2, p ** (m + 2), NOTHING),
    "gamma shift": (sp.gamma(m + 2), m * (m + 1) * sp.gamma(m), NOTHING),
    "gamma shift by halves": (sp.gamma(m + sp.Rational(3, 2)), (m + sp.S.Half) * sp.gamma(m + sp.S.Half), NOTHING),
    "gamma shift down": (sp.gamma(m - 1) * (m - 1), sp.gamma(m), NOTHING),
    "positive factor of an angle": (sp.atan2(p * s, p * r), sp.atan2(s, r), NOTHING),
    "logarithm of a product": (sp.log(p * m), sp.log(p) + sp.log(m), NOTHING),
    "symmetric map": (Dot(H(H(x)), w), Dot(H(x), H(w)), NOTHING),
    "linear map": (Dot(A(x + r * w), u), Dot(A(x), u) + r * Dot(A(w), u), NOTHING),
    "Hessian": (Dot(HessianField(f, x, u), v), Dot(u, HessianField(f, x, v)), NOTHING),
    "trace": (Trace(u - Dot(x, u) * x, u), d - 1, UNIT),
}

FALSE = {
    "square of a sum": (Sum(j, a[j]) ** 2, Sum(j, a[j] ** 2), NOTHING),
    "one name for two indices": (Sum(j, a[j] * Sum(j, b[j])), Sum(j, a[j] * b[j]), NOTHING),
    "index of a denominator": (Sum(j, a[j] / Sum(k, c[j, k])), Sum(j, a[j] / Sum(k, c[k, j])), NOTHING),
    "index of a denominator captured": (Sum(j, a[j] / Sum(k, c[j, k])), Sum(j, a[j] / Sum(k, c[k, k])), NOTHING),
    "free index captured": (Sum(j, c[j, i]), Sum(j, c[i, j]), NOTHING),
    "free index captured below": (Sum(j, c[j, i] * Sum(k, c[k, j])), Sum(j, c[j, j] * Sum(k, c[k, j])), NOTHING),
    "three sums": (
        Sum(i, a[i] * Sum(j, c[i, j] * Sum(k, c[j, k]))),
        Sum(i, a[i] * Sum(j, c[i, j] * Sum(k, c[i, k]))),
        NOTHING,
    ),
    "another set": (Sum(j, a[j]), Sum(z, a[z]), NOTHING),
    "number of terms": (Sum(j, a[j] - 1), Sum(j, a[j]) - 1, NOTHING),
    "diagonal of a law": (Sum(z, q[z, z]), 1, LAW),
    "first index of a law": (Sum(y, q[y, z]), 1, LAW),
    "law over another set": (Sum(j, q[z, j]), 1, LAW),
    "square of a law": (Sum(z, q[z] ** 2), 1, LAW),
    "no law": (Sum(z, q[y, z]), 1, NOTHING),
    "no event": (Sum(j, a[j] ** 2), Sum(j, a[j]), NOTHING),
    "inverse of an event": (Sum(j, 1 / a[j]), Sum(j, a[j]), EVENT),
    "not a unit": (Norm(x), 1, NOTHING),
    "two units": (Dot(key[j], key[k]), 1, Facts(units=(key[j].args[0],))),
    "root of a square": (sp.sqrt(Dot(x, w) ** 2), Dot(x, w), NOTHING),
    "root by products": (sp.sqrt(Dot(x, w) * Dot(u, v)), sp.sqrt(-Dot(x, w)) * sp.sqrt(Dot(u, v)), NOTHING),
    "root of a multiple": (sp.sqrt(4 * p + 4 * m), 4 * sp.sqrt(p + m), NOTHING),
    "root of a negative multiple": (sp.sqrt(-4 * r), 2 * sp.sqrt(r), NOTHING),
    "root of a quotient": (sp.exp((quotient + 1) * (quotient - 1)), sp.exp(Dot(x, w) - Dot(u, v)), NOTHING),
    "logarithm of a root": (sp.log((quotient + 1) * (quotient - 1) + 1), sp.log(Dot(x, w)), NOTHING),
    "root of a sine's square": (sp.sqrt(1 - sp.cos(r) ** 2), sp.sin(r), NOTHING),
    "half angle": (sp.sin(r), 2 * sp.sin(r / 2), NOTHING),
    "third of an angle": (sp.cos(r), 4 * sp.cos(r / 3) ** 3 + 3 * sp.cos(r / 3), NOTHING),
    "difference of angles": (sp.sin(s - r), sp.sin(s) * sp.cos(r) + sp.cos(s) * sp.sin(r), NOTHING),
    "symbolic exponent": (p**m * p**2, p ** (2 * m), NOTHING),
    "power of a square": ((r**2) ** m, r ** (2 * m), NOTHING),
    "power of a negative number": ((-p) ** m * (-p) ** m, p ** (2 * m), NOTHING),
    "gamma shift": (sp.gamma(m + 2), m * (m + 2) * sp.gamma(m), NOTHING),
    "gamma shift down": (sp.gamma(m - 1) * m, sp.gamma(m), NOTHING),
    "arccosine of the opposite": (sp.acos(-r), sp.acos(r), NOTHING),
    "negative factor of an angle": (sp.atan2(-p * s, -p * r), sp.atan2(s, r), NOTHING),
    "unknown factor of an angle": (sp.atan2(Dot(u, v) * s, Dot(u, v) * r), sp.atan2(s, r), NOTHING),
    "logarithm of a square": (sp.log(r**2), 2 * sp.log(r), NOTHING),
    "logarithm of a product": (sp.log(r * s), sp.log(r) + sp.log(s), NOTHING),
    "absolute value": (sp.Abs(r), r, NOTHING),
    "sign": (sp.sign(r) ** 2, 1, NOTHING),
    "division by zero": (nothing_left / nothing_left.xreplace({r: s}), 0, NOTHING),
    "equal up to a division by zero": (Dot(x, w) * nothing_left / nothing_left.xreplace({r: s}), Dot(x, u), NOTHING),
    "map that is not symmetric": (Dot(A(x), w), Dot(x, A(w)), NOTHING),
    "maps that do not commute": (Dot(A(H(x)), w), Dot(H(A(x)), w), NOTHING),
    "map of the same name": (Dot(H(x), w), Dot(type(H)("H")(x), w), NOTHING),
    "another function": (ScalarField(f, x), ScalarField(g, x), NOTHING),
    "another point": (ScalarField(f, x), ScalarField(f, w), NOTHING),
    "Jacobian that is not symmetric": (Dot(JacobianField(field, x, u), v), Dot(u, JacobianField(field, x, v)), NOTHING),
    "direction held fixed": (Differential(Differential(Dot(x, x), x, x), x, u), 2 * Dot(x, u), NOTHING),
    "pairs exchanged": (Dot(x, u) * Dot(other, v), Dot(x, v) * Dot(other, u), NOTHING),
    "trace": (Trace(u - Dot(x, u) * x, u), d - 1, NOTHING),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_identity_is_accepted(name: str) -> None:
    lhs, rhs, facts = TRUE[name]
    assert is_identity(lhs, rhs, facts)


@pytest.mark.parametrize("name", FALSE)
def test_near_miss_is_rejected(name: str) -> None:
    lhs, rhs, facts = FALSE[name]
    assert not is_identity(lhs, rhs, facts)


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.parametrize("change", ["sign", "factor", "term"])
def test_true_identity_with_one_side_changed_is_rejected(name: str, change: str) -> None:
    lhs, rhs, facts = TRUE[name]
    changed = {"sign": -rhs, "factor": 2 * rhs, "term": rhs + 1}[change]
    assert not is_identity(lhs, changed, facts)


def test_named_root_needs_no_sign_here() -> None:
    """The sign of a root is the step's to show; the form takes the root as it is named."""
    assert is_identity(sp.sqrt(1 - sp.cos(r) ** 2), sp.sin(r), NOTHING, (sp.sin(r),))
    assert not is_identity(sp.sqrt(1 - sp.cos(r) ** 2), sp.cos(r), NOTHING, (sp.sin(r),))


def test_indices_of_one_name_over_two_sets_differ() -> None:
    first, second = Index("l", n), Index("l", K)
    assert first != second
    assert first.over == n
    assert second.over == K
    assert Index("#0", n) == free


@pytest.mark.parametrize(
    ("lhs", "rhs", "same"),
    [
        (lambda r, t, a: sp.cos(r * a), lambda r, t, a: sp.cos(t * a), True),
        (lambda r, t, a: sp.sin(2 * r * a) / r, lambda r, t, a: sp.sin(2 * t * a) / t, True),
        (lambda r, t, a: sp.sin(r * a), lambda r, t, a: sp.sin(t * a), False),
        (lambda r, t, a: sp.cos(r * a + a), lambda r, t, a: sp.cos(t * a + a), False),
    ],
)
def test_the_root_of_a_square_of_unknown_sign_in_an_angle(lhs: Any, rhs: Any, same: bool) -> None:
    t, a = sp.symbols("t a", real=True)
    r = sp.sqrt(t**2)
    assert is_identity(lhs(r, t, a), rhs(r, t, a), Facts()) is same


def test_what_was_met_before_the_facts_were_complete_is_decided_again() -> None:
    factor = 1 + Dot(x, u)
    facts = Facts(fixed={Dot(x, x): sp.S.One}, positive=(1 + sp.sqrt(factor**2), Dot(x, x) + Dot(x, u)))
    assert is_identity(sp.sqrt(factor**2), factor, facts)
    assert not is_identity(sp.sqrt(factor**2), -factor, facts)


def test_what_is_remembered_of_one_map_is_not_taken_for_another_of_its_name() -> None:
    for _ in range(2):
        for symmetric in (False, True):
            m = LinearMap("M", symmetric=symmetric)
            assert is_identity(Dot(m(u), v), Dot(u, m(v)), NOTHING) is symmetric


def test_what_is_remembered_of_one_symbol_is_not_taken_for_another_of_its_name() -> None:
    for _ in range(2):
        for positive in (None, True):
            t = sp.Symbol("t", real=True, positive=positive)
            assert is_identity(sp.sqrt(t**2), t, NOTHING) is bool(positive)
