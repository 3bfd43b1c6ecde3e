"""States and densities along the flow: the closed form of one component, and samples that are carried along."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from svflow_math import flow, sphere, vmf
from svflow_math.testing import assert_on_sphere, concentrations, mixtures, points

EPS = float(np.finfo(np.float64).eps)


@given(points(3), points(3), concentrations(1e6), st.floats(-1e4, 1e4))
def test_flow_of_one_component_stays_on_the_sphere(x: NDArray, mu: NDArray, kappa: float, t: float) -> None:
    moved = flow.single_component_flow(x, mu, kappa, t)
    assert_on_sphere(moved, ulps=8)
    assert_on_sphere(flow.single_component_flow(mu, mu, kappa, t))
    np.testing.assert_allclose(flow.single_component_flow(-mu, mu, kappa, t), -mu, rtol=0, atol=2 * EPS)
    assert (moved - x) @ mu * np.sign(t) >= -8 * EPS


@given(points(5), points(5), st.floats(0, 2), st.floats(0, 2))
def test_flow_of_one_component_is_a_semigroup(x: NDArray, mu: NDArray, s: float, t: float) -> None:
    """Two flights are one; near -mu the second starts where rounding has put it, which is spread by e^(kappa t)."""
    once = flow.single_component_flow(x, mu, 1.5, s + t)
    twice = flow.single_component_flow(flow.single_component_flow(x, mu, 1.5, s), mu, 1.5, t)
    assert np.linalg.norm(once - twice) <= 16 * EPS * np.exp(1.5 * t)


@pytest.mark.parametrize("angle", [1e-12, 1e-6, 0.1, 1.5, 3.0, np.pi - 1e-6, np.pi - 1e-12])
@pytest.mark.parametrize("reach", [0.0, 1e-9, 1.0, 13.0, 40.0, 600.0, 1e5, -20.0])
@pytest.mark.parametrize("excess", [0.0, 4e-7])
def test_flow_of_one_component_against_mpmath(angle: float, reach: float, excess: float) -> None:
    """tan(theta/2) falls by e^(-kappa t), for the angle that the stored points make.

    Lengths that differ move that angle by as many roundings of their difference, which grow as the angle does.
    """
    rng = np.random.default_rng(7)
    mu, u = np.linalg.qr(rng.standard_normal((6, 2)))[0].T
    x = sphere.normalize(np.cos(angle) * mu + np.sin(angle) * u) * (1 + excess)
    mu = mu * (1 - 2 * excess)
    got = flow.single_component_flow(x, mu, 2.0, reach / 2)
    with mpmath.workdps(60):
        start, axis = ([mpmath.mpf(float(v)) for v in row] for row in (x, mu))
        size, length = (mpmath.sqrt(mpmath.fdot(row, row)) for row in (start, axis))
        start, axis = [v / size for v in start], [v / length for v in axis]
        cosine = mpmath.fdot(start, axis)
        across = [v - cosine * a for v, a in zip(start, axis, strict=True)]
        sine = mpmath.sqrt(mpmath.fdot(across, across))
        half = sine / (1 + cosine) * mpmath.exp(-mpmath.mpf(reach))
        end = [(1 - half**2) / (1 + half**2), 2 * half / (1 + half**2)]
        exact = [end[0] * a + end[1] * v / sine for a, v in zip(axis, across, strict=True)]
        gap = mpmath.sqrt(mpmath.fsum((mpmath.mpf(float(g)) - e) ** 2 for g, e in zip(got, exact, strict=True)))
    assert float(gap) <= 4 * EPS * (1 + 3 * excess * np.exp(max(-reach, 0)))


def test_the_opposite_of_the_mean_rests() -> None:
    """Also where both exponentials have left the range, and no length is one."""
    mu = sphere.normalize(np.array([0.3, -0.4, 0.5, 0.1]))
    for reach in (0.0, 1.0, 1e5):
        moved = flow.single_component_flow(-(1 + 4e-7) * mu, (1 + 4e-7) * mu, 2.0, reach)
        np.testing.assert_allclose(moved, -mu, rtol=0, atol=2 * EPS)


def carried(x: NDArray, mixture: dict[str, NDArray], time: float, steps: int) -> tuple[NDArray, NDArray]:
    """The states after a time, and log rho_t(x_t) - log rho_0(x_0), by the classical method of order four."""

    def slope(x: NDArray) -> tuple[NDArray, NDArray]:
        return flow.velocity(x, **mixture), -flow.divergence(x, **mixture)

    h, growth = time / steps, np.zeros(len(x))
    for _ in range(steps):
        v, g = zip(slope(x), strict=True)
        for weight in (h / 2, h / 2, h):
            more = slope(sphere.normalize(x + weight * v[-1]))
            v, g = (*v, more[0]), (*g, more[1])
        x = sphere.normalize(x + h / 6 * (v[0] + 2 * v[1] + 2 * v[2] + v[3]))
        growth = growth + h / 6 * (g[0] + 2 * g[1] + 2 * g[2] + g[3])
    return x, growth


def test_density_along_the_flow_of_one_component() -> None:
    """The exact density: it grows by (d - 1) log(cosh(kappa t) + c sinh(kappa t))."""
    rng = np.random.default_rng(3)
    mu, kappa, time = sphere.normalize(rng.standard_normal(5)), 2.0, 0.8
    x = sphere.normalize(rng.standard_normal((200, 5)))
    end, growth = carried(x, {"means": mu[None], "kappas": np.array([kappa])}, time, 200)
    np.testing.assert_allclose(end, flow.single_component_flow(x, mu, kappa, time), rtol=0, atol=1e-9)
    exact = 4 * np.log(np.cosh(kappa * time) + (x @ mu) * np.sinh(kappa * time))
    np.testing.assert_allclose(growth, exact, rtol=0, atol=1e-8)


def test_samples_carried_along_have_the_density() -> None:
    """1e5 samples: the mean of 1/rho_t over a law carried along is the area of the sphere, whatever the law.

    E[1/rho_t(x_t)] is the integral of 1. With rho_0 uniform the summands are e^(-growth)/rho_0, so that the mean of
    e^(-growth) is 1; the standard error of 1e5 summands is the margin.
    """
    rng = np.random.default_rng(11)
    count, dim = 100_000, 3
    mixture = {
        "means": sphere.normalize(rng.standard_normal((3, dim))),
        "kappas": np.array([1.0, 2.0, 3.0]),
        "log_prior": np.array([0.0, 0.5, -0.3]),
    }
    x = sphere.normalize(rng.standard_normal((count, dim)))
    end, growth = carried(x, mixture, 0.4, 4)
    assert_on_sphere(end)
    shrink = np.exp(-growth)
    error = shrink.std() / np.sqrt(count)
    assert error < 5e-3
    assert abs(shrink.mean() - 1) <= 4 * error
    # the share of samples that end in a cap is the integral of rho_t over it: importance weights from uniform points
    cap = end @ mixture["means"][1] > 0.5
    back, change = carried(x, mixture, -0.4, 4)
    inside = x @ mixture["means"][1] > 0.5
    density = np.exp(-change) * inside  # rho_t at x, relative to the uniform density: rho_0(back) e^(growth there)
    spread = np.sqrt(cap.var() / count + density.var() / count)
    assert abs(cap.mean() - density.mean()) <= 4 * spread
    assert back.shape == x.shape


@given(mixtures(4, largest=20.0), st.integers(0, 2**32 - 1))
def test_log_density_rises_along_the_flow(mixture: dict[str, NDArray], seed: int) -> None:
    x = sphere.normalize(np.random.default_rng(seed).standard_normal((3, 4)))
    end, _ = carried(x, mixture, 0.05, 1)
    rise = flow.log_density(end, **mixture) - flow.log_density(x, **mixture)
    assert np.all(rise >= -1e-10)


def test_one_component_is_the_vmf_law() -> None:
    rng = np.random.default_rng(5)
    for dim in (2, 17, 4096):
        x, mu = sphere.normalize(rng.standard_normal((2, dim)))
        for kappa in (0.0, 1e-3, 10.0, 1e5, 1e10):
            density = vmf.log_density(x, mu, kappa)
            got = flow.log_density(x, mu[None], np.array([kappa]))
            assert abs(got - density) <= 4 * EPS * max(1, abs(density), dim, kappa)
