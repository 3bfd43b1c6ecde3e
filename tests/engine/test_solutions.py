"""Solutions of differential equations, higher derivatives, entire functions of a square: expansions true and false."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp

from svflow_math.engine.calculus.derivative import derive, differential, spread
from svflow_math.engine.calculus.rules.algebra import NormalForm, Taylor
from svflow_math.engine.calculus.rules.entire import EntireInSquare
from svflow_math.engine.calculus.smooth import is_smooth_around
from svflow_math.engine.calculus.substitution import substitute
from svflow_math.engine.record.claim import Equal, OrderOf
from svflow_math.engine.record.entire import CosRoot
from svflow_math.engine.record.evaluate import evaluate
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.higher_derivative import HigherDerivativeField
from svflow_math.engine.record.primitives import Sinc
from svflow_math.engine.record.solution import Solution, state
from svflow_math.engine.record.step import Goal, NotShown
from svflow_math.engine.record.terms import Dot, JacobianField, Norm, VectorField, d
from tests.engine.symbols import a, field, i, r, u, v, w, x

h = sp.Symbol("h", positive=True)


def speed(y):
    return VectorField(field, y)


FLOW = Solution(speed(state), x, h)
EULER = x + h * speed(x)
SECOND = h**2 / 2 * JacobianField(field, x, speed(x))


def left(claim, *steps):
    goals = [Goal(claim, ())]
    for step in steps:
        goals = [*step.apply(goals[0]), *goals[1:]]
    return goals


def test_a_solution_starts_at_its_start_and_follows_its_field() -> None:
    assert Solution(speed(state), x, 0) == x
    assert Solution(speed(state), x, 0, u) == u
    assert Solution(speed(state), x, 0, u, v) == 0
    assert differential(FLOW, h, sp.S.One) == speed(FLOW)
    assert differential(FLOW, x, u) == Solution(speed(state), x, h, u)
    with pytest.raises(ValueError, match="holds a solution"):
        Solution(FLOW, x, h)
    with pytest.raises(NotImplementedError):  # a parameter of the field
        differential(Solution(r * state, x, h), r, sp.S.One)
    with pytest.raises(NotImplementedError):
        differential(Solution(speed(state), x, h, u, v), h, sp.S.One)


def test_a_solution_is_evaluated() -> None:
    point = {x: [mpmath.mpf(1), mpmath.mpf(2)], h: mpmath.mpf(10) ** -6, d: mpmath.mpf(2)}
    with mpmath.workdps(60):
        value = evaluate(Solution(-state, x, h), point)
        gap = [p - q * mpmath.exp(-point[h]) for p, q in zip(value, point[x], strict=True)]
        assert max(map(abs, gap)) < mpmath.mpf(10) ** -42


def test_taylor_of_a_solution() -> None:
    assert left(OrderOf(FLOW - EULER, h, 2), Taylor()) == []
    assert left(OrderOf(FLOW - EULER - SECOND, h, 3), Taylor()) == []
    for expression, order in (
        (FLOW - EULER, 3),
        (FLOW - EULER - 2 * SECOND, 3),
        (FLOW - x, 2),
        (FLOW - EULER + SECOND, 3),
    ):
        with pytest.raises(NotShown):
            left(OrderOf(expression, h, order), Taylor())


def test_taylor_moves_the_start() -> None:
    """One flow after the other: the order of the fields matters in second order."""
    other = sp.Symbol("b")

    def second(y):
        return VectorField(other, y)

    whole = Solution(speed(state) + second(state), x, h)
    split = Solution(second(state), FLOW, h)
    lie = h**2 / 2 * (JacobianField(field, x, second(x)) - JacobianField(other, x, speed(x)))
    assert left(OrderOf(whole - split, h, 2), Taylor()) == []
    assert left(OrderOf(whole - split - lie, h, 3), Taylor()) == []
    for wrong in (whole - split, whole - split + lie):
        with pytest.raises(NotShown):
            left(OrderOf(wrong, h, 3), Taylor())


def test_a_solution_of_a_field_that_is_not_smooth_is_not_smooth() -> None:
    assert is_smooth_around(FLOW, h, Facts(), 0)
    rough = Solution(state / sp.sqrt(Dot(state, state)), x, h)  # no solution leaves x = 0
    assert not is_smooth_around(rough, h, Facts(), 0)
    assert not is_smooth_around(FLOW, h, Facts(), 1)  # it may have escaped by then
    with pytest.raises(NotShown):
        left(OrderOf(rough - x, h, 1), Taylor())


def test_smooth_around_a_value_asks_for_more_than_continuity() -> None:
    assert is_smooth_around(sp.sqrt(1 + h), h, Facts(), 0)
    assert not is_smooth_around(sp.sqrt(h), h, Facts(), 0)
    assert not is_smooth_around(h ** sp.Rational(5, 2), h, Facts(), 0)
    with pytest.raises(NotShown):  # all derivatives below the third vanish at zero, the third is unbounded
        left(OrderOf(h ** sp.Rational(5, 2), h, 3), Taylor())
    assert not is_smooth_around(sp.Abs(r) * h, r, Facts(), 0)


def test_higher_derivatives_are_multilinear() -> None:
    second = differential(JacobianField(field, x, u), x, v)
    assert second == HigherDerivativeField(field, x, u, v) == HigherDerivativeField(field, x, v, u)
    assert HigherDerivativeField(field, x, u, 0) == 0
    third = differential(second, x, w)
    assert third == HigherDerivativeField(field, x, u, v, w)
    whole = Dot(w, HigherDerivativeField(field, x, u + 2 * v, v))
    parts = HigherDerivativeField(field, x, u, v), HigherDerivativeField(field, x, v, v)
    assert sp.expand(spread(whole) - Dot(w, parts[0]) - 2 * Dot(w, parts[1])) == 0
    assert differential(HigherDerivativeField(field, x, r * u, v), r, sp.S.One) == parts[0]
    assert derive(JacobianField(field, x, u)) == JacobianField(field, x, u)


def test_a_bound_state_is_not_replaced() -> None:
    moved = substitute(FLOW, {x: v})
    assert moved == Solution(speed(state), v, h)
    assert state not in FLOW.free_symbols
    assert substitute(Solution(a[i] * state, x, h), {a[i]: r}) == Solution(r * state, x, h)


def test_entire_functions_of_a_square() -> None:
    (goal,) = left(Equal(sp.cos(Norm(v)), Sinc(Norm(v))), EntireInSquare())
    assert goal.claim == Equal(CosRoot(0, Dot(v, v)), -2 * CosRoot(1, Dot(v, v)))
    with pytest.raises(NotShown):
        left(Equal(sp.sin(Norm(v)), Norm(v)), EntireInSquare())
    with mpmath.workdps(40):
        for k in range(4):
            q = mpmath.mpf(3) / 7
            direct = mpmath.diff(lambda s: mpmath.cos(mpmath.sqrt(s)), q, k)
            assert abs(CosRoot.numeric(k, q) - direct) < mpmath.mpf(10) ** -15
            assert abs(CosRoot.numeric(k, mpmath.mpf(0)) - mpmath.mpf(CosRoot(k, 0).p) / CosRoot(k, 0).q) < 1e-30
        assert abs(-2 * CosRoot.numeric(1, mpmath.mpf(4)) - mpmath.sinc(2)) < mpmath.mpf(10) ** -30
    assert left(Equal(CosRoot(1, r**2 - r * r), sp.Rational(-1, 2)), NormalForm()) == []
    assert left(OrderOf(CosRoot(0, h) - 1 + h / 2, h, 2), Taylor()) == []
    with pytest.raises(NotShown):
        left(OrderOf(CosRoot(0, h) - 1, h, 2), Taylor())
