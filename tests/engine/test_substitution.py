"""Substitution replaces families and symbols at once, and neither captures nor replaces what is bound."""

from __future__ import annotations

import pytest
import sympy as sp

from svflow_math.engine.calculus.rules.logic import FromSupposed, Supposing
from svflow_math.engine.calculus.rules.use import Use, is_granted, keeps_assumptions
from svflow_math.engine.calculus.substitution import replace_equal, substitute
from svflow_math.engine.record.claim import Bound, Equal
from svflow_math.engine.record.hypothesis import Between, NonZero, Tangent, Unit
from svflow_math.engine.record.step import Goal, NotShown
from svflow_math.engine.record.terms import Differential, Dot, FiniteSum, Trace
from svflow_math.engine.record.theorem import Theorem
from tests.engine.symbols import K, a, b, c, j, k, key, m, n, p, r, s, t, u, v, w, x, z


def test_a_family_is_replaced_member_by_member() -> None:
    assert substitute(FiniteSum(k, a[k] * b[k]), {a[j]: b[j] ** 2}) == FiniteSum(k, b[k] ** 3)
    assert substitute(Dot(key[k], x), {key[j]: a[j] * x}) == Dot(a[k] * x, x)


def test_no_index_is_captured() -> None:
    (total,) = substitute(FiniteSum(j, r * a[j]), {r: b[j]}).atoms(FiniteSum)
    assert total.index != j
    assert total.free_symbols >= {j}
    replaced = substitute(a[k], {a[j]: FiniteSum(k, c[j, k])})
    assert replaced.free_symbols >= {k}
    assert replaced.body == c[k, replaced.index]


def test_an_index_is_renamed_with_its_set() -> None:
    renamed = substitute(FiniteSum(j, a[j]), {j: z})
    assert renamed == FiniteSum(z, a[z])
    assert renamed.index.over == K != n


def test_variables_of_derivatives_and_traces_stay() -> None:
    derivative, trace = Differential(Dot(x, w), x, u), Trace(Dot(u, w) * x, u)
    assert substitute(derivative, {x: v}) == Differential(Dot(v, w), v, u)
    assert substitute(derivative, {u: x}) == Differential(Dot(x, w), x, x)
    for e, mapping in (
        (derivative, {x: w}),
        (derivative, {x: 2 * v}),
        (derivative, {w: x}),
        (trace, {u: v}),
        (trace, {w: u}),
    ):
        with pytest.raises(NotShown):
            substitute(e, mapping)


def test_what_is_equal_on_the_sphere_is_not_replaced_under_a_derivative() -> None:
    e = Dot(x, x) + Differential(Dot(x, x), x, u) + Differential(Dot(x, x) * r, r, 1)
    assert replace_equal(e, {Dot(x, x): sp.S.One}, (Unit(x),)) == 1 + Differential(Dot(x, x), x, u) + Differential(
        r, r, 1
    )
    assert replace_equal(e, {Dot(x, x): sp.S.One}, ()) == 1 + Differential(1, x, u) + Differential(r, r, 1)


def lemma(*hypotheses, claim=None) -> Theorem:
    claim = Equal(Dot(x, x) * t, t) if claim is None else claim
    return Theorem(id="lemma", number="0", hypotheses=hypotheses, claim=claim, steps=())


def test_a_theorem_is_used_where_its_hypotheses_hold() -> None:
    goal = Goal(Equal(Dot(w, w) * p, p), (Unit(w),))
    assert Use(lemma(Unit(x)), {x: w, t: p}).apply(goal)[0].claim == Equal(p, p)
    for at in ({x: u, t: p}, {x: w, t: r}, {x: w, t: -p}, {x: r, t: p}):
        with pytest.raises(NotShown):
            Use(lemma(Unit(x)), at).apply(goal)
    with pytest.raises(NotShown):
        Use(lemma(Unit(x), Tangent(w, x)), {x: w, t: p}).apply(goal)


def test_a_weak_bound_gives_no_strict_one() -> None:
    weak, strict = lemma(claim=Bound(0, r**2)), lemma(claim=Bound(0, r**2 + 1, strict=True))
    assert Use(weak, {r: s}).apply(Goal(Bound(0, s**2), ())) == []
    assert Use(strict, {r: s}).apply(Goal(Bound(0, s**2 + 1), ())) == []
    with pytest.raises(NotShown):
        Use(weak, {r: s}).apply(Goal(Bound(0, s**2, strict=True), ()))
    with pytest.raises(NotShown):
        Use(weak, {r: s}).apply(Goal(Bound(s**2, 0), ()))


def test_hypotheses_are_granted_with_their_ends() -> None:
    goal = Goal(Equal(0, 0), (Between(r, 0, 1), NonZero(w)))
    assert is_granted(Between(r, 0, 1), goal)
    assert is_granted(Between(r, -1, 2, open_low=True, open_high=True), goal)
    assert not is_granted(Between(r, 0, 1, open_low=True), goal)
    assert not is_granted(Between(r, 0, sp.S.Half), goal)
    assert is_granted(NonZero(w), goal)
    assert not is_granted(NonZero(x), goal)
    assert not is_granted(NonZero(s), goal)


def test_a_value_is_of_the_kind_of_its_symbol() -> None:
    goal = Goal(Equal(0, 0), ())
    assert keeps_assumptions(t, m * p, goal)
    assert keeps_assumptions(x, u + r * w, goal)
    assert not keeps_assumptions(t, r, goal)
    assert not keeps_assumptions(n, p, goal)
    assert not keeps_assumptions(x, r, goal)
    assert not keeps_assumptions(r, x, goal)


def test_a_supposed_equality_passes_through_functions() -> None:
    supposed = Supposing(claim=Equal(u, w), make=lambda point, random: {**point, u: point[w]})
    goal = Goal(Equal(Dot(x, u) ** 2, Dot(x, w) ** 2), (supposed,))
    assert FromSupposed(lambda e: Dot(x, e) ** 2).apply(goal) == []
    for function in (lambda e: Dot(x, e), lambda e: Dot(u, e) ** 2):
        with pytest.raises(NotShown):
            FromSupposed(function).apply(goal)
    with pytest.raises(NotShown):
        FromSupposed(lambda e: Dot(x, e) ** 2).apply(Goal(goal.claim, ()))
