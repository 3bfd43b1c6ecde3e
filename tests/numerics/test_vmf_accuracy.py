"""log C, A, 1 - A, A' and the entropy against FLINT's proved balls: cases, sweeps, seams, and by property."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from flint import arb
from hypothesis import example, given
from hypothesis import strategies as st

from svflow_math.engine.verify.vmf_oracle import error, exact
from tests.oracles.vmf_accuracy import (
    NAMES,
    TARGETS,
    Worst,
    log_uniform,
    low_dimensional,
    points,
    seams,
    turns,
    worst,
)

CASES = json.loads((Path(__file__).parents[1] / "cases" / "vmf.json").read_text(encoding="utf-8"))["vmf"]
FIELDS = {
    "log_normalizer": "log_normalizer",
    "mean_resultant_length": "mean_resultant_length",
    "complement": "one_minus_mean_resultant_length",
    "entropy": "entropy",
}
KAPPAS = st.one_of(
    st.floats(0, 1e300),
    st.floats(-323, 300).map(lambda exponent: 10.0**exponent),
    st.floats(-3, 7).map(lambda exponent: 10.0**exponent),
)
DIMS = st.one_of(st.integers(2, 70), st.floats(np.log(2), np.log(300_000)).map(lambda x: int(np.exp(x))))


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("dim", sorted({case["dim"] for case in CASES}))
def test_cases(field: str, dim: int) -> None:
    target = TARGETS[field]
    for case in (case for case in CASES if case["dim"] == dim):
        expected = case[FIELDS[field]]
        for computed in (target.kernel(case["kappa"], dim), target.kernel(np.array([case["kappa"]]), dim)[0]):
            assert abs(error(float(computed), arb(expected))) <= target.allowed(abs(float(expected)), dim), case


@given(kappa=KAPPAS, dim=DIMS)
@example(kappa=0.0, dim=2)
@example(kappa=5e-324, dim=300_000)
@example(kappa=1e300, dim=2)
@example(kappa=1e300, dim=300_000)
def test_whole_domain(kappa: float, dim: int) -> None:
    where = points([kappa], [dim])
    assert {name: found for name in NAMES if not (found := worst(name, where)).ratio <= 1} == {}


@given(
    dim=st.integers(2, 57),
    which=st.booleans(),
    distance=st.floats(-14, -1).map(lambda exponent: 10.0**exponent),
    above=st.booleans(),
)
def test_seams(dim: int, which: bool, distance: float, above: bool) -> None:
    where = points([turns(dim)[which] * (1 + (distance if above else -distance))], [dim])
    assert {name: found for name in NAMES if not (found := worst(name, where)).ratio <= 1} == {}


@pytest.mark.parametrize("dim", [18, 19, 30, 64, 1000, 4096, 65_537, 131_074, 262_150, 300_000])
def test_log_normalizer_about_its_zero(dim: int) -> None:
    """There |log C| does not help the tolerance: absolute accuracy against terms of 1e6."""
    kernel = TARGETS["log_normalizer"].kernel
    low, high = 0.0, 1e8
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if kernel(middle, dim) > 0 else (low, middle)
    close = low * (1 + np.array([-0.3, -0.01, -1e-5, -1e-9, 0, 1e-12, 1e-7, 1e-3, 0.1]))
    found = worst("log_normalizer", points(close, [dim] * close.size))
    assert found.ratio <= 1, found


@pytest.mark.parametrize("dim", [2, 3, 10, 40, 57])
def test_monotone_across_the_seam(dim: int) -> None:
    debye, small = turns(dim)
    close = 1 + 1e-12 * np.arange(-200, 200)
    for kappa in (debye * close, small * close, np.linspace(0, 3 * debye, 5000)):
        assert (np.diff(TARGETS["mean_resultant_length"].kernel(kappa, dim)) > 0).all()
        assert (np.diff(TARGETS["complement"].kernel(kappa, dim)) < 0).all()
        assert (np.diff(TARGETS["log_normalizer"].kernel(kappa, dim))[1:] < 0).all()


@pytest.mark.parametrize("dim", [2, 3, 4, 57, 58, 1024, 300_000])
def test_resultant_length_stays_in_the_unit_interval(dim: int, rng: np.random.Generator) -> None:
    kappa = np.concatenate([[0.0, 5e-324, 1e300, np.finfo(float).max], 10.0 ** rng.uniform(-323, 308, 20_000)])
    for name in ("mean_resultant_length", "complement", "derivative"):
        values = TARGETS[name].kernel(kappa, dim)
        assert ((values >= 0) & (values <= 1)).all()


@pytest.mark.parametrize("name", NAMES)
def test_shapes(name: str) -> None:
    kernel = TARGETS[name].kernel
    kappa, dim = np.array([0.5, 40.0, 1e5]), np.array([[2], [30], [700], [5000]])
    table = kernel(kappa, dim)
    assert table.shape == (4, 3)
    for i, d in enumerate(dim[:, 0]):
        np.testing.assert_allclose(table[i], kernel(kappa, int(d)), rtol=4e-15, atol=4e-15 * d)
    assert kernel(np.empty((0, 3)), 5).shape == (0, 3)
    assert kernel(kappa, np.array([[7]])).shape == (1, 3)
    assert isinstance(kernel(1.5, 3), np.float64)
    assert isinstance(kernel(np.array(1.5), 3), np.float64)


def test_arguments_are_not_modified() -> None:
    kappa, dim = np.array([0.5, 40.0, 1e5]), np.array([2, 30, 700])
    for target in TARGETS.values():
        target.kernel(kappa, dim)
    assert kappa.tolist() == [0.5, 40.0, 1e5] and dim.tolist() == [2, 30, 700]


@pytest.mark.sweep
def test_twenty_thousand_points() -> None:
    """Drawn points and seams, of every kernel: as one array and one by one."""
    rng = np.random.default_rng(1)
    sets = (log_uniform(rng, 10_000), low_dimensional(rng, 9_600), seams(range(2, 58)))
    where = points(*(np.concatenate([part[i] for part in sets]) for i in range(2)))
    assert len(where.exact) >= 20_000
    found: dict[str, Worst] = {name: worst(name, where) for name in NAMES}
    assert {name: w for name, w in found.items() if not w.ratio <= 1} == {}, found
    print(*found.items(), sep="\n")


def test_the_oracle_agrees_with_closed_forms() -> None:
    """d = 3: C = kappa / (4 pi sinh kappa), A = coth kappa - 1 / kappa; the oracle is not taken on trust."""
    value = exact(2.0, 3)
    kappa = arb(2)
    assert abs(value.log_normalizer - (kappa / (4 * arb.pi() * kappa.sinh())).log()) < 1e-24
    assert abs(value.mean_resultant_length - (kappa.coth() - 1 / kappa)) < 1e-24
    assert abs(value.derivative - (1 / kappa**2 - 1 / kappa.sinh() ** 2)) < 1e-24
