"""The public von Mises-Fisher functions: scores, densities and divergences of laws, limits, refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import arb, ctx
from mpmath import mpf

from svflow_math import vmf
from svflow_math.engine.verify.vmf_oracle import error, exact, kl_divergence_equal_means

# Kernels of a concentration and a dimension.
OF_CONCENTRATION = (
    vmf.log_normalizer,
    vmf.mean_resultant_length,
    vmf.mean_resultant_length_complement,
    vmf.mean_resultant_length_derivative,
    vmf.entropy,
    vmf.kl_to_uniform,
    vmf.fisher_information,
)
LAWS = [(2, 0.7), (2, 300.0), (3, 5.0), (10, 1e4), (64, 40.0)]
DIGITS = 60


def unit(dim: int, rng: np.random.Generator, count: int | None = None) -> np.ndarray:
    """Uniformly distributed directions."""
    v = rng.standard_normal(dim if count is None else (count, dim))
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def exact_log_density(y: list[Any], mu: list[Any], kappa: Any) -> Any:
    """log C_d(kappa) + kappa <mu, y> in mpmath, mu normalised: the linear extension off the sphere."""
    half = mpf(len(mu)) / 2
    log_normalizer = (half - 1) * mpmath.log(kappa) - half * mpmath.log(2 * mpmath.pi)
    log_normalizer -= mpmath.log(mpmath.besseli(half - 1, kappa))
    return log_normalizer + kappa * mpmath.fdot(mu, y) / norm(mu)


def norm(y: list[Any]) -> Any:
    return mpmath.sqrt(mpmath.fdot(y, y))


def gradient(f: Callable[[list[Any]], Any], y: list[Any]) -> np.ndarray:
    """Central differences at a step of 1e-20 in 60 digits."""
    h = mpf(10) ** -20
    slopes = []
    for i in range(len(y)):
        up, down = list(y), list(y)
        up[i] += h
        down[i] -= h
        slopes.append(float((f(up) - f(down)) / (2 * h)))
    return np.array(slopes)


@pytest.mark.parametrize(("dim", "kappa"), LAWS)
@pytest.mark.parametrize("radius", [1.0, 0.3, 7.0])
def test_scores_are_the_slopes_of_the_log_density(
    dim: int, kappa: float, radius: float, rng: np.random.Generator
) -> None:
    """Ambient: of the linear extension. Riemannian and homogeneous: of the extension constant along rays, at r x."""
    x, mu = unit(dim, rng), unit(dim, rng)
    with mpmath.workdps(DIGITS):
        at, mean, k = [mpf(float(v)) for v in x], [mpf(float(v)) for v in mu], mpf(kappa)
        size = norm(at)
        point = [radius * v / size for v in at]
        linear = gradient(lambda y: exact_log_density(y, mean, k), point)
        constant = gradient(lambda y: exact_log_density([v / norm(y) for v in y], mean, k), point)
    assert np.max(np.abs(vmf.ambient_score(mu, kappa) - linear)) <= 4e-16 * kappa
    assert np.max(np.abs(vmf.score(x, mu, kappa) / radius - constant)) <= 8e-16 * kappa / radius


@pytest.mark.parametrize(("dim", "kappa"), LAWS)
def test_score_is_the_tangent_projection_of_the_ambient_one(dim: int, kappa: float, rng: np.random.Generator) -> None:
    from geomstats.geometry.hypersphere import Hypersphere

    x, mu = unit(dim, rng, 50), unit(dim, rng)
    expected = Hypersphere(dim - 1).to_tangent(vmf.ambient_score(mu, kappa), base_point=x)
    assert np.max(np.abs(vmf.score(x, mu, kappa) - expected)) <= 4e-15 * kappa


def test_score_near_its_zero_keeps_its_digits() -> None:
    """At an angle of 1e-12, where mu - <x, mu> x cancels to nothing: kappa sin(angle) along the tangent."""
    x = np.array([1.0, 0.0, 0.0])
    for mu in (np.array([1.0, 3e-13, 4e-13]), np.array([-1.0, 3e-13, 4e-13])):
        assert np.max(np.abs(vmf.score(x, mu, 1e10) - [0.0, 3e-3, 4e-3])) <= 1e-18


@pytest.mark.parametrize(("dim", "kappa"), LAWS)
def test_mean_riemannian_score_by_quadrature(dim: int, kappa: float) -> None:
    """E[kappa P_x mu] = (d - 1) A mu: the integral over heights s of kappa (1 - s^2) and the density of the height."""
    with mpmath.workdps(30):
        k, b = mpf(kappa), mpf(dim - 3) / 2
        width = max(k, dim) ** mpf("-0.5")
        cosine = k / (b + mpmath.sqrt(b * b + k * k)) if b > 0 else 1 - 1 / (1 + k)
        cuts = sorted({max(-1, min(1, cosine + c * width)) for c in (-40, -12, -4, -1, 0, 1, 4, 12, 40)} | {mpf(-1), 1})

        def weight(s: Any) -> Any:
            return mpmath.exp(k * (s - 1)) * (1 - s * s) ** b

        mean = mpmath.quad(lambda s: k * (1 - s * s) * weight(s), cuts) / mpmath.quad(weight, cuts)
    expected = (dim - 1) * vmf.mean_resultant_length(kappa, dim)
    assert abs(float(mean) - expected) <= 4e-15 * expected
    mu = np.eye(dim)[0]
    heights = np.array([0.6, -0.28])
    points = np.zeros((2, dim))
    points[:, 0], points[:, 1] = heights, np.sqrt(1 - heights**2)
    assert vmf.score(points, mu, kappa) @ mu == pytest.approx(kappa * (1 - heights**2), rel=1e-15)


@pytest.mark.parametrize(("dim", "kappa"), LAWS)
def test_mean_riemannian_score_by_sampling(dim: int, kappa: float, rng: np.random.Generator) -> None:
    """Each component within 5 standard errors (a correct function fails one of these with probability below 1e-4)."""
    mu = unit(dim, rng)
    scores = vmf.score(vmf.sample(mu, kappa, size=40_000, rng=rng), mu, kappa)
    deviation = scores.mean(axis=0) - (dim - 1) * vmf.mean_resultant_length(kappa, dim) * mu
    assert np.max(np.abs(deviation) / scores.std(axis=0)) < 5 / np.sqrt(len(scores))
    squares = np.sum(scores * scores, axis=-1)
    assert abs(squares.mean() - vmf.fisher_information(kappa, dim)) < 5 * squares.std() / np.sqrt(len(squares))


@pytest.mark.parametrize(("dim", "kappa"), LAWS)
def test_samples_turn_with_the_mean_direction(dim: int, kappa: float, rng: np.random.Generator) -> None:
    """For a rotation Q, what is drawn about Q mu has the moments of Q x: mean direction, and spread about it."""
    rotation = np.linalg.qr(rng.standard_normal((dim, dim)))[0]
    mu = unit(dim, rng)
    turned = vmf.sample(rotation @ mu, kappa, size=40_000, rng=rng) @ rotation
    straight = vmf.sample(mu, kappa, size=40_000, rng=rng)
    for moment in (lambda x: x, lambda x: x * x, lambda x: x * np.roll(x, 1, axis=-1)):
        first, second = moment(turned), moment(straight)
        spread = np.sqrt((first.var(axis=0) + second.var(axis=0)) / len(first))
        assert np.max(np.abs(first.mean(axis=0) - second.mean(axis=0)) / spread) < 5


@pytest.mark.parametrize(("dim", "kappa"), LAWS)
def test_log_density_is_normalised(dim: int, kappa: float) -> None:
    """The integral over the heights, with the area of the slices, is one."""
    nodes, weights = np.polynomial.legendre.leggauss(400)
    angle = (nodes + 1) * np.pi / 2
    x, mu = np.zeros((400, dim)), np.eye(dim)[0]
    x[:, 0], x[:, 1] = np.cos(angle), np.sin(angle)
    log_area = np.log(2) + (dim - 1) / 2 * np.log(np.pi) - float(mpmath.loggamma((dim - 1) / 2))
    values = np.exp(vmf.log_density(x, mu, kappa) + log_area + (dim - 2) * np.log(np.sin(angle)))
    assert np.pi / 2 * weights @ values == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize(("kappa1", "kappa2", "dim"), [(0.5, 3.0, 2), (50.0, 50.0, 64), (900.0, 1e4, 1000)])
@pytest.mark.parametrize("angle", [1e-13, 1e-6, 0.1, 3.0])
def test_kl_of_close_means(kappa1: float, kappa2: float, dim: int, angle: float) -> None:
    """The mean directions enter as A(kappa1) kappa2 |mu1 - mu2|^2 / 2, to the last digits of that square."""
    ctx.prec = 300  # before the versine, which cancels
    mu1, mu2 = np.eye(2, dim)
    mu2 = np.cos(angle) * mu1 + np.sin(angle) * mu2
    square, up = arb(float(mu2[1])) ** 2, arb(float(mu2[0]))
    versine = 1 - up / (up**2 + square).sqrt()
    reference = exact(kappa1, dim).mean_resultant_length * kappa2 * versine
    if kappa1 != kappa2:
        reference += kl_divergence_equal_means(kappa1, kappa2, dim)
    assert abs(error(float(vmf.kl_divergence(mu1, kappa1, mu2, kappa2)), reference)) <= 1e-12 * float(reference.mid())


def test_kl_is_the_mean_of_the_difference_of_log_densities(rng: np.random.Generator) -> None:
    mu1, mu2 = np.array([0.6, 0.8, 0.0]), np.array([0.0, 0.6, 0.8])
    x = vmf.sample(mu1, 4.0, size=100_000, rng=rng)
    difference = vmf.log_density(x, mu1, 4.0) - vmf.log_density(x, mu2, 2.5)
    expected = vmf.kl_divergence(mu1, 4.0, mu2, 2.5)
    assert abs(difference.mean() - expected) < 4.5 * difference.std() / np.sqrt(len(x))


def test_batches_of_laws_broadcast() -> None:
    mu, kappa = np.eye(4)[:3], np.array([[0.0], [2.0]])
    assert vmf.ambient_score(mu, kappa).shape == vmf.score(mu[0], mu, kappa).shape == (2, 3, 4)
    assert vmf.log_density(mu[0], mu, kappa).shape == vmf.kl_divergence(mu[0], 1.0, mu, kappa).shape == (2, 3)
    assert vmf.entropy(kappa, [2, 3, 5]).shape == vmf.sample(mu, kappa, rng=0).shape[:-1] == (2, 3)


def test_python_numbers_take_the_type_of_arrays() -> None:
    mu = np.eye(3, dtype=np.float32)
    assert vmf.sample(mu, 2.0, rng=0).dtype == vmf.log_density(mu, mu, 2.0).dtype == np.float32
    assert vmf.concentration(np.float32(0.5), 3, complement=0.5).dtype == np.float32


@pytest.mark.parametrize("function", OF_CONCENTRATION, ids=lambda f: f.__name__)
@pytest.mark.parametrize("dim", [1, 0, -3, 2.5, np.nan, np.inf, [3, 1]], ids=str)
def test_what_is_no_dimension_is_refused(function: Callable[..., Any], dim: Any) -> None:
    with pytest.raises(ValueError, match="dim must be an integer >= 2"):
        function(1.0, dim)
    with pytest.raises(ValueError, match="dim must be an integer >= 2"):
        vmf.concentration(0.5, dim)


@pytest.mark.parametrize("function", OF_CONCENTRATION, ids=lambda f: f.__name__)
@pytest.mark.parametrize("dim", [2, 3, 64, 300_000])
def test_never_a_nan(function: Callable[..., Any], dim: int) -> None:
    kappa = np.concatenate([[0.0, 5e-324], 10.0 ** np.arange(-320, 301, 4)])
    together, apart = function(kappa, dim), np.array([function(float(k), dim) for k in kappa])
    assert np.isfinite(together).all()
    assert np.max(np.abs(together - apart) / np.maximum(np.abs(apart), 1)) <= 1e-14


@pytest.mark.parametrize("dim", [2, 3, 64, 4096])
@pytest.mark.parametrize("kappa", [9e307, 1e308, 1.79e308])
def test_log_density_of_the_largest_concentrations(dim: int, kappa: float) -> None:
    """It falls to -inf only where kappa (1 - <mu, x>) is beyond the doubles."""
    cosine = np.array([1.0, 0.9, 0.5, 0.1, 0.0, -0.3, -0.7, -1.0])
    x, mu = np.zeros((8, dim)), np.eye(dim)[0]
    x[:, 0], x[:, 1] = cosine, np.sqrt(1 - cosine**2)
    expected = [-mpf(kappa) * (1 - mpf(c)) for c in cosine]
    for found in (vmf.log_density(x, mu, kappa), np.array([vmf.log_density(point, mu, kappa) for point in x])):
        for value, exactly in zip(found[1:], expected[1:], strict=True):
            if exactly < -np.finfo(float).max:
                assert value == -np.inf
            else:
                assert abs(value - exactly) <= 1e-14 * abs(exactly)
        assert 0 < found[0] < 2e6


def test_concentration() -> None:
    assert vmf.concentration([0.0, 1.0], 3).tolist() == [0.0, np.inf]
    kappa = np.array([1e-200, 1e-3, 5.0, 1e5])
    for dim in (2, 3, 100_000):
        rho, rest = vmf.mean_resultant_length(kappa, dim), vmf.mean_resultant_length_complement(kappa, dim)
        assert vmf.concentration(rho, dim, complement=rest) == pytest.approx(kappa, rel=1e-13, abs=0)
    assert vmf.concentration(1.0, 3, complement=1e-300) == pytest.approx(1e300, rel=1e-13)
    for complement in (0.5 + 1e-5, 0.4, 0.0):
        with pytest.raises(ValueError, match="complement must be 1 - mean_resultant_length"):
            vmf.concentration(0.5, 3, complement=complement)
    for complement in (-0.1, 1.1, np.nan):
        with pytest.raises(ValueError, match=r"complement must be in \[0, 1\]"):
            vmf.concentration(0.5, 3, complement=complement)
    with pytest.raises(ValueError, match="do not broadcast"):
        vmf.concentration([0.1, 0.2], [2, 3, 4])


@pytest.mark.parametrize("dim", [2, 3, 40])
@pytest.mark.parametrize("angle", [1e-5, 0.3, 1.6, 3.1])
def test_vectors_stand_for_their_directions(dim: int, angle: float) -> None:
    """Norms at the ends of the tolerance: what depends on directions does not see them, to rounding."""
    x = np.eye(1, dim)[0]
    mu = np.cos(angle) * x + np.sin(angle) * np.eye(1, dim, 1)[0]
    kappa, digits = 30.0, 2e-15
    density, divergence = vmf.log_density(x, mu, kappa), vmf.kl_divergence(x, 3.0, mu, kappa)
    score, ambient = vmf.score(x, mu, kappa), vmf.ambient_score(mu, kappa)
    for p in (1 - 9e-7, 1 + 9e-7):
        for q in (1 - 9e-7, 1 + 9e-7):
            assert abs(vmf.log_density(p * x, q * mu, kappa) - density) <= digits * (dim + kappa * (1 + np.sin(angle)))
            found = vmf.kl_divergence(p * x, 3.0, q * mu, kappa)
            assert abs(found - divergence) <= digits * (divergence + kappa * np.sin(angle))
            assert np.max(np.abs(vmf.score(p * x, q * mu, kappa) - score)) <= digits * kappa
            assert np.max(np.abs(vmf.ambient_score(q * mu, kappa) - ambient)) <= digits * kappa


def test_divergences_in_arrays_of_dimensions() -> None:
    kappa, dims = np.array([[0.0], [2.0], [30.0], [1e5]]), np.array([2, 57, 3, 1000])
    table = vmf.kl_to_uniform(kappa, dims)
    for row, k in zip(table, kappa[:, 0], strict=True):
        for value, d in zip(row, dims, strict=True):
            assert value == pytest.approx(vmf.kl_to_uniform(float(k), int(d)), rel=1e-12, abs=0)


def test_words_about_the_complement() -> None:
    """At the tolerance of the type it is taken, beyond it the sum is named."""
    assert vmf.concentration(0.5, 3, complement=0.5 + 9.99e-7) > 0
    for rho, complement, off in ((0.5, 0.5 + 2e-6, "2e-06|1.9999.*e-06|2.0000.*e-06"), (0.25, 1.0, "0.25")):
        with pytest.raises(
            ValueError, match=rf"^complement must be 1 - mean_resultant_length: their sum is off by {off}$"
        ):
            vmf.concentration([rho, 0.5], 3, complement=[complement, 0.5])
    assert vmf.concentration(np.float32(0.5), 3, complement=np.float32(0.5009)) > 0
    with pytest.raises(ValueError, match="their sum is off by"):
        vmf.concentration(np.float32(0.5), 3, complement=np.float32(0.5011))
    words = r"^mean_resultant_length, complement, dim do not broadcast: shapes \[\(2,\), \(\), \(3,\)\]$"
    with pytest.raises(ValueError, match=words):
        vmf.concentration([0.5, 0.5], [2, 3, 4], complement=0.5)
    with pytest.raises(ValueError, match=r"^mean_resultant_length, dim do not broadcast: shapes \[\(2,\), \(3,\)\]$"):
        vmf.concentration([0.5, 0.5], [2, 3, 4])
