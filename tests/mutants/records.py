"""Wrong records: real ones with one thing changed, each with the checks that must reject it and no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import sympy as sp

from derivations.attention.kl_le_of_tilt import THEOREM as KL
from derivations.attention.kl_tilt_bound_le_sq_div_eight import THEOREM as SQUARE
from derivations.attention.two_point_cumulant_le import THEOREM as CUMULANT
from derivations.attention.two_point_cumulant_le import share
from derivations.flow.log_density_eq_elbo_add_divergence import THEOREM as EVIDENCE
from derivations.flow.mixture_hessian_attained import THEOREM as HESSIAN
from derivations.flow.single_component_density_eq import THEOREM as DENSITY
from derivations.retraction.projective_retraction_second_order import THEOREM as SECOND_ORDER
from derivations.sphere.exp_log_eq_id import THEOREM as LOG
from derivations.sphere.exp_on_sphere import THEOREM as EXP
from derivations.sphere.operations import angle, cosine, ny, sine
from derivations.sphere.project_tangent_idempotent import THEOREM as PROJECT
from derivations.sphere.trace_project_tangent_eq import THEOREM as TRACE
from derivations.sphere.transport_isometry import THEOREM as TRANSPORT
from derivations.vocabulary import Dist, Exp, t, v, w, x
from svflow_math.engine.calculus.rules.algebra import NormalForm, Taylor
from svflow_math.engine.calculus.rules.bounds import Certificate
from svflow_math.engine.record.claim import Equal, OrderOf
from svflow_math.engine.record.emission import BoundsEmission, RowEmission
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.obligation import note
from svflow_math.engine.record.primitives import OnePlusCosine, Quotient
from svflow_math.engine.record.step import Goal, Step
from svflow_math.engine.record.terms import Dot, d
from svflow_math.engine.record.theorem import Theorem


@dataclass(frozen=True)
class WrongRecord:
    """`rejected_by` names the checks that must fail; a check that does not answer for the mistake must hold."""

    name: str
    twin: Theorem
    wrong: Callable[[Theorem], Theorem]
    rejected_by: frozenset[str]


@dataclass(frozen=True)
class Leap(Step):
    """A rule that is wrong: whatever the goal, it is enough to show the claim stated."""

    claim: Equal

    def apply(self, goal: Goal) -> list[Goal]:
        return [goal.with_claim(self.claim)]


@dataclass(frozen=True)
class Mistake(Step):
    """A normal form that is wrong: it takes the claim stated for an equality, and leaves the goal as it is."""

    claim: Equal

    def apply(self, goal: Goal) -> list[Goal]:
        note(self.claim.lhs, self.claim.rhs, goal.facts)
        return [goal]


STATEMENT = frozenset({"replay", "digits", "degenerate points"})
PROOF, READING, WITNESS = frozenset({"replay"}), frozenset({"digits", "degenerate points"}), frozenset({"witnesses"})
PROGRAM = frozenset({"stable form"})


def claiming(change: Callable[[Equal], Equal]) -> Callable[[Theorem], Theorem]:
    def wrong(theorem: Theorem) -> Theorem:
        assert isinstance(theorem.claim, Equal)
        return replace(theorem, claim=change(theorem.claim))

    return wrong


def without(kind: str) -> Callable[[Theorem], Theorem]:
    return lambda theorem: replace(theorem, hypotheses=tuple(h for h in theorem.hypotheses if type(h).__name__ != kind))


def first_hypothesis(**changes) -> Callable[[Theorem], Theorem]:
    return lambda theorem: replace(
        theorem, hypotheses=(replace(theorem.hypotheses[0], **changes), *theorem.hypotheses[1:])
    )


def program(**changes) -> Callable[[Theorem], Theorem]:
    return lambda theorem: replace(theorem, emits=(replace(theorem.emits[0], **changes),))


def let_replaced(theorem: Theorem, old, new) -> Theorem:
    (emission,) = theorem.emits
    assert isinstance(emission, RowEmission)
    lets = tuple(replace(let, value=sp.sympify(let.value).xreplace({old: new})) for let in emission.lets)
    assert lets != emission.lets
    return replace(theorem, emits=(replace(emission, lets=lets),))


def fields_halved(theorem: Theorem) -> Theorem:
    (emission,) = theorem.emits
    assert isinstance(emission, BoundsEmission)
    fields = tuple((name, bound if name == "range" else bound / 2) for name, bound in emission.fields)
    return replace(theorem, emits=(replace(emission, fields=fields),))


COSINE = OnePlusCosine(cosine / ny, sine / ny)
LIMIT = Quotient(angle, sine, sp.S.One)

RECORDS = [
    WrongRecord("a law dropped", EVIDENCE, without("Law"), STATEMENT),
    WrongRecord("an eighth for a quarter", HESSIAN, claiming(lambda c: Equal(c.lhs, c.rhs / 2)), STATEMENT),
    WrongRecord(
        "the dimension for the dimension less one",
        DENSITY,
        claiming(lambda c: Equal(c.lhs, c.rhs * d / (d - 1))),
        STATEMENT,
    ),
    WrongRecord("a sign", PROJECT, claiming(lambda c: Equal(c.lhs, -c.rhs)), STATEMENT),
    WrongRecord("a radial direction counted", TRACE, claiming(lambda c: Equal(c.lhs, d)), STATEMENT),
    WrongRecord("a missing factor", TRACE, claiming(lambda c: Equal(c.lhs, 1)), STATEMENT),
    WrongRecord("half of a side", TRANSPORT, claiming(lambda c: Equal(c.lhs, c.rhs / 2)), STATEMENT),
    WrongRecord("a dropped hypothesis", EXP, without("Tangent"), STATEMENT | PROGRAM),
    WrongRecord("a dropped unit vector", PROJECT, without("Unit"), STATEMENT | PROGRAM),
    WrongRecord(
        "a map of first order sold as one of second",
        replace(SECOND_ORDER, emits=(), checks=()),
        lambda r: replace(r, claim=OrderOf(x + t * v - Exp(x, t * v), t, 3), steps=(Taylor(),)),
        STATEMENT,
    ),
    WrongRecord(
        "a step that proves another goal",
        CUMULANT,
        lambda r: replace(r, steps=(*r.steps[:-1], Certificate((share - sp.Rational(1, 3)) ** 2))),
        PROOF,
    ),
    WrongRecord("the steps of another theorem", CUMULANT, lambda r: replace(r, steps=SQUARE.steps), PROOF),
    WrongRecord("a missing step", CUMULANT, lambda r: replace(r, steps=r.steps[:-1]), PROOF),
    WrongRecord("a step after the last", PROJECT, lambda r: replace(r, steps=(*r.steps, NormalForm())), PROOF),
    WrongRecord("no steps at all", PROJECT, lambda r: replace(r, steps=()), PROOF | {"second engine"}),
    WrongRecord(
        "a proof that rests on a false equality of polynomials",
        PROJECT,
        lambda r: replace(r, steps=(Mistake(Equal(Dot(x, x) + Dot(x, w), 2)), *r.steps)),
        frozenset({"second engine"}),
    ),
    WrongRecord(
        "a proof that rests on a false equality of functions",
        PROJECT,
        lambda r: replace(r, steps=(Mistake(Equal(sp.exp(2 * t), sp.exp(t))), *r.steps)),
        frozenset({"second engine"}),
    ),
    WrongRecord(
        "a rule that leaps to a false goal",
        PROJECT,
        lambda r: replace(r, steps=(Leap(Equal(Dot(x, w), 0)), *r.steps)),
        PROOF,
    ),
    WrongRecord(
        "a witness that satisfies its hypothesis", PROJECT, first_hypothesis(witness={x: [1, 0], w: [1, 0]}), WITNESS
    ),
    WrongRecord(
        "a witness that violates another hypothesis", EXP, first_hypothesis(witness={x: [2, 0], v: [1, 1]}), WITNESS
    ),
    WrongRecord(
        "a witness at which the claim holds", PROJECT, first_hypothesis(witness={x: [2, 0], w: [0, 1]}), WITNESS
    ),
    WrongRecord("a hypothesis without witness and reason", PROJECT, first_hypothesis(witness=None), WITNESS),
    WrongRecord(
        "hypotheses that admit nothing",
        PROJECT,
        lambda r: replace(r, hypotheses=(*r.hypotheses, Positive(-Dot(w, w), convenience="none"))),
        READING | WITNESS,
    ),
    WrongRecord("a program that is not its value", PROJECT, program(returns=w + Dot(x, w) / Dot(x, x) * x), PROGRAM),
    WrongRecord("a program that forgets the length of x", PROJECT, program(returns=w - Dot(x, w) * x), PROGRAM),
    WrongRecord("the value of another function", LOG, program(value=Dist(x, x) * x), PROGRAM),
    WrongRecord("a sign in an intermediate", TRANSPORT, lambda r: let_replaced(r, COSINE, 2 - COSINE), PROGRAM),
    WrongRecord("a limit that is none", LOG, lambda r: let_replaced(r, LIMIT, LIMIT.func(*LIMIT.args[:2], 2)), PROGRAM),
    WrongRecord("a bound halved", KL, fields_halved, PROGRAM),
]
