"""Head metrics on the sphere of the stream: the faithful reading of p(x | z), if the map to the queries is affine.

For x the direction of the stream, q_i = R_i (c_i sqrt(d) W_Q (g * x) + b), so that tau <q_i, k_j> is an inner product
of x with m_ij = tau c_i sqrt(d) g * W_Q^T R_i^T k_j, plus tau <R_i b, k_j>. Component j has the mean direction and the
length of m_ij, and the second term is its log prior. c_i <= 1 is what the epsilon of the norm leaves of the radius; but
for it nothing of a component depends on x.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from svflow_math.probe.architecture import Layer, Rotary
from svflow_math.probe.errors import ProbeError
from svflow_math.probe.measurement import SINKS, SuffixHeads
from svflow_math.probe.posterior import Posterior, posterior_metrics
from svflow_math.probe.recovery import turn


@dataclass(frozen=True)
class QueryMap:
    """The affine map from the stream to the queries of one layer."""

    rotary: Rotary | None
    eps: float  # of the norm
    gram: NDArray  # (heads, d_h, d_h): W_Q diag(g^2) W_Q^T
    bias: NDArray | None  # (heads, d_h)
    dim: int

    @classmethod
    def of(cls, layer: Layer, index: int) -> QueryMap:
        attention, norm = layer.attention, layer.before_attention
        if attention.query_norm is not None:
            raise ProbeError(f"model space needs an affine map to the queries, and layer {index} has QK-norm")
        if norm is None:
            raise ProbeError(f"model space needs a norm before attention, and layer {index} has none")
        weight = attention.query.weight.reshape(-1, attention.head_dim, norm.gain.size) * norm.gain
        bias = None if attention.query.bias is None else attention.query.bias.reshape(-1, attention.head_dim)
        return cls(attention.rotary, norm.eps, weight @ weight.swapaxes(-1, -2), bias, norm.gain.size)

    def shrinkage(self, radius: NDArray) -> NDArray:
        """c_i of a stream of that radius."""
        return 1 / np.sqrt(1 + self.dim * self.eps / radius**2)


def model_space(heads: SuffixHeads, maps: QueryMap, radius: NDArray, suffix: slice) -> dict[str, NDArray]:
    """Metrics (heads,) of a layer, means over the suffix; radius (n,) of the stream that enters it."""
    groups, per_group, n_q, head_dim = heads.query.shape
    turns = rotations(maps.rotary, suffix.start, suffix.stop, head_dim)
    factor = heads.scale * np.sqrt(maps.dim) * maps.shrinkage(radius[suffix])
    gram = maps.gram.reshape(groups, per_group, head_dim, head_dim)
    bias = None if maps.bias is None else maps.bias.reshape(groups, per_group, head_dim)
    own = None if heads.softcap is None else heads.weights().astype(np.float64)
    allowed = heads.allowed()
    # k^T (R_i G R_i^T) k for all pairs: the turned Gram matrices, which are symmetric, against squares of the keys
    rows, columns = np.triu_indices(head_dim)
    twice = np.where(rows == columns, 1, 2).astype(heads.key.dtype)
    found: dict[str, list[NDArray]] = {}
    for group in range(groups):
        key = heads.key[group, 0]
        squares = key.T[rows] * key.T[columns] * twice[:, None]
        for head in range(per_group):
            turned = turns @ gram[group, head].astype(turns.dtype) @ turns.swapaxes(-1, -2)
            upper = turned.reshape(n_q, -1).take(rows * head_dim + columns, axis=-1)
            square = np.maximum((upper @ squares).astype(np.float64), 0)
            logits = heads.scale * (heads.query[group, head] @ key.T).astype(np.float64)
            prior: NDArray | float = 0.0
            if bias is not None:
                prior = heads.scale * (turns @ bias[group, head] @ key.T.astype(np.float64))
                logits = logits - prior
            weights = None if own is None else own[group, head]
            posterior = Posterior(logits, factor[:, None] * np.sqrt(square), prior, maps.dim, weights)
            for ending, metrics in zip(SINKS.values(), posterior_metrics(posterior, allowed), strict=True):
                for name, value in metrics._asdict().items():
                    found.setdefault(f"model.{name}{ending}", []).append(value.mean())
    return {name: np.array(values) for name, values in found.items()}


def rotations(rotary: Rotary | None, start: int, stop: int, head_dim: int) -> NDArray[np.float32]:
    """The rotary embedding at the positions from start to stop as matrices (n, d_h, d_h)."""
    if rotary is None:
        return np.broadcast_to(np.eye(head_dim, dtype=np.float32), (stop - start, head_dim, head_dim))
    return _rotations(rotary.base, tuple(rotary.frequencies), rotary.factor, start, stop, head_dim)


@lru_cache(maxsize=4)  # layers share their rotary embedding
def _rotations(
    base: float | None, frequencies: tuple[float, ...], factor: float, start: int, stop: int, head_dim: int
) -> NDArray[np.float32]:
    units = np.ascontiguousarray(np.broadcast_to(np.eye(head_dim), (stop - start, head_dim, head_dim)))
    turned = turn(units, np.arange(start, stop)[:, None], Rotary(base, np.array(frequencies), factor))
    return np.ascontiguousarray(turned.swapaxes(-1, -2), np.float32)
