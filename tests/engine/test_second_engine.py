"""The second engine agrees with what is true, rejects what is nearly true, and catches an engine that errs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from derivations.flow.log_density_eq_elbo_add_divergence import THEOREM as EVIDENCE
from derivations.sphere.exp_on_sphere import THEOREM as EXP
from derivations.sphere.project_tangent_idempotent import THEOREM as PROJECT
from derivations.vocabulary import (
    Project,
    a,
    bias,
    d,
    f,
    field,
    i,
    j,
    kappa,
    keys,
    n,
    posteriors,
    query_map,
    t,
    theta,
    u,
    v,
    w,
    weights,
    x,
    y,
    z,
)
from svflow_math.engine.calculus import normal_form
from svflow_math.engine.calculus import replay as replaying
from svflow_math.engine.calculus.normal_form import Ring
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.calculus.sums import canonical_block
from svflow_math.engine.record.check import Settings, Verdict
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.determinant import Determinant
from svflow_math.engine.record.facts import Facts
from svflow_math.engine.record.hypothesis import Law, Positive, Tangent, Unit
from svflow_math.engine.record.obligation import Obligation, note, noting
from svflow_math.engine.record.slices import SliceIntegral, height
from svflow_math.engine.record.terms import (
    Adjoint,
    Differential,
    Dot,
    FiniteSum,
    Gradient,
    GradientField,
    HessianField,
    JacobianField,
    Norm,
    Normalize,
    ScalarField,
    Trace,
    VectorField,
    VectorSymbol,
)
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.second.balls import POINTS, Admissible, Coordinates, enclosed
from svflow_math.engine.second.reduction import reduces
from svflow_math.engine.verify.second_engine import SecondEngine, decide

TANGENT = Unit(x).facts() + Tangent(u, at=x).facts()
LAW = Law(weights[j], j).facts()
total = FiniteSum(j, sp.exp(bias[j]))
one = FiniteSum(j, weights[j])

ALGEBRAIC = [  # both sides, the facts, and a change of the right side that makes it false
    (Dot(x, Project(x, w)), sp.S.Zero, Unit(x).facts(), lambda e: e + Dot(x, w)),
    (Dot(x + u, x + u), 1 + Dot(u, u), TANGENT, lambda e: e + Dot(x, u) + 1),
    (Dot(x + u, x - 2 * u), 1 - 2 * Dot(u, u), TANGENT, lambda e: -e),
    (Norm(t * w), t * Norm(w), Facts(), lambda e: e / t),
    (Norm(Normalize(w)), sp.S.One, Facts(), lambda e: 2 * e),
    (sp.sqrt((1 + Dot(x, y)) ** 2), 1 + Dot(x, y), Positive(1 + Dot(x, y)).facts(), lambda e: 1 - Dot(x, y)),
    (FiniteSum(j, weights[j] * keys[j]) - w, FiniteSum(j, weights[j] * (keys[j] - w)), LAW, lambda e: e - w),
    (FiniteSum(j, FiniteSum(i, weights[i] * weights[j])), one**2, Facts(), lambda e: FiniteSum(j, weights[j] ** 2)),
    (FiniteSum(j, sp.S.One), n, Facts(), lambda e: e + 1),
    (Differential(Dot(x, x) ** 2, x, u), 4 * Dot(x, x) * Dot(x, u), Facts(), lambda e: e / 2),
    (Differential(Differential(Dot(x, x) * Dot(x, a), x, u), x, v),
     2 * Dot(u, v) * Dot(x, a) + 2 * Dot(x, u) * Dot(v, a) + 2 * Dot(x, v) * Dot(u, a), Facts(), lambda e: e / 2),
    (Gradient(Dot(x, a) * Dot(x, x), x), Dot(x, x) * a + 2 * Dot(x, a) * x, Facts(), lambda e: e + x),
    (Trace(Project(x, u), u), d - 1, Unit(x).facts(), lambda e: d),
    (Dot(query_map(u), v), Dot(u, Adjoint(query_map)(v)), Facts(), lambda e: Dot(v, Adjoint(query_map)(u))),
    (Differential(ScalarField(f, Dot(x, x) * x), x, u),
     Dot(GradientField(f, Dot(x, x) * x), 2 * Dot(x, u) * x + Dot(x, x) * u), Facts(), lambda e: 2 * e),
    (Differential(Dot(x, VectorField(field, x)), x, u),
     Dot(u, VectorField(field, x)) + Dot(x, JacobianField(field, x, u)), Facts(), lambda e: e - Dot(u, a)),
    (Dot(u, HessianField(f, x, v)), Dot(v, HessianField(f, x, u)), Facts(), lambda e: e + Dot(u, v)),
    (Dot(u, keys[i]) * Dot(u, keys[j]), Dot(u, keys[j]) * Dot(u, keys[i]), Facts(), lambda e: Dot(u, keys[j]) ** 2),
]  # fmt: skip

TRANSCENDENTAL = [
    (FiniteSum(j, sp.exp(bias[j]) / total), sp.S.One, Facts(), lambda e: 1 - sp.Rational(1, 10**50)),
    (sp.log(sp.exp(t) * t), t + sp.log(t), Facts(), lambda e: e + sp.log(2)),
    (sp.sin(2 * theta), 2 * sp.sin(theta) * sp.cos(theta), Facts(), lambda e: e / 2),
    (sp.cosh(t) ** 2 - sp.sinh(t) ** 2, sp.S.One, Facts(), lambda e: -e),
    (Differential(sp.log(FiniteSum(j, sp.exp(Dot(x, keys[j])))), x, u),
     FiniteSum(j, sp.exp(Dot(x, keys[j])) * Dot(u, keys[j])) / FiniteSum(j, sp.exp(Dot(x, keys[j]))), Facts(),
     lambda e: e + Dot(u, x)),
    (Differential(SliceIntegral(sp.S.One, kappa), kappa, sp.S.One), SliceIntegral(height, kappa), Facts(),
     lambda e: SliceIntegral(height**2, kappa)),
    (kappa * SliceIntegral(1 - height**2, kappa), (d - 1) * SliceIntegral(height, kappa), Facts(), lambda e: e * d),
    (t ** (d / 2) * t ** (-d / 2), sp.S.One, Facts(), lambda e: t),
]  # fmt: skip


def found(lhs: Any, rhs: Any, facts: Facts) -> Any:
    return enclosed(Obligation(lhs, rhs, facts), Admissible(facts, "test"))


@pytest.mark.parametrize(("lhs", "rhs", "facts", "change"), ALGEBRAIC)
def test_algebraic_equalities_reduce_to_zero(lhs: Any, rhs: Any, facts: Facts, change: Callable[[Any], Any]) -> None:
    assert reduces(Obligation(lhs, rhs, facts)) == ""
    assert found(lhs, rhs, facts).agrees
    assert reduces(Obligation(lhs, change(rhs), facts)) == "a remainder is left"
    assert found(lhs, change(rhs), facts).agrees is False


@pytest.mark.parametrize(("lhs", "rhs", "facts", "change"), TRANSCENDENTAL)
def test_transcendental_ones_are_enclosed(lhs: Any, rhs: Any, facts: Facts, change: Callable[[Any], Any]) -> None:
    ball = found(lhs, rhs, facts)
    assert (ball.agrees, ball.points) == (True, POINTS)
    wrong = found(lhs, change(rhs), facts)
    assert wrong.agrees is False and "d=" in wrong.reason
    assert reduces(Obligation(lhs, change(rhs), facts)) != ""


def test_without_its_hypothesis_an_equality_is_rejected() -> None:
    for lhs, rhs, facts, _ in (ALGEBRAIC[k] for k in (0, 1, 2, 6, 12)):
        assert facts != Facts()
        assert reduces(Obligation(lhs, rhs, Facts())) != ""
        assert found(lhs, rhs, Facts()).agrees is False


def test_a_root_keeps_its_sign() -> None:
    """sqrt(s^2) is |s|; with the sign of s unknown nothing is decided by the ideal, and balls see both signs."""
    s = sp.Symbol("s", real=True)
    root = Obligation(sp.sqrt(Dot(a, w) ** 2), Dot(a, w), Facts())
    assert reduces(root) != "" and found(root.lhs, root.rhs, Facts()).agrees is False
    assert reduces(Obligation(sp.sqrt(s**2 * Dot(w, w)), sp.Abs(s) * Norm(w), Facts())) == ""


def test_a_family_of_units_says_nothing_of_a_vector_of_its_name() -> None:
    facts, vector = Unit(keys[j]).facts(), VectorSymbol("k")
    assert reduces(Obligation(Dot(keys[j], keys[j]), sp.S.One, facts)) == ""
    assert found(Dot(keys[j], keys[j]), sp.S.One, facts).agrees
    assert reduces(Obligation(Dot(vector, vector), sp.S.One, facts)) != ""
    assert found(Dot(vector, vector), sp.S.One, facts).agrees is False


def test_a_value_that_is_not_whole_is_not_rounded() -> None:
    half = Facts(fixed={Dot(w, w): sp.Rational(1, 2)})
    assert reduces(Obligation(Dot(w, w), sp.S.Zero, half)) == "an inner product of the value 1/2"


def test_a_vector_that_vanishes_is_no_other_number_than_zero() -> None:
    unit = Facts(fixed={Dot(w, w): sp.S.One})
    nothing = Dot(w, w) * w - w
    assert reduces(Obligation(nothing, sp.S.Zero, unit)) == ""
    assert reduces(Obligation(nothing, sp.Integer(5), unit)) == "a vector beside a number"


def test_what_is_not_read_or_has_no_point_is_not_decided() -> None:
    unread = Obligation(Determinant(u, u), sp.S.One, Facts())
    assert decide(unread, Admissible(Facts(), "test")).objection == "not decided: no reading of Determinant"
    nowhere = Facts(positive=(-t,))
    nothing = decide(Obligation(sp.cosh(t) ** 2 - sp.sinh(t) ** 2, sp.S.One, nowhere), Admissible(nowhere, "test"))
    assert nothing.objection == "not decided: only 0 admissible points were found"


def test_of_nested_lists_the_inner_one_notes() -> None:
    with noting() as outer:
        with noting() as inner:
            assert note(t, t, Facts())
        assert note(u, u, Facts())
    assert [o.lhs for o in inner] == [t] and [o.lhs for o in outer] == [u]


def run(theorem: Theorem, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The second engine on a theorem of which replay's own numeric reading is not asked, and which it replays anew."""
    monkeypatch.setattr(replaying, "_survives", lambda *_: True)
    monkeypatch.setattr(replaying, "_last", [])
    return SecondEngine().run(theorem, Settings())


