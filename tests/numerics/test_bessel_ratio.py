"""How many steps the mean resultant length takes, and arrays of dimensions against each by itself."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb

from svflow_math.engine.verify.vmf_oracle import error, exact
from svflow_math.numerics import bessel_ratio
from svflow_math.numerics.bessel_ratio import _fraction, _fraction_of_one_order
from svflow_math.numerics.bessel_series import NEGLIGIBLE
from svflow_math.tables.debye import CLIMB_STEPS
from tests.oracles.vmf_accuracy import TARGETS, turns

ORDERS = [0.0, 0.5, 9.0, 27.5]
KERNELS = [name for name in TARGETS if name != "log_normalizer"]


@pytest.mark.parametrize("nu", ORDERS)
def test_how_far_the_steps_of_the_continued_fraction_reach(nu: float) -> None:
    """After n steps the product of kappa^2 / (d + 2 j)^2, j = 1 .. n, is what is negligible: the bound as it stands."""
    reach, dims = _fraction_of_one_order(nu)
    dim = Fraction(2 * nu + 2)
    assert dims == tuple(float(dim + 2 * j) for j in range(len(reach) - 1, -1, -1))
    assert reach[0] == 0 and reach[-2] < 4 * dim <= reach[-1]
    product = Fraction(NEGLIGIBLE)
    for n, square in enumerate(reach[1:], start=1):
        product *= (dim + 2 * n) ** 2
        assert abs(Fraction(square) ** n / product - 1) < 1e-12


@pytest.mark.parametrize("nu", ORDERS)
def test_what_the_steps_leave_is_below_their_bound(nu: float) -> None:
    """At each reach: the fraction of that many steps and none more, in balls, against A itself."""
    dim = round(2 * nu + 2)
    for n, square in enumerate(_fraction_of_one_order(nu)[0][1:], start=1):
        kappa = math.sqrt(square)
        assert _fraction(nu, square) == tuple(float(dim + 2 * j) for j in range(n, -1, -1))
        assert len(_fraction(nu, square * (1 + 1e-15))) in (n + 1, n + 2)
        length = exact(kappa, dim).mean_resultant_length
        below = arb(dim + 2 * n)
        for j in range(n - 1, -1, -1):
            below = dim + 2 * j + arb(kappa) ** 2 / below
        assert abs(kappa / below / length - 1) <= NEGLIGIBLE * (dim + 2 * n + 2) / dim


def test_many_orders_take_the_steps_of_the_lowest() -> None:
    nu = np.array([9.0, 0.5, 27.5])
    largest = 0.9 * 4 * 3
    steps = len(_fraction(0.5, largest))
    found = _fraction(nu, largest)
    assert len(found) == steps
    assert [column.tolist() for column in found] == [
        [2 * (order + j) + 2 for order in nu] for j in range(steps - 1, -1, -1)
    ]


@pytest.mark.parametrize("name", KERNELS)
def test_arrays_of_dimensions(name: str) -> None:
    """Every regime of the lower dimensions in one array, the lowest neither first nor last."""
    kernel, dims = TARGETS[name].kernel, np.array([30, 57, 3, 2, 4, 33, 10, 58, 45])
    for factor in (1e-3, 0.3, 0.999):
        for which in (0, 1):
            kappa = np.array([factor * turns(d)[which] for d in dims.tolist()])
            for value, k, d in zip(kernel(kappa, dims), kappa.tolist(), dims.tolist(), strict=True):
                ball = getattr(exact(k, d), name)
                assert abs(error(float(value), ball)) <= TARGETS[name].allowed(float(ball.mid()), d), (k, d)


@pytest.mark.parametrize("kernel", ["_length_near", "complement_near", "_derivative_near"])
@pytest.mark.parametrize("dim", [2, 3, 20, 57])
def test_steps_up_are_those_of_the_table(kernel: str, dim: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A float climbs as far as an array of its order does, and to the expansion of the order on top."""
    nu, kappa = dim / 2 - 1, 0.9 * turns(dim)[0]
    tops: list[Any] = []
    made = bessel_ratio.DebyeSeries

    def series(order: Any, radius: Any) -> Any:
        tops.append((order, radius))
        return made(order, radius)

    monkeypatch.setattr(bessel_ratio, "DebyeSeries", series)
    monkeypatch.setattr(bessel_ratio, "debye_series_from", series)
    bessel_ratio._climb_of_one_order.cache_clear()
    function = getattr(bessel_ratio, kernel)
    one, many = function(kappa, nu, math), function(np.full(2, kappa), np.full(2, nu), np)
    bessel_ratio._climb_of_one_order.cache_clear()
    top = nu + CLIMB_STEPS[dim - 2]
    assert [np.unique(part).tolist() for pair in tops for part in pair] == [[top]] * 4
    assert many == pytest.approx([one, one], rel=4e-15, abs=0)
