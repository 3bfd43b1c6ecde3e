"""False statements built against the rules themselves: names that were reserved, keys that were no symbols, ranges."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.bounds import CauchySchwarz, Certificate, FromDerivative
from svflow_math.engine.calculus.rules.logic import FromSupposed
from svflow_math.engine.calculus.rules.orders import Squeeze
from svflow_math.engine.calculus.rules.series import GeometricTail, TermByTerm
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Bound, Claim, Equal, Limit
from svflow_math.engine.record.hypothesis import Between, Hypothesis, Positive, Tangent, Unit
from svflow_math.engine.record.infinite_sum import InfiniteSum
from svflow_math.engine.record.step import Goal, NotShown, Step
from svflow_math.engine.record.terms import Dot, FiniteSum, Index, Norm, ScalarFamily, VectorSymbol
from svflow_math.engine.record.theorem import Theorem

x, r = sp.symbols("x r", real=True)
t = sp.Symbol("t", positive=True)
X, Y, test = VectorSymbol("X"), VectorSymbol("Y"), VectorSymbol("test")
m = sp.Symbol("m", integer=True, nonnegative=True)
even = sp.Symbol("p", even=True, nonnegative=True)
n = sp.Symbol("n", integer=True, positive=True)
j, canonical = Index("j", n), Index("#0", n)
a = ScalarFamily("a")
HALF = sp.Rational(1, 2)
LATE = (m - 5) ** 3 * HALF**m


def theorem(claim: Claim, *steps: Step, hypotheses: tuple[Hypothesis, ...] = ()) -> Theorem:
    return Theorem(id="attack", number="0", hypotheses=hypotheses, claim=claim, steps=steps)


SCHWARZ = theorem(
    Bound(Dot(X, Y), 1),
    CauchySchwarz(X, Y),
    Certificate(Norm(X) * Norm(Y) - Dot(X, Y)),
    hypotheses=(Unit(X), Unit(Y)),
)
DOUBLE_ANGLE = theorem(Equal(sp.cos(2 * x) + 2 * sp.sin(x) ** 2, 1), NormalForm())
EVEN_POWER = theorem(Bound(0, x**even), Certificate(x**even))

ATTACKS: dict[str, tuple[Claim, Step, tuple[Hypothesis, ...]]] = {
    "an inner product put for a number": (Bound(2, 1), Use(SCHWARZ, {Dot(X, Y): sp.S(2)}), (Unit(X), Unit(Y))),
    "a sine put for a number": (Equal(sp.cos(2 * x), 1), Use(DOUBLE_ANGLE, {sp.sin(x): sp.S.Zero}), ()),
    "an odd number put for an even one": (Bound(0, x**3), Use(EVEN_POWER, {even: sp.S(3)}), ()),
    "the name of the generic vector": (Equal(X, 0), NormalForm(), (Unit(X), Tangent(test, X))),
    "the name of a canonical index": (Equal(FiniteSum(j, a[j, canonical]), FiniteSum(j, a[j, j])), NormalForm(), ()),
    "a derivative from before the range": (Bound(6 * t, t**2), FromDerivative(t, sp.S.Zero), (Between(t, 3, 5),)),
    "a derivative from one of two ranges": (
        Bound(6 * r, r**2),
        FromDerivative(r, sp.S.Zero),
        (Between(r, 0, 5), Between(r, 3, 5)),
    ),
    "a series term by term at even places": (
        Equal(InfiniteSum((-1) ** m / sp.factorial(m), m), InfiniteSum(1 / sp.factorial(m), m)),
        TermByTerm(even),
        (),
    ),
    "a limit at a number squeezed as at infinity": (
        Limit(sp.Max(t, 5), t, 2, 2),
        Squeeze(t, t),
        (Positive(t - 5),),
    ),
    "a geometric tail from the sixth term on": (
        Bound(InfiniteSum(LATE, m), LATE.xreplace({m: sp.S.Zero}) / (1 - HALF)),
        GeometricTail(HALF),
        (Positive(m - 5),),
    ),
    "a geometric tail of terms whose number occurs outside": (
        Bound(InfiniteSum(m * HALF**m, m), m * InfiniteSum(HALF**m, m)),
        GeometricTail(HALF),
        (),
    ),
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_a_false_statement_is_refused(attack: tuple[Claim, Step, tuple[Hypothesis, ...]]) -> None:
    claim, step, hypotheses = attack
    with pytest.raises(NotShown):
        step.apply(Goal(claim, hypotheses))


def test_a_sum_from_zero_takes_no_positive_index() -> None:
    with pytest.raises(ValueError, match="never is zero"):
        InfiniteSum(1 / sp.factorial(n), n)
    with pytest.raises(ValueError, match="not just any whole number"):
        InfiniteSum((-1) ** even / sp.factorial(even), even)


@pytest.mark.parametrize("divide", [lambda s: s / sp.Abs(x)])
def test_an_absolute_value_may_vanish(divide: Any) -> None:
    from svflow_math.engine.calculus.rules.logic import Supposing

    supposed = Supposing(claim=Equal(sp.Abs(x) * r, sp.Abs(x) * t), make=lambda p, _: p)
    with pytest.raises(NotShown):
        FromSupposed(divide).apply(Goal(Equal(r, t), (supposed,)))
