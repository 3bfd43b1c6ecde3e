"""Points drawn at random satisfy the hypotheses, do not depend on hashing, and run out where there are none."""

from __future__ import annotations

from random import Random

import mpmath
import pytest
import sympy as sp
from mpmath import mpf

from svflow_math.engine.record.evaluate import evaluate, magnitude
from svflow_math.engine.record.hypothesis import (
    Between,
    Event,
    Hypothesis,
    Law,
    Nonnegative,
    NonZero,
    Positive,
    Tangent,
    Unit,
)
from svflow_math.engine.record.sample import NoAdmissiblePoint, completed, sample
from svflow_math.engine.record.terms import Dot, FiniteSum, Trace, d
from tests.engine.symbols import A, H, K, a, c, i, j, k, key, n, p, q, r, s, u, w, x, y, z

HYPOTHESES: dict[str, tuple[Hypothesis, ...]] = {
    "unit and tangent": (Unit(x), Tangent(w, x)),
    "unit tangent": (Unit(x), Tangent(w, x), Unit(w)),
    "unit family": (Unit(key[j]),),
    "range": (Between(r, 0, sp.pi),),
    "range up to another number": (Between(r, 0, p),),
    "signs": (Positive(1 + Dot(x, w)), Nonnegative(r)),
    "law": (Law(q[y, z], z),),
    "event": (Event(a[j]),),
    "not zero": (NonZero(x), NonZero(r)),
}


@pytest.mark.parametrize("name", HYPOTHESES)
@pytest.mark.parametrize("dim", [2, 5])
def test_every_hypothesis_holds(name: str, dim: int) -> None:
    with mpmath.workdps(30):
        for seed in range(5):
            point = sample([], HYPOTHESES[name], dim, Random(seed))
            assert all(h.holds(point) for h in HYPOTHESES[name])
            assert point[d] == dim


def test_a_violated_hypothesis_does_not_hold() -> None:
    two = [mpf(2), mpf(0)]
    assert not Unit(x).holds({d: mpf(2), x: two})
    assert not Tangent(w, x).holds({d: mpf(2), x: two, w: [mpf(1), mpf(1)]})
    assert not Between(r, 0, 1, open_high=True).holds({r: mpf(1)})
    assert Between(r, 0, 1).holds({r: mpf(1)})
    assert not Between(r, 0, 1, open_low=True).holds({r: mpf(0)})
    assert not Positive(r).holds({r: mpf(0)})
    assert Nonnegative(r).holds({r: mpf(0)})
    assert not Law(q[z], z).holds({K: mpf(2), sp.Symbol("q"): [mpf("0.5"), mpf("0.6")]})
    assert not Law(q[z], z).holds({K: mpf(2), sp.Symbol("q"): [mpf("1.5"), mpf("-0.5")]})
    assert not Event(a[j]).holds({sp.Symbol("a"): [mpf(0), mpf(2)]})


@pytest.mark.parametrize(
    "impossible", [(Positive(r), Positive(-r)), (Unit(x), Positive(Dot(x, x) - 2)), (Positive(-p),)]
)
def test_contradictory_hypotheses_admit_nothing(impossible: tuple[Hypothesis, ...]) -> None:
    with pytest.raises(NoAdmissiblePoint):
        sample([], impossible, 2, Random(0))


def test_a_point_is_a_function_of_the_seed() -> None:
    expressions = [Dot(x, A(w)) * r + FiniteSum(j, a[j] * Dot(key[j], u))]
    first, second, third = (sample(expressions, [Unit(x)], 3, Random(seed)) for seed in (1, 1, 2))
    assert first == second
    assert first != third


def test_families_have_as_many_members_as_their_sets() -> None:
    point = sample([FiniteSum(i, FiniteSum(z, c[i, z])), key[j]], [], 3, Random(4))
    matrix = point[sp.Symbol("c")]
    assert len(matrix) == point[n] == len(point[key[j].args[0]])
    assert {len(row) for row in matrix} == {point[K]}
    assert {len(v) for v in point[key[j].args[0]]} == {3}


def test_an_index_may_be_free_and_bound() -> None:
    point = sample([a[j] * FiniteSum(j, a[j]) + a[k]], [], 2, Random(0))
    assert 0 <= point[j] < point[n]
    assert 0 <= point[k] < point[n]


def test_a_symmetric_map_is_symmetric() -> None:
    point = sample([Dot(x, A(w)), Dot(x, H(w))], [], 4, Random(0))
    assert all(point[H][row][column] == point[H][column][row] for row in range(4) for column in range(4))
    assert any(point[A][row][column] != point[A][column][row] for row in range(4) for column in range(4))


def test_the_variable_of_a_trace_is_not_drawn() -> None:
    assert u not in sample([Trace(Dot(u, w) * x, u)], [], 3, Random(0))


def test_a_witness_is_padded_and_completed() -> None:
    with mpmath.workdps(40):
        point = completed({x: [sp.Rational(3, 5), sp.Rational(4, 5)], r: sp.pi}, [Dot(x, w) * r * s], Random(0), 4)
        assert magnitude(point[x]) == 1
        assert point[x][2:] == [0, 0]
        assert point[r] == mpmath.pi
        assert len(point[w]) == 4
        assert evaluate(r, point) == +mpmath.pi
