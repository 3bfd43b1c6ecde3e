"""Strategies that build what they promise, and look for trouble."""

from functools import cache

import numpy as np
from hypothesis import strategies as st
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.arrays import real_array
from svflow_math.sphere import exp, normalize, project_tangent
from svflow_math.testing.arguments import flag, number, whole


def vectors(dim: int, low: float = -3.0, high: float = 3.0) -> st.SearchStrategy[NDArray]:
    """Vectors of R^dim that are not zero, of lengths from 10**low to about 10**high.

    Parameters
    ----------
    dim
        Dimension, an integer >= 2.
    low, high
        Decimal logarithms of the lengths.

    Returns
    -------
        A strategy for arrays of shape (dim,).

    Raises
    ------
    ValueError, TypeError
        If dim is not an integer >= 2, or low <= high are not numbers from -300 to 300.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(vectors(3), lambda found: True).shape
    (3,)
    """
    low = number("low", low, -300, 300)
    return _vectors(whole("dim", dim, 2), low, number("high", high, low, 300))


@cache  # to build a strategy costs more than to draw from it
def _vectors(dim: int, low: float, high: float) -> st.SearchStrategy[NDArray]:
    axes = st.tuples(st.integers(0, dim - 1), st.sampled_from((-1.0, 1.0))).map(
        lambda pair: pair[1] * np.eye(dim)[pair[0]]
    )
    seeds = st.integers(0, 2**32 - 1)
    anywhere = seeds.map(lambda seed: np.random.default_rng(seed).standard_normal(dim))
    few = st.lists(st.floats(-1, 1), min_size=2, max_size=min(dim, 4)).map(lambda entries: np.resize(entries, dim))
    # The axis keeps a list of zeros from having no direction.
    shape = st.one_of(axes, anywhere, st.tuples(few, axes).map(lambda pair: pair[0] if pair[0].any() else pair[1]))
    length = st.floats(low, high).map(lambda exponent: 10.0**exponent)
    return st.tuples(shape, length).map(lambda pair: normalize(pair[0]) * pair[1])


def points(dim: int) -> st.SearchStrategy[NDArray]:
    """Points of the sphere in R^dim, coordinate axes among them.

    Parameters
    ----------
    dim
        Dimension of the ambient space, an integer >= 2.

    Returns
    -------
        A strategy for arrays of shape (dim,) and norm 1 up to rounding.

    Raises
    ------
    ValueError, TypeError
        If dim is not an integer >= 2.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(points(3), lambda found: True).shape
    (3,)
    """
    return _points(whole("dim", dim, 2))


@cache
def _points(dim: int) -> st.SearchStrategy[NDArray]:
    return _vectors(dim, 0, 0).map(normalize)


def _point(x: ArrayLike) -> NDArray:
    """The point of the sphere that the other points and vectors are drawn for."""
    base = real_array("x", x).astype(np.float64)  # a copy, which stays as it is
    if base.ndim != 1 or len(base) < 2:
        raise ValueError(f"x must have shape (d,), d >= 2, got {base.shape}")
    project_tangent(base, np.zeros_like(base))  # refuses what is not on the sphere
    return base


def tangents(x: ArrayLike, longest: float = 1e6) -> st.SearchStrategy[NDArray]:
    """Tangent vectors at x: zero, and lengths from 1e-12 to `longest`.

    Parameters
    ----------
    x
        A point of the sphere, shape (d,).
    longest
        The largest length, from 1e-12 to 1e300.

    Returns
    -------
        A strategy for arrays of shape (d,).

    Raises
    ------
    ValueError, TypeError
        If x is not a point of a sphere, or `longest` out of its range.

    Examples
    --------
    >>> from hypothesis import find
    >>> float(find(tangents([1.0, 0.0]), lambda found: True)[0])
    0.0
    """
    base = _point(x)
    zero = np.zeros_like(base)
    exponents = st.floats(-12, float(np.log10(number("longest", longest, 1e-12, 1e300))))
    directions = _vectors(len(base), 0, 0).map(lambda w: _tangent_direction(base, w))
    return st.one_of(st.just(zero), st.tuples(directions, exponents).map(lambda pair: pair[0] * 10.0 ** pair[1]))


def _tangent_direction(x: NDArray, w: NDArray) -> NDArray:
    """A unit tangent vector at x, from w or, where w is nearly normal, from the axis that x is farthest from."""
    tangent = project_tangent(x, w)
    if np.linalg.norm(tangent) < 1e-3:
        tangent = project_tangent(x, np.eye(len(x))[np.argmin(np.abs(x))])
    return normalize(project_tangent(x, normalize(tangent)))


def _moved(x: NDArray, low: float) -> st.SearchStrategy[NDArray]:
    """Points at angles from 10**low to 0.1."""
    angles = st.floats(low, -1).map(lambda exponent: 10.0**exponent)
    directions = _vectors(len(x), 0, 0).map(lambda w: _tangent_direction(x, w))
    return st.tuples(directions, angles).map(lambda pair: exp(x, pair[1] * pair[0]))


