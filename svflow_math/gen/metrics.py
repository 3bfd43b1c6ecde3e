"""Metrics: functions emitted from the records of derivations/metrics.

EMITTED by `python -m derivations`; a change belongs in the record. Digest 3fb1ea5f1f354f55.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.checks import chosen
from svflow_math.numerics.divergence_term import divergence_term
from svflow_math.numerics.last_axis import total
from svflow_math.numerics.metrics_inputs import head_inputs, law_inputs, token_inputs
from svflow_math.numerics.midpoint_divergence import midpoint_divergence

__all__ = ["HeadMetrics", "context_divergence", "head_metrics", "perplexity"]


class HeadMetrics(NamedTuple):
    """Results of head_metrics, one array each."""

    concentration: NDArray
    log_likelihood: NDArray
    relative_log_likelihood: NDArray
    posterior_gap: NDArray
    entropy: NDArray


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def head_metrics(
    q: ArrayLike,
    k: ArrayLike,
    *,
    scale: float | None = None,
    bias: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    causal: bool = True,
    sink: bool | None = True,
    softcap: float | None = None,
) -> HeadMetrics:
    """Metrics of attention heads, read as mixtures on the sphere of the head, per query.

    Parameters
    ----------
    q
        Queries, shape (..., n_q, d).
    k
        Keys, shape (..., n_k, d); leading axes broadcast, so grouped keys have an axis of length one.
    scale
        Positive factor tau of the logits; 1/sqrt(d) if None.
    bias
        Added to the logits, the log prior of keys, broadcasts to (..., n_q, n_k); -inf takes a key out.
    mask
        Boolean, broadcasts to (..., n_q, n_k); True where a query may attend.
    causal
        Whether query i sees only the keys j <= i + n_k - n_q.
    sink
        Whether key 0 counts, which takes much of the mass of many heads; without it the weights are normalised over
        the other keys. None: both, along a new first axis, with it first; at little more cost.
    softcap
        Bound c of the logits, as c tanh(logit/c); the gap is then of the capped weights.

    Returns
    -------
        HeadMetrics of arrays (..., n_q): the mean concentration of the keys that the query sees, log p(x) and the
        same relative to the uniform density, KL(weights || exact posterior), and the entropy of the weights.

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a value is not finite, a logit overflows, or a query has no key.

    Notes
    -----
    Streamed over blocks of queries, in the gauge of the queries, keys and scale given. float32 is computed in
    float32, with errors of about 1e-6 of the logits.

    Source: theorem ``log_likelihood_eq_energy_add_mean_log_normalizer_add_gap`` (section 9.2).

    Examples
    --------
    >>> from svflow_math.metrics import head_metrics
    >>> head_metrics([[1.0, 0.0]], [[1.0, 0.0], [-1.0, 0.0]], scale=1.0).entropy.round(4)
    array([0.3653])
    """
    inputs = head_inputs(q=q, k=k, scale=scale, bias=bias, mask=mask, causal=causal, sink=sink, softcap=softcap)
    return HeadMetrics(
        *map(
            inputs.result,
            (
                inputs.scaled_query_norm * inputs.norms / inputs.count,
                -inputs.prior + inputs.energy + inputs.gap + inputs.mean_tilt,
                -inputs.prior + inputs.energy + inputs.gap + inputs.mean_tilt - inputs.uniform,
                inputs.gap,
                inputs.energy - inputs.mean_logit,
            ),
        )
    )


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def context_divergence(w1: ArrayLike, w2: ArrayLike, base: str = "js") -> NDArray:
    """Divergence of two laws over the same items: Jensen-Shannon, or Kullback-Leibler of w1 from w2.

    Parameters
    ----------
    w1
        First laws, shape (..., n), over the union of the two supports; zeros are allowed.
    w2
        Second laws, shape (..., n).
    base
        'js': the mean of the divergences from the midpoint, at most log 2; 'kl': KL(w1 || w2), inf where w2
        vanishes and w1 does not.

    Returns
    -------
        Divergences in nats, shape (...).

    Raises
    ------
    ValueError, TypeError
        If shapes do not fit, a row is not a law, or the base is another.

    Notes
    -----
    float32 is computed in float32, term by term without cancellation.

    Source: theorem ``divergence_eq_sum_of_nonneg_terms`` (section 9.5).

    Examples
    --------
    >>> from svflow_math.metrics import context_divergence
    >>> context_divergence([0.5, 0.5], [0.75, 0.25], base='kl').round(6)
    np.float64(0.143841)
    """
    inputs = law_inputs(w1=w1, w2=w2)
    term = chosen("base", base, _BASES)(inputs.first, inputs.second)
    return inputs.result(total(term))


def _js(a: NDArray, b: NDArray) -> NDArray:
    return midpoint_divergence(a, b)


def _kl(a: NDArray, b: NDArray) -> NDArray:
    return divergence_term(a, b)


_BASES = {"js": _js, "kl": _kl}


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def perplexity(log_probs: ArrayLike) -> NDArray:
    """Perplexity: the inverse geometric mean of the probabilities of the tokens that came.

    Parameters
    ----------
    log_probs
        Natural logarithms of the probabilities, at most 0, shape (..., n).

    Returns
    -------
        Perplexities, shape (...); inf where a probability is zero.

    Raises
    ------
    ValueError, TypeError
        If there is no token, a value is NaN, inf or positive, or the result overflows.

    Notes
    -----
    Source: theorem ``perplexity_of_uniform_eq_count`` (section 9.6).

    Examples
    --------
    >>> from svflow_math.metrics import perplexity
    >>> perplexity([-1.0, -3.0]).round(4)
    np.float64(7.3891)
    """
    inputs = token_inputs(log_probs=log_probs)
    return inputs.result(np.exp(-total(inputs.log_probs) / inputs.count))
