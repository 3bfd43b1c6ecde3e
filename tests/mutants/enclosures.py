"""Wrong proofs about remainders and limits at infinity: a bound too sharp, a constant or a range that is overlooked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from derivations.vmf.debye import DebyeLog, nu
from derivations.vmf.log_normalizer_sub_debye_le import THEOREM as LOG
from derivations.vmf.mean_resultant_length_sub_debye_le import RINGS
from derivations.vmf.mean_resultant_length_sub_debye_le import THEOREM as LENGTH
from derivations.vmf.mean_score_eq import THEOREM as SCORE
from derivations.vmf.normalizer_odd_eq_sum import THEOREM as ODD
from derivations.vmf.normalizer_tendsto import THEOREM as NORMALIZER
from derivations.vmf.operations import kappa
from svflow_math.engine.calculus.rules.orders import LimitAtTheEnd, PolarLimit
from svflow_math.engine.record.claim import Limit
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem
from tests.mutants.proof import Attempt, WrongProof


def of(theorem: Theorem, **changes) -> Attempt:
    changed = replace(theorem, **changes)
    return Attempt(changed.claim, changed.hypotheses, changed.steps)


# Their sides are changed below: what kind of claim each is, is known here only.
LENGTH_CLAIM: Any = LENGTH.claim
LOG_CLAIM: Any = LOG.claim
SCORE_CLAIM: Any = SCORE.claim
ODD_CLAIM: Any = ODD.claim

PROOFS = [
    WrongProof(
        "a remainder of Debye's expansion below its first term",
        lambda: of(
            LENGTH,
            claim=replace(LENGTH_CLAIM, rhs=LENGTH_CLAIM.rhs / 2),
            steps=(replace(RINGS, bound=RINGS.bound // 2),),
        ),
        lambda: of(LENGTH),
    ),
    WrongProof(
        "a remainder near the origin",
        lambda: of(LENGTH, hypotheses=(LENGTH.hypotheses[0], replace(LENGTH.hypotheses[1], radius=9))),
        lambda: of(LENGTH),
    ),
    WrongProof(
        "a remainder in one dimension",
        lambda: of(LENGTH, hypotheses=LENGTH.hypotheses[1:]),
        lambda: of(LENGTH),
    ),
    WrongProof(
        "the remainder of log C_d ten times smaller",
        lambda: of(LOG, claim=replace(LOG_CLAIM, rhs=LOG_CLAIM.rhs / 10)),
        lambda: of(LOG),
    ),
    WrongProof(
        "log C_d without its constant",
        lambda: of(LOG, claim=replace(LOG_CLAIM, lhs=sp.Abs(LOG_CLAIM.lhs.args[0] + 1))),
        lambda: of(LOG),
    ),
    WrongProof(
        "the limit of the normaliser without 2 pi",
        lambda: of(NORMALIZER, claim=replace(NORMALIZER.claim, value=sp.S.One)),
        lambda: of(NORMALIZER, steps=(LimitAtTheEnd(1),)),
    ),
    WrongProof(
        "Stein's identity with d for d - 1",
        lambda: of(SCORE, claim=replace(SCORE_CLAIM, rhs=SCORE_CLAIM.rhs * d / (d - 1))),
        lambda: of(SCORE),
    ),
    WrongProof(
        "an odd dimension with a sign of the second wave changed",
        lambda: of(ODD, claim=replace(ODD_CLAIM, rhs=ODD_CLAIM.rhs.xreplace({sp.exp(-kappa): -sp.exp(-kappa)}))),
        lambda: of(ODD),
    ),
    WrongProof(
        "a sum in polar form as the order grows with kappa",
        lambda: Attempt(Limit(DebyeLog(kappa, kappa, 3), kappa, sp.oo, 0), (), (PolarLimit(),)),
        lambda: Attempt(Limit(DebyeLog(kappa, nu, 3), kappa, sp.oo, 0), (), (PolarLimit(),)),
    ),
]
