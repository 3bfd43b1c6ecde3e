"""The inverse of the mean resultant length against FLINT: from rho, and from 1 - rho where rho has no digits left."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from svflow_math import vmf
from svflow_math.engine.verify.vmf_oracle import error, exact
from svflow_math.numerics import vmf_concentration
from svflow_math.numerics.vmf_concentration import solve

RELATIVE = 1e-13
ULP = 2.0**-52

KAPPAS = st.one_of(st.floats(-3, 3), st.floats(-290, 290)).map(lambda e: 10.0**e)
DIMS = st.one_of(st.integers(2, 66), st.floats(np.log(2), np.log(300_000)).map(lambda x: int(np.exp(x))))


@given(kappa=KAPPAS, dim=DIMS)
def test_inverse(kappa: float, dim: int) -> None:
    """Of rho and 1 - rho rounded: what is solved is the rounded equation, moved by one Newton step of the exact one."""
    value = exact(kappa, dim)
    rho, complement = (float(ball.mid()) for ball in (value.mean_resultant_length, value.complement))
    found = float(solve(np.float64(rho), np.float64(complement), dim))
    rounding = error(rho, value.mean_resultant_length) if rho < 0.5 else -error(complement, value.complement)
    shift = float((arb(rounding) / value.derivative).mid())
    assert abs(found - kappa - shift) <= RELATIVE * kappa
    found = float(solve(np.float64(rho), np.float64(1 - rho), dim))
    condition = float((value.mean_resultant_length / (kappa * value.derivative)).mid())
    if rho < 1 and condition * ULP < 1e-3:
        assert abs(found - kappa) <= (RELATIVE + 1.01 * condition * ULP) * kappa


@pytest.mark.parametrize(
    ("rho", "dim", "expected"),
    [(0.5, 128, 85.06787719174984571028139014807730085971), (0.0, 7, 0.0)],
)
def test_known(rho: float, dim: int, expected: float) -> None:
    assert solve(np.float64(rho), np.float64(1 - rho), dim) == pytest.approx(expected, rel=RELATIVE, abs=0)


def test_the_ends() -> None:
    rho = np.array([0.0, 5e-324, 1e-300, 1.0, 1.0, 1.0, 1.0])
    complement = np.array([1.0, 1.0, 1.0, 0.0, 1e-300, 1e-18, 5e-324])
    found = solve(rho, complement, 3)
    assert found[:2].tolist() == [0.0, 1.5e-323] and found[3] == np.inf and found[6] == np.inf
    assert found[[2, 4, 5]] == pytest.approx([3e-300, 1e300, 1e18], rel=RELATIVE)


@pytest.mark.parametrize("dim", [2, 3, 30, 1000, 300_000])
def test_monotone_and_without_failure(dim: int) -> None:
    complement = np.concatenate([np.logspace(-30, -1, 400), np.linspace(0.1001, 1, 400)])[::-1]
    rho = 1 - complement
    kappa = solve(rho, complement, dim)
    assert np.isfinite(kappa).all() and (np.diff(kappa) > 0).all()


def test_few_steps_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four steps of Newton leave nothing to do for a fifth."""
    rng = np.random.default_rng(4)
    dim = np.exp(rng.uniform(np.log(2), np.log(300_000), 4000)).astype(int)
    complement = np.concatenate([10.0 ** rng.uniform(-16, 0, 2000), rng.uniform(0, 1, 2000)])
    full = solve(1 - complement, complement, dim)
    monkeypatch.setattr(vmf_concentration, "MAX_STEPS", 4)
    np.testing.assert_allclose(solve(1 - complement, complement, dim), full, rtol=4e-15, atol=0)
    monkeypatch.setattr(vmf_concentration, "MAX_STEPS", 2)
    assert np.max(np.abs(solve(1 - complement, complement, dim) / full - 1)) > RELATIVE


def test_few_steps_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the circle the fourth is the last, elsewhere the third, whatever is solved for together."""
    steps: list[int] = []
    step = vmf_concentration._odds_step

    def counted(kappa: np.ndarray, *others: Any) -> np.ndarray:
        steps[-1] += 1
        return step(kappa, *others)

    monkeypatch.setattr(vmf_concentration, "_odds_step", counted)
    complement = np.concatenate([np.logspace(-15, -1, 60), np.linspace(0.12, 1, 60)])
    for dim in (2, 3, 5, 10, 100, 300_000):
        steps.append(0)
        solve(1 - complement, complement, dim)
    assert steps[0] <= 4 and max(steps[1:]) <= 3


def test_arrays_of_lengths_and_dimensions() -> None:
    rho, dims = np.array([[0.0], [0.3], [0.9], [1.0]]), np.array([2, 3, 1000])
    table = vmf.concentration(rho, dims)
    expected = [[float(vmf.concentration(float(r), int(d))) for d in dims] for r in rho[:, 0]]
    np.testing.assert_allclose(table, expected, rtol=4e-15, atol=0)


def test_the_coarser_type_decides_how_well_the_complement_fits() -> None:
    for rho, complement in ((np.float32(0.5), np.float64(0.5005)), (np.float64(0.5), np.float32(0.5005))):
        assert vmf.concentration(rho, 3, complement=complement) > 0
