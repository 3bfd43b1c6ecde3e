"""Euler steps: functions emitted from the records of derivations/euler.

EMITTED by `python -m derivations`; a change belongs in the record. Digest a3a0503d51f2a20c.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.gen.sphere import project_tangent
from svflow_math.numerics.driver import Rows, Terms, rowwise
from svflow_math.numerics.log_bessel import log_scaled_normalizer
from svflow_math.numerics.mixture import Components, States, over_states, softmax
from svflow_math.numerics.one_step import Field, chosen, euler, geodesic_midpoint, projected_runge_kutta, trajectory
from svflow_math.numerics.primitives import reciprocal_norm, sinc

__all__ = ["ascent_step", "exponential_step", "projective_step", "relaxed_step", "solve", "step"]


def exponential_step(x: ArrayLike, u: ArrayLike, h: ArrayLike) -> NDArray:
    """One Euler step by the exponential map: exp_x(h P_x u).

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    u
        Updates, shape (..., d): ambient vectors, which need not be tangent; leading axes broadcast.
    h
        Step lengths, numbers >= 0; they broadcast with the leading axes.

    Returns
    -------
        Points of the sphere, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, a value is not finite, or shapes do not broadcast, h is negative, or h |P_x
        u| overflows.

    Notes
    -----
    Source: theorem ``exponential_step_expansion`` (section 5.1).

    Examples
    --------
    >>> from svflow_math.euler import exponential_step
    >>> exponential_step([1.0, 0.0], [5.0, 0.0], 2.0)
    array([1., 0.])
    """
    return rowwise(_exponential_step, vectors={"x": x, "u": u}, scalars={"h": h})


def _exponential_step(rows: Rows, x: NDArray, u: NDArray, h: NDArray) -> Terms:
    rows.finite("u", u)
    rows.nonnegative("h", h)
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    w = rows.combine((-rows.dot(u, x) / xx, x), (1, u))
    slope = rows.dot(w, x)
    v = rows.combine((-slope / xx, x), (1, w))
    length = rows.norm("P_x u", v)
    size = h * length
    rows.finite("h |P_x u|", size)
    return (h * sinc(size), v), (np.cos(size) * reciprocal_norm(xx), x)


def projective_step(x: ArrayLike, u: ArrayLike, h: ArrayLike) -> NDArray:
    """One Euler step by the projective retraction: the direction of x + h P_x u.

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    u
        Updates, shape (..., d): ambient vectors, which need not be tangent; leading axes broadcast.
    h
        Step lengths, numbers >= 0; they broadcast with the leading axes.

    Returns
    -------
        Points of the open hemispheres around x, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, a value is not finite, or shapes do not broadcast, h is negative, or h |P_x
        u| overflows.

    Notes
    -----
    Source: theorem ``projective_step_expansion`` (section 5.1).

    Examples
    --------
    >>> from svflow_math.euler import projective_step
    >>> projective_step([1.0, 0.0], [5.0, 3.0], 0.25)
    array([0.8, 0.6])
    """
    return rowwise(_projective_step, vectors={"x": x, "u": u}, scalars={"h": h})


def _projective_step(rows: Rows, x: NDArray, u: NDArray, h: NDArray) -> Terms:
    rows.finite("u", u)
    rows.nonnegative("h", h)
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    w = rows.combine((-rows.dot(u, x) / xx, x), (1, u))
    slope = rows.dot(w, x)
    v = rows.combine((-slope / xx, x), (1, w))
    length = rows.norm("P_x u", v)
    size = h * length
    rows.finite("h |P_x u|", size)
    stretch = np.hypot(1, size)
    return (h / stretch, v), (reciprocal_norm(xx) / stretch, x)


def relaxed_step(x: ArrayLike, u: ArrayLike, h: ArrayLike) -> NDArray:
    """One relaxed Euler step: the direction of x + h u, nothing projected.

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    u
        Updates, shape (..., d): ambient vectors, which need not be tangent; leading axes broadcast.
    h
        Step lengths, numbers >= 0; they broadcast with the leading axes.

    Returns
    -------
        Points of the sphere, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, a value is not finite, or shapes do not broadcast, h is negative, h u
        overflows, or h u = -x.

    Notes
    -----
    Source: theorem ``dot_update_relaxed_sub_eq`` (section 5.3).

    Examples
    --------
    >>> from svflow_math.euler import relaxed_step
    >>> relaxed_step([1.0, 0.0], [-1.0, 4.0], 0.25)
    array([0.6, 0.8])
    """
    return rowwise(_relaxed_step, vectors={"x": x, "u": u}, scalars={"h": h})


def _relaxed_step(rows: Rows, x: NDArray, u: NDArray, h: NDArray) -> Terms:
    rows.nonnegative("h", h)
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    w = rows.combine((h, u), (reciprocal_norm(xx), x))
    s, ns = rows.direction("x + h u", w)
    return ((1 / ns, s),)


def step(x: ArrayLike, u: ArrayLike, h: ArrayLike, method: str = "relaxed") -> NDArray:
    """One explicit Euler step on the sphere along an update u, by one of three retractions.

    Parameters
    ----------
    x
        Base points, shape (..., d), of norm 1; they stand for their directions.
    u
        Updates, shape (..., d): ambient vectors, which need not be tangent; leading axes broadcast.
    h
        Step lengths, numbers >= 0; they broadcast with the leading axes.
    method
        "relaxed" for the direction of x + h u, "exponential" for exp_x(h P_x u), "projective" for the direction of
        x + h P_x u.

    Returns
    -------
        Points of the sphere, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a point is not a unit vector, a value is not finite, or shapes do not broadcast, h is negative, an update
        overflows, the method is not one of these, or h u = -x in a relaxed step.

    Notes
    -----
    With u = grad log p(x) of a mixture of von Mises-Fisher laws the relaxed step never lowers log p, whatever h;
    the others may.

    Source: theorem ``dot_update_relaxed_sub_eq`` (section 5.3).

    Examples
    --------
    >>> from svflow_math.euler import step
    >>> step([1.0, 0.0], [-1.0, 4.0], 0.25)
    array([0.6, 0.8])
    """
    return chosen(_STEPS, method)(x, u, h)


_STEPS = {"relaxed": relaxed_step, "exponential": exponential_step, "projective": projective_step}


def ascent_step(
    x: ArrayLike, means: ArrayLike, kappas: ArrayLike, h: ArrayLike, log_prior: ArrayLike | None = None
) -> NDArray:
    """One relaxed Euler step along the score of a mixture: the direction of x + h grad log p(x).

    Parameters
    ----------
    x
        States, shape (..., d), of norm 1; they stand for their directions.
    means
        Mean directions, shape (..., K, d), of norm 1; leading axes broadcast with those of x.
    kappas
        Concentrations, at least 0 and finite, shape (..., K) or one number for all.
    h
        Step lengths, numbers >= 0; they broadcast with the leading axes.
    log_prior
        Log prior up to a constant, shape (..., K); -inf takes a component out. None: all alike.

    Returns
    -------
        Points of the sphere, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, no component has a prior, a
        posterior is not a law, or shapes do not fit. If h is negative or not finite, h grad log p(x) overflows, or
        h grad log p(x) = -x.

    Notes
    -----
    The step never lowers log p, whatever h. It is that of ``step(x, flow.score(x, means, kappas, log_prior), h)``,
    without a pass over all states in between.

    Source: theorem ``log_density_relaxed_step_ge`` (section 5.3).

    Examples
    --------
    >>> from svflow_math.euler import ascent_step
    >>> x, means = [1.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]
    >>> ascent_step(x, means, [2.0, 2.0], 1.0).round(4)
    array([0.9963, 0.086 ])
    """

    def log_weight(components: Components) -> NDArray:
        return log_scaled_normalizer(components.kappas, components.dim) + components.log_prior

    def value(states: States) -> NDArray:
        law = softmax(states.log_weight + states.excess)
        return states.relaxed(states.h, states.mean_score(law))

    return over_states(log_weight, value, x, means, kappas, log_prior=log_prior, h=h, vectors=True)


def solve(x: ArrayLike, field: Field, h: ArrayLike, steps: int, method: str = "relaxed") -> NDArray:
    """Points that a one-step method visits on the sphere, along a field of ambient vectors.

    Parameters
    ----------
    x
        Starts, shape (..., d), of norm 1.
    field
        Called as field(x, t) with points of the sphere of shape (..., d) and the time; returns ambient vectors of
        that shape, whose tangent part is the velocity.
    h
        Step lengths, numbers >= 0; they broadcast with the leading axes.
    steps
        Number of steps, a whole number >= 0.
    method
        "relaxed", "exponential" or "projective" for Euler steps, of first order; "heun" with projection and
        "midpoint" along geodesics, of second order; "rk4" with projection, of fourth order.

    Returns
    -------
        The points, shape (steps + 1, ..., d), the starts first; of the dtype of x.

    Raises
    ------
    ValueError, TypeError
        If x is not a unit vector, h is negative, the method is not one of these, or the field returns what is not
        finite or of another shape.

    Notes
    -----
    Off the sphere, where heun and rk4 have their stages, the field is extended along rays: it is only asked for at
    points of the sphere. Computed in the dtype of x, float16 in float32.

    Source: theorem ``runge_kutta_local_error`` (section 5.7).

    Examples
    --------
    >>> from svflow_math.euler import solve
    >>> solve([1.0, 0.0], lambda x, t: [-1.0, 4.0], 0.25, 1)
    array([[1. , 0. ],
           [0.6, 0.8]])
    """
    return trajectory(_METHODS, x, field, h, steps, method)


_METHODS = {
    "relaxed": euler(relaxed_step),
    "exponential": euler(exponential_step),
    "projective": euler(projective_step),
    "midpoint": geodesic_midpoint(exponential_step, project_tangent),
    "heun": projected_runge_kutta(((), (1,)), (1 / 2, 1 / 2), relaxed_step, project_tangent),
    "rk4": projected_runge_kutta(
        ((), (1 / 2,), (0, 1 / 2), (0, 0, 1)), (1 / 6, 1 / 3, 1 / 3, 1 / 6), relaxed_step, project_tangent
    ),
}
