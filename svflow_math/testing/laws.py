"""Laws: functions that raise an AssertionError with the figure where what they demand is broken."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

ULP = float(np.finfo(np.float64).eps)


def assert_on_sphere(x: ArrayLike, ulps: float = 4) -> None:
    """Demand points of norm 1, up to a number of ulps."""
    gap = np.max(np.abs(np.linalg.norm(x, axis=-1) - 1), initial=0)
    assert gap <= ulps * ULP, f"norms are off by {gap / ULP:.1f} ulp"


def assert_tangent(x: ArrayLike, v: ArrayLike, ulps: float = 8) -> None:
    """Demand vectors tangent at x, up to a number of ulps of their lengths."""
    gap = np.abs(np.vecdot(x, v)) - ulps * ULP * np.linalg.norm(v, axis=-1)
    assert np.all(gap <= 0), f"<x, v> exceeds {ulps} ulp of |v| by {np.max(gap):.1e}"


def assert_equivariant(
    function: Callable[..., Any], rotation: NDArray, *arguments: ArrayLike, tolerance: float = 1e-13
) -> None:
    """Demand that a function of vectors turns with them, or is invariant if its values are numbers."""
    result = np.asarray(function(*arguments))
    turned = np.asarray(function(*(np.asarray(a) @ rotation.T for a in arguments)))
    expected = result @ rotation.T if result.ndim and result.shape[-1] == len(rotation) else result
    _assert_close(turned, expected, tolerance)


def assert_batch_is_loop(function: Callable[..., Any], *arguments: Sequence[Any] | NDArray, ulps: float = 4) -> None:
    """Demand that a batch gives what its rows give one by one, up to a number of ulps."""
    batch = np.asarray(function(*arguments))
    loop = np.array([function(*row) for row in zip(*arguments, strict=True)])
    assert batch.shape == loop.shape, f"a batch of shape {batch.shape}, a loop of shape {loop.shape}"
    _assert_close(batch, loop, ulps * ULP)


def assert_inverse(
    exponential: Callable[..., Any], logarithm: Callable[..., Any], x: ArrayLike, y: ArrayLike, ulps: float = 16
) -> None:
    """Demand that the exponential map takes the logarithm of y at x back to y, up to a number of ulps of 1.

    Examples
    --------
    >>> from svflow_math.sphere import exp, log
    >>> assert_inverse(exp, log, [1.0, 0.0], [0.6, 0.8])
    """
    gap = np.max(np.linalg.norm(np.asarray(exponential(x, logarithm(x, y))) - np.asarray(y), axis=-1), initial=0)
    assert gap <= ulps * ULP, f"exp(log(y)) is {gap:.1e} from y"


def assert_retraction(
    retraction: Callable[..., Any], x: ArrayLike, v: ArrayLike, curvature: float = 1.0, ulps: float = 8
) -> None:
    """Demand that a retraction leaves x along v: R(x, v) = x + v up to curvature |v|^2, for |v| up to 0.1.

    Longer vectors are shortened. With v of every length this holds R(x, 0) = x and DR(x, 0) = id.

    Examples
    --------
    >>> from svflow_math.retraction import projective
    >>> assert_retraction(projective, [1.0, 0.0], [0.0, 1e-6])
    """
    x, step = np.asarray(x, np.float64), np.asarray(v, np.float64)
    step = step * (0.1 / np.maximum(0.1, np.linalg.norm(step, axis=-1, keepdims=True)))
    off = np.linalg.norm(retraction(x, step) - (x + step), axis=-1)
    excess = off - curvature * np.vecdot(step, step)
    assert np.all(excess <= ulps * ULP), f"R(x, v) is {np.max(excess):.1e} farther from x + v than |v|^2 allows"


def assert_normalized(
    log_density: Callable[..., Any], dim: int, concentration: float, tolerance: float = 1e-11
) -> None:
    """Demand that a density log_density(x, mu, kappa) that depends on <x, mu> alone has mass 1 on the sphere of R^dim.

    The rounding of points, which costs the exponent `concentration` ulps, is allowed besides the tolerance.

    Examples
    --------
    >>> from svflow_math.vmf import log_density
    >>> assert_normalized(log_density, 3, 5.0)
    """
    step = 0.02
    s = np.arange(-2250, 2251) * step  # the trapezoidal rule after this change of variable converges exponentially
    low, high = 1 / (1 + np.exp(s)), 1 / (1 + np.exp(-s))
    theta = np.pi * high
    sine = np.sin(np.pi * np.minimum(low, high))
    mu = np.eye(dim)[0]
    x = np.cos(theta)[:, None] * mu + sine[:, None] * np.eye(dim)[1]
    area = math.log(2) + (dim - 1) / 2 * math.log(math.pi) - math.lgamma((dim - 1) / 2)  # of the sphere of R^(dim - 1)
    log_mass = log_density(x, mu, concentration) + (dim - 2) * np.log(sine) + area
    mass = float(np.sum(np.exp(log_mass) * np.pi * low * high) * step)
    allowed = tolerance + 4 * ULP * (concentration + dim)
    assert abs(mass - 1) <= allowed, f"the mass is off by {mass - 1:.1e} for kappa = {concentration}, dim = {dim}"


def assert_keeps_dtype(function: Callable[..., Any], *arguments: ArrayLike) -> None:
    """Demand that each floating type comes out as it goes in."""
    for dtype in (np.float16, np.float32, np.float64):
        got = function(*(np.asarray(a).astype(dtype) for a in arguments)).dtype
        assert got == dtype, f"{np.dtype(dtype)} in, {got} out"


def _assert_close(got: NDArray, expected: NDArray, tolerance: float) -> None:
    """Relative to the largest entry."""
    gap = np.max(np.abs(got - expected), initial=0)
    scale = np.max(np.abs(expected), initial=0)
    assert gap <= tolerance * scale, f"off by {gap:.1e} at a scale of {scale:.1e}"
