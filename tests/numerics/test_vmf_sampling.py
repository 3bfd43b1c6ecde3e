"""Samples of the von Mises-Fisher law: marginals against the exact distribution, moments, limits, shapes, refusals.

Seeds are fixed. Had they been drawn, a correct sampler would fail one of the 68 Kolmogorov-Smirnov tests with a
probability below 68 * 1e-4, and one of the moment tests with one below 1e-4.
"""

from __future__ import annotations

import re
from typing import Any, cast

import numpy as np
import pytest
from mpmath import mp, mpf

from svflow_math.numerics import vmf_sampling
from svflow_math.numerics.bessel_ratio import mean_resultant_length, mean_resultant_length_derivative
from svflow_math.numerics.vmf_sampling import _place, _versines, sample

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


class Scripted:
    """A generator that hands out what it is given; the second proposal is the mode, which is always accepted."""

    def __init__(self, gammas: tuple[float, float], exponential: float) -> None:
        self.gammas, self.exponential, self.rounds = [gammas, (1.0, 1.0)], [exponential, 1e-12], 0

    def standard_gamma(self, shape: float, size: tuple[int, int]) -> np.ndarray:
        self.shape, self.rounds = shape, self.rounds + 1
        return np.array(self.gammas.pop(0)).reshape(size)

    def standard_exponential(self, size: int) -> np.ndarray:
        return np.full(size, self.exponential.pop(0))


@pytest.mark.parametrize(("dim", "kappa"), [(2, 1.0), (3, 30.0), (10, 0.1), (64, 500.0), (1000, 20.0)])
@pytest.mark.parametrize("gammas", [(1.0, 1.0), (0.1, 3.0), (5.0, 0.2)])
def test_what_is_accepted(dim: int, kappa: float, gammas: tuple[float, float]) -> None:
    """The bound of the logarithm, in 40 digits: an exponential variate a little above it is taken, one below is not."""
    with mp.workdps(40):
        k, b = mpf(kappa), (dim - 1) / (2 * mpf(kappa) + mp.sqrt(4 * mpf(kappa) ** 2 + (dim - 1) ** 2))
        mode, t = 2 * b / (1 + b), 2 * b * gammas[0] / (gammas[1] + b * gammas[0])
        room = float(k * (mode - t) + (dim - 1) * mp.log((t + mode - t * mode) / (mode * (2 - mode))))
    assert room <= 1e-35  # no more than certain, up to the digits
    taken, refused = (
        cast(Any, Scripted(gammas, -room * (1 + sign * 1e-9) + sign * 1e-13 * (kappa + dim))) for sign in (1, -1)
    )
    assert _versines(np.array([kappa]), dim, taken) == pytest.approx(float(t), rel=1e-14) and taken.rounds == 1
    assert _versines(np.array([kappa]), dim, refused) == pytest.approx(float(mode), rel=1e-14) and refused.rounds == 2
    assert taken.shape == (dim - 1) / 2


def test_the_uniform_law_refuses_nothing() -> None:
    one, other = (np.random.default_rng(3) for _ in range(2))
    found = _versines(np.zeros(1000), 4, one)
    gammas = other.standard_gamma(1.5, (2, 1000))
    np.testing.assert_allclose(found, 2 * gammas[0] / (gammas[0] + gammas[1]), rtol=1e-15, atol=0)
    other.standard_exponential(1000)
    assert one.random() == other.random()


def test_every_law_gets_its_own_versine() -> None:
    """What is drawn again, too: the sample of each concentration has its own mean."""
    kappa = np.tile([0.0, 2.0, 1e3, 1e9], 5000)
    found = _versines(kappa, 5, np.random.default_rng(8)).reshape(-1, 4)
    exactly = 1 - mean_resultant_length(kappa[:4], 5)
    spread = np.sqrt(mean_resultant_length_derivative(kappa[:4], 5) / 5000)
    assert np.all(np.abs(found.mean(axis=0) - exactly) < 5 * spread)


