"""Metrics of a posterior whose logits and concentrations are given pair by pair: no two arrays q and k say it all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, logsumexp, rel_entr, softmax

from svflow_math.metrics import HeadMetrics
from svflow_math.vmf import log_normalizer


@dataclass(frozen=True)
class Posterior:
    """Components j of a query i: logits kappa_ij <mu_ij, x_i>, concentrations kappa_ij, log priors up to a constant."""

    logits: NDArray  # (..., n_q, n_k)
    kappa: NDArray
    bias: NDArray | float
    dim: int
    weights: NDArray | None = None  # a variational posterior of its own; None for the softmax of logits and bias

    @cached_property
    def log_normalizer(self) -> NDArray:
        return log_normalizer(self.kappa, self.dim)


def visible(allowed: NDArray[np.bool_], sink: bool) -> NDArray[np.bool_]:
    """The mask with or without the first key."""
    if sink:
        return allowed
    rest = allowed.copy()
    rest[:, 0] = False
    return rest


def posterior_metrics(posterior: Posterior, mask: NDArray[np.bool_]) -> HeadMetrics:
    """The metrics of one head over the components in the mask, by the definitions of the chapter on metrics."""
    prior = np.where(mask, posterior.bias, -np.inf)
    joint = prior + posterior.logits + posterior.log_normalizer
    evidence = logsumexp(joint, axis=-1, keepdims=True)
    log_likelihood = (evidence - logsumexp(prior, axis=-1, keepdims=True))[..., 0]
    if posterior.weights is None:
        weights = softmax(prior + posterior.logits, axis=-1)
    else:
        weights = np.where(mask, posterior.weights, 0)
        weights /= weights.sum(axis=-1, keepdims=True)
    return HeadMetrics(
        concentration=np.where(mask, posterior.kappa, 0).sum(axis=-1) / mask.sum(axis=-1),
        log_likelihood=log_likelihood,
        relative_log_likelihood=log_likelihood - log_normalizer(0.0, posterior.dim),
        posterior_gap=np.maximum(rel_entr(weights, np.exp(joint - evidence)).sum(axis=-1), 0),
        entropy=entr(weights).sum(axis=-1),
    )
