"""Retractions: functions emitted from the records of derivations/retraction.

EMITTED by `python -m derivations`; a change belongs in the record. Digest 554bac1530c54110.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.driver import Rows, Terms, rowwise
from svflow_math.numerics.primitives import cathetus, near_antipode, reciprocal_norm

__all__ = [
    "inverse_projective",
    "layer_norm",
    "projective",
    "relaxed",
    "relaxed_tangent",
    "residual_direction",
    "residual_tangent",
    "rms_norm",
]


def projective(x: ArrayLike, v: ArrayLike) -> NDArray:
    """Projective retraction R_x(v): the direction of x + v for a tangent vector v.

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    v
        Tangent vectors at x, shape (..., d); what is left of a normal part is projected out.

    Returns
    -------
        Points of the open hemisphere around x, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, a value is not finite, or shapes do not broadcast, or v is not tangent at
        x.

    Notes
    -----
    Source: theorem ``projective_retraction_second_order`` (section 4.1).

    Examples
    --------
    >>> from svflow_math.retraction import projective
    >>> projective([1.0, 0.0], [0.0, 0.75])
    array([0.8, 0.6])
    """
    return rowwise(_projective, vectors={"x": x, "v": v})


def _projective(rows: Rows, x: NDArray, v: NDArray) -> Terms:
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    nv = rows.norm("v", v)
    xv = rows.dot(v, x)
    rows.tangent("v", xv, nv)
    nx = np.sqrt(xx)
    radius = np.hypot(1, cathetus(nv, np.abs(xv) / nx))
    return (1 / radius, v), ((-xv / xx + 1 / nx) / radius, x)


def inverse_projective(x: ArrayLike, y: ArrayLike) -> NDArray:
    """Inverse of the projective retraction: the tangent vector y / <x, y> - x at x that it sends to y.

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    y
        Points of the sphere, shape (..., d), of norm 1; leading axes broadcast.

    Returns
    -------
        Tangent vectors at x, shape (..., d), of length tan(dist(x, y)).

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, a value is not finite, or shapes do not broadcast, or y is not in the open
        hemisphere around x.

    Notes
    -----
    Source: theorem ``projective_inverse_projective_eq_id`` (section 4.1).

    Examples
    --------
    >>> from svflow_math.retraction import inverse_projective
    >>> inverse_projective([1.0, 0.0], [0.8, 0.6])
    array([0.  , 0.75])
    """
    return rowwise(_inverse_projective, vectors={"x": x, "y": y})


def _inverse_projective(rows: Rows, x: NDArray, y: NDArray) -> Terms:
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    yy = rows.dot(y, y)
    rows.unit("y", yy)
    xy = rows.dot(x, y)
    rows.positive("y", "<x, y>", xy)
    e, xe, _sine, cosine = rows.rejection(x, y, xx, yy, xy)
    factor = 1 / cosine
    rows.finite("1 / <x, y>", factor)
    return (factor, e), (-factor * xe / xx, x)


def relaxed_tangent(x: ArrayLike, a: ArrayLike) -> NDArray:
    """Tangent vector P_x a / (1 + <x, a>) at x whose projective retraction is relaxed(x, a).

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    a
        Updates, shape (..., d); leading axes broadcast.

    Returns
    -------
        Tangent vectors at x, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If x is not a unit vector, a value is not finite, shapes do not broadcast, or 1 + <x, a> is not positive.

    Notes
    -----
    Source: theorem ``relaxed_retraction_eq_projective`` (section 4.2).

    Examples
    --------
    >>> from svflow_math.retraction import relaxed_tangent
    >>> relaxed_tangent([1.0, 0.0], [1.0, 1.0])
    array([0. , 0.5])
    """
    return rowwise(_relaxed_tangent, vectors={"x": x, "a": a})


def _relaxed_tangent(rows: Rows, x: NDArray, a: NDArray) -> Terms:
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    na = rows.norm("a", a)
    near = near_antipode(rows.dot(a, x))
    far = 1 - near
    e = rows.combine((near * reciprocal_norm(xx), x), (1, a))
    xe = rows.dot(e, x)
    c = far + xe / np.sqrt(xx)
    rows.positive("a", "1 + <x, a>", c)
    factor = 1 / c
    size = na / c
    rows.finite("|a| / (1 + <x, a>)", size)
    return (factor, e), (-factor * xe / xx, x)


def relaxed(x: ArrayLike, a: ArrayLike) -> NDArray:
    """Relaxed retraction: the direction of x + a, for an update a that need not be tangent at x.

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    a
        Updates, shape (..., d); leading axes broadcast.

    Returns
    -------
        Points of the sphere, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If x is not a unit vector, a value is not finite, shapes do not broadcast, or a = -x.

    Notes
    -----
    Where 1 + <x, a> is positive this is projective(x, relaxed_tangent(x, a)); where it is zero the result is on the
    equator, where it is negative on the other hemisphere.

    Source: theorem ``dot_relaxed_retraction_eq`` (section 4.2).

    Examples
    --------
    >>> from svflow_math.retraction import relaxed
    >>> relaxed([1.0, 0.0], [-0.25, 1.0])
    array([0.6, 0.8])
    """
    return rowwise(_relaxed, vectors={"x": x, "a": a})


def _relaxed(rows: Rows, x: NDArray, a: NDArray) -> Terms:
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    w = rows.combine((reciprocal_norm(xx), x), (1, a))
    s, ns = rows.direction("x + a", w)
    return ((1 / ns, s),)


def rms_norm(y: ArrayLike, gain: ArrayLike | None = None, eps: ArrayLike = 0.0) -> NDArray:
    """RMSNorm: gain * y / sqrt(|y|^2 / d + eps).

    Parameters
    ----------
    y
        Vectors, shape (..., d), not zero unless eps > 0.
    gain
        Gains by component, shape (..., d) or (d,); None for ones.
    eps
        A number >= 0 that is added to the mean square; broadcasts with the leading axes.

    Returns
    -------
        Vectors of length sqrt(d), or less for eps > 0, times the gains; shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a value is not finite, eps is negative, shapes do not broadcast, or y and eps are zero.

    Notes
    -----
    Source: theorem ``norm_rms_norm_le_sqrt_dim`` (section 4.4).

    Examples
    --------
    >>> from svflow_math.retraction import rms_norm
    >>> rms_norm([3.0, 4.0, 0.0, 0.0])
    array([1.2, 1.6, 0. , 0. ])
    """
    return rowwise(_rms_norm, vectors={"y": y, "gain": gain}, scalars={"eps": eps})


def _rms_norm(rows: Rows, y: NDArray, gain: NDArray | None, eps: NDArray) -> Terms:
    rows.finite("gain", gain)
    rows.nonnegative("eps", eps)
    s, ns, scale = rows.scaled("y", y)
    radius = np.hypot(ns, np.sqrt(y.shape[-1]) * np.sqrt(eps) * scale)
    rows.positive("y", "|y|^2 + d eps", radius)
    n = rows.combine((np.sqrt(y.shape[-1]) / radius, s))
    g = rows.hadamard(n, gain)
    return ((1, g),)


def layer_norm(
    y: ArrayLike, gain: ArrayLike | None = None, bias: ArrayLike | None = None, eps: ArrayLike = 0.0
) -> NDArray:
    """LayerNorm: gain * (y - mean(y)) / sqrt(variance(y) + eps) + bias, the variance with divisor d.

    Parameters
    ----------
    y
        Vectors, shape (..., d), with different entries unless eps > 0.
    gain
        Gains by component, shape (..., d) or (d,); None for ones.
    bias
        Biases by component, shape (..., d) or (d,); None for zeros.
    eps
        A number >= 0 that is added to the mean square; broadcasts with the leading axes.

    Returns
    -------
        Vectors, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a value is not finite, eps is negative, shapes do not broadcast, or eps is zero and all entries of y are
        equal.

    Notes
    -----
    Source: theorem ``layer_norm_eq_rms_norm_of_centred`` (section 4.4).

    Examples
    --------
    >>> from svflow_math.retraction import layer_norm
    >>> layer_norm([1.0, 1.0, 3.0, 3.0])
    array([-1., -1.,  1.,  1.])
    """
    return rowwise(_layer_norm, vectors={"y": y, "gain": gain, "bias": bias}, scalars={"eps": eps})


def _layer_norm(rows: Rows, y: NDArray, gain: NDArray | None, bias: NDArray | None, eps: NDArray) -> Terms:
    rows.finite("gain", gain)
    rows.finite("bias", bias)
    rows.nonnegative("eps", eps)
    w = rows.centre(y)
    s, ns, scale = rows.scaled("y - mean(y)", w)
    radius = np.hypot(ns, np.sqrt(y.shape[-1]) * np.sqrt(eps) * scale)
    rows.positive("y", "|y - mean(y)|^2 + d eps", radius)
    n = rows.combine((np.sqrt(y.shape[-1]) / radius, s))
    g = rows.hadamard(n, gain)
    return (1, bias), (1, g)


def residual_tangent(y: ArrayLike, f: ArrayLike) -> NDArray:
    """Tangent vector v at N(y) with residual_direction(y, f) = projective(N(y), v).

    Parameters
    ----------
    y
        The residual stream, shape (..., d).
    f
        What the block adds to it, shape (..., d); leading axes broadcast.

    Returns
    -------
        Tangent vectors at N(y), shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If y is zero, a value is not finite, shapes do not broadcast, or |y| + <N(y), f> is not positive.

    Notes
    -----
    Source: theorem ``residual_direction_eq_projective`` (section 4.5).

    Examples
    --------
    >>> from svflow_math.retraction import residual_tangent
    >>> residual_tangent([2.0, 0.0], [2.0, 1.0])
    array([0.  , 0.25])
    """
    return rowwise(_residual_tangent, vectors={"y": y, "f": f})


def _residual_tangent(rows: Rows, y: NDArray, f: NDArray) -> Terms:
    ny = rows.norm("y", y)
    nf = rows.norm("f", f)
    s, ns = rows.direction("y", y)
    u = rows.combine((1 / ns, s))
    near = near_antipode(rows.dot(f, u) / ny)
    far = 1 - near
    e = rows.combine((near, y), (1, f))
    ue = rows.dot(e, u)
    c = far * ny + ue
    rows.positive("f", "|y| + <y, f> / |y|", c)
    factor = 1 / c
    size = (nf + ny + 1) / c
    rows.finite("(1 + |y| + |f|) / (|y| + <y, f> / |y|)", size)
    return (factor, e), (-factor * ue, u)


def residual_direction(y: ArrayLike, f: ArrayLike) -> NDArray:
    """Direction of y + f: where a residual block leaves the stream on the sphere.

    Parameters
    ----------
    y
        The residual stream, shape (..., d).
    f
        What the block adds to it, shape (..., d); leading axes broadcast.

    Returns
    -------
        Unit vectors, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If y + f is zero or not finite, a value is not finite, or shapes do not broadcast.

    Notes
    -----
    Source: theorem ``residual_direction_scale_invariant`` (section 4.5).

    Examples
    --------
    >>> from svflow_math.retraction import residual_direction
    >>> residual_direction([2.0, 0.0], [1.0, 4.0])
    array([0.6, 0.8])
    """
    return rowwise(_residual_direction, vectors={"y": y, "f": f})


def _residual_direction(rows: Rows, y: NDArray, f: NDArray) -> Terms:
    w = rows.combine((1, f), (1, y))
    s, ns = rows.direction("y + f", w)
    return ((1 / ns, s),)
