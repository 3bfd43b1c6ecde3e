"""The public strategies and laws: what is right passes, what is wrong does not, and what others have is told apart."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from svflow_math import retraction, sphere, vmf
from svflow_math.testing import (
    assert_inverse,
    assert_normalized,
    assert_retraction,
    assert_tangent,
    concentrations,
    near,
    near_antipode,
    points,
    tangents,
)

PAIRS = points(3).flatmap(lambda x: st.tuples(st.just(x), st.one_of(near(x), near_antipode(x), points(3))))
STEPS = points(4).flatmap(lambda x: st.tuples(st.just(x), tangents(x)))


def geomstats() -> Callable[..., Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from geomstats.geometry.hypersphere import Hypersphere
    metric = Hypersphere(2).metric
    return lambda x, y: metric.log(y, x)


def pymanopt() -> Callable[..., Any]:
    return pytest.importorskip("pymanopt.manifolds").Sphere(3).log


def broken(log: Callable[..., Any], angle: float) -> bool:
    """Whether a logarithm breaks the law for two points at this angle."""
    x = np.array([1.0, 0.0, 0.0])
    y = np.array([np.cos(angle), np.sin(angle), 0.0])
    try:
        assert_inverse(sphere.exp, log, x, y)
    except (AssertionError, ValueError):  # what is not tangent is refused by our exponential map
        return True
    return False


@given(PAIRS)
def test_our_logarithm_is_the_inverse(pair: tuple[Any, Any]) -> None:
    assume((pair[0] != -pair[1]).any())
    assert_inverse(sphere.exp, sphere.log, *pair)


@pytest.mark.parametrize("maker", [geomstats, pymanopt], ids=lambda maker: maker.__name__)
def test_other_logarithms_break_the_law(maker: Callable[[], Callable[..., Any]]) -> None:
    log = maker()
    assert not broken(log, 1.0)
    assert broken(log, 1e-8) or broken(log, np.pi - 1e-8)


@given(STEPS)
def test_our_retractions_are_retractions(step: tuple[Any, Any]) -> None:
    for ours in (sphere.exp, retraction.projective, retraction.relaxed):
        assert_retraction(ours, *step)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda x, v: sphere.exp(x, 2 * v),
        lambda x, v: sphere.exp(x, -v),
        lambda x, v: sphere.normalize(x + v + 1e-9),
        lambda x, v: x,
    ],
    ids=["too fast", "backwards", "beside", "at rest"],
)
def test_no_retraction(wrong: Callable[..., Any]) -> None:
    with pytest.raises(AssertionError, match="than"):
        assert_retraction(wrong, [1.0, 0.0], [0.0, 1e-6])


@settings(max_examples=20)
@given(concentrations(), st.integers(2, 64))
def test_our_density_has_mass_one(kappa: float, dim: int) -> None:
    assert_normalized(vmf.log_density, dim, kappa)


@pytest.mark.parametrize("kappa", [0.0, 1e-3, 1.0, 1e4, 1e8])
@pytest.mark.parametrize("dim", [2, 3, 64])
def test_wrong_densities_are_told(kappa: float, dim: int) -> None:
    assert_normalized(vmf.log_density, dim, kappa)
    off = 2e-11 + 1e-15 * (kappa + dim)
    with pytest.raises(AssertionError, match="mass is off"):
        assert_normalized(lambda x, mu, k: vmf.log_density(x, mu, k) + off, dim, kappa)


@pytest.mark.parametrize("size", [1e-300, 1.0, 1e300, 1e308])
def test_a_vector_that_is_not_tangent_is_told_at_every_size(size: float) -> None:
    """The norm of the largest overflows, and would outweigh every inner product."""
    assert_tangent([1.0, 0.0, 0.0], [0.0, 1.7 * size, 1.7 * size])
    with pytest.raises(AssertionError, match="exceeds"):
        assert_tangent([1.0, 0.0, 0.0], [1e-12 * size, 1.7 * size, 1.7 * size])
