"""KL of von Mises-Fisher laws against FLINT's proved balls, from ratio 1 + 1e-13 to 1e6 and in every form it has."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from svflow_math.engine.verify.vmf_oracle import error, kl_divergence_equal_means
from svflow_math.numerics import vmf_divergence
from svflow_math.numerics.log1p_remainder import log1p_remainder
from svflow_math.numerics.vmf_divergence import kl_equal_means
from svflow_math.numerics.vmf_entropy import entropy
from svflow_math.numerics.vmf_regimes import switch

CASES = json.loads((Path(__file__).parents[1] / "cases" / "vmf.json").read_text(encoding="utf-8"))["kl"]
RELATIVE = 1e-12

RATIOS = st.one_of(st.floats(-13, 0).map(lambda e: 1 + 10.0**e), st.floats(0, 6).map(lambda e: 10.0**e))
KAPPAS = st.one_of(st.floats(-3, 3), st.floats(-100, 100)).map(lambda e: 10.0**e)
DIMS = st.one_of(st.integers(2, 66), st.floats(np.log(2), np.log(300_000)).map(lambda x: int(np.exp(x))))


def relative_error(kappa1: float, kappa2: float, dim: int) -> float:
    reference = kl_divergence_equal_means(kappa1, kappa2, dim)
    value = kl_equal_means(np.float64(kappa1), np.float64(kappa2), dim)
    return abs(error(float(value), reference)) / float(reference.mid())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['dim']}-{case['kappa1']}-{case['kappa2']}")
def test_cases(case: dict) -> None:
    value = kl_equal_means(np.float64(case["kappa1"]), np.float64(case["kappa2"]), case["dim"])
    expected = arb(case["kl_divergence_equal_means"])
    assert abs(error(float(value), expected)) <= RELATIVE * float(expected.mid())


@given(kappa=KAPPAS, ratio=RATIOS, inverse=st.booleans(), dim=DIMS)
def test_every_ratio(kappa: float, ratio: float, inverse: bool, dim: int) -> None:
    other = kappa * ratio
    if other == kappa:
        other = float(np.nextafter(kappa, np.inf))
    assert relative_error(*((other, kappa) if inverse else (kappa, other)), dim) <= RELATIVE


@pytest.mark.parametrize("dim", [2, 3, 4, 20, 45, 57])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_seams(dim: int, factor: float) -> None:
    """Both concentrations about the switch point, and about its double, where the forms change."""
    turn = factor * float(switch(dim / 2 - 1))
    below, above = float(np.nextafter(turn, 0)), float(np.nextafter(turn, np.inf))
    for near in (below, turn, above):
        for other in (1e-9, 0.3, turn / 2, turn * (1 - 1e-9), turn * (1 + 1e-9), 2 * turn, 3 * turn, 1e6):
            assert relative_error(near, other, dim) <= RELATIVE
            assert relative_error(other, near, dim) <= RELATIVE


@pytest.mark.parametrize("dim", [2, 3, 64, 1000])
def test_far_out_it_is_a_gamma_divergence(dim: int) -> None:
    """kappa -> inf at a fixed ratio rho = kappa2 / kappa1: (d - 1) / 2 (rho - 1 - log rho)."""
    for rho in (1e-6, 0.1, 1.001, 30.0, 1e6):
        limit = (dim - 1) / 2 * float((arb(rho) - 1 - arb(rho).log()).mid())
        value = float(kl_equal_means(np.float64(1e200), np.float64(1e200 * rho), dim))
        assert abs(value - limit) <= 1e-11 * limit


@pytest.mark.parametrize("dim", [2, 3, 64, 1000])
def test_uniform(dim: int) -> None:
    kappa = np.array([0.0, 1e-160, 1e-9, 0.1, 7.0, 300.0])
    value = kl_equal_means(kappa, 0.0, dim)
    assert value[0] == 0 and value[1] == pytest.approx(1e-320 / (2 * dim), abs=1e-323)
    assert value[2] == pytest.approx(1e-18 / (2 * dim), rel=1e-14)
    assert value[3:] == pytest.approx(entropy(0.0, dim) - entropy(kappa[3:], dim), rel=1e-10)


@pytest.mark.parametrize("kappa", [0.0, 1e-300, 3.0, 28.0, 1e5, 1e300])
def test_a_law_does_not_diverge_from_itself(kappa: float) -> None:
    assert kl_equal_means(np.float64(kappa), np.float64(kappa), 5) == 0


@pytest.mark.parametrize("dim", [2, 3, 57, 64, 300_000])
def test_finite_at_the_ends(dim: int) -> None:
    ends = np.array([0.0, 5e-324, 1e-300, 1.0, 27.9, 28.1, 1e9, 1e300, 1e308, 1.79e308])
    table = kl_equal_means(ends[:, None], ends, dim)
    assert table.shape == (10, 10)
    assert np.isfinite(table).all() and (table >= 0).all()


@given(x=st.one_of(st.floats(-0.999, 1e6), st.floats(-300, -1).map(lambda e: 10.0**e)))
def test_log1p_remainder(x: float) -> None:
    ctx.prec = 2400
    one_plus_x = 1 + arb(x)
    reference = arb(x) - one_plus_x.log()
    value = float(log1p_remainder(np.array(x), np.array(float(one_plus_x.mid()))))
    assert abs(error(value, reference)) <= 2e-15 * float(abs(reference).mid()) + 1e-323


def form_of(kappa1: float, kappa2: float, dim: int) -> str:
    turn = max(28**2 - (dim / 2 - 1) ** 2, 0) ** 0.5
    if min(kappa1, kappa2) >= turn:
        return "_closed"
    return "_quadrature" if max(kappa1, kappa2) <= 2 * turn else "_scaled"


def test_arrays_against_each_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs and dimensions that broadcast, in blocks of three: each is in the hands of its form, and comes once."""
    first = np.array([[1e-3], [5.0], [28.0], [40.0], [1e4]])
    second = np.array([0.0, 4.0, 29.0, 56.0, 70.0])
    dims = np.array([2, 57, 3, 58, 200])
    pairs = [(float(k), float(q)) for k in first[:, 0] for q in second]
    expected = np.array([[kl_equal_means(*pair, int(d)) for d in dims] for pair in pairs]).reshape(5, 5, 5)
    seen: list[tuple[str, float, float, int]] = []

    def spy(form: str) -> None:
        kernel = getattr(vmf_divergence, form)

        def kept(kappa1: np.ndarray, kappa2: np.ndarray, dim: int | np.ndarray) -> np.ndarray:
            assert 0 < kappa1.size <= 3
            seen.extend((form, float(k), float(q), int(d)) for k, q, d in np.broadcast(kappa1, kappa2, dim))
            sorts.add(type(dim))
            return kernel(kappa1, kappa2, dim)

        monkeypatch.setattr(vmf_divergence, form, kept)

    sorts: set[type] = set()
    monkeypatch.setattr(vmf_divergence, "BLOCK", 3)
    for form in ("_closed", "_quadrature", "_scaled"):
        spy(form)
    table = kl_equal_means(first[..., None], second[:, None], dims)
    np.testing.assert_allclose(table, expected, rtol=2e-14, atol=0)
    assert sorted(seen) == sorted((form_of(*pair, d), *pair, d) for pair in pairs for d in dims.tolist())
    assert sorts == {np.ndarray}
    seen.clear()
    sorts.clear()
    np.testing.assert_allclose(kl_equal_means(first, second, 57), expected[..., 1], rtol=2e-14, atol=0)
    assert sorted(seen) == sorted((form_of(*pair, 57), *pair, 57) for pair in pairs)
    assert sorts == {int}  # one dimension keeps one set of coefficients
    assert kl_equal_means(1.0, second, dims).shape == (5,) and kl_equal_means(np.empty((0, 2)), 1.0, 3).shape == (0, 2)


