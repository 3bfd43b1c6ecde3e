"""Laws: functions that raise an AssertionError with the figure where what they demand is broken.

Results that are not finite break a law. Arguments that no law can be about are refused by a TypeError or ValueError
that names them: text, shapes that do not fit, NaN among what the functions under test are given.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.arrays import real_array
from svflow_math.numerics.attention_inputs import row_norms
from svflow_math.testing.arguments import called, doubles, number, together, vectors, whole

ULP = float(np.finfo(np.float64).eps)


def assert_on_sphere(x: ArrayLike, ulps: float = 4) -> None:
    """Demand points of norm 1, up to a number of ulps."""
    points, ulps = vectors("x", x, finite=False), _allowance("ulps", ulps)
    _assert_finite("x", points)
    with np.errstate(over="ignore"):  # an infinite norm is not 1
        gap = float(np.max(np.abs(row_norms(points) - 1), initial=0))
    assert gap <= ulps * ULP, f"norms are off by {gap / ULP:.1f} ulp"


def assert_tangent(x: ArrayLike, v: ArrayLike, ulps: float = 8) -> None:
    """Demand vectors tangent at x, up to a number of ulps of their lengths."""
    points, steps, ulps = vectors("x", x, finite=False), vectors("v", v, finite=False), _allowance("ulps", ulps)
    together(x=points, v=steps)
    _assert_finite("x", points)
    _assert_finite("v", steps)
    steps = _in_range(steps)
    with np.errstate(over="ignore", invalid="ignore"):  # what overflows is not tangent, as NaN does not pass below
        gap = np.abs(np.vecdot(points, steps)) - ulps * ULP * row_norms(steps)
    assert np.all(gap <= 0), f"<x, v> exceeds {ulps} ulp of |v| by {np.max(gap):.1e}, where v has entries up to 1"


def assert_equivariant(
    function: Callable[..., Any], rotation: NDArray, *arguments: ArrayLike, tolerance: float = 1e-13
) -> None:
    """Demand that a function of vectors turns with them, or is invariant if its values are numbers."""
    call, given = called("function", function), _given(vectors, arguments)
    tolerance = _allowance("tolerance", tolerance)
    turn = vectors("rotation", rotation)
    dim = turn.shape[-1]
    if turn.shape != (dim, dim) or np.any(np.abs(turn) > 2) or np.any(np.abs(turn @ turn.T - np.eye(dim)) > 1e-6):
        raise ValueError(f"rotation must be an orthogonal matrix, got {rotation!r}")
    if any(a.shape[-1] != dim for a in given):
        raise ValueError(f"arguments must be vectors of R^{dim}, as the rotation is, got {[a.shape for a in given]}")
    with np.errstate(over="ignore", invalid="ignore"):
        moved = [a @ turn.T for a in given]
    if not all(np.isfinite(a).all() for a in moved):
        raise ValueError("arguments must be finite, and stay so when they are turned")
    result, turned = np.asarray(call(*given)), np.asarray(call(*moved))
    expected = result @ turn.T if result.ndim and result.shape[-1] == dim else result
    _assert_close(turned, expected, tolerance)


def assert_batch_is_loop(function: Callable[..., Any], *arguments: ArrayLike, ulps: float = 4) -> None:
    """Demand that a batch gives what its rows give one by one, up to a number of ulps."""
    call, given, ulps = called("function", function), _given(_rows, arguments), _allowance("ulps", ulps)
    if len({len(a) for a in given}) != 1:
        raise ValueError(f"arguments must be as many rows each, got {[a.shape for a in given]}")
    batch = np.asarray(call(*given))
    loop = np.array([call(*row) for row in zip(*given, strict=True)])
    if not len(given[0]):
        loop = np.empty((len(given[0]), *batch.shape[1:]))  # of no rows any shape is right
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
    there, back, ulps = called("logarithm", logarithm), called("exponential", exponential), _allowance("ulps", ulps)
    start, end = vectors("x", x), vectors("y", y)
    together(x=start, y=end)
    found = np.asarray(back(start, there(start, end)))
    _assert_finite("exp(log(y))", found)
    gap = np.max(row_norms(found - end), initial=0)
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
    move, start, step = called("retraction", retraction), vectors("x", x), vectors("v", v)
    ulps, curvature = _allowance("ulps", ulps), _allowance("curvature", curvature)
    together(x=start, v=step)
    step = step / np.maximum(1, np.max(np.abs(step), axis=-1, keepdims=True))  # no norm overflows
    step = step * (0.1 / np.maximum(0.1, row_norms(step)))[..., None]
    found = np.asarray(move(start, step))
    _assert_finite("R(x, v)", found)
    excess = row_norms(found - (start + step)) - curvature * np.vecdot(step, step)
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
    density, dim = called("log_density", log_density), whole("dim", dim, 2)
    concentration, tolerance = _allowance("concentration", concentration), _allowance("tolerance", tolerance)
    step = 0.02
    s = np.arange(-2250, 2251) * step  # the trapezoidal rule after this change of variable converges exponentially
    low, high = 1 / (1 + np.exp(s)), 1 / (1 + np.exp(-s))
    theta = np.pi * high
    sine = np.sin(np.pi * np.minimum(low, high))
    mu = np.eye(dim)[0]
    x = np.cos(theta)[:, None] * mu + sine[:, None] * np.eye(dim)[1]
    area = math.log(2) + (dim - 1) / 2 * math.log(math.pi) - math.lgamma((dim - 1) / 2)  # of the sphere of R^(dim - 1)
    log_mass = density(x, mu, concentration) + (dim - 2) * np.log(sine) + area
    mass = float(np.sum(np.exp(log_mass) * np.pi * low * high) * step)
    allowed = tolerance + 4 * ULP * (concentration + dim)
    assert abs(mass - 1) <= allowed, f"the mass is off by {mass - 1:.1e} for kappa = {concentration}, dim = {dim}"


def assert_keeps_dtype(function: Callable[..., Any], *arguments: ArrayLike) -> None:
    """Demand that each floating type comes out as it goes in."""
    call, given = called("function", function), _given(doubles, arguments)
    if any(np.max(np.abs(a), initial=0) > float(np.finfo(np.float16).max) for a in given):
        raise ValueError("arguments must be finite in float16 too")
    for dtype in (np.float16, np.float32, np.float64):
        got = np.asarray(call(*(a.astype(dtype) for a in given))).dtype
        assert got == dtype, f"{np.dtype(dtype)} in, {got} out"


def _given(read: Callable[[str, Any], NDArray], arguments: tuple[Any, ...]) -> list[NDArray]:
    """The arguments of the function under test."""
    if not arguments:
        raise ValueError("arguments must be given: at least one for the function under test")
    return [read(f"arguments[{place}]", argument) for place, argument in enumerate(arguments)]


def _rows(name: str, value: Any) -> NDArray:
    """What has a first axis, in its own type."""
    doubles(name, value)
    array = real_array(name, value)
    if array.ndim == 0:
        raise ValueError(f"{name} must have a first axis, got a number")
    return array


def _allowance(name: str, value: Any) -> float:
    return number(name, value, 0, float(np.finfo(np.float64).max))


def _assert_finite(name: str, array: NDArray) -> None:
    bad = array[~np.isfinite(array)]
    assert not bad.size, f"{name} is not finite: {bad.size} of {array.size} entries, {bad[:1]} the first"


def _in_range(vectors: NDArray) -> NDArray:
    """Multiples of vectors by powers of two, with a largest entry of about 1: no square overflows or vanishes."""
    largest = np.max(np.abs(vectors), axis=-1, initial=0, keepdims=True)
    return np.ldexp(vectors, -np.frexp(largest)[1])


def _assert_close(got: NDArray, expected: NDArray, tolerance: float) -> None:
    """Relative to the largest entry."""
    for result in (got, expected):
        _assert_finite("the result", result)
    gap = np.max(np.abs(got - expected), initial=0)
    scale = np.max(np.abs(expected), initial=0)
    assert gap <= tolerance * scale, f"off by {gap:.1e} at a scale of {scale:.1e}"
