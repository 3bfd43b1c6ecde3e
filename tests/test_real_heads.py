"""The attention chapter on recorded heads of a language model, against PyTorch's output and mpmath's densities."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import mpmath
import numpy as np
import pytest
from numpy.typing import NDArray

from svflow_math import attention
from svflow_math.data import Layer, attention_heads
from svflow_math.vmf import log_normalizer

DIGITS = 30
LAYERS = attention_heads()


@dataclass(frozen=True)
class Densities:
    """What mpmath says of one layer, in float64; nan where causality hides the pair."""

    log_normalizer: NDArray[np.float64]  # log C_d(kappa_ij), (heads, n, n)
    posterior: NDArray[np.float64]  # proportional to C_d(kappa_ij) exp(kappa_ij cos_ij), (heads, n, n)
    weights: NDArray[np.float64]  # proportional to exp(kappa_ij cos_ij), (heads, n, n)
    tilt_range: NDArray[np.float64]  # max - min over j of log C_d(kappa_ij), (heads, n)


@pytest.fixture(scope="module", params=LAYERS, ids=lambda layer: f"layer{layer.layer}")
def layer(request: pytest.FixtureRequest) -> Layer:
    return request.param


@pytest.fixture(scope="module")
def densities(layer: Layer) -> Densities:
    return _densities([other.layer for other in LAYERS].index(layer.layer))


@cache  # in a random order a layer comes and goes
def _densities(number: int) -> Densities:
    """Bayes' rule with the densities themselves: no logarithm is subtracted, nothing of the library is used."""
    layer = LAYERS[number]
    with mpmath.workdps(DIGITS):
        d = layer.q.shape[-1]
        order = mpmath.mpf(d) / 2 - 1
        keys = [[mpmath.mpf(float(entry)) for entry in key] for key in layer.k[0]]
        key_norms = [mpmath.sqrt(mpmath.fdot(key, key)) for key in keys]
        shape = (*layer.q.shape[:2], len(keys))
        log_c, exact, soft = (np.full(shape, np.nan) for _ in range(3))
        tilt_range = np.empty(shape[:2])
        for head, i in np.ndindex(*shape[:2]):
            query = [mpmath.mpf(float(entry)) for entry in layer.q[head, i]]
            query_norm = mpmath.sqrt(mpmath.fdot(query, query))
            kappas = [layer.scale * query_norm * norm for norm in key_norms[: i + 1]]
            cosines = [
                mpmath.fdot(query, key) / (query_norm * norm)
                for key, norm in zip(keys[: i + 1], key_norms[: i + 1], strict=True)
            ]
            constants = [
                kappa**order / ((2 * mpmath.pi) ** (order + 1) * mpmath.besseli(order, kappa)) for kappa in kappas
            ]
            likelihoods = [mpmath.exp(kappa * cosine) for kappa, cosine in zip(kappas, cosines, strict=True)]
            joint = [constant * likelihood for constant, likelihood in zip(constants, likelihoods, strict=True)]
            logs = [mpmath.log(constant) for constant in constants]
            log_c[head, i, : i + 1] = logs
            exact[head, i, : i + 1] = [density / mpmath.fsum(joint) for density in joint]
            soft[head, i, : i + 1] = [likelihood / mpmath.fsum(likelihoods) for likelihood in likelihoods]
            tilt_range[head, i] = max(logs) - min(logs)
        return Densities(log_c, exact, soft, tilt_range)


def in_float64(layer: Layer) -> tuple[NDArray, NDArray, NDArray]:
    return layer.q.astype(float), layer.k.astype(float), layer.v.astype(float)


def test_attend_is_the_recorded_output(layer: Layer) -> None:
    output = attention.attend(layer.q, layer.k, layer.v, scale=layer.scale, causal=True)
    assert output.dtype == np.float32
    assert np.max(abs(output - layer.output)) <= 1e-5


def test_weights_are_the_recorded_weights(layer: Layer) -> None:
    weights = attention.weights(layer.q, layer.k, scale=layer.scale, causal=True)
    assert np.max(abs(weights[:, -1] - layer.weights_last_query)) <= 2e-6


def test_exact_posterior_is_bayes_rule_on_densities(layer: Layer, densities: Densities) -> None:
    q, k, _ = in_float64(layer)
    posterior = attention.exact_posterior(q, k, scale=layer.scale, causal=True)
    assert np.max(abs(posterior - np.nan_to_num(densities.posterior))) <= 1e-12
    single = attention.exact_posterior(layer.q, layer.k, scale=layer.scale, causal=True)
    assert single.dtype == np.float32
    assert np.max(abs(single - posterior)) <= 1e-7


def test_prior_of_inverse_normalisers_gives_the_weights(layer: Layer, densities: Densities) -> None:
    """The prior is mpmath's, so that an error of the library's normaliser cannot cancel."""
    q, k, _ = in_float64(layer)
    log_prior = -np.nan_to_num(densities.log_normalizer)
    posterior = attention.exact_posterior(q, k, scale=layer.scale, causal=True, log_prior=log_prior)
    assert np.max(abs(posterior - np.nan_to_num(densities.weights))) <= 1e-12
    assert np.max(abs(attention.weights(q, k, scale=layer.scale, causal=True) - posterior)) <= 1e-12


def test_tilt_range_is_the_range_of_log_normalisers(layer: Layer, densities: Densities) -> None:
    q, k, _ = in_float64(layer)
    bounds = attention.tilt_bounds(q, k, scale=layer.scale, causal=True)
    assert np.max(abs(bounds.range - densities.tilt_range)) <= 1e-12
    assert np.max(bounds.range) > 1


def test_errors_lie_inside_the_bounds(layer: Layer, densities: Densities) -> None:
    q, k, v = in_float64(layer)
    bounds = attention.tilt_bounds(q, k, scale=layer.scale, causal=True)
    w, p = np.nan_to_num(densities.weights), np.nan_to_num(densities.posterior)
    total_variation = abs(w - p).sum(-1) / 2
    divergence = np.where(w > 0, w * np.log(np.where(w > 0, w, 1) / np.where(p > 0, p, 1)), 0).sum(-1)
    apart = np.linalg.norm(v[0, :, None] - v[0, None], axis=-1)
    diameters = np.array([apart[: i + 1, : i + 1].max() for i in range(len(apart))])
    field_error = np.linalg.norm((w - p) @ v, axis=-1)
    slack = 1e-14  # of float64 sums of probabilities
    assert np.all(total_variation <= bounds.total_variation + slack)
    assert np.all(divergence <= bounds.kl + slack)
    assert np.all(field_error <= diameters * (bounds.total_variation + slack))
    # Bounds twice too small would be exceeded.
    assert np.any(total_variation > bounds.total_variation / 2)
    assert np.any(divergence > bounds.kl / 2)


def test_normaliser_is_that_of_the_densities(layer: Layer, densities: Densities) -> None:
    q, k, _ = in_float64(layer)
    kappa = layer.scale * np.linalg.norm(q, axis=-1)[..., None] * np.linalg.norm(k, axis=-1)[..., None, :]
    seen = np.isfinite(densities.log_normalizer)
    error = log_normalizer(kappa, q.shape[-1])[seen] - densities.log_normalizer[seen]
    assert np.max(abs(error)) <= 1e-13 * np.max(abs(densities.log_normalizer[seen]))
