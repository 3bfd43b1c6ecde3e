"""von Mises-Fisher: functions emitted from the records of derivations/vmf.

EMITTED by `python -m derivations`; a change belongs in the record. Digest 32e84e18157073b3.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics import bessel_ratio, log_bessel, vmf_entropy
from svflow_math.numerics.driver import Rows, Terms, rowwise
from svflow_math.numerics.log_bessel import log_scaled_normalizer
from svflow_math.numerics.primitives import one_plus_cosine
from svflow_math.numerics.vmf_checks import of_concentration
from svflow_math.numerics.vmf_divergence import kl_equal_means
from svflow_math.numerics.vmf_types import Concentrations, Dimensions, Value

__all__ = [
    "ambient_score",
    "entropy",
    "fisher_information",
    "kl_divergence",
    "kl_to_uniform",
    "log_density",
    "log_normalizer",
    "mean_resultant_length",
    "mean_resultant_length_complement",
    "mean_resultant_length_derivative",
    "score",
]


def log_normalizer(kappa: ArrayLike, dim: ArrayLike) -> NDArray:
    """Logarithm of the normaliser C_d(kappa): the density of the law is C_d(kappa) e^(kappa <mu, x>).

    Parameters
    ----------
    kappa
        Concentrations, at least 0 and finite, any shape.
    dim
        Dimensions d of the ambient space, integers from 2 on; broadcasts with kappa.

    Returns
    -------
        log C_d(kappa), in the shape of the broadcast arguments.

    Raises
    ------
    ValueError, TypeError
        If kappa is negative or not finite, dim is not an integer from 2 on, or shapes do not broadcast.

    Notes
    -----
    Source: theorem ``normalizer_eq_bessel`` (section 2.1).

    Examples
    --------
    >>> from svflow_math.vmf import log_normalizer
    >>> float(log_normalizer(1000.0, 3).round(10))
    -994.9301217874
    """
    return of_concentration(log_bessel.log_normalizer, kappa, dim)


def log_density(x: ArrayLike, mu: ArrayLike, kappa: ArrayLike) -> NDArray:
    """Log density log C_d(kappa) + kappa <mu, x> with respect to the surface measure of the sphere.

    Parameters
    ----------
    x
        Points of the sphere, shape (..., d), of norm 1; they stand for their directions.
    mu
        Mean directions, shape (..., d), of norm 1; they stand for their directions.
    kappa
        Concentrations, at least 0 and finite; their shape broadcasts with the leading axes.

    Returns
    -------
        Log densities, shape (...).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, or shapes do not broadcast.

    Notes
    -----
    Source: theorem ``log_density_eq_scaled`` (section 2.2).

    Examples
    --------
    >>> from svflow_math.vmf import log_density
    >>> float(log_density([0.0, 0.6, 0.8], [0.0, 0.6, 0.8], 1e10).round(12))
    21.187973863531
    """
    return rowwise(_log_density, vectors={"x": x, "mu": mu}, scalars={"kappa": kappa}, returns="scalar")


def _log_density(rows: Rows, x: NDArray, mu: NDArray, kappa: NDArray) -> NDArray:
    rows.nonnegative("kappa", kappa)
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    mm = rows.dot(mu, mu)
    rows.unit("mu", mm)
    xm = rows.dot(mu, x)
    _e, _xe, sine, cosine = rows.rejection(x, mu, xx, mm, xm)
    nm = np.sqrt(mm)
    versine = one_plus_cosine(-cosine / nm, sine / nm)
    return -kappa * versine + log_scaled_normalizer(kappa, x.shape[-1])


def ambient_score(mu: ArrayLike, kappa: ArrayLike) -> NDArray:
    """Gradient kappa mu of the log density, extended off the sphere linearly: the same at every point.

    Parameters
    ----------
    mu
        Mean directions, shape (..., d), of norm 1; they stand for their directions.
    kappa
        Concentrations, at least 0 and finite; their shape broadcasts with the leading axes.

    Returns
    -------
        Vectors of the ambient space, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, or shapes do not broadcast.

    Notes
    -----
    Source: theorem ``score_eq_concentrated_direction`` (section 2.2).

    Examples
    --------
    >>> from svflow_math.vmf import ambient_score
    >>> ambient_score([0.6, 0.8], 10.0)
    array([6., 8.])
    """
    return rowwise(_ambient_score, vectors={"mu": mu}, scalars={"kappa": kappa})


def _ambient_score(rows: Rows, mu: NDArray, kappa: NDArray) -> Terms:
    rows.nonnegative("kappa", kappa)
    mm = rows.dot(mu, mu)
    rows.unit("mu", mm)
    return ((kappa / np.sqrt(mm), mu),)


def score(x: ArrayLike, mu: ArrayLike, kappa: ArrayLike) -> NDArray:
    """Riemannian score kappa P_x mu: the gradient on the sphere of the log density, tangent at x.

    Parameters
    ----------
    x
        Points of the sphere, shape (..., d), of norm 1; they stand for their directions.
    mu
        Mean directions, shape (..., d), of norm 1; they stand for their directions.
    kappa
        Concentrations, at least 0 and finite; their shape broadcasts with the leading axes.

    Returns
    -------
        Tangent vectors at x, shape (..., d).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, or shapes do not broadcast.

    Notes
    -----
    At y = r x the gradient of the log density of the direction of y is score(x, mu, kappa) / r.

    Source: theorem ``riemannian_score_eq_projection`` (section 2.2).

    Examples
    --------
    >>> from svflow_math.vmf import score
    >>> score([1.0, 0.0], [0.6, 0.8], 10.0)
    array([0., 8.])
    """
    return rowwise(_score, vectors={"x": x, "mu": mu}, scalars={"kappa": kappa})


def _score(rows: Rows, x: NDArray, mu: NDArray, kappa: NDArray) -> Terms:
    rows.nonnegative("kappa", kappa)
    xx = rows.dot(x, x)
    rows.unit("x", xx)
    mm = rows.dot(mu, mu)
    rows.unit("mu", mm)
    xm = rows.dot(mu, x)
    e, xe, _sine, _cosine = rows.rejection(x, mu, xx, mm, xm)
    nm = np.sqrt(mm)
    return (kappa / nm, e), (-kappa * xe / (nm * xx), x)


def mean_resultant_length(kappa: ArrayLike, dim: ArrayLike) -> NDArray:
    """Mean resultant length A_d(kappa) = E <mu, x>, the mean of the cosine.

    Parameters
    ----------
    kappa
        Concentrations, at least 0 and finite, any shape.
    dim
        Dimensions d of the ambient space, integers from 2 on; broadcasts with kappa.

    Returns
    -------
        A_d(kappa) in [0, 1], in the shape of the broadcast arguments.

    Raises
    ------
    ValueError, TypeError
        If kappa is negative or not finite, dim is not an integer from 2 on, or shapes do not broadcast.

    Notes
    -----
    Source: theorem ``neg_log_normalizer_derivative_eq_mean_resultant_length`` (section 2.3).

    Examples
    --------
    >>> from svflow_math.vmf import mean_resultant_length
    >>> float(mean_resultant_length(5.0, 3).round(12))
    0.800090803982
    """
    return of_concentration(bessel_ratio.mean_resultant_length, kappa, dim)


def mean_resultant_length_complement(kappa: ArrayLike, dim: ArrayLike) -> NDArray:
    """1 - A_d(kappa) > 0, with all its digits where A_d(kappa) rounds to 1.

    Parameters
    ----------
    kappa
        Concentrations, at least 0 and finite, any shape.
    dim
        Dimensions d of the ambient space, integers from 2 on; broadcasts with kappa.

    Returns
    -------
        1 - A_d(kappa) in [0, 1], in the shape of the broadcast arguments.

    Raises
    ------
    ValueError, TypeError
        If kappa is negative or not finite, dim is not an integer from 2 on, or shapes do not broadcast.

    Notes
    -----
    Source: theorem ``mean_resultant_length_lt_one`` (section 2.3).

    Examples
    --------
    >>> from svflow_math.vmf import mean_resultant_length_complement
    >>> print(f'{mean_resultant_length_complement(1e20, 3):.12e}')
    1.000000000000e-20
    """
    return of_concentration(bessel_ratio.mean_resultant_length_complement, kappa, dim)


def mean_resultant_length_derivative(kappa: ArrayLike, dim: ArrayLike) -> NDArray:
    """Derivative A_d'(kappa) of the mean resultant length: the variance of the cosine.

    Parameters
    ----------
    kappa
        Concentrations, at least 0 and finite, any shape.
    dim
        Dimensions d of the ambient space, integers from 2 on; broadcasts with kappa.

    Returns
    -------
        A_d'(kappa), at most 1/d, in the shape of the broadcast arguments.

    Raises
    ------
    ValueError, TypeError
        If kappa is negative or not finite, dim is not an integer from 2 on, or shapes do not broadcast.

    Notes
    -----
    Source: theorem ``mean_resultant_length_derivative_eq_variance`` (section 2.3).

    Examples
    --------
    >>> from svflow_math.vmf import mean_resultant_length_derivative
    >>> print(f'{mean_resultant_length_derivative(1e8, 3):.12e}')
    1.000000000000e-16
    """
    return of_concentration(bessel_ratio.mean_resultant_length_derivative, kappa, dim)


def fisher_information(kappa: ArrayLike, dim: ArrayLike) -> NDArray:
    """Fisher information (d - 1) kappa A_d(kappa): the mean squared length of the Riemannian score.

    Parameters
    ----------
    kappa
        Concentrations, at least 0 and finite, any shape.
    dim
        Dimensions d of the ambient space, integers from 2 on; broadcasts with kappa.

    Returns
    -------
        The information, at least 0, in the shape of the broadcast arguments.

    Raises
    ------
    ValueError, TypeError
        If kappa is negative or not finite, dim is not an integer from 2 on, or shapes do not broadcast.

    Notes
    -----
    Source: theorem ``fisher_information_eq`` (section 2.5).

    Examples
    --------
    >>> from svflow_math.vmf import fisher_information
    >>> float(fisher_information(100.0, 3))
    198.0
    """
    return of_concentration(_fisher_information, kappa, dim)


def _fisher_information(kappa: Concentrations, dim: Dimensions) -> Value:
    return kappa * (dim - 1) * bessel_ratio.mean_resultant_length(kappa, dim)


def entropy(kappa: ArrayLike, dim: ArrayLike) -> NDArray:
    """Differential entropy H = -log C_d(kappa) - kappa A_d(kappa), in nats.

    Parameters
    ----------
    kappa
        Concentrations, at least 0 and finite, any shape.
    dim
        Dimensions d of the ambient space, integers from 2 on; broadcasts with kappa.

    Returns
    -------
        H, in the shape of the broadcast arguments.

    Raises
    ------
    ValueError, TypeError
        If kappa is negative or not finite, dim is not an integer from 2 on, or shapes do not broadcast.

    Notes
    -----
    Source: theorem ``entropy_eq_log_normalizer`` (section 2.6).

    Examples
    --------
    >>> from svflow_math.vmf import entropy
    >>> float(entropy(0.0, 3).round(12))  # log(4 pi)
    2.531024246969
    """
    return of_concentration(vmf_entropy.entropy, kappa, dim)


def kl_divergence(mu1: ArrayLike, kappa1: ArrayLike, mu2: ArrayLike, kappa2: ArrayLike) -> NDArray:
    """Kullback-Leibler divergence KL(vMF(mu1, kappa1) || vMF(mu2, kappa2)), in nats.

    Parameters
    ----------
    mu1
        Mean directions, shape (..., d), of norm 1; they stand for their directions.
    kappa1
        Concentrations, at least 0 and finite; their shape broadcasts with the leading axes.
    mu2
        Mean directions, shape (..., d), of norm 1; they stand for their directions.
    kappa2
        Concentrations, at least 0 and finite; their shape broadcasts with the leading axes.

    Returns
    -------
        The divergence, at least 0, shape (...).

    Raises
    ------
    ValueError, TypeError
        If a vector is not of norm 1, a concentration is negative or not finite, or shapes do not broadcast.

    Notes
    -----
    Relative accuracy is kept where the laws are close, in direction and in concentration.

    Source: theorem ``divergence_eq_add_chord`` (section 2.6).

    Examples
    --------
    >>> from svflow_math.vmf import kl_divergence
    >>> float(kl_divergence([1.0, 0.0], 2.0, [1.0, 0.0], 2.0))
    0.0
    """
    return rowwise(
        _kl_divergence, vectors={"mu1": mu1, "mu2": mu2}, scalars={"kappa1": kappa1, "kappa2": kappa2}, returns="scalar"
    )


def _kl_divergence(rows: Rows, mu1: NDArray, mu2: NDArray, kappa1: NDArray, kappa2: NDArray) -> NDArray:
    rows.nonnegative("kappa1", kappa1)
    rows.nonnegative("kappa2", kappa2)
    xx = rows.dot(mu1, mu1)
    rows.unit("mu1", xx)
    mm = rows.dot(mu2, mu2)
    rows.unit("mu2", mm)
    xm = rows.dot(mu1, mu2)
    _e, _xe, sine, cosine = rows.rejection(mu1, mu2, xx, mm, xm)
    nm = np.sqrt(mm)
    versine = one_plus_cosine(-cosine / nm, sine / nm)
    return kappa2 * versine * bessel_ratio.mean_resultant_length(kappa1, mu1.shape[-1]) + kl_equal_means(
        kappa1, kappa2, mu1.shape[-1]
    )


def kl_to_uniform(kappa: ArrayLike, dim: ArrayLike) -> NDArray:
    """Kullback-Leibler divergence from the uniform law: kappa^2 / (2 d) - ... near 0, in nats.

    Parameters
    ----------
    kappa
        Concentrations, at least 0 and finite, any shape.
    dim
        Dimensions d of the ambient space, integers from 2 on; broadcasts with kappa.

    Returns
    -------
        The divergence, at least 0, in the shape of the broadcast arguments.

    Raises
    ------
    ValueError, TypeError
        If kappa is negative or not finite, dim is not an integer from 2 on, or shapes do not broadcast.

    Notes
    -----
    Source: theorem ``divergence_uniform_isBigO`` (section 2.6).

    Examples
    --------
    >>> from svflow_math.vmf import kl_to_uniform
    >>> print(f'{kl_to_uniform(1e-5, 3):.12e}')
    1.666666666650e-11
    """
    return of_concentration(_kl_to_uniform, kappa, dim)


def _kl_to_uniform(kappa: Concentrations, dim: Dimensions) -> Value:
    return kl_equal_means(kappa, 0, dim)
