"""Head metrics on the sphere of the stream: the faithful reading of p(x | z), if the map to the queries is affine.

For x the direction of the stream, q_i = R_i (c_i sqrt(d) W_Q (g * x) + b), so that tau <q_i, k_j> is an inner product
of x with m_ij = tau c_i sqrt(d) g * W_Q^T R_i^T k_j, plus tau <R_i b, k_j>. Component j has the mean direction and the
length of m_ij, and the second term is its log prior. c_i <= 1 is what the epsilon of the norm leaves of the radius; but
for it nothing of a component depends on x.

|m_ij|^2 is a quadratic form of R_i^T k_j, and R_i turns planes. With a complex number z_p for each plane, turned by
e^(-i phi_p), it is a sum over pairs of planes of what depends on the query, what on the head and what on the key: one
matrix product for all pairs of a query and a key.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from svflow_math.probe.architecture import Layer, Rotary
from svflow_math.probe.errors import ProbeError
from svflow_math.probe.measurement import SINKS, SuffixHeads
from svflow_math.probe.posterior import Posterior, posterior_metrics
from svflow_math.probe.recovery import turn

ROWS = 64  # queries at a time


@dataclass(frozen=True)
class QueryMap:
    """The affine map from the stream to the queries of one layer."""

    rotary: Rotary | None
    eps: float  # of the norm
    form: NDArray[np.complex64]  # (heads, 2 pairs of planes): W_Q diag(g^2) W_Q^T, as `quadratic_form` has it
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
        form = quadratic_form(weight @ weight.swapaxes(-1, -2), attention.rotary)
        bias = None if attention.query.bias is None else attention.query.bias.reshape(-1, attention.head_dim)
        return cls(attention.rotary, norm.eps, form, bias, norm.gain.size)

    def shrinkage(self, radius: NDArray) -> NDArray:
        """c_i of a stream of that radius."""
        return 1 / np.sqrt(1 + self.dim * self.eps / radius**2)


def model_space(heads: SuffixHeads, maps: QueryMap, radius: NDArray, suffix: slice) -> dict[str, NDArray]:
    """Metrics (heads,) of a layer, means over the suffix; radius (n,) of the stream that enters it."""
    groups, per_group, n_q, head_dim = heads.query.shape
    factor = heads.scale * np.sqrt(maps.dim) * maps.shrinkage(radius[suffix])
    turns = phases(maps.rotary, suffix.start, suffix.stop, head_dim)
    found: dict[str, list[float]] = {}
    for group in range(groups):
        keys = pairs(planes(heads.key[group, 0], maps.rotary)).astype(np.complex64, copy=False)
        # the real part of a product of complex numbers: that of two real vectors, one of them conjugated
        keys = keys.conj().view(np.float32).T
        for place in range(per_group):
            head = group * per_group + place
            totals: dict[str, float] = {}
            for rows in blocks(n_q):
                part = heads.part(group, slice(place, place + 1), rows)
                squares = (turns[rows] * maps.form[head]).view(np.float32) @ keys[:, : part.key.shape[-2]]
                kappa = factor[rows, None] * np.sqrt(np.maximum(squares, 0).astype(np.float64))
                for name, total in _totals(part, kappa, maps, head, suffix.start + rows.start).items():
                    totals[name] = totals.get(name, 0.0) + total
            for name, total in totals.items():
                found.setdefault(name, []).append(total / n_q)
    return {name: np.array(values) for name, values in found.items()}


def blocks(count: int) -> Iterator[slice]:
    """A few queries at a time, for the sake of memory."""
    return (slice(start, min(start + ROWS, count)) for start in range(0, count, ROWS))


def _totals(part: SuffixHeads, kappa: NDArray, maps: QueryMap, head: int, position: int) -> dict[str, float]:
    """Sums over the queries of a part of one head, the first of which is at that position."""
    query, key = part.query[0, 0], part.key[0, 0]
    logits = part.scale * (query @ key.T).astype(np.float64)
    prior: NDArray | None = None
    if maps.bias is not None:
        offsets = np.tile(maps.bias[head], (len(query), 1))
        if maps.rotary is not None:
            offsets = turn(offsets, position + np.arange(len(query)), maps.rotary)
        prior = part.scale * (offsets @ key.T.astype(np.float64))
        logits -= prior
    own = None if part.softcap is None else part.weights()[0, 0].astype(np.float64)
    both = posterior_metrics(Posterior(logits, kappa, prior, maps.dim, own), part.allowed())
    return {
        f"model.{name}{ending}": float(value.sum())
        for ending, metrics in zip(SINKS.values(), both, strict=True)
        for name, value in metrics._asdict().items()
    }


def planes(x: NDArray, rotary: Rotary | None) -> NDArray[np.complexfloating]:
    """Vectors (..., d_h) as complex numbers, one for each plane that is turned, and then the rest as it is."""
    turned = 0 if rotary is None else 2 * len(rotary.frequencies)
    first, second = np.split(x[..., :turned], 2, axis=-1)
    return np.concatenate([first + 1j * second, x[..., turned:]], axis=-1)


def pairs(z: NDArray) -> NDArray:
    """conj(z_p) z_q for all p <= q, then z_p z_q, (..., 2 pairs)."""
    rows, columns = np.triu_indices(z.shape[-1])
    first, second = z.take(rows, axis=-1), z.take(columns, axis=-1)
    return np.concatenate([first.conj() * second, first * second], axis=-1)


def quadratic_form(gram: NDArray, rotary: Rotary | None) -> NDArray[np.complex64]:
    """What k^T G k is of pairs(planes(k)): G (..., d_h, d_h) to c (..., 2 pairs), k^T G k = Re <c, pairs>."""
    basis = planes(np.eye(gram.shape[-1]), rotary)  # (d_h, planes), k = Re(conj(basis) z)
    rows, columns = np.triu_indices(basis.shape[-1])
    factor = np.where(rows == columns, 0.5, 1)
    halves = [(left @ gram @ basis.conj())[..., rows, columns] for left in (basis.T, basis.conj().T)]
    return np.concatenate([half * factor for half in halves], axis=-1).astype(np.complex64)


def phases(rotary: Rotary | None, start: int, stop: int, head_dim: int) -> NDArray[np.complex64]:
    """What turning back by the rotary embedding at the positions from start to stop makes of pairs, (n, 2 pairs)."""
    if rotary is None:
        return np.ones((stop - start, head_dim * (head_dim + 1)), np.complex64)
    return _phases(rotary.base, tuple(rotary.frequencies), rotary.factor, start, stop, head_dim)


@lru_cache(maxsize=4)  # layers share their rotary embedding
def _phases(
    base: float | None, frequencies: tuple[float, ...], factor: float, start: int, stop: int, head_dim: int
) -> NDArray[np.complex64]:
    rotary = Rotary(base, np.array(frequencies), factor)
    units = np.ones((stop - start, head_dim))
    units[:, len(frequencies) : 2 * len(frequencies)] = 0  # z_p = 1
    return pairs(planes(turn(units, np.arange(start, stop), rotary), rotary).conj()).astype(np.complex64)
