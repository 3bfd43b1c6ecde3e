"""The memory of evaluation gives the values that evaluation afresh gives."""

import mpmath
import pytest
import sympy as sp

from svflow_math.engine.record.claim import Bound, Equal, Limit, OrderOf
from svflow_math.engine.record.evaluate import evaluate
from svflow_math.engine.record.hypothesis import Positive, Within
from svflow_math.engine.record.members import everywhere
from svflow_math.engine.record.scope import Scope, bind
from svflow_math.engine.record.slices import SliceMean, height
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum, Index, VectorAt, VectorSymbol, d

x, u = VectorSymbol("x"), VectorSymbol("u")
t = sp.Symbol("t", real=True)
n = sp.Symbol("n", integer=True, positive=True)
i, j = Index("i", n), Index("j", n)
family = sp.Symbol("k")


def numbers(*values: float) -> list[mpmath.mpf]:
    return [mpmath.mpf(v) for v in values]


def test_a_term_that_does_not_mention_the_bound_symbol_belongs_outside() -> None:
    outer = Scope({t: mpmath.mpf(1), x: numbers(1, 2)})
    inner = bind(outer, t, mpmath.mpf(2))
    assert isinstance(inner, Scope)
    assert inner.of(Dot(x, x)) is outer
    assert inner.of(t * Dot(x, x)) is inner
    assert evaluate(t * Dot(x, x), inner) == 10
    assert evaluate(t * Dot(x, x), outer) == 5


def test_members_of_a_sum_are_not_mistaken_for_one_another() -> None:
    members = [numbers(1, 0), numbers(0, 2), numbers(3, 3)]
    point = {d: 2, n: 3, family: members, x: numbers(1, 1)}
    at = Dot(VectorAt(family, i), x)
    total = FiniteSum(j, Dot(VectorAt(family, j), x))
    assert evaluate(FiniteSum(i, at**2 / total), point) == mpmath.mpf(1 + 4 + 36) / 9


def test_a_family_of_numbers_is_mentioned_by_its_name() -> None:
    weight = sp.Function("w", real=True)
    scope = Scope({sp.Symbol("w"): numbers(1, 2), i: 0})
    assert evaluate(weight(i), scope) == 1
    other = bind(scope, sp.Symbol("w"), numbers(5, 6))
    assert evaluate(weight(i), other) == 5


def test_a_symbol_in_a_definition_is_not_mistaken_for_the_one_around_it() -> None:
    kappa = sp.Symbol("kappa", positive=True)
    mean = SliceMean(height, kappa)
    scope = Scope({d: mpmath.mpf(3), kappa: mpmath.mpf(1), height: mpmath.mpf(7)})
    assert mpmath.almosteq(evaluate(mean, scope), mpmath.coth(1) - 1, 1e-14)
    assert mpmath.almosteq(evaluate(mean, bind(scope, kappa, mpmath.mpf(2))), mpmath.coth(2) - 0.5, 1e-14)


def test_a_value_is_not_served_at_a_higher_precision() -> None:
    scope = Scope({t: mpmath.mpf(2)})
    with mpmath.workdps(15):
        rough = evaluate(sp.sqrt(t), scope)
    with mpmath.workdps(60):
        fine = evaluate(sp.sqrt(t), scope)
        assert abs(rough - fine) > mpmath.mpf(10) ** -18
        assert abs(fine**2 - 2) < mpmath.mpf(10) ** -58


@pytest.mark.parametrize("dps", [15, 50])
def test_difference_quotients_see_every_occurrence_of_their_point(dps: int) -> None:
    with mpmath.workdps(dps):
        point = {d: 2, x: numbers(3, 4), u: numbers(1, 1)}
        size = Dot(x, x)
        evaluate(size, point)
        slope = evaluate(Differential(size * sp.sqrt(size), x, u), point)
        assert abs(slope - 3 * 5 * 7) < mpmath.mpf(10) ** (4 - dps)


def test_points_without_a_memory_are_bound_too() -> None:
    assert bind({t: 1}, t, 2) == {t: 2}


def test_hypotheses_see_every_member_of_a_family() -> None:
    weight = sp.Function("w", real=True)
    name, total = sp.Symbol("w"), FiniteSum(j, weight(j))
    good = Scope({n: mpmath.mpf(3), name: numbers(1, 2, 4)})
    bad = Scope({n: mpmath.mpf(3), name: numbers(1, 2, -1)})
    assert [evaluate(weight(i) / total, p) for p in everywhere(weight(i), good)] == [v / 7 for v in numbers(1, 2, 4)]
    assert Positive(weight(i)).holds(good) and not Positive(weight(i)).holds(bad)
    assert Within(weight(i), 0, 4).holds(good) and not Within(weight(i), 0, 3).holds(good)


def test_claims_that_share_a_point_keep_their_own_values() -> None:
    with mpmath.workdps(40):
        at = Scope({t: mpmath.mpf("0.5")})
        assert Equal(sp.sin(t) ** 2, 1 - sp.cos(t) ** 2).holds(at) and not Equal(sp.sin(t), sp.cos(t)).holds(at)
        assert Bound(t, sp.sqrt(t)).holds(at) and not Bound(sp.sqrt(t), t).holds(at)
        assert OrderOf(sp.sin(t) - t, t, 3).holds(at) and not OrderOf(sp.sin(t) - t, t, 4).holds(at)
        assert Limit(sp.sin(t) / t, t, 0, 1).holds(at) and not Limit(sp.sin(t) / t, t, 0, sp.sin(t) / t + 1).holds(at)
        assert evaluate(t, at) == 0.5
