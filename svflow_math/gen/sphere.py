"""The sphere: functions emitted from the records of derivations/sphere.

EMITTED by `python -m derivations`; a change belongs in the record. Digest 51f5bac4f9147b32.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.driver import Rows, Terms, rowwise
from svflow_math.numerics.primitives import angle, cathetus, one_plus_cosine, quotient, sinc

__all__ = ["dist", "exp", "geodesic", "log", "normalize", "project_tangent", "transport"]


def normalize(y: ArrayLike) -> NDArray:
    """Direction y / |y| of a vector, whatever its length.

    Parameters
    ----------
    y
        Vectors, shape (..., d), not zero.

    Returns
    -------
        Unit vectors, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a vector is zero or not finite.

    Notes
    -----
    Source: theorem ``normalize_on_sphere`` (section 1.1).

    Examples
    --------
    >>> from svflow_math.sphere import normalize
    >>> normalize([3e-200, 4e-200])
    array([0.6, 0.8])
    """
    return rowwise(_normalize, vectors={"y": y})


def _normalize(rows: Rows, y: NDArray) -> Terms:
    u, nw = rows.direction("y", y)
    return ((1 / nw, u),)


def project_tangent(x: ArrayLike, w: ArrayLike) -> NDArray:
    """Tangent part P_x w = w - <x, w> x of a vector at a point of the sphere.

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    w
        Vectors of the ambient space, shape (..., d).

    Returns
    -------
        Tangent vectors at x, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, a value is not finite, or shapes do not broadcast.

    Notes
    -----
    Source: theorem ``project_tangent_idempotent`` (section 1.1).

    Examples
    --------
    >>> from svflow_math.sphere import project_tangent
    >>> project_tangent([0.0, 1.0], [3.0, 4.0])
    array([3., 0.])
    """
    return rowwise(_project_tangent, vectors={"x": x, "w": w})


def _project_tangent(rows: Rows, x: NDArray, w: NDArray) -> Terms:
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    rows.norm("w", w)
    xw = rows.dot(w, x)
    return (-xw / xx, x), (1, w)


def exp(x: ArrayLike, v: ArrayLike) -> NDArray:
    """Exponential map: the point that the geodesic from x with velocity v reaches at time one.

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    v
        Tangent vectors at x, shape (..., d); what is left of a normal part is projected out.

    Returns
    -------
        Points of the sphere, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, a value is not finite, or shapes do not broadcast, or v is not tangent at
        x.

    Notes
    -----
    Source: theorem ``exp_on_sphere`` (section 1.2).

    Examples
    --------
    >>> from svflow_math.sphere import exp
    >>> exp([1.0, 0.0], [0.0, 0.0])
    array([1., 0.])
    """
    return rowwise(_exp, vectors={"x": x, "v": v})


def _exp(rows: Rows, x: NDArray, v: NDArray) -> Terms:
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    nv = rows.norm("v", v)
    xv = rows.dot(v, x)
    rows.tangent("v", xv, nv)
    nx = np.sqrt(xx)
    radial = xv / nx
    radius = cathetus(nv, np.abs(radial))
    s = sinc(radius)
    return (s, v), ((-radial * s + np.cos(radius)) / nx, x)


def dist(x: ArrayLike, y: ArrayLike) -> NDArray:
    """Distance on the sphere: the angle between two points, in radians, from 0 to pi.

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    y
        Points of the sphere, shape (..., d), of norm 1; leading axes broadcast.

    Returns
    -------
        Angles, in the shape of the leading axes.

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, a value is not finite, or shapes do not broadcast.

    Notes
    -----
    Source: theorem ``dist_eq_two_atan2_chords`` (section 1.3).

    Examples
    --------
    >>> from svflow_math.sphere import dist
    >>> float(dist([1.0, 0.0], [0.0, 1.0]))
    1.5707963267948966
    """
    return rowwise(_dist, vectors={"x": x, "y": y}, returns="scalar")


def _dist(rows: Rows, x: NDArray, y: NDArray) -> NDArray:
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    yy = rows.dot(y, y)
    rows.unit("y", yy)
    xy = rows.dot(x, y)
    _e, _xe, sine, cosine = rows.rejection(x, y, xx, yy, xy)
    return angle(sine, cosine)


def log(x: ArrayLike, y: ArrayLike) -> NDArray:
    """Logarithm map: the tangent vector at x whose geodesic reaches y at time one.

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    y
        Points of the sphere, shape (..., d), of norm 1; leading axes broadcast.

    Returns
    -------
        Tangent vectors at x, shape (..., d), of length dist(x, y).

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, a value is not finite, or shapes do not broadcast, or y is the antipode of
        x, where every direction leads to y.

    Notes
    -----
    Source: theorem ``exp_log_eq_id`` (section 1.4).

    Examples
    --------
    >>> from svflow_math.sphere import log
    >>> log([1.0, 0.0], [0.0, 1.0])
    array([0.        , 1.57079633])
    """
    return rowwise(_log, vectors={"x": x, "y": y})


def _log(rows: Rows, x: NDArray, y: NDArray) -> Terms:
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    yy = rows.dot(y, y)
    rows.unit("y", yy)
    xy = rows.dot(x, y)
    e, xe, sine, cosine = rows.rejection(x, y, xx, yy, xy)
    rows.not_antipodal("y", cosine, sine)
    theta = angle(sine, cosine)
    factor = quotient(theta, sine, 1)
    return (factor, e), (-factor * xe / xx, x)


def geodesic(x: ArrayLike, y: ArrayLike, t: ArrayLike) -> NDArray:
    """Point at time t of the minimal geodesic from x (t = 0) to y (t = 1), at constant speed.

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    y
        Points of the sphere, shape (..., d), of norm 1; leading axes broadcast.
    t
        Times, any finite number; broadcasts with the leading axes.

    Returns
    -------
        Points of the sphere, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, a value is not finite, or shapes do not broadcast, y is the antipode of x,
        or t times the angle overflows.

    Notes
    -----
    Source: theorem ``geodesic_dist_eq`` (section 1.4).

    Examples
    --------
    >>> from svflow_math.sphere import geodesic
    >>> geodesic([1.0, 0.0], [0.0, 1.0], 0.5)
    array([0.70710678, 0.70710678])
    """
    return rowwise(_geodesic, vectors={"x": x, "y": y}, scalars={"t": t})


def _geodesic(rows: Rows, x: NDArray, y: NDArray, t: NDArray) -> Terms:
    rows.finite("t", t)
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    yy = rows.dot(y, y)
    rows.unit("y", yy)
    xy = rows.dot(x, y)
    e, xe, sine, cosine = rows.rejection(x, y, xx, yy, xy)
    rows.not_antipodal("y", cosine, sine)
    theta = angle(sine, cosine)
    factor = quotient(theta, sine, 1)
    nx = np.sqrt(xx)
    turned = t * theta
    rows.finite("t theta", turned)
    reach = t * sinc(turned)
    b = factor * reach
    return (b, e), (-b * xe / xx + np.cos(turned) / nx, x)


def transport(x: ArrayLike, y: ArrayLike, v: ArrayLike) -> NDArray:
    """Parallel transport of a tangent vector from x to y along the minimal geodesic.

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    y
        Points of the sphere, shape (..., d), of norm 1; leading axes broadcast.
    v
        Tangent vectors at x, shape (..., d); what is left of a normal part is projected out.

    Returns
    -------
        Tangent vectors at y, shape (..., d), of the length of v.

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, a value is not finite, or shapes do not broadcast, v is not tangent at x, y
        is the antipode of x, or v so long that it overflows next to it.

    Notes
    -----
    The figures of accuracy are relative to the length of v as it is given: a normal part within the tolerance that
    is large beside the tangent part costs the digits by which it is larger.

    Source: theorem ``transport_isometry`` (section 1.5).

    Examples
    --------
    >>> from svflow_math.sphere import transport
    >>> transport([1.0, 0.0], [0.0, 1.0], [0.0, 1.0])
    array([-1.,  0.])
    """
    return rowwise(_transport, vectors={"x": x, "y": y, "v": v})


def _transport(rows: Rows, x: NDArray, y: NDArray, v: NDArray) -> Terms:
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    yy = rows.dot(y, y)
    rows.unit("y", yy)
    xy = rows.dot(x, y)
    e, xe, sine, cosine = rows.rejection(x, y, xx, yy, xy)
    rows.not_antipodal("y", cosine, sine)
    nv = rows.norm("v", v)
    xv = rows.dot(v, x)
    rows.tangent("v", xv, nv)
    nx = np.sqrt(xx)
    ny = np.sqrt(yy)
    pv = -xe * xv / xx + rows.dot(e, v)
    b = pv / (yy * one_plus_cosine(cosine / ny, sine / ny))
    rows.finite("<y, v> / (1 + <x, y>)", b)
    return (b * xe / xx - xv / xx - pv / (nx * ny), x), (-b, e), (1, v)
