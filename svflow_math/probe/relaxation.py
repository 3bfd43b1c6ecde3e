"""What is relaxed in a trained model, layer by layer: by how much its steps, weights and maps miss the exact reading.

The figures are over the tokens of one text; a replay in float64 supplies the states.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp, rel_entr

from svflow_math.attention import attend, exact_posterior, tilt_bounds, weights
from svflow_math.experts import feed_forward
from svflow_math.probe.architecture import Experts, FeedForward, Layer, Norm
from svflow_math.probe.hooks import AttentionCall
from svflow_math.probe.recovery import Branches, own_pass, project, replay, turn
from svflow_math.probe.relaxation_columns import COLUMNS
from svflow_math.retraction import projective, relaxed, residual_direction
from svflow_math.sphere import dist, exp, normalize, project_tangent
from svflow_math.stability import balance_invariant


def measure(model: Any, ids: Any) -> list[dict[str, float]]:
    """One dictionary per layer, with a value for each key in COLUMNS; NaN where a figure does not exist."""
    own = own_pass(model, ids)
    return [_layer(branches, call) for branches, call in zip(replay(model, own), own.calls, strict=True)]


def _layer(branches: Branches, call: AttentionCall) -> dict[str, float]:
    layer = branches.layer
    found = dict.fromkeys((column.key for column in COLUMNS), float("nan"))
    found |= _steps("attention", branches.start, branches.attention)
    found |= _steps("feed_forward", branches.middle, branches.feed_forward)
    flips = [_forward(y, f) <= 0 for y, f in _pairs(branches)]
    found["equator"] = float(np.mean(flips))
    found["attention.gain"] = _spread(layer.before_attention)
    found["feed_forward.gain"] = _spread(layer.before_feed_forward)
    if call.softcap is None:
        found |= _tilt(branches, call)
        found |= _tied(branches, call)
    found |= _negative(layer.feed_forward, branches.feed_forward_input)
    found |= _balance(layer)
    return found


def _pairs(branches: Branches) -> Iterator[tuple[NDArray, NDArray]]:
    yield branches.start, branches.attention
    yield branches.middle, branches.feed_forward


def _forward(y: NDArray, f: NDArray) -> NDArray:
    """r + <u, f>."""
    return np.linalg.norm(y, axis=-1) + np.vecdot(normalize(y), f)


def _steps(branch: str, y: NDArray, f: NDArray) -> dict[str, float]:
    radius, u = np.linalg.norm(y, axis=-1), normalize(y)
    tangent = project_tangent(u, f) / radius[:, None]
    reached = residual_direction(y, f)
    angle = dist(u, reached)
    radial = np.vecdot(u, f) / np.linalg.norm(f, axis=-1)
    return {
        f"{branch}.step": float(np.median(1 / _forward(y, f))),
        f"{branch}.radial": float(np.median(radial)),
        f"{branch}.turn": float(np.median(angle)),
        f"{branch}.off_projective": float(np.median(dist(reached, projective(u, tangent)) / angle)),
        f"{branch}.off_exponential": float(np.median(dist(reached, exp(u, tangent)) / angle)),
    }


def _spread(norm: Norm | None) -> float:
    if norm is None:
        return float("nan")
    size = np.abs(norm.gain)
    return float(size.std() / size.mean())


def _tilt(branches: Branches, call: AttentionCall) -> dict[str, float]:
    """Query 0 sees one key and is left out: there everything is exact."""
    options: dict[str, Any] = {"scale": call.scale, "mask": call.allowed()}
    bounds = tilt_bounds(branches.query, branches.key, **options)
    w = weights(branches.query, branches.key, **options)
    p = exact_posterior(branches.query, branches.key, **options)
    return {
        "tilt.range": float(np.median(bounds.range[..., 1:])),
        "tilt.tv": float(np.median(np.abs(w - p).sum(axis=-1)[..., 1:] / 2)),
        "tilt.tv_bound": float(np.median(bounds.total_variation[..., 1:])),
        "tilt.kl": float(rel_entr(w, p).sum(axis=-1)[..., 1:].mean()),
        "tilt.kl_bound": float(bounds.kl[..., 1:].mean()),
    }


def _tied(branches: Branches, call: AttentionCall) -> dict[str, float]:
    """Attention against the gradient of the sum over heads of log p, and what both do to that sum.

    Under the prior that makes the softmax the posterior (6.1), log p of a head is its log-sum-exp up to a constant.
    """
    attention, norm = branches.layer.attention, branches.layer.before_attention
    if norm is None or attention.query_norm is not None or branches.layer.after_attention is not None:
        return {}  # the stream does not enter the queries by an affine map, or a norm follows
    y, u, dim = branches.start, normalize(branches.start), branches.start.shape[-1]
    radius = np.linalg.norm(y, axis=-1, keepdims=True)
    options: dict[str, Any] = {"scale": call.scale, "mask": call.allowed()}
    pulled = call.scale * attend(branches.query, branches.key, branches.key, **options)
    heads = pulled.reshape(-1, *pulled.shape[-2:])
    positions = np.arange(len(y))
    if attention.rotary is not None:  # the transpose of a turn turns back; its factor is in the keys and here
        heads = turn(heads, -positions, attention.rotary)
    flat = np.moveaxis(heads, 0, 1).reshape(len(y), -1)
    shrinkage = 1 / np.sqrt(1 + dim * norm.eps / radius**2)
    score = np.sqrt(dim) * shrinkage * norm.gain * (flat @ attention.query.weight)

    def energy(direction: NDArray) -> NDArray:
        """log p (heads, n) at another direction of the stream, the keys as they are."""
        query = project(attention, norm(direction * radius), positions)[0]
        logits = call.scale * (query @ branches.key.swapaxes(-1, -2))
        return logsumexp(np.where(call.allowed(), logits, -np.inf), axis=-1).reshape(-1, len(y))

    # the first token sees itself alone: its log p is linear, and there is no mixture
    size = np.linalg.norm(branches.attention, axis=-1, keepdims=True) / radius
    tied = relaxed(u, size * normalize(score))
    before = energy(u)
    change = (energy(residual_direction(y, branches.attention)) - before)[:, 1:].mean(axis=0)
    change_tied = (energy(tied) - before)[:, 1:].mean(axis=0)
    return {
        "tied.cosine": float(np.median(_cosine(branches.attention, score))),
        "tied.tangential": float(np.median(_cosine(project_tangent(u, branches.attention), project_tangent(u, score)))),
        "ascent.share": float(np.mean(change > 0)),
        "ascent.change": float(np.median(change)),
        "ascent.tied": float(np.mean(change_tied > 0)),
    }


def _cosine(a: NDArray, b: NDArray) -> NDArray:
    return np.vecdot(a, b) / (np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1))


def _negative(part: FeedForward | Experts, x: NDArray) -> dict[str, float]:
    """The weights phi(a_z), read with the other factor of a gated unit as part of its score."""
    parts = part.experts if isinstance(part, Experts) else (part,)
    mass, total = [], []
    for expert in parts:
        gate = expert.inner if expert.gate is None else expert.gate
        bias = expert.inner_bias if expert.gate is None else None
        phi = feed_forward(x, gate, np.eye(len(gate)), activation=expert.activation, b_in=bias)
        mass.append(np.median(np.maximum(-phi, 0).sum(axis=-1) / np.abs(phi).sum(axis=-1)))
        total.append(np.mean(phi.sum(axis=-1) <= 0))
    return {"negative.mass": float(np.mean(mass)), "negative.total": float(np.mean(total))}


def _balance(layer: Layer) -> dict[str, float]:
    """What gradient flow would have kept; with biases they stand beside the maps, as conservation needs."""
    attention = layer.attention
    size = attention.head_dim

    def rows(linear: Any) -> NDArray:
        weight = linear.weight if linear.bias is None else np.column_stack([linear.weight, linear.bias])
        return weight.reshape(-1, size, weight.shape[-1])

    key, value = rows(attention.key), rows(attention.value)
    found = {}
    if attention.query_norm is None:
        query = _side_by_side(rows(attention.query), len(key))
        padded = np.concatenate([key, np.zeros((*key.shape[:2], query.shape[-1] - key.shape[-1]))], axis=-1)
        rotary = attention.rotary is not None
        found["balance.query_key"] = _relative_imbalance(query, padded, rotary)
    out = attention.output.weight.T.reshape(-1, size, attention.output.weight.shape[0])
    out = _side_by_side(out, len(value))
    value = np.concatenate([value, np.zeros((*value.shape[:2], out.shape[-1] - value.shape[-1]))], axis=-1)
    found["balance.value_output"] = _relative_imbalance(value, out, False)
    return found


def _side_by_side(heads: NDArray, groups: int) -> NDArray:
    """The maps of the heads that share a key, beside one another: (groups, d_h, heads / groups * d)."""
    grouped = heads.reshape(groups, -1, *heads.shape[1:])
    return np.moveaxis(grouped, 1, 2).reshape(groups, heads.shape[1], -1)


def _relative_imbalance(a: NDArray, b: NDArray, rotary: bool) -> float:
    """|A - B| / (|A| + |B|), median over planes with rotary, of Frobenius norms else."""
    zero = np.zeros_like(a)
    difference, first, second = (
        np.abs(part) if rotary else np.linalg.norm(part, axis=(-2, -1))
        for part in (balance_invariant(x, y, rotary) for x, y in ((a, b), (a, zero), (b, zero)))
    )
    return float(np.median(difference / (first + second)))
