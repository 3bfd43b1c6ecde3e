"""Identities and bounds of the flow on random mixtures: each figure has its rounding, and nothing more, as a margin."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from svflow_math import flow, sphere
from svflow_math.testing import assert_tangent, mixtures, points

EPS = float(np.finfo(np.float64).eps)
Mixture = dict[str, NDArray]


@st.composite
def states(draw: st.DrawFn, largest: float = 1e3) -> tuple[NDArray, Mixture, NDArray]:
    """A point, a mixture, and a law that vanishes where the prior does."""
    dim = draw(st.sampled_from([2, 3, 7]))
    mixture = draw(mixtures(dim, largest=largest))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    concentration = draw(st.sampled_from([0.01, 1.0, 100.0]))
    weights = rng.dirichlet(np.full(len(mixture["kappas"]), concentration)) * (mixture["log_prior"] > -np.inf)
    if weights.sum() < 1e-3:
        weights = np.exp(mixture["log_prior"])
    return draw(points(dim)), mixture, weights / weights.sum()


def scores(mixture: Mixture) -> NDArray:
    """The scores of the components that have a prior."""
    return (mixture["kappas"][:, None] * mixture["means"])[mixture["log_prior"] > -np.inf]


def diameter(mixture: Mixture) -> float:
    s = scores(mixture)
    return float(np.linalg.norm(s[:, None] - s, axis=-1).max())


def size(mixture: Mixture) -> float:
    """What rounding is measured against: a logit is a sum of such numbers."""
    return (
        1 + float(mixture["kappas"].max()) + float(np.abs(mixture["log_prior"][mixture["log_prior"] > -np.inf]).max())
    )


@given(states(largest=30.0))
def test_fisher(state: Any) -> None:
    """The score with the exact posterior is the gradient of log p, by central differences on the sphere."""
    x, mixture, _ = state
    v = flow.velocity(x, **mixture)
    assert_tangent(x, v, ulps=64 * size(mixture))
    for axis in np.eye(len(x)):
        u = sphere.project_tangent(x, axis)
        h = 1e-4
        rise = flow.log_density(sphere.exp(x, h * u), **mixture) - flow.log_density(sphere.exp(x, -h * u), **mixture)
        # third derivatives of log p along a circle: kappa and its powers up to the third
        assert abs(rise / (2 * h) - v @ axis) <= h**2 * size(mixture) ** 3 + 20 * EPS * size(mixture) / h


@given(states())
def test_log_density_is_elbo_and_gap(state: Any) -> None:
    x, mixture, q = state
    bound, gap = flow.elbo(x, posterior=q, **mixture), flow.posterior_gap(x, posterior=q, **mixture)
    log_p = flow.log_density(x, **mixture)
    assert gap >= 0
    assert abs(bound + gap - log_p) <= 64 * EPS * (size(mixture) + abs(gap) + abs(log_p))


@given(states())
def test_no_gap_for_the_exact_posterior(state: Any) -> None:
    """Zero up to the square of the rounding of the posterior: its terms vanish one by one."""
    x, mixture, _ = state
    exact = flow.posterior(x, **mixture)
    assert abs(exact.sum() - 1) <= 8 * EPS
    assert flow.posterior_gap(x, posterior=exact, **mixture) <= (64 * EPS * size(mixture)) ** 2 * len(exact)
    gap = flow.score(x, **mixture) - flow.score(x, posterior=exact, **mixture)
    assert np.abs(gap).max() <= 8 * EPS * size(mixture)


def total_variation(q: NDArray, p: NDArray) -> float:
    return float(np.abs(q - p).sum() / 2)


@given(states())
def test_field_gap_bounds(state: Any) -> None:
    x, mixture, q = state
    p, s = flow.posterior(x, **mixture), mixture["kappas"][:, None] * mixture["means"]
    gap = flow.score(x, posterior=q, **mixture) - flow.score(x, **mixture)
    rounding = 64 * EPS * size(mixture) ** 2
    np.testing.assert_allclose(gap, (q - p) @ s, rtol=0, atol=rounding)
    length, variation = float(np.linalg.norm(gap)), total_variation(q, p)
    kl = float(flow.posterior_gap(x, posterior=q, **mixture))
    assert length <= diameter(mixture) * variation + rounding
    assert variation <= min(np.sqrt(kl / 2), np.sqrt(-np.expm1(-kl))) + 64 * EPS * size(mixture)


@given(st.integers(0, 2**32 - 1))
def test_field_gap_is_attained_by_two_components(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, *means = sphere.normalize(rng.standard_normal((3, 5)))
    mixture = {"means": np.array(means), "kappas": rng.exponential(3, 2)}
    q = rng.dirichlet([1, 1])
    gap = flow.score(x, posterior=q, **mixture) - flow.score(x, **mixture)
    s = mixture["kappas"][:, None] * mixture["means"]
    variation = total_variation(q, flow.posterior(x, **mixture))
    assert abs(np.linalg.norm(gap) - np.linalg.norm(s[0] - s[1]) * variation) <= 1e-13 * mixture["kappas"].sum()


@given(states())
def test_ascent_rate(state: Any) -> None:
    x, mixture, q = state
    variation = total_variation(q, flow.posterior(x, **mixture))
    rounding = 256 * EPS * size(mixture) ** 3
    for field in (flow.score, flow.velocity):
        g, v = field(x, **mixture), field(x, posterior=q, **mixture)
        assert g @ v >= g @ g - np.linalg.norm(g) * diameter(mixture) * variation - rounding
        assert g @ field(x, **mixture) >= 0


@given(states(largest=50.0), st.integers(0, 2**32 - 1))
def test_posterior_moves_by_at_most_a_tangent(state: Any, seed: int) -> None:
    """3.10, at two points of the sphere; between two components on the chord it is attained to first order."""
    x, mixture, _ = state
    y = sphere.normalize(np.random.default_rng(seed).standard_normal(len(x)))
    moved = total_variation(flow.posterior(x, **mixture), flow.posterior(y, **mixture))
    assert moved <= np.tanh(diameter(mixture) * np.linalg.norm(x - y) / 4) + 64 * EPS * size(mixture)


def test_posterior_move_is_attained() -> None:
    """Two components along the chord, alike at its middle."""
    x, y = np.array([0.8, 0.6]), np.array([0.8, -0.6])
    mixture = {"means": np.array([[0.0, 1.0], [0.0, -1.0]]), "kappas": np.array([1.5, 1.5])}
    moved = total_variation(flow.posterior(x, **mixture), flow.posterior(y, **mixture))
    assert abs(moved - np.tanh(3.0 * 1.2 / 4)) <= 4 * EPS


def exact_mixture(mixture: Mixture) -> tuple[list[Any], list[Any]]:
    """Scores and log weights of the components in mpmath, from the definition of the density."""
    dim = mixture["means"].shape[1]
    order = mpmath.mpf(dim) / 2 - 1
    rows, weights = [], []
    for mu, kappa, prior in zip(mixture["means"], mixture["kappas"], mixture["log_prior"], strict=True):
        k = mpmath.mpf(float(kappa))
        norm = k**order / ((2 * mpmath.pi) ** (order + 1) * mpmath.besseli(order, k))
        length = mpmath.sqrt(mpmath.fsum(mpmath.mpf(float(m)) ** 2 for m in mu))
        rows.append([k * mpmath.mpf(float(m)) / length for m in mu])
        weights.append(mpmath.log(norm) + mpmath.mpf(float(prior)))
    return rows, weights


def exact_score(x: list[Any], rows: list[Any], weights: list[Any]) -> list[Any]:
    joint = [mpmath.exp(w + mpmath.fdot(s, x)) for s, w in zip(rows, weights, strict=True)]
    total = mpmath.fsum(joint)
    return [mpmath.fsum(p * s[i] for p, s in zip(joint, rows, strict=True)) / total for i in range(len(x))]


@pytest.mark.parametrize("seed", range(4))
def test_jacobian_is_covariance_and_its_spectrum(seed: int) -> None:
    """Differences of the exact score at 40 digits against the covariance under `posterior`; then 3.9's bounds."""
    rng = np.random.default_rng(seed)
    dim, count = 4, 5
    x = sphere.normalize(rng.standard_normal(dim))
    mixture = {
        "means": sphere.normalize(rng.standard_normal((count, dim))),
        "kappas": rng.exponential(4, count) + 0.1,
        "log_prior": rng.standard_normal(count),
    }
    with mpmath.workdps(40):
        rows, weights = exact_mixture(mixture)
        point, h = [mpmath.mpf(float(v)) for v in x], mpmath.mpf(10) ** -15
        columns = []
        for i in range(dim):
            sides = []
            for sign in (1, -1):
                moved = list(point)
                moved[i] += sign * h
                sides.append(exact_score(moved, rows, weights))
            columns.append([float((a - b) / (2 * h)) for a, b in zip(*sides, strict=True)])
    jacobian = np.array(columns)
    p, s = flow.posterior(x, **mixture), mixture["kappas"][:, None] * mixture["means"]
    centred = s - p @ s
    covariance = centred.T @ (p[:, None] * centred)
    np.testing.assert_allclose(jacobian, covariance, rtol=0, atol=1e-13 * np.square(mixture["kappas"]).max())
    assert np.abs(jacobian - jacobian.T).max() <= 1e-13 * np.abs(jacobian).max()
    values = np.linalg.eigvalsh(covariance)
    largest = diameter(mixture) ** 2 / 4
    assert values[0] >= -1e-13 * largest
    assert values[-1] <= largest
    projection = np.eye(dim) - np.outer(x, x)
    along = x @ flow.score(x, **mixture)
    hessian = projection @ covariance @ projection - along * projection
    trace = np.trace(projection @ covariance) - (dim - 1) * along
    assert abs(flow.divergence(x, **mixture) - trace) <= 1e-12 * (largest + dim * mixture["kappas"].max())
    basis = np.linalg.svd(projection)[0][:, : dim - 1]
    spectrum = np.linalg.eigvalsh(basis.T @ hessian @ basis)
    assert -mixture["kappas"].max() <= spectrum[0]
    assert spectrum[-1] <= largest + mixture["kappas"].max()


def test_hessian_bound_is_attained() -> None:
    """Two components of weight one half: the Jacobian along their difference is D^2/4."""
    mixture = {"means": np.array([[1.0, 0.0], [-1.0, 0.0]]), "kappas": np.array([3.0, 3.0])}
    p = flow.posterior([0.0, 1.0], **mixture)
    s = mixture["kappas"][:, None] * mixture["means"]
    assert p @ s[:, 0] ** 2 - (p @ s[:, 0]) ** 2 == 6.0**2 / 4
