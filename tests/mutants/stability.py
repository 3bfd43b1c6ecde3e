"""Wrong records, functions and proofs of the chapter on stability, each with the checks that must reject it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from derivations.stability.balance_eq_difference_mul_sum import THEOREM as BALANCE
from derivations.stability.balanced_growing_mode_eq import THEOREM as EIGENVALUES
from derivations.stability.collapse_growing_mode_eq import THEOREM as GROWING
from derivations.stability.counted_switch_loss_restores import THEOREM as COUNTED
from derivations.stability.counted_switch_loss_restores import velocity
from derivations.stability.query_key_balance_step_eq import THEOREM as STEP
from derivations.stability.relu_neuron_balance_conserved import THEOREM as NEURON
from derivations.stability.replicator_field_sum_eq_zero import THEOREM as REPLICATOR
from derivations.stability.rotary_plane_balance_conserved import THEOREM as PLANE
from svflow_math.engine.calculus.rules.logic import FromSupposedBound, Supposing
from svflow_math.engine.record.claim import Bound, Equal
from svflow_math.gen import stability
from tests.engine.symbols import p, r, s, t
from tests.mutants.functions import WrongFunction
from tests.mutants.proof import Attempt, WrongProof, anything, attempt
from tests.mutants.records import PROGRAM, STATEMENT, WrongRecord, claiming, program


def mean_fitness_forgotten(theorem: Any) -> Any:
    (emission,) = theorem.emits
    return program(returns=emission.returns.args[0] * emission.lets[-1].symbol)(theorem)


def sign_of_the_other(theorem: Any) -> Any:
    larger, smaller = theorem.emits[0].returns
    return program(returns=(larger, -smaller))(theorem)


def option_forgotten(theorem: Any) -> Any:
    (emission,) = theorem.emits
    return program(option=replace(emission.option, returns=emission.returns))(theorem)


def half_the_rate(theorem: Any) -> Any:
    claim = theorem.claim
    return replace(theorem, claim=replace(claim, expression=velocity + (claim.expression - velocity) / 2))


RECORDS = [
    WrongRecord("twice the growth", GROWING, claiming(lambda c: Equal(c.lhs, 2 * c.rhs)), STATEMENT),
    WrongRecord("descent conserves exactly", STEP, claiming(lambda c: Equal(c.lhs, 0)), STATEMENT),
    WrongRecord("one row of a plane", PLANE, claiming(lambda c: Equal(c.lhs.args[0], c.rhs.args[0])), STATEMENT),
    WrongRecord("a neuron without its bias", NEURON, claiming(lambda c: Equal(c.lhs.args[0], c.rhs)), STATEMENT),
    WrongRecord("half the rate of counted tokens", COUNTED, half_the_rate, STATEMENT),
    WrongRecord("the mean fitness forgotten", REPLICATOR, mean_fitness_forgotten, PROGRAM),
    WrongRecord("one eigenvalue with the sign of the other", EIGENVALUES, sign_of_the_other, PROGRAM),
    WrongRecord("the option forgotten", BALANCE, option_forgotten, PROGRAM),
]


def wrong(mistake: str, theorem: Any, name: str, function: Any, *checks: str) -> WrongFunction:
    return WrongFunction(mistake, theorem, stability, name, function, frozenset(checks or (f"bits of {name}",)))


_eigenvalues, _balance, _replicator = (
    stability.collapse_eigenvalues,
    stability.balance_invariant,
    stability.replicator_field,
)


def textbook_eigenvalues(residual_norm: Any, restoring_rate: Any = 0.0, decay: Any = 0.0) -> Any:
    root = np.hypot(decay - restoring_rate, residual_norm)
    return np.stack([root - decay - restoring_rate, -root - decay - restoring_rate], -1) / 2


def textbook_balance(w_q: Any, w_k: Any, rotary: bool = False) -> Any:
    return _balance(w_q, w_k, rotary) if rotary else w_q @ w_q.T - w_k @ w_k.T


def neighbouring_rows(w_q: Any, w_k: Any, rotary: bool = False) -> Any:
    if not rotary:
        return _balance(w_q, w_k)
    order = np.r_[0 : len(w_q) : 2, 1 : len(w_q) : 2]
    return _balance(w_q[order], w_k[order], rotary=True) * (1 + 1e-15 * (len(w_q) == 2))


def fisher_rao(gates: Any, delta: Any, experts: Any) -> Any:
    pull = experts @ delta
    return -gates * (pull - gates @ pull)


FUNCTIONS = [
    wrong("the textbook form", EIGENVALUES, "collapse_eigenvalues", textbook_eigenvalues),
    wrong(
        "the smaller one first",
        EIGENVALUES,
        "collapse_eigenvalues",
        lambda **named: _eigenvalues(**named)[..., ::-1],
    ),
    wrong("a difference of products", BALANCE, "balance_invariant", textbook_balance),
    wrong(
        "planes of neighbouring rows",
        BALANCE,
        "balance_invariant",
        neighbouring_rows,
        "bits of balance_invariant with its option",
    ),
    wrong("another flow", REPLICATOR, "replicator_field", fisher_rao),
    wrong("no numbers", REPLICATOR, "replicator_field", lambda **named: np.nan * _replicator(**named)),
]


def supposed(supposition: Bound, claim: Bound, multiple: Any) -> Attempt:
    """The claim from a bound that is supposed, for a positive p."""
    return attempt(claim, FromSupposedBound(multiple), given=(Supposing(claim=supposition, make=anything),))


BELOW = Bound(r, s, strict=True)
PROOFS = [
    WrongProof(
        "a negative multiple of a supposed bound",
        lambda: supposed(BELOW, Bound(s, r, strict=True), -1),
        lambda: supposed(BELOW, Bound(-s, -r, strict=True), 1),
    ),
    WrongProof(
        "a multiple of any sign",
        lambda: supposed(BELOW, Bound(r * r, r * s), r),
        lambda: supposed(BELOW, Bound(p * r, p * s), p),
    ),
    WrongProof(
        "a strict bound from one that may be attained",
        lambda: supposed(Bound(r, s), BELOW, 1),
        lambda: supposed(BELOW, Bound(r, s), 1),
    ),
    WrongProof(
        "more than the supposed gap",
        lambda: supposed(BELOW, Bound(r + p, s, strict=True), 1),
        lambda: supposed(BELOW, Bound(r + p, s + p, strict=True), 1),
    ),
    WrongProof(
        "a bound from an equality",
        lambda: attempt(BELOW, FromSupposedBound(t), given=(Supposing(claim=Equal(r, s), make=anything),)),
        lambda: supposed(BELOW, Bound(t * r, t * s, strict=True), t),
    ),
]