def claiming(lhs: Any, rhs: Any, *hypotheses: Any) -> Theorem:
    return Theorem(id="wrong", number="1", hypotheses=hypotheses, claim=Equal(lhs, rhs), steps=(NormalForm(),))


@pytest.mark.parametrize("theorem", [EVIDENCE, EXP, PROJECT], ids=lambda theorem: theorem.id)
def test_records_agree(theorem: Theorem, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = run(theorem, monkeypatch)
    assert outcome.verdict is Verdict.HOLDS and outcome.figure
    (row,) = outcome.details
    assert row["algebraic"] + row["transcendental"] == outcome.figure
    assert row["balls"] >= row["transcendental"] and "decided twice" in row["sentence"]


def all_are_laws(index: Any, body: Any, laws: Any = (), events: Any = ()) -> Any:
    """A wrong rule for sums: the weights sum to one, whatever the hypotheses say."""
    return canonical_block(index, body, (*laws, ("w", n)), events)


def all_are_events(index: Any, body: Any, laws: Any = (), events: Any = ()) -> Any:
    """A wrong rule for sums: the weights are zero or one, whatever the hypotheses say."""
    return canonical_block(index, body, laws, (*events, "w"))


@pytest.mark.parametrize(
    ("owner", "name", "wrong", "theorem"),
    [
        (Ring, "is_zero", lambda *_: True, claiming(Dot(x, x), 2 * Dot(x, x))),
        (Ring, "is_zero", lambda *_: True, claiming(Project(x, w), w, Unit(x))),
        (Ring, "is_zero", lambda *_: True, claiming(sp.exp(t), 1 + t)),
        (normal_form, "canonical_block", all_are_laws, claiming(one, sp.S.One)),
        (normal_form, "canonical_block", all_are_events, claiming(FiniteSum(j, weights[j] ** 2), one)),
        (Ring, "_is_unit", lambda *_: True, claiming(Dot(keys[j], keys[j]), sp.S.One)),
        (Ring, "positive_version", lambda _, factor: factor, claiming(sp.sqrt(Dot(a, w) ** 2), Dot(a, w))),
    ],
)
def test_an_engine_that_errs_is_caught(
    owner: Any, name: str, wrong: Any, theorem: Theorem, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert replaying.replay(theorem)[0] is not Verdict.HOLDS
    monkeypatch.setattr(owner, name, wrong)
    outcome = run(theorem, monkeypatch)
    assert replaying.replay(theorem)[0] is Verdict.HOLDS
    assert outcome.verdict is Verdict.FAILS
    assert "not zero at d=" in outcome.worst_input and outcome.reproduce


def test_a_posterior_of_two_indices_sums_to_one_over_its_last_only() -> None:
    facts = Law(posteriors[j, z], z).facts()
    assert reduces(Obligation(FiniteSum(z, posteriors[j, z]), sp.S.One, facts)) == ""
    assert reduces(Obligation(FiniteSum(j, posteriors[j, z]), sp.S.One, facts)) != ""
    assert found(FiniteSum(j, posteriors[j, z]), sp.S.One, facts).agrees is False


def test_what_is_drawn_again_differs_and_the_rest_stays() -> None:
    def drawn_after(*again: Any) -> list[str]:
        space = Coordinates(Facts(), 3, "seed")
        for name in again:
            [space.symbol(s) for s in (t, x, w)]  # so that there is something to forget
            space.draw_again(name)
        return [str(space.symbol(s)) for s in (t, x, w)]

    before, once, twice = drawn_after(), drawn_after(x), drawn_after(x, x)
    assert before[0] == once[0] == twice[0] and before[2] == once[2] == twice[2]
    assert len({before[1], once[1], twice[1]}) == 3
    both = drawn_after(t, x)
    assert both == drawn_after(x, t) and both[0] != before[0] and both[1:] == once[1:]


def test_weights_follow_the_size_of_their_set() -> None:
    space = Coordinates(Facts(laws=(("w", n),)), 2, "seed")
    sizes = set()
    for _ in range(12):
        size = space.size(j)
        sizes.add(size)
        total = sum((space.member(weights.function, False, (k,)) for k in range(size)), space.number(Fraction(0)))
        assert total.contains(1)
        space.draw_again(n)
    assert sizes == {1, 2, 3}