@pytest.mark.parametrize("dim", [2, 3, 10, 57])
def test_the_nodes_suffice(dim: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over the longest range that the rule serves, with more than twice the nodes: what is left is rounding."""
    end = 2 * float(switch(dim / 2 - 1))
    first, second = np.array([end, end, 1e-3, 0.0]), np.array([0.0, 1e-3, end, end])
    vmf_divergence._rule.cache_clear()
    found = kl_equal_means(first, second, dim)
    monkeypatch.setattr(vmf_divergence, "NODES", 60)
    vmf_divergence._rule.cache_clear()
    more = kl_equal_means(first, second, dim)
    vmf_divergence._rule.cache_clear()
    np.testing.assert_allclose(found, more, rtol=8e-15, atol=0)


@pytest.mark.sweep
def test_five_thousand_pairs() -> None:
    rng = np.random.default_rng(2)
    count = 5000
    dim = np.exp(rng.uniform(np.log(2), np.log(20_000), count)).astype(int)
    dim[: count // 2] = rng.integers(2, 66, count // 2)
    kappa = 10.0 ** rng.uniform(-4, 8, count)
    kappa[: count // 2] = 10.0 ** rng.uniform(-2, 2.5, count // 2)
    ratio = np.where(rng.random(count) < 0.6, 1 + 10.0 ** rng.uniform(-13, 0, count), 10.0 ** rng.uniform(0, 6, count))
    found = max(
        relative_error(*pair, int(d))
        for k, q, d, flip in zip(kappa, ratio, dim, rng.random(count) < 0.5, strict=True)
        if (pair := (float(k), float(k * q)) if flip else (float(k * q), float(k)))[0] != pair[1]
    )
    print(found)
    assert found <= RELATIVE
