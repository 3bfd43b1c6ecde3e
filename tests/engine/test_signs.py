"""What is shown to be positive is positive at points drawn at random, and what may be negative is not shown."""

from __future__ import annotations

from random import Random

import mpmath
import pytest
import sympy as sp

from svflow_math.engine.calculus.signs import is_nonnegative, is_positive, matches
from svflow_math.engine.record.evaluate import Undefined, evaluate
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Between, Hypothesis, Law, Nonnegative, NonZero, Positive, Unit
from svflow_math.engine.record.sample import sample
from svflow_math.engine.record.terms import Dot, FiniteSum, FixedIndex, Norm
from tests.engine.symbols import a, b, c, j, k, m, n, p, q, r, s, u, w, x, z

RANGE = Between(r, 0, sp.pi, open_low=True, open_high=True)


def facts(*hypotheses: Hypothesis) -> Facts:
    return sum((h.facts() for h in hypotheses), Facts())


POSITIVE = {
    "declared": (p, ()),
    "product and quotient": (p * m / (p + m) ** 2, ()),
    "square and a number": (r**2 + 1, ()),
    "exponential": (sp.exp(r) + Dot(x, x), ()),
    "fact": (1 + Dot(x, w), (Positive(1 + Dot(x, w)),)),
    "multiple of a fact": (2 + 2 * Dot(x, w), (Positive(1 + Dot(x, w)),)),
    "more than a fact": (3 + Dot(x, w), (Positive(1 + Dot(x, w)),)),
    "more than a weak fact": (r - sp.S.Half, (Between(r, 1, 2),)),
    "square of a unit vector": (Dot(x, x), (Unit(x),)),
    "length": (Norm(x), (NonZero(x),)),
    "sum of positive terms": (FiniteSum(j, sp.exp(a[j])), ()),
    "mean": (FiniteSum(z, q[z] * sp.exp(a[z])), (Law(q[z], z),)),
    "sine": (sp.sin(r), (RANGE,)),
    "sine of half": (sp.sin(r / 2), (RANGE,)),
    "cosine of half": (sp.cos(r / 2), (RANGE,)),
    "arctangent": (sp.atan(p), ()),
    "angle above the axis": (sp.atan2(p, r), ()),
    "two negative factors": ((-1 - p) * (-2 - m), ()),
}
ONLY_NONNEGATIVE = {
    "square": (r**2, ()),
    "weak fact": (1 + Dot(x, w), (Nonnegative(1 + Dot(x, w)),)),
    "squared length": (Dot(x, x), ()),
    "end of a range": (r, (Between(r, 0, 1),)),
    "sine up to the end": (sp.sin(r), (Between(r, 0, sp.pi),)),
    "sum of squares": (FiniteSum(j, a[j] ** 2), ()),
    "member of a law": (q[z], (Law(q[z], z),)),
    "angle": (sp.atan2(Norm(x), r), ()),
}
UNKNOWN = {
    "undeclared": (r, ()),
    "product of unknowns": (r * s, ()),
    "negative": (-p, ()),
    "difference": (p - m, ()),
    "less than a fact": (Dot(x, w), (Positive(1 + Dot(x, w)),)),
    "negative multiple of a fact": (-2 - 2 * Dot(x, w), (Positive(1 + Dot(x, w)),)),
    "fact of another pair": (1 + Dot(x, u), (Positive(1 + Dot(x, w)),)),
    "fact with another term": (1 + Dot(x, w) + r, (Positive(1 + Dot(x, w)),)),
    "sine beyond its range": (sp.sin(2 * r), (RANGE,)),
    "cosine beyond its range": (sp.cos(r), (RANGE,)),
    "sine without a range": (sp.sin(p), ()),
    "angle": (sp.atan2(r, p), ()),
    "odd power": (r**3, ()),
    "one negative factor": ((-1 - p) * (2 + m), ()),
    "sum of unknown terms": (FiniteSum(j, a[j]), ()),
    "weights that are no law": (FiniteSum(z, q[z] * sp.exp(a[z])), ()),
    "logarithm": (sp.log(p), ()),
    "inner product": (Dot(x, w), (Unit(x), Unit(w))),
}


@pytest.mark.parametrize("name", POSITIVE)
def test_positive(name: str) -> None:
    e, hypotheses = POSITIVE[name]
    assert is_positive(e, facts(*hypotheses))
    assert is_nonnegative(e, facts(*hypotheses))
    assert not is_nonnegative(-e, facts(*hypotheses))


@pytest.mark.parametrize("name", ONLY_NONNEGATIVE)
def test_nonnegative_but_not_positive(name: str) -> None:
    e, hypotheses = ONLY_NONNEGATIVE[name]
    assert is_nonnegative(e, facts(*hypotheses))
    assert not is_positive(e, facts(*hypotheses))


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown(name: str) -> None:
    e, hypotheses = UNKNOWN[name]
    assert not is_nonnegative(e, facts(*hypotheses))
    assert not is_positive(e, facts(*hypotheses))


def test_a_fact_holds_for_all_indices_and_is_not_captured() -> None:
    fact = b[j] + FiniteSum(k, c[j, k])
    assert matches(b[j] + FiniteSum(z, c[j, z]), b[k] + FiniteSum(z, c[k, z]))
    assert not matches(fact, b[k] + FiniteSum(k, c[k, k]))
    assert not matches(a[j] - a[k], a[j] - b[k])


def test_a_fact_about_a_chosen_member_is_not_one_about_all() -> None:
    chosen = FixedIndex("chosen", n)
    assert matches(a[chosen], a[chosen])
    assert not matches(a[chosen], a[j])
    assert not matches(a[z], a[j])


def grown(random: Random, depth: int) -> sp.Expr:
    """A random expression in a few symbols of known and of unknown sign."""
    if depth == 0:
        return random.choice([p, m, r, s, Dot(x, w), Dot(x, x), sp.Integer(random.randint(-2, 2)), a[j]])
    left, right = grown(random, depth - 1), grown(random, depth - 1)
    makers = (
        lambda: left + right, lambda: left - right, lambda: left * right, lambda: left * right, lambda: left**2,
        lambda: sp.exp(left), lambda: sp.atan(left), lambda: sp.sin(left), lambda: sp.cos(left / 2),
        lambda: sp.atan2(left, right), lambda: FiniteSum(j, left), lambda: left / (1 + right**2),
    )  # fmt: skip
    return random.choice(makers)()


@pytest.mark.parametrize("seed", range(300))
def test_no_negative_value_of_what_is_shown(seed: int) -> None:
    random = Random(seed)
    given: tuple[Hypothesis, ...] = (Between(r, 0, sp.pi / 2, open_low=True), Unit(x), Positive(sp.S.Half + Dot(x, w)))
    e = grown(random, 3)
    weakly, strictly = (shown(e, facts(*given)) for shown in (is_nonnegative, is_positive))
    assert weakly or not strictly
    if not weakly:
        return
    with mpmath.workdps(20):
        for _ in range(5):
            try:
                value = evaluate(e, sample([e], given, 2, random))
            except Undefined:
                continue
            assert value > 0 if strictly else value > -1e-15
