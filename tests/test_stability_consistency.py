"""Tied scores keep softmax near the exact posterior, on recorded heads; free values do not, by a construction."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import logsumexp

from svflow_math.attention import exact_posterior, tilt_bounds, weights
from svflow_math.data import Layer, attention_heads
from svflow_math.vmf import log_density

LAYERS = attention_heads()


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: f"layer{layer.layer}")
def test_tied_scores_obey_the_bound_on_real_heads(layer: Layer) -> None:
    """Every query of every recorded head; the divergence is not zero, so that the bound says something."""
    q, k = layer.q.astype(float), layer.k.astype(float)
    law = weights(q, k, scale=layer.scale, causal=True)
    exact = exact_posterior(q, k, scale=layer.scale, causal=True)
    seen = law > 0
    ratio = np.log(np.where(seen, law, 1) / np.where(seen, exact, 1))
    divergence = (law * ratio).sum(-1)
    bound = tilt_bounds(q, k, scale=layer.scale, causal=True).kl
    assert (divergence <= bound + 1e-12).all()
    assert divergence.max() > 1e-3


@pytest.mark.parametrize("bound", [1.0, 30.0, 1e4])
def test_free_values_exceed_any_bound(bound: float) -> None:
    """Keys orthogonal to x, of equal norms, and the values kappa x and -kappa x."""
    x = np.array([0.6, 0.0, 0.8])
    keys = 3 * np.array([[0.0, 1.0, 0.0], [0.8, 0.0, -0.6]])
    kappa = bound + 1
    law = weights(x[None], keys, scale=1.0)[0]
    assert np.abs(law - 0.5).max() < 1e-15
    assert tilt_bounds(x[None], keys, scale=1.0).kl[0] < 1e-15  # what it would be, were the scores the keys
    densities = np.array([log_density(x, x, kappa), log_density(x, -x, kappa)])
    divergence = (law * (np.log(law) - densities + logsumexp(densities))).sum()
    assert divergence > bound
    assert divergence == pytest.approx(kappa + np.log1p(np.exp(-2 * kappa)) - np.log(2), rel=1e-12)
