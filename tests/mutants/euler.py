"""Wrong records of Euler steps: a constant, a sign, an order, a condition, and the checks that must reject each."""

from __future__ import annotations

from dataclasses import replace

from derivations.euler.dot_update_relaxed_sub_eq import THEOREM as GAIN
from derivations.euler.operations import kappa, update, velocity
from derivations.euler.relaxed_linearisation_lt_one_iff import THEOREM as STABLE
from derivations.euler.relaxed_local_error import THEOREM as RELAXED
from derivations.euler.runge_kutta_local_error import THEOREM as RUNGE_KUTTA
from derivations.euler.tangent_factor_stable_iff import THEOREM as LIMIT
from derivations.vocabulary import h, x
from svflow_math.engine.record.claim import Bound, Equal, Iff, OrderOf
from svflow_math.engine.record.methods import SolverEmission, Tableau
from svflow_math.engine.record.terms import Dot, Norm
from svflow_math.engine.record.theorem import Theorem
from tests.mutants.records import PROGRAM, STATEMENT, WrongRecord, without

RADIAL = Dot(x, update(x))


def of_higher_order(theorem: Theorem) -> Theorem:
    assert isinstance(theorem.claim, OrderOf)
    return replace(theorem, claim=replace(theorem.claim, order=theorem.claim.order + 1))


def turned(theorem: Theorem) -> Theorem:
    """The radial term with the other sign."""
    assert isinstance(theorem.claim, OrderOf)
    extra = 2 * h**2 * RADIAL * velocity(x)
    return replace(theorem, claim=replace(theorem.claim, expression=theorem.claim.expression + extra))


def halved_gain(theorem: Theorem) -> Theorem:
    assert isinstance(theorem.claim, Equal)
    return replace(theorem, claim=Equal(theorem.claim.lhs, theorem.claim.rhs / 2), emits=(), checks=())


def wrong_weights(theorem: Theorem) -> Theorem:
    (solver,) = theorem.emits
    assert isinstance(solver, SolverEmission)
    third = solver.tableaux["rk4"].weights[1]
    tableau = Tableau(solver.tableaux["rk4"].stages, (third / 2, third, third / 2, third))
    return replace(theorem, emits=(replace(solver, tableaux={**solver.tableaux, "rk4": tableau}),))


def limit_of_one(theorem: Theorem) -> Theorem:
    assert isinstance(theorem.claim, Iff)
    return replace(theorem, claim=Iff(theorem.claim.left, Bound(h * kappa, 1, strict=True)))


def in_norm(theorem: Theorem) -> Theorem:
    """<u, L u> against |u| in the place of |u|^2."""
    assert isinstance(theorem.claim, Iff) and isinstance(theorem.claim.left, Bound)
    left = theorem.claim.left
    return replace(theorem, claim=Iff(replace(left, rhs=Norm(left.rhs.args[0])), theorem.claim.right))


RECORDS = (
    WrongRecord("first order sold as second", RELAXED, of_higher_order, STATEMENT),
    WrongRecord("radial term of the other sign", RELAXED, turned, STATEMENT),
    WrongRecord("fourth order sold as fifth", RUNGE_KUTTA, of_higher_order, STATEMENT),
    WrongRecord("weights of another method", RUNGE_KUTTA, wrong_weights, PROGRAM),
    WrongRecord("half of the gain", GAIN, halved_gain, STATEMENT),
    WrongRecord("gain without |x| = 1", GAIN, without("Unit"), STATEMENT | PROGRAM),
    WrongRecord("stable up to one only", LIMIT, limit_of_one, STATEMENT),
    WrongRecord("lengths in the place of squares", STABLE, in_norm, STATEMENT),
)