@pytest.mark.parametrize("dim", [2, 3, 6])
def test_points_about_the_mean_direction(dim: int) -> None:
    """(1 - t) mu + sqrt(t (2 - t)) u, where u is the normal vector carried by the reflection, with NumPy's matrices."""
    rng = np.random.default_rng(dim)
    mu = rng.standard_normal((5, dim))
    mu[0], mu[1], mu[2, 0] = np.eye(1, dim)[0], -np.eye(1, dim)[0], 0.0
    mu /= np.linalg.norm(mu, axis=1, keepdims=True)
    t = np.array([0.3, 1.9, 1.0, 1e-9, 0.7])
    out = np.empty((5, dim))
    _place(out, mu, t, np.random.default_rng(7))
    normal = np.random.default_rng(7).standard_normal((5, dim - 1))
    for row, mean, versine, v in zip(out, mu, t, normal, strict=True):
        w = mean + (1 if mean[0] >= 0 else -1) * np.eye(1, dim)[0]
        u = (np.eye(dim) - 2 * np.outer(w, w) / (w @ w)) @ np.concatenate([[0.0], v / np.linalg.norm(v)])
        assert np.max(np.abs(row - (1 - versine) * mean - np.sqrt(versine * (2 - versine)) * u)) <= 2e-15


@pytest.mark.parametrize("block", [1, 8, 9, 27, 1000])
def test_blocks(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is done at a time, the sample is the same to the last bit: of one law, and of many."""
    mu = np.array([[0.6, 0.0, 0.8, 0.0], [0.0, 1.0, 0.0, 0.0], [-0.5, 0.5, -0.5, 0.5]])
    kappa = np.array([[0.0], [3.0], [1e5]])
    one, many = sample(mu[0], 2.0, size=7, rng=1), sample(mu, kappa, rng=1)
    sizes: list[int] = []

    def kept(out: Any, *others: Any) -> None:
        sizes.append(len(out))
        _place(out, *others)

    monkeypatch.setattr(vmf_sampling, "_place", kept)
    monkeypatch.setattr(vmf_sampling, "BLOCK", block)
    assert (sample(mu[0], 2.0, size=7, rng=1) == one).all() and (sample(mu, kappa, rng=1) == many).all()
    assert sum(sizes) == 16 and 0 < max(sizes) <= max(1, block // 4)


def test_types_of_the_sample() -> None:
    single, half = np.array([1.0, 0.0], np.float32), np.array([1.0, 0.0], np.float16)
    assert sample(single, 2.0, rng=0).dtype == sample(single, 2, rng=0).dtype == np.float32
    assert sample(half, 2.0, rng=0).dtype == sample(half, np.float16(2), rng=0).dtype == np.float16
    assert sample(half, np.float32(2), rng=0).dtype == np.float32
    assert sample(single, np.float64(2), rng=0).dtype == sample([1.0, 0.0], np.float32(2), rng=0).dtype == np.float64


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({}, ValueError, "leading axes of mu (3,) and kappa (2,) do not broadcast to each other"),
        ({"size": (3, 2)}, ValueError, "leading axes of mu (3,) and kappa (2,) do not broadcast to size (3, 2)"),
        ({"kappa": 1.0, "size": 2}, ValueError, "leading axes of mu (3,) and kappa () do not broadcast to size (2,)"),
        (
            {"kappa": 1.0, "size": (1,)},
            ValueError,
            "leading axes of mu (3,) and kappa () do not broadcast to size (1,)",
        ),
        ({"kappa": 1.0, "size": 2.5}, TypeError, "size must be an integer or a tuple of integers, got 2.5"),
        ({"kappa": 1.0, "size": (3, "a")}, TypeError, "size must be an integer or a tuple of integers, got (3, 'a')"),
        ({"kappa": [1.0, -1.0, 2.0]}, ValueError, "kappa must be finite and >= 0: value -1.0 at index (1,)"),
    ],
)
def test_words_of_refusals(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=f"^{re.escape(words)}$"):
        sample(**{"mu": np.eye(3), "kappa": [1.0, 2.0], **arguments})


def test_what_is_no_generator() -> None:
    for rng, error in (("seed", TypeError), (-1, ValueError)):
        with pytest.raises(error, match=r"^rng must be a Generator or a seed: \S"):
            sample([1.0, 0.0], 1.0, rng=rng)
