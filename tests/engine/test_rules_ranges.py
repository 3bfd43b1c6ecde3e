"""Sums over ranges, induction by derivatives and telescoping: true goals, and near misses."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp

from svflow_math.engine.calculus.derivative import differential
from svflow_math.engine.calculus.rules.ranges import InductionByDerivative, Telescope, WriteOut
from svflow_math.engine.calculus.substitution import variable_of
from svflow_math.engine.record.claim import Bound, Equal
from svflow_math.engine.record.evaluate import evaluate
from svflow_math.engine.record.hypothesis import Between, Hypothesis, NonZero, Positive
from svflow_math.engine.record.infinite_sum import RangeSum
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Differential
from tests.engine.symbols import n, r, t

k, j = (sp.Symbol(name, integer=True, nonnegative=True) for name in "kj")


def left(step: Step, claim, *hypotheses: Hypothesis) -> list[Goal]:
    return step.apply(Goal(claim, hypotheses))


def test_a_sum_over_a_range() -> None:
    total = RangeSum(k * t**k, k, n)
    assert evaluate(total, {n: mpmath.mpf(4), t: mpmath.mpf(2)}) == 2 + 2 * 4 + 3 * 8
    assert total.free_symbols == {t, n}
    assert variable_of(total) == k
    assert differential(total, t, sp.S.One) == RangeSum(k**2 * t**k / t, k, n)
    with pytest.raises(NotImplementedError):
        differential(RangeSum(t, k, t), t, sp.S.One)
    with pytest.raises(ValueError, match="bounds itself"):
        RangeSum(k, k, k + 1)
    with pytest.raises(ValueError, match="never is zero"):
        RangeSum(n, n, 3)


def test_written_out() -> None:
    assert left(WriteOut(), Equal(RangeSum(t**k, k, 3), r))[0].claim == Equal(1 + t + t**2, r)
    for e in (RangeSum(t**k, k, n), RangeSum(RangeSum(t**k, k, 2), j, 3), r):
        with pytest.raises(NotShown):
            left(WriteOut(), Equal(e, r))


def test_a_telescope_has_terms_and_ends() -> None:
    """The sum of 2k + 1 over k <= n is n^2 larger than nothing but its last term: T = 2k + 1, U = 2k + 3, Q = 1."""
    claim = Equal(RangeSum(k + 1, k, n + 1), RangeSum(k + 2, k, n))
    goals = left(Telescope(j, j), claim)
    assert [g.claim for g in goals] == [Equal(-1, -1), Equal(n + 1, n), Equal(0, 0)]
    assert goals[0].hypotheses == (Positive(n - j),)


@pytest.mark.parametrize(
    ("index", "claim"),
    [
        (j, Bound(RangeSum(k, k, n + 1), RangeSum(k, k, n))),
        (j, Equal(RangeSum(k, k, n), RangeSum(k, k, n))),  # as many terms
        (j, Equal(RangeSum(k, k, n + 2), RangeSum(k, k, n))),
        (j, Equal(RangeSum(k, k, t + 1), RangeSum(k, k, t))),  # no whole number
        (j, Equal(RangeSum(k, k, n + 1) + 1, RangeSum(k, k, n))),
        (j, Equal(RangeSum(j * k, k, n + 1), RangeSum(k, k, n))),  # not a new index
        (t, Equal(RangeSum(k, k, n + 1), RangeSum(k, k, n))),
        (j, Equal(RangeSum(RangeSum(k, k, 3), k, n + 1), RangeSum(k, k, n))),  # bound twice
    ],
)
def test_no_telescope(index, claim) -> None:
    with pytest.raises(NotShown):
        left(Telescope(index, index), claim)
    with pytest.raises(NotShown):
        left(Telescope(j, RangeSum(k, k, j)), Equal(RangeSum(k, k, n + 1), RangeSum(k, k, n)))


def test_induction_by_derivatives() -> None:
    """d^n/dt^n e^(2t) = 2^n e^(2t)."""
    first, second = 2**n * sp.exp(2 * t), sp.exp(2 * t + n * sp.log(2))
    goals = left(InductionByDerivative(n, t, 1), Equal(first, second), Positive(t))
    assert goals[0].claim == Equal(2 * sp.exp(2 * t), sp.exp(2 * t + sp.log(2)))
    assert goals[1].claim == Equal(first.xreplace({n: n + 1}), Differential(first, t, sp.S.One))
    assert goals[2].claim == Equal(second.xreplace({n: n + 1}), Differential(second, t, sp.S.One))


@pytest.mark.parametrize(
    ("variable", "argument", "factor", "claim", "given"),
    [
        (n, t, 1, Bound(t**n, t**n), ()),
        (k, t, 1, Equal(t**k, t**k), ()),  # from zero on
        (t, r, 1, Equal(r**t, r**t), ()),
        (n, t, n, Equal(t**n, t**n), ()),
        (n, t, 1, Equal(t**n, t**n), (Positive(n - 2),)),
        (n, t, 1, Equal(t**n, t**n), (NonZero(t - 1),)),
        (n, t, 1, Equal(t**n, t**n), (Between(t, 0, 1),)),  # no derivative at the ends
        (n, k, 1, Equal(k**n, k**n), ()),
        (n, t, 1, Equal(Differential(n * t, n, sp.S.One), t), ()),
    ],
)
def test_no_induction(variable, argument, factor, claim, given) -> None:
    with pytest.raises(NotShown):
        left(InductionByDerivative(variable, argument, factor), claim, *given)
