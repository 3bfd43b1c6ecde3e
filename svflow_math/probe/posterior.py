"""Metrics of a posterior whose logits and concentrations are given pair by pair: no two arrays q and k say it all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from svflow_math.metrics import HeadMetrics
from svflow_math.vmf import log_normalizer

HIDDEN = -1e300  # the logarithm of no weight at all: finite, so that nothing times it is nothing


@dataclass(frozen=True)
class Posterior:
    """Components j of a query i: logits kappa_ij <mu_ij, x_i>, concentrations kappa_ij, log priors up to a constant."""

    logits: NDArray  # (n_q, n_k)
    kappa: NDArray
    bias: NDArray | None  # None: all the same
    dim: int
    weights: NDArray | None = None  # a variational posterior of its own; None for the softmax of logits and bias


@dataclass(frozen=True)
class Sums:
    """Per query, over the components that it sees: w are weights, e^law up to a factor, and p the exact posterior's."""

    energy: NDArray  # log sum_j e^law
    evidence: NDArray  # log sum_j p
    prior: NDArray  # log sum_j e^bias
    mean_law: NDArray  # sum_j w_j law_j
    mean_exact: NDArray  # sum_j w_j log p_j
    count: NDArray
    kappa: NDArray  # sum_j kappa_j


def posterior_metrics(posterior: Posterior, mask: NDArray[np.bool_]) -> tuple[HeadMetrics, HeadMetrics]:
    """The metrics of one head over the components in the mask, (n_q,) each; with the first component and without it.

    Each query has to see a component beside the first.
    """
    prior = None if posterior.bias is None else np.where(mask, posterior.bias, HIDDEN)
    joint = np.where(mask, posterior.logits, HIDDEN) if prior is None else prior + posterior.logits
    law = joint if posterior.weights is None else _log_weights(posterior.weights, mask)
    exact = joint + log_normalizer(posterior.kappa, posterior.dim)
    kappa = np.where(mask, posterior.kappa, 0)
    rest, sink = (
        _sums(law[:, part], exact[:, part], kappa[:, part], mask[:, part], None if prior is None else prior[:, part])
        for part in (slice(1, None), slice(1))
    )
    uniform = float(log_normalizer(0.0, posterior.dim))
    return _metrics(_joined(rest, sink), uniform), _metrics(rest, uniform)


def _log_weights(weights: NDArray, mask: NDArray[np.bool_]) -> NDArray:
    with np.errstate(divide="ignore"):
        return np.where(mask & (weights > 0), np.log(weights), HIDDEN)


def _sums(law: NDArray, exact: NDArray, kappa: NDArray, mask: NDArray[np.bool_], prior: NDArray | None) -> Sums:
    energy, weights = _normalised(law)
    count = mask.sum(axis=-1).astype(np.float64)
    with np.errstate(divide="ignore"):
        log_prior = np.log(count) if prior is None else _normalised(prior)[0]
    return Sums(
        energy=energy,
        evidence=_normalised(exact)[0],
        prior=log_prior,
        mean_law=np.vecdot(weights, law),
        mean_exact=np.vecdot(weights, exact),
        count=count,
        kappa=kappa.sum(axis=-1),
    )


def _normalised(logs: NDArray) -> tuple[NDArray, NDArray]:
    """The logarithm of the sum of the exponentials, and the exponentials over that sum."""
    top = logs.max(axis=-1, keepdims=True)
    weights = np.exp(logs - top)
    mass = weights.sum(axis=-1, keepdims=True)
    weights /= mass
    return (top + np.log(mass))[..., 0], weights


def _joined(rest: Sums, sink: Sums) -> Sums:
    """The sums over two disjoint sets of components, from those over each."""
    energy = np.logaddexp(rest.energy, sink.energy)
    shares = [np.exp(part.energy - energy) for part in (rest, sink)]
    return Sums(
        energy=energy,
        evidence=np.logaddexp(rest.evidence, sink.evidence),
        prior=np.logaddexp(rest.prior, sink.prior),
        mean_law=shares[0] * rest.mean_law + shares[1] * sink.mean_law,
        mean_exact=shares[0] * rest.mean_exact + shares[1] * sink.mean_exact,
        count=rest.count + sink.count,
        kappa=rest.kappa + sink.kappa,
    )


def _metrics(sums: Sums, uniform: float) -> HeadMetrics:
    """By the definitions of the chapter on metrics."""
    log_likelihood = sums.evidence - sums.prior
    entropy = sums.energy - sums.mean_law
    return HeadMetrics(
        concentration=sums.kappa / sums.count,
        log_likelihood=log_likelihood,
        relative_log_likelihood=log_likelihood - uniform,
        posterior_gap=np.maximum(sums.evidence - sums.mean_exact - entropy, 0),
        entropy=entropy,
    )
