"""Enclosures in the Riccati equation: a sum near its solution is accepted, a wrong one or a bound too sharp is not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
import sympy as sp

from derivations.vmf.debye import EVERY_ORDER, HIGH_ORDERS, ORDER, DebyeSlope, nu, slope_rows
from derivations.vmf.mean_resultant_length_recurrence import THEOREM as RECURRENCE
from derivations.vmf.mean_resultant_length_sub_debye_le import REMAINDER, RINGS
from derivations.vmf.mean_resultant_length_sub_debye_le_of_high_order import FROM_ZERO
from derivations.vmf.operations import MeanResultantLength, kappa
from svflow_math.engine.calculus.rational import largest_value
from svflow_math.engine.calculus.rules.riccati import following, kept, rings, sizes
from svflow_math.engine.record.claim import Bound, Equal
from svflow_math.engine.record.hypothesis import Nonnegative, Positive
from svflow_math.engine.record.polar_sum import FarOut, Rows
from svflow_math.engine.record.step import Goal, NotShown
from svflow_math.engine.record.terms import Differential, d

FAR = FarOut(kappa, nu, EVERY_ORDER.radius)
TWO = Nonnegative(d - 2)


class Changed(DebyeSlope):
    """One coefficient of the expansion moved by a part in a million."""

    @property
    def rows(self) -> Rows:
        rows = slope_rows(ORDER)
        return (*rows[:3], (rows[3][0] * (1 + Fraction(1, 10**6)), *rows[3][1:]), *rows[4:])


def shown(step, claim: int = 0, *hypotheses) -> None:
    assert step.apply(Goal(step.claims()[claim], hypotheses)) == []


@pytest.mark.parametrize("claim", [0, 1])
def test_the_expansion_is_enclosed(claim: int) -> None:
    shown(RINGS, claim, TWO, FAR)
    shown(RINGS, claim, TWO, FarOut(kappa, nu, 30))
    shown(FROM_ZERO, claim, TWO)


@pytest.mark.parametrize(
    "hypotheses", [(), (TWO,), (FAR,), (TWO, FarOut(kappa, nu, 27)), (TWO, FarOut(kappa, nu + 1, 28))]
)
def test_the_range_must_be_known(hypotheses) -> None:
    with pytest.raises(NotShown):
        shown(RINGS, 0, *hypotheses)


@pytest.mark.parametrize(
    "change",
    [
        {"bound": EVERY_ORDER.bound * 9 // 10},  # the first term left out alone is half of it
        {"bound": -EVERY_ORDER.bound},
        {"drift": EVERY_ORDER.drift * 9 // 10},
        {"radius": 26},
        {"parts": 1},
        {"start": 3},  # too near for eighteen terms
        {"expansion": Changed(kappa, nu, ORDER)},
        {"expansion": DebyeSlope(kappa, nu + sp.Rational(1, 2), ORDER)},
        {"length": MeanResultantLength(kappa, d + 1)},
        {"length": MeanResultantLength(2 * kappa)},
        {"riccati": RECURRENCE},
        {"positive": RINGS.below},
        {"below": RINGS.positive},
    ],
)
def test_near_misses(change) -> None:
    with pytest.raises(NotShown):
        shown(replace(RINGS, **change), 0, TWO, FAR)


class Moved(DebyeSlope):
    """The expansion after `move` has been at its rows."""

    move = staticmethod(lambda rows: rows)

    @property
    def rows(self) -> Rows:
        return self.move(slope_rows(ORDER))


def row_changed(k: int, change) -> type[Moved]:
    moved = staticmethod(lambda rows: (*rows[:k], tuple(change(rows[k])), *rows[k + 1 :]))
    return type("Moved", (Moved,), {"move": moved})


@pytest.mark.parametrize("k", range(ORDER + 1))
@pytest.mark.parametrize(
    "change",
    [
        lambda row: [-c for c in row],
        lambda row: [*row[:-1], row[-1] + Fraction(1, 10**30)],
        lambda row: [*row, Fraction(1, 10**30)],
    ],
    ids=["sign", "last coefficient", "one more power"],
)
def test_every_row_must_solve_the_recurrence(k: int, change) -> None:
    with pytest.raises(NotShown):
        shown(replace(RINGS, expansion=row_changed(k, change)(kappa, nu, ORDER)), 0, TWO, FAR)


y = RINGS.length
n = 2 * nu + 2


@pytest.mark.parametrize(
    "rhs",
    [
        1 - y**2 + (n - 1) * y / kappa,
        1 + y**2 - (n - 1) * y / kappa,
        1 - y**2 - n * y / kappa,
        1 - y**2 - (n - 1) * y,
        1 - y**2 - (n - 1) * y / kappa + sp.Rational(1, 10**9),
    ],
)
def test_another_equation_is_not_the_riccati_equation(rhs) -> None:
    other = replace(RINGS.riccati, claim=Equal(Differential(y, kappa, 1), rhs))
    with pytest.raises(NotShown):
        shown(replace(RINGS, riccati=other), 0, TWO, FAR)


@pytest.mark.parametrize("name", ["riccati", "positive", "below"])
def test_what_is_used_on_the_way_from_zero_must_hold_there(name: str) -> None:
    """A theorem for large kappa only is none for the way there, though the goal is far out itself."""
    theorem = getattr(RINGS, name)
    for far in (Positive(kappa - 1), FAR):
        narrow = replace(theorem, hypotheses=(*theorem.hypotheses, far))
        with pytest.raises(NotShown):
            shown(replace(RINGS, **{name: narrow}), 0, TWO, FAR, Positive(kappa - 1))


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("positive", Bound(-kappa, y)),
        ("positive", Bound(y, sp.S.Zero)),
        ("below", Bound(y, kappa / (n - 1))),
        ("below", Bound(y, sp.S.One)),
        ("below", Bound(kappa / n, y)),
    ],
)
def test_the_order_on_the_first_circle(name: str, claim: Bound) -> None:
    with pytest.raises(NotShown):
        shown(replace(RINGS, **{name: replace(getattr(RINGS, name), claim=claim)}), 0, TWO, FAR)


@pytest.mark.parametrize(
    "change",
    [
        {"start": 0},  # for small orders nothing is known at kappa = 0
        {"start": EVERY_ORDER.radius},  # no ring to fall in
        {"start": EVERY_ORDER.radius + 1},
        {"start": -5},
        {"radius": -EVERY_ORDER.radius},
        {"parts": 0},
        {"parts": -2},
        {"bound": 0},
        {"drift": 0},
        {"bound": EVERY_ORDER.bound // 10},
        {"drift": EVERY_ORDER.drift // 10},
        {"length": -y},
        {"length": y + sp.Rational(1, 10**9)},
        {"expansion": DebyeSlope(2 * kappa, nu, ORDER)},
        {"expansion": DebyeSlope(kappa, nu + kappa, ORDER)},
        {"expansion": DebyeSlope(nu, kappa, ORDER)},
        {"expansion": DebyeSlope(kappa, -nu, ORDER)},
        {"expansion": DebyeSlope(sp.Symbol("kappa", real=True), nu, ORDER)},
        {"expansion": DebyeSlope(sp.Symbol("kappa", integer=True, nonnegative=True), nu, ORDER)},
    ],
)
@pytest.mark.parametrize("claim", [0, 1])
def test_other_near_misses(change, claim: int) -> None:
    with pytest.raises(NotShown):
        shown(replace(RINGS, **change), claim, TWO, FAR)


@pytest.mark.parametrize("far", [FarOut(nu, kappa, 28), FarOut(kappa, nu, -28), FarOut(kappa, -nu, 28)])
def test_another_distance_is_not_w(far: FarOut) -> None:
    with pytest.raises(NotShown):
        shown(RINGS, 0, TWO, far)


@pytest.mark.parametrize("change", [{"radius": 20}, {"bound": HIGH_ORDERS.bound * 9 // 10}, {"radius": 9}])
def test_near_misses_from_zero(change) -> None:
    with pytest.raises(NotShown):
        shown(replace(FROM_ZERO, **change), 0, TWO)


def test_only_its_own_claims() -> None:
    first, second = RINGS.claims()
    assert isinstance(first, Bound)
    assert isinstance(second, Bound)
    for claim in (
        replace(first, rhs=second.rhs),
        replace(first, rhs=first.rhs / 2),
        replace(first, strict=True),
        replace(second, rhs=first.rhs),
        Bound(sp.Abs(Differential(REMAINDER, kappa, 1)), first.rhs),
        Bound(sp.Abs(REMAINDER + kappa**-30), first.rhs),
    ):
        with pytest.raises(NotShown):
            RINGS.apply(Goal(claim, (TWO, FAR)))


def test_the_rows_solve_the_recurrence_and_the_first_omitted_is_within_the_bounds() -> None:
    rows = slope_rows(ORDER + 1)
    first = largest_value(rows[ORDER + 1])
    assert 2 * rows[ORDER + 1][0] == following(rows, ORDER)[0]
    assert first < EVERY_ORDER.bound < HIGH_ORDERS.bound < Fraction(9, 4) * first
    with pytest.raises(NotShown):
        sizes(((Fraction(1, 3),),))


def test_bounds_fall_from_ring_to_ring_and_what_is_kept_depends_on_the_radius() -> None:
    rows = slope_rows(ORDER)
    found = list(rings(rows, 5, 12, 2))
    assert [r.w for r in found] == [Fraction(k, 2) for k in range(10, 25)]
    assert all(a.gap > b.gap and a.drift > b.drift for a, b in pairwise(found))
    assert kept(rows, Fraction(28), Fraction(EVERY_ORDER.bound), Fraction(EVERY_ORDER.drift))
    assert not kept(rows, Fraction(9), Fraction(EVERY_ORDER.bound), Fraction(EVERY_ORDER.drift))
