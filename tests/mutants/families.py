"""Wrong proofs about families and finite sums: an index that does not stand for what is made of it."""

from __future__ import annotations

import sympy as sp

from svflow_math.engine.calculus.rules.algebra import NormalForm, Through
from svflow_math.engine.calculus.rules.bounds import Certificate, CompareSquares, MinimumAttained, Termwise
from svflow_math.engine.calculus.rules.finite import ExponentialOfIndicator, ReplaceFamily
from svflow_math.engine.record.claim import Bound, Equal, ForAll
from svflow_math.engine.record.exceeding_event import ExceedingEvent
from svflow_math.engine.record.hypothesis import (
    Coincide,
    Event,
    Law,
    Nonnegative,
    Positive,
    Tangent,
    Unit,
    Within,
)
from svflow_math.engine.record.terms import (
    Dot,
    FiniteSum,
    FixedIndex,
    Index,
    Norm,
)
from tests.engine.symbols import a, b, c, i, j, k, key, n, p, q, r, t, u, w, x, z
from tests.mutants.proof import Attempt, WrongProof, attempt

CHOSEN, OTHER = FixedIndex("chosen", n), FixedIndex("other", n)
SUM_OF_A = FiniteSum(j, a[j])


def chain(first: FixedIndex, second: FixedIndex, last) -> Attempt:
    """1 <= a_m + b_l <= last for the smallest a_m and b_l; that m = l may not be assumed."""
    return attempt(
        Bound(1, last),
        MinimumAttained(a[j], j, first),
        MinimumAttained(b[j], j, second),
        Through((a[first] + b[second], a[first] + b[k])),
        Certificate(a[first] + b[second] - 1),
        Certificate(b[k] - b[second]),
        Certificate(a[j] - a[first]),
        given=(Nonnegative(a[i] + b[k] - 1) if first != second else Nonnegative(a[i] + b[i] - 1),),
    )


def smallest(claim: Bound, *steps) -> Attempt:
    """By the smallest of the numbers a_j, which are not negative."""
    between = (MinimumAttained(a[j], j, CHOSEN), Through((a[CHOSEN],)))
    return attempt(claim, *between, *steps, given=(Nonnegative(a[i]),))


