"""Maximum likelihood: concentrated and diffuse data keep their digits, limits are as documented."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx

from svflow_math.engine.verify.vmf_oracle import exact
from svflow_math.numerics.vmf_fit import fit
from svflow_math.numerics.vmf_sampling import sample


def exact_resultant(points: np.ndarray, weights: np.ndarray) -> tuple[arb, arb]:
    """rho and 1 - rho of the directions of the stored points."""
    ctx.prec = 300
    total = [arb(0)] * points.shape[1]
    for row, weight in zip(points, weights, strict=True):
        norm = sum((arb(float(v)) ** 2 for v in row), arb(0)).sqrt()
        total = [t + arb(float(weight)) * arb(float(v)) / norm for t, v in zip(total, row, strict=True)]
    share = sum((arb(float(w)) for w in weights), arb(0))
    rho = sum((t * t for t in total), arb(0)).sqrt() / share
    return rho, 1 - rho


def residual(kappa: float, rho: arb, complement: arb, dim: int) -> float:
    """Relative distance of kappa from the exact estimate, by one Newton step of the exact equation."""
    value = exact(kappa, dim)
    ctx.prec = 300
    missing = value.complement - complement if float(rho.mid()) > 0.5 else rho - value.mean_resultant_length
    return float((missing / value.derivative / kappa).mid())


def test_concentrated_pair_keeps_its_digits() -> None:
    """(cos 5e-6, +-sin 5e-6, 0): kappa of the stored doubles is 80000000000.16666266..."""
    x = np.array([[np.cos(5e-6), np.sin(5e-6), 0.0], [np.cos(5e-6), -np.sin(5e-6), 0.0]])
    assert fit(x).kappa == pytest.approx(80000000000.16666266, rel=1e-14)
    assert fit(x).mu.tolist() == [1.0, 0.0, 0.0]


@pytest.mark.parametrize("dim", [2, 3, 20, 500])
@pytest.mark.parametrize("angle", [1e-6, 1e-3, 0.5, 1.5, 1.57079, np.pi / 2 - 1e-8])
def test_pairs(dim: int, angle: float, rng: np.random.Generator) -> None:
    """Two points at a given angle about a random direction: rho = cos(angle) from 1e-8 to 1 - 1e-12."""
    q = np.linalg.qr(rng.standard_normal((dim, 2)))[0].T
    x = np.stack([np.cos(angle) * q[0] + np.sin(angle) * q[1], np.cos(angle) * q[0] - np.sin(angle) * q[1]])
    rho, complement = exact_resultant(x, np.ones(2))
    rounding = 2e-16 / min(float(rho.mid()), 1.0) + 2e-16 / float(complement.mid()) ** 0.5
    assert abs(residual(float(fit(x).kappa), rho, complement, dim)) <= 1e-13 + 20 * rounding


@pytest.mark.parametrize(("dim", "kappa"), [(2, 0.5), (3, 1e6), (8, 40.0), (100, 1e9), (1000, 300.0)])
def test_weighted_data(dim: int, kappa: float, rng: np.random.Generator) -> None:
    x = sample(np.eye(dim)[1], kappa, size=50, rng=1)
    weights = rng.uniform(0, 3, 50)
    rho, complement = exact_resultant(x, weights)
    found = fit(x, weights)
    assert abs(residual(float(found.kappa), rho, complement, dim)) <= 1e-13 + 1e-15 * np.sqrt(kappa / dim)
    repeated = fit(np.repeat(x, 2, axis=0), np.repeat(weights * 1e200, 2))
    assert repeated.kappa == pytest.approx(found.kappa, rel=1e-12)
    np.testing.assert_allclose(repeated.mu, found.mu, rtol=0, atol=1e-15)


@pytest.mark.parametrize("angle", [1.5e-6, 1e-3, np.pi / 4, 1.5, np.pi / 2 - 1e-8])
def test_high_dimension(angle: float) -> None:
    dim = 100_000
    x = np.zeros((2, dim))
    x[:, 3], x[:, 7] = np.cos(angle), np.array([1, -1]) * np.sin(angle)
    rho, complement = exact_resultant(x[:, [3, 7]], np.ones(2))
    rounding = 2e-16 / min(float(rho.mid()), 1.0) + 2e-16 / float(complement.mid()) ** 0.5
    assert abs(residual(float(fit(x).kappa), rho, complement, dim)) <= 1e-13 + 2 * rounding


def test_a_point_without_weight_does_not_count() -> None:
    x = np.array([[0.6, 0.8], [1.0, 0.0], [0.8, 0.6]])
    assert fit(x, [1.0, 0.0, 1.0]).kappa == pytest.approx(fit(x[[0, 2]]).kappa, rel=1e-14)
    assert fit(x, [0.0, 2.0, 0.0]).kappa == np.inf


def test_limits() -> None:
    same = fit(np.tile([0.6, 0.8, 0.0], (4, 1)))
    assert same.kappa == np.inf and same.mu.tolist() == [0.6, 0.8, 0.0]
    nothing = fit([[0.6, 0.8], [-0.6, -0.8]])
    assert nothing.kappa == 0.0 and nothing.mu.tolist() == [1.0, 0.0]
    assert fit([[0.6, 0.8]]).kappa == np.inf


def test_recovers_what_was_sampled() -> None:
    found = fit(sample([0.6, -0.8, 0.0], 70.0, size=100_000, rng=3))
    assert found.kappa == pytest.approx(70.0, rel=0.02)
    np.testing.assert_allclose(found.mu, [0.6, -0.8, 0.0], rtol=0, atol=0.002)


def test_batches_and_types() -> None:
    x = sample(np.eye(4)[0], 9.0, size=(3, 25), rng=0)
    whole = fit(x)
    assert whole.mu.shape == (3, 4) and whole.kappa.shape == (3,)
    for i in range(3):
        one = fit(x[i])
        assert one.kappa == pytest.approx(whole.kappa[i], rel=1e-14) and isinstance(one.kappa, np.float64)
    single = fit(x.astype(np.float32))
    assert single.mu.dtype == np.float32 and single.kappa.dtype == np.float32
    np.testing.assert_allclose(single.kappa, whole.kappa, rtol=1e-5)
    weighted = fit(x[0], np.ones((2, 25)))
    assert weighted.kappa.shape == (2,)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ((np.empty((0, 3)),), ValueError, "n >= 1"),
        (([1.0, 0.0],), ValueError, r"\(\.\.\., n, d\)"),
        (([[1.0, 1.0]],), ValueError, "x must be a unit vector"),
        (([[np.nan, 1.0]],), ValueError, "x must be a unit vector"),
        (([["a", "b"]],), TypeError, "x"),
        (([[1.0, 0.0]], [-1.0]), ValueError, "weights must be finite and >= 0"),
        (([[1.0, 0.0]], [np.nan]), ValueError, "weights must be finite and >= 0"),
        (([[1.0, 0.0]], [0.0]), ValueError, "weights must not all be zero"),
        (([[1.0, 0.0]], [1.0, 2.0, 3.0]), None, ""),
        ((np.eye(3), [1.0, 2.0]), ValueError, "do not broadcast"),
    ],
)
def test_refusals(arguments: tuple[Any, ...], error: type[Exception] | None, words: str) -> None:
    if error is None:
        assert fit(*arguments).kappa == np.inf
    else:
        with pytest.raises(error, match=words):
            fit(*arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([[1.0, 0.0], [0.0, 1.0]], [1.0, -1.5]), "weights must be finite and >= 0: -1.5"),
        (([[1.0, 0.0], [0.0, 1.0]], [np.inf, 1.0]), "weights must be finite and >= 0: inf"),
        ((np.eye(2)[None].repeat(2, 0), [[1.0, 1.0], [0.0, 0.0]]), "weights must not all be zero"),
        ((np.eye(3), [1.0, 2.0]), "weights of shape (2,) do not broadcast to the points (3,)"),
        (([1.0, 0.0],), "x must have shape (..., n, d) with n >= 1 points, got (2,)"),
        ((np.empty((2, 0, 3)),), "x must have shape (..., n, d) with n >= 1 points, got (2, 0, 3)"),
    ],
)
def test_words_of_refusals(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}$"):
        fit(*arguments)


def test_a_scatter_of_one_and_an_ulp() -> None:
    """Antipodes of every direction: where the scatter rounds to more than 1, no root of a negative number is taken."""
    x = np.random.default_rng(11).standard_normal((500, 2, 3))
    x /= np.linalg.norm(x, axis=-1, keepdims=True)
    x[:, 1] = -x[:, 0]
    with np.errstate(all="raise"):
        found = fit(x)
    assert np.isfinite(found.kappa).all() and np.max(found.kappa) < 1e-14
