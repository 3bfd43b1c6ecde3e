"""Wrong functions of the chapter on attention."""

from __future__ import annotations

from typing import Any

import numpy as np

from derivations.attention.attention_eq_smoothed_posterior_expectation import THEOREM as SMOOTHED
from derivations.attention.softmax_eq_vmf_posterior import THEOREM as SOFTMAX
from derivations.attention.streamed_softmax_eq_plain import THEOREM as STREAMED
from derivations.attention.vmf_posterior_eq_softmax_of_log_normalizer import THEOREM as POSTERIOR
from svflow_math.gen import attention
from tests.mutants.functions import WrongFunction

_weights, _attend, _smoothed = attention.weights, attention.attend, attention.smoothed_posterior


def by_product(bias: Any, **arguments: Any) -> Any:
    """The bias as a factor of the likelihood, not of its logarithm."""
    weights = _weights(**arguments) * np.asarray(bias)
    return weights / weights.sum(axis=-1, keepdims=True)


def in_single(*arrays: Any, **named: Any) -> Any:
    arrays = tuple(np.asarray(a, np.float32) for a in arrays)
    named = {name: a if np.ndim(a) == 0 else np.asarray(a, np.float32) for name, a in named.items()}
    return _attend(*arrays, **named).astype(float)


def without_normalizers(q: Any, k: Any, *, log_prior: Any = None, **options: Any) -> Any:
    return _weights(q, k, bias=log_prior, **options)


def hardly_sharper(x: Any, points: Any, posteriors: Any, kappa: float) -> Any:
    return _smoothed(x, points, posteriors, kappa * (1 + 1e-14))


FUNCTIONS = [
    WrongFunction("a bias as a factor", SOFTMAX, attention, "weights", by_product, frozenset({"bits of weights"})),
    WrongFunction("attention in float32", STREAMED, attention, "attend", in_single, frozenset({"bits of attend"})),
    WrongFunction(
        "a posterior without normalisers",
        POSTERIOR,
        attention,
        "exact_posterior",
        without_normalizers,
        frozenset({"bits of exact_posterior", "posterior of real heads"}),
    ),
    WrongFunction(
        "a kernel off by 45 roundings",
        SMOOTHED,
        attention,
        "smoothed_posterior",
        hardly_sharper,
        frozenset({"bits of smoothed_posterior"}),
    ),
]
