"""Attention: functions emitted from the records of derivations/attention.

EMITTED by `python -m derivations`; a change belongs in the record. Digest 13df37026f227a4c.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.attention_inputs import attention_inputs, smoothing_inputs
from svflow_math.numerics.attention_tiles import Pairs, key_norm_range, posterior, posterior_mean
from svflow_math.numerics.log_bessel import log_normalizer
from svflow_math.numerics.rotary import join_planes, rotary_planes
from svflow_math.numerics.soft_cap import soft_cap
from svflow_math.numerics.tilt import kl_bound

__all__ = ["TiltBounds", "attend", "exact_posterior", "rotate", "smoothed_posterior", "tilt_bounds", "weights"]


def weights(
    q: ArrayLike,
    k: ArrayLike,
    *,
    scale: float | None = None,
    bias: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    causal: bool = False,
    softcap: float | None = None,
) -> NDArray:
    """Softmax attention weights.

    Parameters
    ----------
    q
        Queries, shape (..., n_q, d).
    k
        Keys, shape (..., n_k, d); leading axes broadcast, so grouped keys have an axis of length one.
    scale
        Positive factor tau of the logits; 1/sqrt(d) if None.
    bias
        Added to the logits, broadcasts to (..., n_q, n_k); -inf takes a key out of the support.
    mask
        Boolean, broadcasts to (..., n_q, n_k); True where a query may attend.
    causal
        Whether query i sees only the keys j <= i + n_k - n_q.
    softcap
        Bound c of the logits, as c tanh(logit/c); none if None.

    Returns
    -------
        Weights, shape (..., n_q, n_k); they sum to one over the keys.

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a value is not finite, a logit overflows, or a query has no key to attend to.

    Notes
    -----
    Source: theorem ``softmax_eq_vmf_posterior`` (section 6.1).

    Examples
    --------
    >>> from svflow_math.attention import weights
    >>> weights([[1.0, 0.0]], [[1.0, 0.0], [-1.0, 0.0]], scale=1.0).round(4)
    array([[0.8808, 0.1192]])
    """
    heads = attention_inputs(q, k, scale=scale, bias=bias, mask=mask, causal=causal, softcap=softcap)

    def log_likelihood(pairs: Pairs) -> NDArray:
        return soft_cap(pairs.scaled_inner, heads.softcap)

    return posterior(heads, log_likelihood)


def exact_posterior(
    q: ArrayLike,
    k: ArrayLike,
    *,
    scale: float | None = None,
    log_prior: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    causal: bool = False,
) -> NDArray:
    """Posterior over the keys in the mixture of their von Mises-Fisher laws, normalisers included.

    Parameters
    ----------
    q
        Queries, shape (..., n_q, d).
    k
        Keys, shape (..., n_k, d); leading axes broadcast, so grouped keys have an axis of length one.
    scale
        Positive factor tau of the logits; 1/sqrt(d) if None.
    log_prior
        Log prior up to a constant, broadcasts to (..., n_q, n_k); -inf takes a key out.
    mask
        Boolean, broadcasts to (..., n_q, n_k); True where a query may attend.
    causal
        Whether query i sees only the keys j <= i + n_k - n_q.

    Returns
    -------
        Posterior weights, shape (..., n_q, n_k); they sum to one over the keys.

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a value is not finite, a logit overflows, or a query has no key to attend to.

    Notes
    -----
    Source: theorem ``vmf_posterior_eq_softmax_of_log_normalizer`` (section 6.1).

    Examples
    --------
    >>> from svflow_math.attention import exact_posterior
    >>> exact_posterior([[1.0, 0.0]], [[1.0, 0.0], [-1.0, 0.0]], scale=1.0).round(4)
    array([[0.8808, 0.1192]])
    """
    heads = attention_inputs(q, k, scale=scale, log_prior=log_prior, mask=mask, causal=causal, precise=True)

    def log_likelihood(pairs: Pairs) -> NDArray:
        kappa = pairs.key_norm * pairs.scaled_query_norm
        return log_normalizer(kappa, heads.dim) + pairs.scaled_inner

    return posterior(heads, log_likelihood)


class TiltBounds(NamedTuple):
    """How far softmax weights can be from the exact posterior, per query: each (..., n_q)."""

    range: NDArray
    total_variation: NDArray
    kl: NDArray


def tilt_bounds(
    q: ArrayLike, k: ArrayLike, *, scale: float | None = None, mask: ArrayLike | None = None, causal: bool = False
) -> TiltBounds:
    """Bounds on how far softmax weights are from the exact posterior under the prior e^bias.

    Parameters
    ----------
    q
        Queries, shape (..., n_q, d).
    k
        Keys, shape (..., n_k, d); leading axes broadcast, so grouped keys have an axis of length one.
    scale
        Positive factor tau of the logits; 1/sqrt(d) if None.
    mask
        Boolean, broadcasts to (..., n_q, n_k); True where a query may attend.
    causal
        Whether query i sees only the keys j <= i + n_k - n_q.

    Returns
    -------
        TiltBounds(range, total_variation, kl), each (..., n_q): the range of log C_d over the keys of a query,
        tanh(range/4), and the sharp bound on the divergence KL(weights || posterior).

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a value is not finite, a logit overflows, or a query has no key to attend to.

    Notes
    -----
    Source: theorem ``kl_le_of_tilt`` (section 6.1).

    Examples
    --------
    >>> from svflow_math.attention import tilt_bounds
    >>> tilt_bounds([[1.0, 0.0]], [[2.0, 0.0], [0.0, 2.0]], scale=1.0)
    TiltBounds(range=array([0.]), total_variation=array([0.]), kl=array([0.]))
    """
    heads = attention_inputs(q, k, scale=scale, mask=mask, causal=causal, precise=True)
    lowest, highest = key_norm_range(heads)
    smallest = heads.scaled_query_norm * lowest
    largest = heads.scaled_query_norm * highest
    delta = np.maximum(
        -log_normalizer(largest, heads.dim) + log_normalizer(smallest, heads.dim), 0
    )  # rounding may order equal values either way
    bounds = (delta, np.tanh((1 / 4) * delta), kl_bound(delta))
    return TiltBounds(*(bound.astype(heads.dtype) for bound in bounds))


def smoothed_posterior(x: ArrayLike, points: ArrayLike, posteriors: ArrayLike, kappa: float) -> NDArray:
    """Posterior smoothed by a von Mises-Fisher kernel: sum_j w_j(x) q(z|x_j).

    Parameters
    ----------
    x
        Points of the sphere, shape (..., d).
    points
        Points x_j of the keys, shape (n, d).
    posteriors
        Laws q(z|x_j) over K components, shape (n, K).
    kappa
        Concentration of the kernel, at least 0.

    Returns
    -------
        Laws over the components, shape (..., K).

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a point is not a unit vector, a row is not a law, or kappa is negative.

    Notes
    -----
    Source: theorem ``attention_eq_smoothed_posterior_expectation`` (section 6.2).

    Examples
    --------
    >>> from svflow_math.attention import smoothed_posterior
    >>> smoothed_posterior([1.0, 0.0], [[1.0, 0.0], [-1.0, 0.0]], [[1.0, 0.0], [0.0, 1.0]], 1.0).round(4)
    array([0.8808, 0.1192])
    """
    heads, shape = smoothing_inputs(x, points, posteriors, kappa)

    def log_likelihood(pairs: Pairs) -> NDArray:
        return pairs.scaled_inner

    return posterior_mean(heads, log_likelihood).reshape(shape)


def rotate(x: ArrayLike, positions: ArrayLike, base: float = 10000.0) -> NDArray:
    """Rotary embedding, half-split layout: coordinates i and i + d/2 turn as a plane, with the position.

    Parameters
    ----------
    x
        Vectors of even dimension d, shape (..., d).
    positions
        Positions, any real numbers, broadcast to x.shape[:-1].
    base
        Plane i turns by the angle position * base^(-2 i/d).

    Returns
    -------
        Turned vectors, shape (..., d), with the dtype of x; norms are kept.

    Raises
    ------
    ValueError, TypeError
        If d is odd, shapes do not fit, a value is not finite, or the base is not positive.

    Notes
    -----
    Source: theorem ``rotary_inner_product_eq_relative`` (section 6.5).

    Examples
    --------
    >>> from svflow_math.attention import rotate
    >>> rotate([[1.0, 0.0], [1.0, 0.0]], [0, 1]).round(4)
    array([[1.    , 0.    ],
           [0.5403, 0.8415]])
    """
    first, second, angle, dtype = rotary_planes(x, positions, base)
    cosine = np.cos(angle)
    sine = np.sin(angle)
    return join_planes(cosine * first - second * sine, cosine * second + first * sine, dtype)


def attend(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    *,
    scale: float | None = None,
    bias: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    causal: bool = False,
    softcap: float | None = None,
) -> NDArray:
    """Softmax attention, tile by tile: the mean of the values under the weights of each query.

    Parameters
    ----------
    q
        Queries, shape (..., n_q, d).
    k
        Keys, shape (..., n_k, d); leading axes broadcast, so grouped keys have an axis of length one.
    v
        Values, shape (..., n_k, d_v).
    scale
        Positive factor tau of the logits; 1/sqrt(d) if None.
    bias
        Added to the logits, broadcasts to (..., n_q, n_k); -inf takes a key out of the support.
    mask
        Boolean, broadcasts to (..., n_q, n_k); True where a query may attend.
    causal
        Whether query i sees only the keys j <= i + n_k - n_q.
    softcap
        Bound c of the logits, as c tanh(logit/c); none if None.

    Returns
    -------
        Means of the values, shape (..., n_q, d_v).

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a value is not finite, a logit overflows, or a query has no key to attend to.

    Notes
    -----
    A query that may attend to no key is an error here; other libraries return zeros or NaN.

    Source: theorem ``streamed_softmax_eq_plain`` (section 6.7).

    Examples
    --------
    >>> from svflow_math.attention import attend
    >>> attend([[1.0, 0.0]], [[1.0, 0.0], [1.0, 0.0]], [[2.0], [4.0]])
    array([[3.]])
    """
    heads = attention_inputs(q, k, v, scale=scale, bias=bias, mask=mask, causal=causal, softcap=softcap)

    def log_likelihood(pairs: Pairs) -> NDArray:
        return soft_cap(pairs.scaled_inner, heads.softcap)

    return posterior_mean(heads, log_likelihood)
