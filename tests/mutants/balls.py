"""Wrong proofs by computation: a last digit, a tail, a hypothesis that is overlooked."""

from __future__ import annotations

import sympy as sp

from svflow_math.engine.calculus.rules.balls import Computed, ComputedBetween, NormalTail
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Bound
from svflow_math.engine.record.hypothesis import Nonnegative, Positive
from svflow_math.engine.record.primitives import NormalCdf
from tests.engine.symbols import r, s
from tests.mutants.proof import Attempt, WrongProof, attempt

BEYOND = sp.Symbol("beyond", nonnegative=True)
PI = sp.Rational(3141592654, 10**9)
LINE = ComputedBetween(s, sp.Integer(-2), sp.Integer(2), BEYOND)


def parabola(lowest, *given) -> Attempt:
    """(s - 1)^2 + lowest > 0 on the line."""
    gap = (s - 1) ** 2 + lowest
    tails = [gap.xreplace({s: end}) for end in (-2 - BEYOND, 2 + BEYOND)]
    return attempt(Bound(0, gap, strict=True), LINE, *map(Certificate, tails), given=given)


def tail(t) -> Attempt:
    bound = sp.exp(-(t**2) / 2) / 2
    return attempt(
        Bound(NormalCdf(t), bound), NormalTail(t), Certificate(bound - NormalCdf(t)), given=(Nonnegative(r),)
    )


PROOFS = [
    WrongProof(
        "a last digit",
        lambda: attempt(Bound(PI, sp.pi), Computed()),
        lambda: attempt(Bound(sp.pi, PI), Computed()),
    ),
    WrongProof(
        "equal numbers told apart",
        lambda: attempt(Bound(sp.sqrt(8), 2 * sp.sqrt(2) + sp.exp(0) - 1, strict=True), Computed()),
        lambda: attempt(Bound(sp.sqrt(8), 2 * sp.sqrt(2) + sp.exp(-9), strict=True), Computed()),
    ),
    WrongProof(
        "a minimum between two numbers",
        lambda: parabola(-sp.Rational(1, 10**9)),
        lambda: parabola(sp.Rational(1, 10**9)),
    ),
    WrongProof(
        "a tail left out",
        lambda: attempt(Bound(0, 9 - s**2), LINE, Certificate(BEYOND), Certificate(BEYOND)),
        lambda: parabola(sp.S.One),
    ),
    WrongProof(
        "a hypothesis that holds on the way only",
        lambda: parabola(sp.S.One, Positive(4 - s**2)),
        lambda: parabola(sp.S.One, Positive(4 - r**2)),
    ),
    WrongProof("the wrong tail of the normal law", lambda: tail(r), lambda: tail(-r)),
]
