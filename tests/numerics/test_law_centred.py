"""Numbers less their mean under a law, and pairings of experts, against fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from svflow_math.numerics.last_axis import contract, side_by_side, total
from svflow_math.numerics.law_centred import law_centred, pairings

EPS = float(np.finfo(np.float64).eps)


def centred(gates: NDArray, values: NDArray) -> list[Fraction]:
    """For gates that sum to one exactly: each less the mean, by the differences."""
    law, row = [Fraction(float(g)) for g in gates], [Fraction(float(v)) for v in values]
    return [sum((g * (v - w) for g, w in zip(law, row, strict=True)), Fraction(0)) for v in row]


@pytest.mark.parametrize("rest", [1e-20, 1e-3, 0.3])
@pytest.mark.parametrize("place", [0, 2, 3])
def test_the_deviation_of_the_likeliest_keeps_its_digits(rest: float, place: int) -> None:
    """It is made of the other gates alone: of the size of their weights, however large the numbers are."""
    rng = np.random.default_rng(3)
    gates = np.insert(rest * rng.dirichlet(np.ones(3), (2, 3)), place, 1 - rest, axis=-1)
    values = 1e6 + rng.integers(-100, 100, (2, 3, 4)).astype(float)
    found = law_centred(gates, values)
    for index in np.ndindex(2, 3):
        expected = centred(gates[index], values[index])
        assert abs(found[index][place] - float(expected[place])) <= 16 * EPS * rest * 200
        assert np.abs(found[index] - np.array([float(v) for v in expected])).max() <= 16 * EPS * 200


def test_pairings_are_relative_to_the_expert_with_the_largest_gate() -> None:
    rng = np.random.default_rng(4)
    gates = rng.dirichlet(np.ones(5), (2, 3))
    delta, experts = rng.integers(-9, 9, (2, 3, 4)).astype(float), rng.integers(-9, 9, (2, 3, 5, 4)).astype(float)
    found = pairings(gates, delta, experts)
    for index in np.ndindex(2, 3):
        plain = experts[index] @ delta[index]
        assert found[index].tolist() == (plain - plain[np.argmax(gates[index])]).tolist()


def test_sums_over_the_last_axis() -> None:
    rng = np.random.default_rng(5)
    values, own = rng.integers(-9, 9, (2, 3, 5)).astype(float), rng.integers(-9, 9, (2, 3, 5, 4)).astype(float)
    assert total(values).tolist() == [[[sum(row)] for row in block] for block in values.tolist()]
    assert contract(values, own).tolist() == np.einsum("abk,abkc->abc", values, own).tolist()
    assert contract(values[0], own[0]).tolist() == np.einsum("bk,bkd->bd", values[0], own[0]).tolist()
    assert contract(values, own[0, 0]).tolist() == np.einsum("abk,kc->abc", values, own[0, 0]).tolist()
    pair = side_by_side(values, values[:, :1])
    assert pair.shape == (2, 3, 5, 2)
    assert np.array_equal(pair[..., 0], values)
    assert np.array_equal(pair[..., 1], np.broadcast_to(values[:, :1], values.shape))
