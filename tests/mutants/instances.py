"""Wrong proofs that use a theorem at symbols, indices or sets for which it does not hold."""

from __future__ import annotations

import sympy as sp

from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.calculus.rules.use import Recall, Use
from svflow_math.engine.record.claim import Bound, Equal
from svflow_math.engine.record.hypothesis import (
    Hypothesis,
    Nonnegative,
    Positive,
    Unit,
)
from svflow_math.engine.record.terms import (
    Differential,
    Dot,
    FiniteSum,
    FixedIndex,
    Trace,
    d,
)
from tests.engine.symbols import A, H, K, a, b, i, j, k, m, n, p, r, t, u, v, w, x, z
from tests.mutants.proof import Attempt, WrongProof, attempt, lemma

NEGATIVE, NONZERO = sp.Symbol("l", negative=True), sp.Symbol("l", real=True, nonzero=True)
CHOSEN = FixedIndex("chosen", n)
SUM_OF_A = FiniteSum(j, a[j])


def used(claim, theorem, at, *given: Hypothesis) -> Attempt:
    """By a theorem; what an equality leaves is for the normal form."""
    rest = (NormalForm(),) if isinstance(claim, Equal) else ()
    return attempt(claim, Use(theorem, at), *rest, given=given)


PROOFS = [
    WrongProof(
        "a hypothesis that is not granted",
        lambda: used(Equal(Dot(w, w), 1), lemma(Equal(Dot(x, x), 1), Unit(x)), {x: w}, Unit(u)),
        lambda: used(Equal(Dot(w, w), 1), lemma(Equal(Dot(x, x), 1), Unit(x)), {x: w}, Unit(w)),
    ),
    WrongProof(
        "a positive symbol at a number of any sign",
        lambda: used(Bound(0, r, strict=True), lemma(Bound(0, t, strict=True)), {t: r}),
        lambda: used(Bound(0, m * p, strict=True), lemma(Bound(0, t, strict=True)), {t: m * p}),
    ),
    WrongProof(
        "a negative symbol at a positive number",
        lambda: used(Bound(p, 0, strict=True), lemma(Bound(NEGATIVE, 0, strict=True)), {NEGATIVE: p}),
        lambda: used(Bound(NEGATIVE, 0, strict=True), lemma(Bound(NEGATIVE, 0, strict=True)), {}),
    ),
    WrongProof(
        "a nonzero symbol at any number",
        lambda: used(Bound(0, r**2, strict=True), lemma(Bound(0, NONZERO**2, strict=True)), {NONZERO: r}),
        lambda: used(Bound(0, NONZERO**2, strict=True), lemma(Bound(0, NONZERO**2, strict=True)), {}),
    ),
    WrongProof(
        "a symmetric map at one that is not",
        lambda: used(Equal(Dot(A(x), w), Dot(x, A(w))), lemma(Equal(Dot(H(x), w), Dot(x, H(w)))), {H: A}),
        lambda: used(Equal(Dot(H(x), w), 0), lemma(Equal(Dot(A(x), w), 0)), {A: H}),
    ),
    WrongProof(
        "the dimension of vectors at another number",
        lambda: used(Equal(Trace(u, u), d + 2), lemma(Equal(Trace(u, u), d)), {d: d + 2}),
        lambda: used(Bound(0, d + 2), lemma(Bound(0, d)), {d: d + 2}),
    ),
    WrongProof(
        "the size of a set at that of another",
        lambda: used(
            Bound(SUM_OF_A, K), lemma(Bound(SUM_OF_A, n), Nonnegative(1 - a[i])), {n: K}, Nonnegative(1 - a[i])
        ),
        lambda: used(Bound(SUM_OF_A, n), lemma(Bound(SUM_OF_A, n), Nonnegative(1 - a[i])), {}, Nonnegative(1 - a[k])),
    ),
    WrongProof(
        "a hypothesis on all members, known of one",
        lambda: used(Bound(0, SUM_OF_A), lemma(Bound(0, SUM_OF_A), Positive(a[i])), {i: CHOSEN}, Positive(a[CHOSEN])),
        lambda: used(Bound(0, SUM_OF_A), lemma(Bound(0, SUM_OF_A), Positive(a[i])), {}, Positive(a[k])),
    ),
    WrongProof(
        "a hypothesis on all pairs, asked of equal ones",
        lambda: used(
            Bound(FiniteSum(j, a[j] * b[j]), 1),
            lemma(Bound(FiniteSum(k, a[k] * b[k]), 1), Nonnegative(b[i] - b[j])),
            {i: j},
        ),
        lambda: used(
            Bound(FiniteSum(j, a[j] * b[j]), 1),
            lemma(Bound(FiniteSum(k, a[k] * b[k]), 1), Nonnegative(b[i] - b[j])),
            {i: k},
            Nonnegative(b[i] - b[j]),
        ),
    ),
    WrongProof(
        "one index moved to another set",
        lambda: used(Bound(0, FiniteSum(z, a[z])), lemma(Bound(0, SUM_OF_A), Positive(a[i])), {j: z}, Positive(a[i])),
        lambda: used(Bound(0, FiniteSum(z, a[z])), lemma(Bound(0, SUM_OF_A), Positive(a[j])), {j: z}, Positive(a[z])),
    ),
    WrongProof(
        "a vector captured by a derivative",
        lambda: used(Equal(Differential(Dot(x, x), x, u), 0), lemma(Equal(Differential(Dot(w, w), x, u), 0)), {w: x}),
        lambda: used(Equal(Differential(Dot(v, v), x, u), 0), lemma(Equal(Differential(Dot(w, w), x, u), 0)), {w: v}),
    ),
    WrongProof(
        "a weak bound recalled as a strict one",
        lambda: attempt(Bound(0, r**2, strict=True), Recall(lemma(Bound(0, r**2))), Certificate(r**2)),
        lambda: attempt(Bound(0, r**2 + 1, strict=True), Recall(lemma(Bound(0, r**2))), Certificate(r**2 + 1)),
    ),
]