def near(x: ArrayLike) -> st.SearchStrategy[NDArray]:
    """Points near x: x itself, and angles from 1e-16 to 0.1.

    Parameters
    ----------
    x
        A point of the sphere, shape (d,).

    Returns
    -------
        A strategy for arrays of shape (d,).

    Raises
    ------
    ValueError, TypeError
        If x is not a point of a sphere.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(near([1.0, 0.0]), lambda found: True).shape
    (2,)
    """
    base = _point(x)
    return st.one_of(st.just(base.copy()), _moved(base, -16))


def near_antipode(x: ArrayLike) -> st.SearchStrategy[NDArray]:
    """Points near the antipode of x, never the antipode itself: angles from 1e-15 to 0.1 away from it.

    Parameters
    ----------
    x
        A point of the sphere, shape (d,).

    Returns
    -------
        A strategy for arrays of shape (d,).

    Raises
    ------
    ValueError, TypeError
        If x is not a point of a sphere.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(near_antipode([1.0, 0.0]), lambda found: True).shape
    (2,)
    """
    base = _point(x)
    return _moved(base, -15).map(np.negative).filter(lambda y: bool((y != -base).any()))


def concentrations(largest: float = 1e8) -> st.SearchStrategy[float]:
    """Concentrations of von Mises-Fisher laws: zero, and from 1e-8 to `largest` evenly in the logarithm.

    Parameters
    ----------
    largest
        The largest concentration, from 1e-8 to 1e300.

    Returns
    -------
        A strategy for numbers >= 0.

    Raises
    ------
    ValueError, TypeError
        If `largest` is out of its range.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(concentrations(), lambda found: True) >= 0
    True
    """
    top = float(np.log10(number("largest", largest, 1e-8, 1e300)))
    return st.one_of(st.just(0.0), st.floats(-8, top).map(lambda exponent: 10.0**exponent))


def mixtures(
    dim: int, most: int = 6, largest: float = 1e3, prior: bool = True
) -> st.SearchStrategy[dict[str, NDArray]]:
    """Mixtures of von Mises-Fisher laws, as keyword arguments of the functions of `svflow_math.flow`.

    Among them are single components, components that coincide, of concentration zero, and without a prior.

    Parameters
    ----------
    dim
        Dimension, an integer >= 2.
    most
        Largest number of components, an integer >= 1.
    largest
        Largest concentration, from 0.01 to 1e300.
    prior
        Whether log priors are drawn; with them a component may have none, but not all.

    Returns
    -------
        A strategy for dictionaries of means (K, dim), kappas (K,) and, where asked for, log_prior (K,).

    Raises
    ------
    ValueError, TypeError
        If dim or `most` are not such integers, `largest` is out of its range, or `prior` is not a bool.

    Examples
    --------
    >>> from hypothesis import find
    >>> found = find(mixtures(3), lambda mixture: len(mixture["kappas"]) == 2)
    >>> found["means"].shape, found["log_prior"].shape
    ((2, 3), (2,))
    """
    largest = number("largest", largest, 0.01, 1e300)
    return _mixtures(whole("dim", dim, 2), whole("most", most, 1), largest, flag("prior", prior))


@cache
def _mixtures(dim: int, most: int, largest: float, prior: bool) -> st.SearchStrategy[dict[str, NDArray]]:
    def built(count: int, seed: int, distance: float, vanishing: bool, absent: bool) -> dict[str, NDArray]:
        rng = np.random.default_rng(seed)
        means = normalize(rng.standard_normal((count, dim)))
        if distance < 1:
            means[-1] = normalize(means[0] + distance * means[-1])
        kappas = 10.0 ** rng.uniform(-2, np.log10(largest), count)
        kappas[-1] *= not vanishing
        found = {"means": means, "kappas": kappas}
        if prior:
            found["log_prior"] = rng.uniform(-5, 5, count)
            if absent and count > 1:
                found["log_prior"][rng.integers(count)] = -np.inf
        return found

    distances = st.one_of(st.just(1.0), st.just(0.0), st.floats(-16, -1).map(lambda exponent: 10.0**exponent))
    return st.builds(built, st.integers(1, most), st.integers(0, 2**32 - 1), distances, st.booleans(), st.booleans())


def rotations(dim: int) -> st.SearchStrategy[NDArray]:
    """Orthogonal matrices of R^dim, exact to rounding.

    Parameters
    ----------
    dim
        Dimension, an integer >= 2.

    Returns
    -------
        A strategy for arrays of shape (dim, dim).

    Raises
    ------
    ValueError, TypeError
        If dim is not an integer >= 2.

    Examples
    --------
    >>> from hypothesis import find
    >>> find(rotations(3), lambda found: True).shape
    (3, 3)
    """
    return _rotations(whole("dim", dim, 2))


@cache
def _rotations(dim: int) -> st.SearchStrategy[NDArray]:
    seeds = st.integers(0, 2**32 - 1)
    return seeds.map(lambda seed: np.linalg.qr(np.random.default_rng(seed).standard_normal((dim, dim)))[0])
