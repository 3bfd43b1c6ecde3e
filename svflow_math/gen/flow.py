"""Score-based variational flow: functions emitted from the records of derivations/flow.

EMITTED by `python -m derivations`; a change belongs in the record. Digest cfa33d1904963dfe.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.driver import Rows, Terms, rowwise
from svflow_math.numerics.log_bessel import log_scaled_normalizer
from svflow_math.numerics.mixture import (
    Components,
    States,
    divergence_from_softmax,
    log_sum_exp,
    mean_log_ratio,
    over_states,
    softmax,
)
from svflow_math.numerics.primitives import one_plus_cosine, quotient

__all__ = [
    "divergence",
    "elbo",
    "log_density",
    "posterior",
    "posterior_gap",
    "score",
    "single_component_flow",
    "velocity",
]


def score(
    x: ArrayLike,
    means: ArrayLike,
    kappas: ArrayLike,
    log_prior: ArrayLike | None = None,
    posterior: ArrayLike | None = None,
) -> NDArray:
    """Field E_q[kappa_z mu_z] of the flow in the ambient space; with the exact posterior grad log p(x).

    Parameters
    ----------
    x
        States, shape (..., d), of norm 1; they stand for their directions.
    means
        Mean directions, shape (..., K, d), of norm 1; leading axes broadcast with those of x.
    kappas
        Concentrations, at least 0 and finite, shape (..., K) or one number for all.
    log_prior
        Log prior up to a constant, shape (..., K); -inf takes a component out. None: all alike.
    posterior
        Variational posterior q(z|x), shape (..., K): entries at least 0 of sum 1. None: the exact one.

    Returns
    -------
        Vectors, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, no component has a prior, a
        posterior is not a law, or shapes do not fit.

    Notes
    -----
    Source: theorem ``field_eq_mean_of_scaled_directions`` (section 3.1).

    Examples
    --------
    >>> from svflow_math.flow import score
    >>> x, means = [1.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]
    >>> score(x, means, [2.0, 2.0]).round(4)
    array([1.7616, 0.2384])
    """

    def log_weight(components: Components) -> NDArray:
        return log_scaled_normalizer(components.kappas, components.dim) + components.log_prior

    def value(states: States) -> NDArray:
        law = softmax(states.log_weight + states.excess) if states.posterior is None else states.posterior
        return states.mean_score(law)

    return over_states(log_weight, value, x, means, kappas, log_prior=log_prior, posterior=posterior, vectors=True)


def posterior(x: ArrayLike, means: ArrayLike, kappas: ArrayLike, log_prior: ArrayLike | None = None) -> NDArray:
    """Exact posterior p(z|x) over the components.

    Parameters
    ----------
    x
        States, shape (..., d), of norm 1; they stand for their directions.
    means
        Mean directions, shape (..., K, d), of norm 1; leading axes broadcast with those of x.
    kappas
        Concentrations, at least 0 and finite, shape (..., K) or one number for all.
    log_prior
        Log prior up to a constant, shape (..., K); -inf takes a component out. None: all alike.

    Returns
    -------
        Laws over the components, shape (..., K).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, no component has a prior, a
        posterior is not a law, or shapes do not fit.

    Notes
    -----
    Source: theorem ``mixture_posterior_eq_softmax`` (section 3.1).

    Examples
    --------
    >>> from svflow_math.flow import posterior
    >>> x, means = [1.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]
    >>> posterior(x, means, [2.0, 2.0]).round(4)
    array([0.8808, 0.1192])
    """

    def log_weight(components: Components) -> NDArray:
        return log_scaled_normalizer(components.kappas, components.dim) + components.log_prior

    def value(states: States) -> NDArray:
        return softmax(states.log_weight + states.excess)

    return over_states(log_weight, value, x, means, kappas, log_prior=log_prior)


def log_density(x: ArrayLike, means: ArrayLike, kappas: ArrayLike, log_prior: ArrayLike | None = None) -> NDArray:
    """Log density log p(x) of a von Mises-Fisher mixture, for surface measure on the sphere.

    Parameters
    ----------
    x
        States, shape (..., d), of norm 1; they stand for their directions.
    means
        Mean directions, shape (..., K, d), of norm 1; leading axes broadcast with those of x.
    kappas
        Concentrations, at least 0 and finite, shape (..., K) or one number for all.
    log_prior
        Log prior up to a constant, shape (..., K); -inf takes a component out. None: all alike.

    Returns
    -------
        Log densities, shape (...).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, no component has a prior, a
        posterior is not a law, or shapes do not fit.

    Notes
    -----
    Source: theorem ``mixture_log_density_eq_log_sum_exp`` (section 3.1).

    Examples
    --------
    >>> from svflow_math.flow import log_density
    >>> x, means = [1.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]
    >>> log_density(x, means, [2.0, 2.0]).round(4)
    np.float64(-1.2281)
    """

    def log_weight(components: Components) -> NDArray:
        return log_scaled_normalizer(components.kappas, components.dim) + components.log_prior

    def value(states: States) -> NDArray:
        return log_sum_exp(states.log_weight + states.excess)

    return over_states(log_weight, value, x, means, kappas, log_prior=log_prior)


def elbo(
    x: ArrayLike, means: ArrayLike, kappas: ArrayLike, posterior: ArrayLike, log_prior: ArrayLike | None = None
) -> NDArray:
    """Evidence lower bound E_q[log p(x, z)] + H(q), at most log p(x).

    Parameters
    ----------
    x
        States, shape (..., d), of norm 1; they stand for their directions.
    means
        Mean directions, shape (..., K, d), of norm 1; leading axes broadcast with those of x.
    kappas
        Concentrations, at least 0 and finite, shape (..., K) or one number for all.
    posterior
        Variational posterior q(z|x), shape (..., K): entries at least 0 of sum 1.
    log_prior
        Log prior up to a constant, shape (..., K); -inf takes a component out. None: all alike.

    Returns
    -------
        Bounds, shape (...).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, no component has a prior, a
        posterior is not a law, or shapes do not fit. If the posterior has weight where log_prior is -inf.

    Notes
    -----
    Source: theorem ``log_density_eq_elbo_add_divergence`` (section 3.3).

    Examples
    --------
    >>> from svflow_math.flow import elbo
    >>> x, means = [1.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]
    >>> elbo(x, means, [2.0, 2.0], [0.5, 0.5]).round(4)
    np.float64(-1.6619)
    """

    def log_weight(components: Components) -> NDArray:
        return log_scaled_normalizer(components.kappas, components.dim) + components.log_prior

    def value(states: States) -> NDArray:
        return mean_log_ratio(states.posterior, states.log_weight + states.excess)

    return over_states(log_weight, value, x, means, kappas, log_prior=log_prior, posterior=posterior, supported=True)


def posterior_gap(
    x: ArrayLike, means: ArrayLike, kappas: ArrayLike, posterior: ArrayLike, log_prior: ArrayLike | None = None
) -> NDArray:
    """Divergence KL(q | p(.|x)) of a variational posterior from the exact one: log p(x) less the ELBO.

    Parameters
    ----------
    x
        States, shape (..., d), of norm 1; they stand for their directions.
    means
        Mean directions, shape (..., K, d), of norm 1; leading axes broadcast with those of x.
    kappas
        Concentrations, at least 0 and finite, shape (..., K) or one number for all.
    posterior
        Variational posterior q(z|x), shape (..., K): entries at least 0 of sum 1.
    log_prior
        Log prior up to a constant, shape (..., K); -inf takes a component out. None: all alike.

    Returns
    -------
        Divergences, at least 0, shape (...).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, no component has a prior, a
        posterior is not a law, or shapes do not fit. If the posterior has weight where log_prior is -inf.

    Notes
    -----
    Source: theorem ``divergence_eq_sum_of_nonneg`` (section 3.3).

    Examples
    --------
    >>> from svflow_math.flow import posterior_gap
    >>> x, means = [1.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]
    >>> posterior_gap(x, means, [2.0, 2.0], [0.5, 0.5]).round(4)
    np.float64(0.4338)
    """

    def log_weight(components: Components) -> NDArray:
        return log_scaled_normalizer(components.kappas, components.dim) + components.log_prior

    def value(states: States) -> NDArray:
        return divergence_from_softmax(states.posterior, states.log_weight + states.excess)

    return over_states(log_weight, value, x, means, kappas, log_prior=log_prior, posterior=posterior, supported=True)


def velocity(
    x: ArrayLike,
    means: ArrayLike,
    kappas: ArrayLike,
    log_prior: ArrayLike | None = None,
    posterior: ArrayLike | None = None,
) -> NDArray:
    """Velocity P_x E_q[kappa_z mu_z] of the spherical flow; for the exact posterior P_x grad log p.

    Parameters
    ----------
    x
        States, shape (..., d), of norm 1; they stand for their directions.
    means
        Mean directions, shape (..., K, d), of norm 1; leading axes broadcast with those of x.
    kappas
        Concentrations, at least 0 and finite, shape (..., K) or one number for all.
    log_prior
        Log prior up to a constant, shape (..., K); -inf takes a component out. None: all alike.
    posterior
        Variational posterior q(z|x), shape (..., K): entries at least 0 of sum 1. None: the exact one.

    Returns
    -------
        Tangent vectors at x, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, no component has a prior, a
        posterior is not a law, or shapes do not fit.

    Notes
    -----
    Source: theorem ``spherical_field_eq_mean_of_tangent_scores`` (section 3.6).

    Examples
    --------
    >>> from svflow_math.flow import velocity
    >>> x, means = [1.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]
    >>> velocity(x, means, [2.0, 2.0]).round(4)
    array([0.    , 0.2384])
    """

    def log_weight(components: Components) -> NDArray:
        return log_scaled_normalizer(components.kappas, components.dim) + components.log_prior

    def value(states: States) -> NDArray:
        law = softmax(states.log_weight + states.excess) if states.posterior is None else states.posterior
        return states.tangent(law)

    return over_states(log_weight, value, x, means, kappas, log_prior=log_prior, posterior=posterior, vectors=True)


def single_component_flow(x: ArrayLike, mu: ArrayLike, kappa: ArrayLike, t: ArrayLike) -> NDArray:
    """Where the spherical flow of one von Mises-Fisher component carries a point in the time t.

    Parameters
    ----------
    x
        Points of the sphere, shape (..., d), of norm 1; they stand for their directions.
    mu
        Mean directions, shape (..., d), of norm 1; they stand for their directions.
    kappa
        Concentrations, at least 0 and finite; their shape broadcasts with the leading axes.
    t
        Times, of either sign; broadcast likewise.

    Returns
    -------
        Points of the sphere, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, or shapes do not broadcast.

    Notes
    -----
    The points mu and -mu rest; every other point tends to mu on its great circle with mu.

    Source: theorem ``single_component_flow_solves`` (section 3.7).

    Examples
    --------
    >>> from svflow_math.flow import single_component_flow
    >>> single_component_flow([0.0, 1.0], [1.0, 0.0], 2.0, 0.5).round(4)
    array([0.7616, 0.6481])
    """
    return rowwise(_single_component_flow, vectors={"x": x, "mu": mu}, scalars={"kappa": kappa, "t": t})


def _single_component_flow(rows: Rows, x: NDArray, mu: NDArray, kappa: NDArray, t: NDArray) -> Terms:
    rows.nonnegative("kappa", kappa)
    rows.finite("t", t)
    mm = rows.dot(mu, mu)
    rows.unit("mu", mm)
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    xm = rows.dot(mu, x)
    e, xe, sine, cosine = rows.rejection(mu, x, mm, xx, xm)
    nm = np.sqrt(mm)
    nx = np.sqrt(xx)
    reach = kappa * t
    far = one_plus_cosine(cosine / nx, sine / nx) / (1 + np.exp(-2 * reach))
    near = one_plus_cosine(-cosine / nx, sine / nx) / (np.exp(2 * reach) + 1)
    across = quotient(2 / (nx * (np.exp(reach) + np.exp(-reach))), far + near, 0)
    along = quotient((far - near) / nm, far + near, cosine / (nm * nx))
    return (across, e), (-across * xe / mm + along, mu)


def divergence(x: ArrayLike, means: ArrayLike, kappas: ArrayLike, log_prior: ArrayLike | None = None) -> NDArray:
    """Divergence on the sphere of the flow with the exact posterior: the Laplacian of log p.

    Parameters
    ----------
    x
        States, shape (..., d), of norm 1; they stand for their directions.
    means
        Mean directions, shape (..., K, d), of norm 1; leading axes broadcast with those of x.
    kappas
        Concentrations, at least 0 and finite, shape (..., K) or one number for all.
    log_prior
        Log prior up to a constant, shape (..., K); -inf takes a component out. None: all alike.

    Returns
    -------
        Divergences, shape (...).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, no component has a prior, a
        posterior is not a law, or shapes do not fit.

    Notes
    -----
    Along the flow d/dt log rho_t(x_t) is minus this.

    Source: theorem ``exact_posterior_divergence_eq`` (section 3.8).

    Examples
    --------
    >>> from svflow_math.flow import divergence
    >>> x, means = [1.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]
    >>> divergence(x, means, [2.0, 2.0]).round(4)
    np.float64(-1.3416)
    """

    def log_weight(components: Components) -> NDArray:
        return log_scaled_normalizer(components.kappas, components.dim) + components.log_prior

    def value(states: States) -> NDArray:
        law = softmax(states.log_weight + states.excess)
        return -(states.dim - 1) * states.along(states.mean_score(law)) + states.tangential_spread(law)

    return over_states(log_weight, value, x, means, kappas, log_prior=log_prior)