PROOFS = [
    WrongProof(
        "a bound of squares is no bound where the upper side may be negative",
        lambda: attempt(Bound(-t, -2 * t), CompareSquares(), Certificate(3 * t**2)),
        lambda: attempt(Bound(-t, 2 * t), CompareSquares(), Certificate(3 * t**2)),
    ),
    WrongProof(
        "the exponential of weights that are no event",
        lambda: attempt(
            Equal(sp.exp(r * b[j]), 1 + (sp.exp(r) - 1) * b[j]),
            ExponentialOfIndicator(b[j], r),
            NormalForm(),
            given=(Event(a[j]),),
        ),
        lambda: attempt(
            Equal(sp.exp(r * a[j]), 1 + (sp.exp(r) - 1) * a[j]),
            ExponentialOfIndicator(a[j], r),
            NormalForm(),
            given=(Event(a[j]),),
        ),
    ),
    WrongProof(
        "an event that another index decides",
        lambda: attempt(
            Bound(0, a[j] * (q[j] - b[i])), Certificate(a[j] * (q[j] - b[i])), given=(ExceedingEvent(a[j], q[j], b[i]),)
        ),
        lambda: attempt(
            Bound(0, a[j] * (q[j] - b[j])), Certificate(a[j] * (q[j] - b[j])), given=(ExceedingEvent(a[j], q[j], b[j]),)
        ),
    ),
    WrongProof(
        "a law over the wrong index",
        lambda: attempt(Equal(FiniteSum(j, q[j, i]), 1), NormalForm(), given=(Law(q[i, j], j),)),
        lambda: attempt(Equal(FiniteSum(j, q[i, j]), 1), NormalForm(), given=(Law(q[i, j], j),)),
    ),
    WrongProof(
        "a law stated of an index that is not the last",
        lambda: attempt(Equal(FiniteSum(j, q[i, j]), 1), NormalForm(), given=(Law(q[j, i], j),)),
        lambda: attempt(Equal(FiniteSum(j, q[k, j]), 1), NormalForm(), given=(Law(q[j, i], i),)),
    ),
    WrongProof(
        "the diagonal of a law is no law",
        lambda: attempt(
            Bound(0, FiniteSum(j, q[j, j]), strict=True), Certificate(FiniteSum(j, q[j, j])), given=(Law(q[i, j], j),)
        ),
        lambda: attempt(
            Bound(0, FiniteSum(j, q[i, j]), strict=True), Certificate(FiniteSum(j, q[i, j])), given=(Law(q[i, j], j),)
        ),
    ),
    WrongProof(
        "a law over another set of the same names",
        lambda: attempt(Equal(FiniteSum(z, q[z]), 1), NormalForm(), given=(Law(q[j], j),)),
        lambda: attempt(Equal(FiniteSum(k, q[k]), 1), NormalForm(), given=(Law(q[j], j),)),
    ),
    WrongProof(
        "weights that are no event are not their own squares",
        lambda: attempt(Equal(FiniteSum(j, b[j] ** 2), FiniteSum(j, b[j])), NormalForm(), given=(Event(a[j]),)),
        lambda: attempt(Equal(FiniteSum(j, a[j] ** 2), FiniteSum(j, a[j])), NormalForm(), given=(Event(a[j]),)),
    ),
    WrongProof(
        "a sum over a set that may be empty",
        lambda: attempt(
            Bound(0, FiniteSum(Index("l", sp.Symbol("N", integer=True, nonnegative=True)), p), strict=True),
            Certificate(FiniteSum(Index("l", sp.Symbol("N", integer=True, nonnegative=True)), p)),
        ),
        lambda: attempt(Bound(0, FiniteSum(j, p), strict=True), Certificate(FiniteSum(j, p))),
    ),
    WrongProof(
        "a product of sums as the sum of products",
        lambda: attempt(Equal(SUM_OF_A * FiniteSum(j, b[j]), FiniteSum(j, a[j] * b[j])), NormalForm()),
        lambda: attempt(Equal(SUM_OF_A * FiniteSum(j, b[j]), FiniteSum(j, a[j] * FiniteSum(j, b[j]))), NormalForm()),
    ),
    WrongProof(
        "a sum within a sum over the same name",
        lambda: attempt(Equal(FiniteSum(j, a[j] * FiniteSum(j, c[j, j])), FiniteSum(j, a[j] * c[j, j])), NormalForm()),
        lambda: attempt(
            Equal(FiniteSum(j, a[j] * FiniteSum(j, c[j, j])), FiniteSum(k, c[k, k]) * FiniteSum(i, a[i])), NormalForm()
        ),
    ),
    WrongProof(
        "terms with a negative weight",
        lambda: attempt(
            Bound(FiniteSum(j, -a[j]), FiniteSum(j, -b[j])),
            Termwise(j, -sp.S.One, a[j], b[j]),
            Certificate(b[j] - a[j]),
            given=(Nonnegative(b[j] - a[j]),),
        ),
        lambda: attempt(
            Bound(SUM_OF_A, FiniteSum(j, b[j])),
            Termwise(j, sp.S.One, a[j], b[j]),
            Certificate(b[j] - a[j]),
            given=(Nonnegative(b[j] - a[j]),),
        ),
    ),
    WrongProof(
        "a strict bound from weak ones, term by term",
        lambda: attempt(Bound(SUM_OF_A, SUM_OF_A, strict=True), Termwise(j, sp.S.One, a[j], a[j]), Certificate(0 * r)),
        lambda: attempt(Bound(SUM_OF_A, SUM_OF_A), Termwise(j, sp.S.One, a[j], a[j]), Certificate(0 * r)),
    ),
    WrongProof(
        "the smallest member exchanged for any",
        lambda: smallest(Bound(a[j], a[k]), Certificate(a[CHOSEN] - a[j]), Certificate(a[k] - a[CHOSEN])),
        lambda: smallest(Bound(0, a[k]), Certificate(a[CHOSEN]), Certificate(a[k] - a[CHOSEN])),
    ),
    WrongProof(
        "the index of the smallest member summed over",
        lambda: attempt(
            Bound(0, FiniteSum(i, a[j] - a[i])),
            MinimumAttained(a[j], j, CHOSEN),
            Certificate(FiniteSum(CHOSEN, a[j] - a[CHOSEN])),
        ),
        lambda: attempt(Bound(0, FiniteSum(j, p)), MinimumAttained(a[j], j, CHOSEN), Certificate(FiniteSum(j, p))),
    ),
    WrongProof(
        "one index for the smallest members of two families",
        lambda: chain(CHOSEN, CHOSEN, a[j] + b[k]),
        lambda: chain(CHOSEN, OTHER, a[j] + b[k]),
    ),
    WrongProof(
        "the smallest member of each row at one place",
        lambda: attempt(
            Bound(0, FiniteSum(i, c[i, j])),
            MinimumAttained(c[i, j], j, CHOSEN),
            Through((FiniteSum(i, c[i, CHOSEN]),)),
            Certificate(FiniteSum(i, c[i, CHOSEN])),
            Certificate(FiniteSum(i, c[i, j] - c[i, CHOSEN])),
        ),
        lambda: smallest(Bound(0, a[k]), Certificate(a[CHOSEN]), Certificate(a[k] - a[CHOSEN])),
    ),
    WrongProof(
        "one member known, all claimed",
        lambda: attempt(
            ForAll((CHOSEN,), Equal(sp.Abs(a[CHOSEN]), a[CHOSEN])), NormalForm(), given=(Positive(a[CHOSEN]),)
        ),
        lambda: attempt(ForAll((j,), Equal(sp.Abs(a[j]), a[j])), NormalForm(), given=(Positive(a[k]),)),
    ),
    WrongProof(
        "one unit member, all claimed",
        lambda: attempt(Equal(Dot(key[j], key[j]), 1), NormalForm(), given=(Unit(key[CHOSEN]),)),
        lambda: attempt(Equal(Dot(key[j], key[j]), 1), NormalForm(), given=(Unit(key[k]),)),
    ),
    WrongProof(
        "a tangent to one point at another",
        lambda: attempt(Equal(Dot(w, u), 0), NormalForm(), given=(Tangent(w, x),)),
        lambda: attempt(Equal(Dot(w, x), 0), NormalForm(), given=(Tangent(w, x),)),
    ),
    WrongProof(
        "a family replaced by what it is not known to be",
        lambda: attempt(Equal(Dot(key[j], u), Dot(x, u)), ReplaceFamily(key[j], x), NormalForm()),
        lambda: attempt(
            Equal(Dot(key[j], u), Dot(x, u)), ReplaceFamily(key[j], x), NormalForm(), given=(Coincide(key[j], x),)
        ),
    ),
    WrongProof(
        "the diagonal known, the family replaced",
        lambda: attempt(
            Equal(key[i, j], x), ReplaceFamily(key[j, j], x), NormalForm(), given=(Coincide(key[j, j], x),)
        ),
        lambda: attempt(
            Equal(key[i, j], x), ReplaceFamily(key[j, i], x), NormalForm(), given=(Coincide(key[j, i], x),)
        ),
    ),
    WrongProof(
        "a bound on pairs used beyond it",
        lambda: attempt(Bound(Norm(x), p / 2), Certificate(p / 2 - Norm(x)), given=(Within(Norm(x), 0, p),)),
        lambda: attempt(Bound(Norm(x), p), Certificate(p - Norm(x)), given=(Within(Norm(x), 0, p),)),
    ),
]
