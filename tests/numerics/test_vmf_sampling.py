"""Samples of the von Mises-Fisher law: marginals against the exact distribution, moments, limits, shapes, refusals.

Seeds are fixed. Had they been drawn, a correct sampler would fail one of the 68 Kolmogorov-Smirnov tests with a
probability below 68 * 1e-4, and one of the moment tests with one below 1e-4.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from svflow_math.numerics.bessel_ratio import mean_resultant_length, mean_resultant_length_derivative
from svflow_math.numerics.vmf_sampling import sample

# sup |F_n - F| sqrt(n) exceeds this with probability 2 exp(-2 x^2) = 1e-4.
KOLMOGOROV = 2.23
PAIRS = [
    *((d, k) for d in (2, 3, 4, 10, 64) for k in (0.0, 1e-3, 1.0, 30.0, 1e4)),
    (2, 1e17), (3, 1e-17), (3, 1e-16), (4, 1e10), (2, 1e300), (1024, 1e3), (1024, 1e-300), (5000, 1e5), (100_000, 1.0),
]  # fmt: skip


def angles(points: np.ndarray, mu: np.ndarray) -> np.ndarray:
    """Angles from mu, a coordinate axis, with the digits that small ones have."""
    cosine = points @ mu
    return np.arctan2(np.linalg.norm(np.where(mu == 0, points, 0.0), axis=-1), cosine)


def distribution(theta: np.ndarray, dim: int, kappa: float) -> np.ndarray:
    """The exact distribution function of the angle, density prop. to exp(-2 kappa sin^2(theta/2)) sin^(d-2) theta."""
    root = (dim - 2) + np.hypot(dim - 2, 2 * kappa)  # the mode solves sin^2 / cos = (d - 2) / kappa
    sine, cosine = (np.sqrt(2 * (dim - 2) / root), 2 * (kappa / root)) if root else (0.0, 1.0)
    mode = np.arctan2(sine, cosine)
    width = 1 / np.sqrt(max(kappa * cosine + ((dim - 2) / sine**2 if dim > 2 else 0.0), 1e-3))
    low, high = max(0.0, mode - 40 * width), min(np.pi, mode + 40 * width)
    grid = np.linspace(low, high, 40_001)
    with np.errstate(divide="ignore"):
        density = -2 * kappa * np.sin(grid / 2) ** 2 + ((dim - 2) * np.log(np.sin(grid)) if dim > 2 else 0.0)
    density = np.exp(density - density.max())
    sums = np.concatenate([[0.0], np.cumsum((density[1:] + density[:-1]) / 2)])
    return np.interp(theta, grid, sums / sums[-1])


def kolmogorov(theta: np.ndarray, dim: int, kappa: float) -> float:
    """sqrt(n) times the distance of the empirical distribution from the exact one."""
    values = distribution(np.sort(theta), dim, kappa)
    steps = np.arange(theta.size + 1) / theta.size
    return float(max(np.max(steps[1:] - values), np.max(values - steps[:-1])) * np.sqrt(theta.size))


@pytest.mark.parametrize(("dim", "kappa"), PAIRS)
@pytest.mark.parametrize("axis", [0, -1])
def test_cosine_marginal(dim: int, kappa: float, axis: int) -> None:
    mu = np.zeros(dim)
    mu[axis] = -1.0
    count = 4000 if dim < 1000 else 100
    found = kolmogorov(angles(sample(mu, kappa, size=count, rng=dim), mu), dim, kappa)
    assert found < KOLMOGOROV


@pytest.mark.parametrize(("dim", "kappa"), [(2, 1.0), (3, 30.0), (10, 30.0), (64, 30.0), (4, 1e10)])
def test_the_marginal_test_rejects_a_wrong_kappa_and_a_wrong_dimension(dim: int, kappa: float) -> None:
    mu = np.eye(dim)[0]
    theta = angles(sample(mu, kappa, size=4000, rng=1), mu)
    assert kolmogorov(theta, dim, 1.2 * kappa) > KOLMOGOROV
    assert kolmogorov(theta, dim + (2 if dim > 4 else 1), kappa) > KOLMOGOROV


@pytest.mark.parametrize(("dim", "kappa"), [(2, 2.0), (3, 5.0), (5, 0.3), (20, 100.0)])
def test_moments(dim: int, kappa: float, rng: np.random.Generator) -> None:
    """E[x] = A mu and E[x x^T] = (A / kappa) I + (1 - d A / kappa) mu mu^T, each entry within 5.5 standard errors."""
    mu = rng.standard_normal(dim)
    mu /= np.linalg.norm(mu)
    x = sample(mu, kappa, size=200_000, rng=2)
    a = float(mean_resultant_length(kappa, dim))
    first, second = a * mu, a / kappa * np.eye(dim) + (1 - dim * a / kappa) * np.outer(mu, mu)
    variance = a / kappa * (1 - mu**2) + mean_resultant_length_derivative(kappa, dim) * mu**2
    error = (x.mean(axis=0) - first) / np.sqrt(variance / len(x))
    assert np.max(np.abs(error)) < 5.5
    products = np.einsum("ni,nj->nij", x[:20_000], x[:20_000])
    spread = products.std(axis=0) / np.sqrt(len(products))
    assert np.max(np.abs(products.mean(axis=0) - second) / spread) < 5.5


@pytest.mark.parametrize("mu", [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.6, 0.0, -0.8]])
def test_tangent_directions_are_uniform(mu: list[float]) -> None:
    """About every mean direction: the azimuth has no preferred value, to the fourth harmonic."""
    axis = np.array(mu)
    x = sample(axis, 4.0, size=50_000, rng=3)
    frame = np.linalg.svd(axis[None])[2][1:]
    azimuth = np.arctan2(*(frame @ x.T))
    for k in range(1, 5):
        assert abs(np.exp(1j * k * azimuth).mean()) < 4.5 / np.sqrt(len(x))


def test_standard_deviation_of_a_tiny_angle() -> None:
    """d = 2, kappa = 1e15: the angle is normal, of standard deviation kappa^(-1/2)."""
    x = sample([1.0, 0.0], 1e15, size=100_000, rng=4)
    assert np.arctan2(x[:, 1], x[:, 0]).std() == pytest.approx(3.16227766e-8, rel=0.015)


def test_no_kappa_is_too_small_for_the_uniform_law() -> None:
    for kappa in (0.0, 5e-324, 1e-17, 1e-16):
        assert sample([0.0, 0.0, 1.0], kappa, size=100_000, rng=5)[:, 2].var() == pytest.approx(1 / 3, rel=0.015)


@pytest.mark.parametrize("dim", [2, 3, 100_000])
@pytest.mark.parametrize("kappa", [0.0, 1e-300, 1.0, 1e5, 1e300, np.finfo(float).max])
def test_points_are_on_the_sphere(dim: int, kappa: float) -> None:
    mu = np.full(dim, dim**-0.5)
    x = sample(mu, kappa, size=3, rng=6)
    assert np.max(np.abs(np.linalg.norm(x, axis=-1) - 1)) < 2e-15


def test_shapes_and_broadcasting() -> None:
    mu = np.eye(4)[:3]
    assert sample(mu[0], 2.0, rng=0).shape == (4,)
    assert sample(mu, 2.0, rng=0).shape == (3, 4)
    assert sample(mu, np.ones((5, 1)), rng=0).shape == (5, 3, 4)
    assert sample(mu[0], 2.0, size=7, rng=0).shape == (7, 4)
    assert sample(mu, 2.0, size=(2, 3), rng=0).shape == (2, 3, 4)
    assert sample(mu, 2.0, size=(0, 3), rng=0).shape == (0, 3, 4)
    assert sample(mu.astype(np.float32), np.float32(2), rng=0).dtype == np.float32
    far = sample(mu, np.array([0.0, 1e20, 1e20]), size=(6, 3), rng=1)
    assert np.allclose(far[:, 1:], mu[1:], rtol=0, atol=1e-8) and not np.allclose(far[:, 0], mu[0], rtol=0, atol=0.1)


def test_the_generator_decides() -> None:
    generator = np.random.default_rng(9)
    first, second = (sample([0.6, 0.8], 1.0, size=5, rng=generator) for _ in range(2))
    assert (first == sample([0.6, 0.8], 1.0, size=5, rng=np.random.default_rng(9))).all()
    assert (first == sample([0.6, 0.8], 1.0, size=5, rng=9)).all() and (first != second).all()


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (dict(mu=[2.0, 0.0], kappa=1.0), ValueError, "mu must be a unit vector: norm 2.0"),
        (dict(mu=[np.nan, 0.0], kappa=1.0), ValueError, "mu must be a unit vector"),
        (dict(mu=[1.0], kappa=1.0), ValueError, "last axis of length d >= 2"),
        (dict(mu=[1.0, 0.0], kappa=-1.0), ValueError, "kappa must be finite and >= 0: value -1.0"),
        (dict(mu=[1.0, 0.0], kappa=np.inf), ValueError, "kappa must be finite"),
        (dict(mu=[1.0, 0.0], kappa=np.nan), ValueError, "kappa must be finite"),
        (dict(mu=[1.0, 0.0], kappa=1j), TypeError, "kappa"),
        (dict(mu=np.eye(3), kappa=[1.0, 2.0]), ValueError, "broadcast"),
        (dict(mu=np.eye(3), kappa=1.0, size=2), ValueError, "broadcast to size"),
        (dict(mu=np.eye(3), kappa=1.0, size=(1,)), ValueError, "broadcast to size"),
    ],
)
def test_refusals(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        sample(**arguments)
