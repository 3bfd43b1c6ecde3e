"""Wrong coefficients, switch points and arguments in the von Mises-Fisher numerics: the accuracy check rejects each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from svflow_math.engine.verify.vmf_oracle import error, kl_divergence_equal_means
from svflow_math.numerics import bessel_ratio, bessel_series, debye, log_bessel, vmf_divergence, vmf_regimes
from svflow_math.tables.debye import CLIMB_STEPS, LOG_DEBYE
from tests.oracles.vmf_accuracy import NAMES, TARGETS, Points, points, seams, worst


@pytest.fixture(scope="module")
def probes() -> Points:
    kappa, dim = seams([2, 3, 7, 20, 40, 57])
    for d in (2, 3, 9, 33, 64, 500):
        for k in (0.3, 2.0, 4.0, 8.0, 14.0, 20.0, 25.0, 40.0, 90.0, 300.0, 1e4):
            kappa.append(k)
            dim.append(d)
    return points(kappa, dim)


@pytest.fixture
def mutate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any, str, Any], None]]:
    """Set an attribute of a module; what the kernels keep from call to call is forgotten before and after."""
    caches = (
        debye.debye_series_from,
        bessel_series._series_of_one_order,
        log_bessel._anchor_of_one_order,
        bessel_ratio._climb_of_one_order,
        bessel_ratio._fraction_of_one_order,
    )

    def forget() -> None:
        for cache in caches:
            cache.cache_clear()

    def change(module: Any, name: str, value: Any) -> None:
        monkeypatch.setattr(module, name, value)
        forget()

    yield change
    monkeypatch.undo()
    forget()


def rejected(where: Points, names: tuple[str, ...] = NAMES) -> set[str]:
    """The functions whose accuracy check fails."""
    return {name for name in names if not worst(name, where).ratio <= 1}


def test_the_unchanged_kernels_pass(probes: Points) -> None:
    assert rejected(probes) == set()


@pytest.mark.parametrize("k", range(1, 11))
def test_a_debye_coefficient_changed(k: int, probes: Points, mutate: Callable[..., None]) -> None:
    """The constant coefficient of D_k twice as large; beyond k = 10 that is below the tolerance at the switch point."""
    row = LOG_DEBYE[k - 1]
    mutate(debye, "LOG_DEBYE", (*LOG_DEBYE[: k - 1], (2 * row[0], *row[1:]), *LOG_DEBYE[k:]))
    assert rejected(probes) >= {"log_normalizer", "mean_resultant_length", "derivative"}


@pytest.mark.parametrize("k", range(1, 5))
@pytest.mark.parametrize("sign", [1, -1])
def test_a_last_debye_coefficient_changed(k: int, sign: int, probes: Points, mutate: Callable[..., None]) -> None:
    row = LOG_DEBYE[k - 1]
    mutate(debye, "LOG_DEBYE", (*LOG_DEBYE[: k - 1], (*row[:-1], row[-1] * (1 + sign * 1e-3)), *LOG_DEBYE[k:]))
    assert "mean_resultant_length" in rejected(probes)


def test_the_switch_point_moved_into_the_bad_region(probes: Points, mutate: Callable[..., None]) -> None:
    for module in (vmf_regimes, debye, bessel_series):
        mutate(module, "SWITCH_POINT", 9.0)
    assert rejected(probes) == set(NAMES)


def test_everything_taken_for_small(probes: Points, mutate: Callable[..., None]) -> None:
    mutate(vmf_regimes, "is_small", lambda kappa, nu: kappa >= 0)
    assert rejected(probes) >= {"complement", "entropy"}


def test_too_few_steps_up(probes: Points, mutate: Callable[..., None]) -> None:
    mutate(bessel_ratio, "CLIMB_STEPS", tuple((steps + 1) // 2 for steps in CLIMB_STEPS))
    assert rejected(probes) >= {"mean_resultant_length", "complement", "derivative", "entropy"}


def test_the_series_cut_short(probes: Points, mutate: Callable[..., None]) -> None:
    mutate(bessel_series, "NEGLIGIBLE", 2.0**-40)
    assert rejected(probes) >= {"log_normalizer", "entropy"}


def test_the_continued_fraction_cut_short(probes: Points, mutate: Callable[..., None]) -> None:
    mutate(bessel_ratio, "NEGLIGIBLE", 2.0**-40)
    assert rejected(probes) >= {"mean_resultant_length"}


def test_terms_left_out_too_early(probes: Points, mutate: Callable[..., None]) -> None:
    mutate(debye, "NEGLIGIBLE", 2.0**-40)
    assert rejected(probes) == set(NAMES)


def test_the_anchor_loses_its_low_part(mutate: Callable[..., None]) -> None:
    where = points([1.9e6], [300_000])
    assert rejected(where, ("log_normalizer",)) == set()
    mutate(log_bessel, "LOG_2_LOW", np.nextafter(log_bessel.LOG_2_LOW, 0) * (1 - 1e-9))
    assert rejected(where, ("log_normalizer",)) == {"log_normalizer"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shift", [1, -1])
def test_the_dimension_off_by_one(name: str, shift: int, probes: Points) -> None:
    def mutant(kappa: Any, dim: Any) -> Any:
        shifted = np.maximum(dim + shift, 2)
        return TARGETS[name].kernel(kappa, shifted if isinstance(dim, np.ndarray) else int(shifted))

    assert not worst(name, probes, mutant).ratio <= 1


@pytest.mark.parametrize("name", ["log_normalizer", "entropy"])
def test_half_the_log(name: str, probes: Points) -> None:
    assert not worst(name, probes, lambda kappa, dim: TARGETS[name].kernel(kappa, dim) / 2).ratio <= 1


def test_too_few_nodes_of_the_quadrature(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = kl_divergence_equal_means(1e-3, 27.0, 2)
    allowed = 1e-12 * float(exact.mid())
    assert abs(error(float(vmf_divergence.kl_equal_means(np.array(1e-3), np.array(27.0), 2)), exact)) <= allowed
    monkeypatch.setattr(vmf_divergence, "NODES", 13)
    vmf_divergence._rule.cache_clear()
    mutant = float(vmf_divergence.kl_equal_means(np.array(1e-3), np.array(27.0), 2))
    monkeypatch.undo()
    vmf_divergence._rule.cache_clear()
    assert abs(error(mutant, exact)) > allowed
