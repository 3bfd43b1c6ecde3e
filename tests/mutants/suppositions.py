"""Wrong proofs of equivalences: more is drawn from what is supposed than it says."""

from __future__ import annotations

import sympy as sp

from derivations.vmf.mean_resultant_length_pos import THEOREM as POSITIVE
from derivations.vmf.neg_log_normalizer_derivative_eq_mean_resultant_length import THEOREM as DERIVATIVE
from derivations.vmf.operations import MeanResultantLength, Normalizer, kappa
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.rules.finite import SolveForMember
from svflow_math.engine.calculus.rules.logic import (
    BothDirections,
    DivideSupposition,
    FromSupposed,
    Injective,
    ReplaceConstantFamily,
)
from svflow_math.engine.record.claim import Bound, Equal, ForAll, Iff
from svflow_math.engine.record.hypothesis import (
    Between,
    Hypothesis,
    Positive,
)
from svflow_math.engine.record.terms import (
    Differential,
    Dot,
    FiniteSum,
    Index,
    ScalarFamily,
    d,
)
from tests.engine.symbols import a, b, c, i, j, k, m, p, r, s, t, u, x
from tests.mutants.proof import Attempt, WrongProof, anything, attempt, lemma

POSITIVES, TOTALS = ScalarFamily("kappa", positive=True), ScalarFamily("T", positive=True)
COUNTS = ScalarFamily("C", positive=True)
COMMON = sp.Symbol("common", positive=True)
ABOVE_ONE = Positive(d - 1)
SUM_OF_A = FiniteSum(j, a[j])
EQUAL_POSITIVES = ForAll((i, j), Equal(POSITIVES[i], POSITIVES[j]))
EQUAL_NORMALIZERS = ForAll((i, j), Equal(Normalizer(POSITIVES[i]), Normalizer(POSITIVES[j])))


def both(left, right, *steps, given: tuple[Hypothesis, ...] = ()) -> Attempt:
    return attempt(Iff(left, right), BothDirections(anything, anything), *steps, given=given)


def divided(index: Index, numerator, denominator) -> Attempt:
    """From the sums over l of T_lj = C_j, for all j."""
    total = FiniteSum(index, TOTALS[index, j])
    gives = Equal(numerator * COUNTS[j], denominator * COUNTS[i])
    return both(
        ForAll((j,), Equal(total, COUNTS[j])),
        Equal(numerator * COUNTS[j] - denominator * COUNTS[i], 0),
        DivideSupposition(i, j, gives),
        FromSupposed(lambda e: e),
    )


def injective(left, right, positivity=POSITIVE, given: tuple[Hypothesis, ...] = (ABOVE_ONE,)) -> Attempt:
    return both(left, right, Injective(Normalizer, kappa, DERIVATIVE, positivity), given=given)


def constant(member, number, left, right) -> Attempt:
    return both(left, right, ReplaceConstantFamily(member, number), NormalForm())


def solved(added, right: Equal) -> Attempt:
    """b_l minus the l-th row sum of c is the same for all l, so that b_k is a number plus the k-th row sum."""
    supposed = ForAll((i, j), Equal(*(b[at] - FiniteSum(k, c[at, k]) for at in (i, j))))
    return both(supposed, right, SolveForMember(b[k], r, r + added), NormalForm())


