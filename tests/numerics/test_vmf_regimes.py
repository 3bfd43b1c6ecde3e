"""The walk over arrays: every value gets its own arguments and the kernel that serves them, in blocks of any size."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from svflow_math.numerics import vmf_regimes
from svflow_math.numerics.vmf_regimes import Regimes, is_small, switch
from svflow_math.tables.debye import SWITCH_POINT

BELOW, ABOVE = 1 - 1e-9, 1 + 1e-9


class Kernels:
    """Kernels whose values tell which of them was asked, and what; they note the libraries and sizes."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, int]] = []

    def named(self, name: str, code: float) -> Any:
        def kernel(kappa: Any, nu: Any, lib: ModuleType) -> Any:
            self.asked.append((name, lib.__name__, np.size(kappa)))
            return code + 10 * kappa + 1e6 * nu

        return kernel


def expected(kappa: float, dim: int, has_small: bool = True) -> float:
    nu = dim / 2 - 1
    code = 1.0 if nu**2 + kappa**2 >= 28**2 else 3.0 if has_small and kappa**2 <= 4 * dim else 2.0
    return code + 10 * kappa + 1e6 * nu


@pytest.fixture
def kernels() -> Kernels:
    return Kernels()


@pytest.fixture
def regimes(kernels: Kernels) -> Regimes:
    return Regimes(near=kernels.named("near", 2.0), far=kernels.named("far", 1.0), small=kernels.named("small", 3.0))


KAPPAS = np.array([0.0, 1.0, 2.8, 2.9, 10.0, 27.9, 28.0, 28.1, 30.0, 1e5])
DIMS = np.array([2, 3, 20, 57, 58, 59, 1000])


@pytest.mark.parametrize("has_small", [True, False])
def test_one_value(kernels: Kernels, has_small: bool) -> None:
    small = kernels.named("small", 3.0) if has_small else None
    function = Regimes(kernels.named("near", 2.0), kernels.named("far", 1.0), small)
    for dim in DIMS.tolist():
        for kappa in KAPPAS.tolist():
            value = function(kappa, dim)
            assert type(value) is np.float64 and value == expected(kappa, dim, has_small)
            assert kernels.asked[-1][1:] == ("math", 1)
            assert function(np.array([kappa]), dim).tolist() == [value]


@pytest.mark.parametrize("block", [1, 2, 3, 9, 10, 11])
def test_blocks_of_one_dimension(
    block: int, regimes: Regimes, kernels: Kernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vmf_regimes, "BLOCK", block)
    monkeypatch.setattr(vmf_regimes, "BLOCK_OF_ORDERS", 10**6)
    for dim in DIMS.tolist():
        kernels.asked.clear()
        assert regimes(KAPPAS, dim).tolist() == [expected(kappa, dim) for kappa in KAPPAS]
        assert {lib for _, lib, _ in kernels.asked} == {"numpy"}
        sizes = [size for _, _, size in kernels.asked]
        assert sum(sizes) == KAPPAS.size and min(sizes) > 0 and max(sizes) <= block


@pytest.mark.parametrize("block", [1, 4, 69, 70, 71])
def test_blocks_of_many_dimensions(
    block: int, regimes: Regimes, kernels: Kernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vmf_regimes, "BLOCK", 10**6)
    monkeypatch.setattr(vmf_regimes, "BLOCK_OF_ORDERS", block)
    table = regimes(KAPPAS, DIMS[:, None])
    assert table.tolist() == [[expected(kappa, dim) for kappa in KAPPAS] for dim in DIMS]
    sizes = [size for _, _, size in kernels.asked]
    assert sum(sizes) == table.size and min(sizes) > 0 and max(sizes) <= block


def test_a_block_that_is_far_is_asked_for_as_a_whole(regimes: Regimes, kernels: Kernels) -> None:
    regimes(KAPPAS, 58)
    assert kernels.asked == [("far", "numpy", KAPPAS.size)]


def test_shapes(regimes: Regimes) -> None:
    assert regimes(KAPPAS, np.array([[7]])).shape == (1, 10)
    assert regimes(KAPPAS[:, None], np.array([7])).shape == (10, 1)
    assert regimes(2.0, DIMS).shape == (7,)
    assert regimes(np.empty((0, 3)), DIMS[:3]).shape == regimes(np.empty((0, 3)), 5).shape == (0, 3)
    assert type(regimes(np.array(2.0), 3)) is type(regimes(2.0, np.array(3))) is np.float64


@pytest.mark.parametrize("dim", [2, 3, 30, 57])
def test_where_the_regimes_meet(dim: int) -> None:
    nu = dim / 2 - 1
    assert is_small(2 * math.sqrt(dim) * BELOW, nu) and not is_small(2 * math.sqrt(dim) * ABOVE, nu)
    assert math.hypot(switch(nu), nu) == pytest.approx(SWITCH_POINT, rel=1e-15)
    assert switch(np.array([nu, 30.0]))[0] == switch(nu)


def test_orders_from_the_switch_point_on_have_no_lower_regime() -> None:
    high = [SWITCH_POINT, 28.5, 1e5]
    assert [switch(nu) for nu in high] == switch(np.array(high)).tolist() == [0.0, 0.0, 0.0]
    assert switch(27.5) > 5


def test_concentrations_are_doubles(regimes: Regimes) -> None:
    single: Any = np.array([0.1, 30.7], np.float32)
    assert regimes(single, 3).tolist() == [expected(kappa, 3) for kappa in single.astype(float)]