PROOFS = [
    WrongProof(
        "an equality of one pair summed over all",
        lambda: both(Equal(a[j], b[j]), Equal(SUM_OF_A, FiniteSum(j, b[j])), FromSupposed(lambda e: FiniteSum(j, e))),
        lambda: both(
            Equal(a[j], b[j]), Equal(FiniteSum(i, a[j]), FiniteSum(i, b[j])), FromSupposed(lambda e: FiniteSum(i, e))
        ),
    ),
    WrongProof(
        "an equality at a point differentiated",
        lambda: both(Equal(Dot(x, x), 1), Equal(2 * Dot(x, u), 0), FromSupposed(lambda e: Differential(e, x, u))),
        lambda: both(Equal(Dot(x, x), 1), Equal(2 * Dot(x, x), 2), FromSupposed(lambda e: 2 * e)),
    ),
    WrongProof(
        "what is no function of the sides",
        lambda: both(Equal(r, s), Equal(p, 0), FromSupposed(lambda e: p if e == r else 0 * p)),
        lambda: both(Equal(r, s), Equal(p * r, p * s), FromSupposed(lambda e: p * e)),
    ),
    WrongProof(
        "both sides divided by what may be zero",
        lambda: both(Equal(r * s, 2 * s), Equal(r, 2), FromSupposed(lambda e: e / s)),
        lambda: both(Equal(r * p, 2 * p), Equal(r, 2), FromSupposed(lambda e: e / p)),
    ),
    WrongProof(
        "a function that has no value at the sides",
        lambda: both(Equal(r * s, 2 * s), Equal(r / (r + 1), sp.Rational(2, 3)), FromSupposed(lambda e: e / (e + s))),
        lambda: both(Equal(t * p, m * p), Equal(t / (t + 1), m / (m + 1)), FromSupposed(lambda e: e / (e + p))),
    ),
    WrongProof(
        "a quotient of suppositions with a captured index",
        lambda: divided(i, FiniteSum(i, TOTALS[i, i]), FiniteSum(i, TOTALS[i, j])),
        lambda: divided(i, FiniteSum(k, TOTALS[k, i]), FiniteSum(k, TOTALS[k, j])),
    ),
    WrongProof(
        "a supposition divided by what may be zero",
        lambda: both(
            ForAll((j,), Equal(a[j], b[j])),
            Equal(a[i] * b[j], a[j] * b[i]),
            DivideSupposition(i, j, Equal(a[i] / a[j], b[i] / b[j])),
            FromSupposed(lambda e: e * a[j] * b[j]),
        ),
        lambda: both(
            ForAll((j,), Equal(TOTALS[j], COUNTS[j])),
            Equal(TOTALS[i] * COUNTS[j], TOTALS[j] * COUNTS[i]),
            DivideSupposition(i, j, Equal(TOTALS[i] / TOTALS[j], COUNTS[i] / COUNTS[j])),
            FromSupposed(lambda e: e * TOTALS[j] * COUNTS[j]),
        ),
    ),
    WrongProof(
        "monotone on an interval only",
        lambda: injective(
            Equal(Normalizer(p), Normalizer(m)),
            Equal(p, m),
            lemma(Bound(0, MeanResultantLength(kappa), strict=True), Between(kappa, 1, 2)),
        ),
        lambda: injective(Equal(Normalizer(p), Normalizer(m)), Equal(p, m)),
    ),
    WrongProof(
        "monotone in dimensions that are not these",
        lambda: injective(Equal(Normalizer(p), Normalizer(m)), Equal(p, m), given=()),
        lambda: injective(Equal(Normalizer(p), Normalizer(m)), Equal(p, m)),
    ),
    WrongProof(
        "a derivative theorem of another function",
        lambda: both(
            Equal(Normalizer(p) ** 2, Normalizer(m) ** 2),
            Equal(p, m),
            Injective(lambda e: Normalizer(e) ** 2, kappa, DERIVATIVE, POSITIVE),
            given=(ABOVE_ONE,),
        ),
        lambda: injective(Equal(Normalizer(p), Normalizer(m)), Equal(p, m)),
    ),
    WrongProof(
        "arguments of any sign",
        lambda: injective(Equal(Normalizer(r), Normalizer(s)), Equal(r, s)),
        lambda: injective(Equal(Normalizer(t), Normalizer(m)), Equal(t, m)),
    ),
    WrongProof(
        "one pair supposed, all claimed",
        lambda: injective(Equal(Normalizer(POSITIVES[i]), Normalizer(POSITIVES[j])), EQUAL_POSITIVES),
        lambda: injective(EQUAL_NORMALIZERS, EQUAL_POSITIVES),
    ),
    WrongProof(
        "a constant family is not a number of one's choice",
        lambda: constant(POSITIVES[j], sp.S.One, EQUAL_POSITIVES, Equal(POSITIVES[j], 1)),
        lambda: constant(POSITIVES[j], COMMON, EQUAL_POSITIVES, Equal(POSITIVES[j], POSITIVES[k])),
    ),
    WrongProof(
        "a constant family of any sign is not a positive number",
        lambda: constant(a[j], COMMON, ForAll((i, j), Equal(a[i], a[j])), Equal(sp.Abs(a[j]), a[j])),
        lambda: constant(POSITIVES[j], COMMON, EQUAL_POSITIVES, Equal(sp.Abs(POSITIVES[j]), POSITIVES[j])),
    ),
    WrongProof(
        "each member equals itself",
        lambda: constant(
            POSITIVES[j], COMMON, ForAll((i,), Equal(POSITIVES[i], POSITIVES[i])), Equal(POSITIVES[i], POSITIVES[j])
        ),
        lambda: constant(POSITIVES[j], COMMON, EQUAL_POSITIVES, Equal(POSITIVES[i], POSITIVES[j])),
    ),
    WrongProof(
        "a symmetric family is not constant",
        lambda: constant(c[i, j], r, ForAll((i, j), Equal(c[i, j], c[j, i])), Equal(c[i, j], c[i, i])),
        lambda: constant(a[j], r, ForAll((i, j), Equal(a[i], a[j])), Equal(a[i], a[k])),
    ),
    WrongProof(
        "a row sum solved for with a captured index",
        lambda: solved(FiniteSum(i, c[i, i]), Equal(b[i], b[j])),
        lambda: solved(FiniteSum(i, c[k, i]), Equal(b[i] - b[j], FiniteSum(k, c[i, k] - c[j, k]))),
    ),
]
