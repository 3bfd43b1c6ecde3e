"""A pre-trained model replayed with the emitted functions alone, in float64, and held against its own forward pass.

The stream is a radius and a direction. Each branch of a layer reads the normalised stream, and adding what it returns
is a relaxed retraction: the direction of y + f. Attention first, feed-forward part after it, as the model splits them.
"""
# pyright: reportMissingImports=false

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svflow_math.attention import attend, rotate
from svflow_math.experts import feed_forward, gate, mixture_of_experts
from svflow_math.numerics.soft_cap import soft_cap
from svflow_math.probe.architecture import (
    Attention,
    Experts,
    FeedForward,
    Layer,
    Norm,
    Rotary,
    check_factors,
    decoder,
    read_head,
    read_layer,
)
from svflow_math.probe.errors import ProbeError
from svflow_math.probe.hooks import AttentionCall, forward, to_numpy
from svflow_math.retraction import residual_direction

TEXT = (
    "The sphere is the simplest curved space: every point looks like every other, and a step along it that is not "
    "quite tangent can be mended by dividing by its length. A model that normalises after each layer takes such steps."
)


@dataclass(frozen=True)
class Pass:
    """A model's own forward pass over one sequence: what each layer was given and returned, in float64."""

    states: list[NDArray]  # (n, d): the embeddings, then the stream after each layer
    calls: list[AttentionCall]
    logits: NDArray


@dataclass(frozen=True)
class Branches:
    """One layer of the replay: the stream before, between and after, and what each branch added."""

    layer: Layer
    start: NDArray
    normalised: NDArray  # what attention reads
    query: NDArray  # (groups, heads / groups, n, d_h), turned
    key: NDArray  # (groups, 1, n, d_h), turned
    attention: NDArray  # what attention adds
    middle: NDArray
    feed_forward_input: NDArray
    feed_forward: NDArray
    end: NDArray


@dataclass(frozen=True)
class Recovery:
    """Relative differences, Frobenius norm over Frobenius norm, of the replay from the model."""

    layers: list[float]
    logits: float


def own_pass(model: Any, ids: Any) -> Pass:
    """Run a model over one sequence and keep its stream."""
    states: list[NDArray] = []
    calls: list[AttentionCall] = []
    layers = decoder(model).layers

    def entry(_module: Any, args: Any, options: Any) -> None:
        states.append(to_numpy((args[0] if args else options["hidden_states"])[0]))

    def leave(_module: Any, _args: Any, output: Any) -> None:
        states.append(to_numpy((output[0] if isinstance(output, tuple) else output)[0]))

    handles = [layers[0].register_forward_pre_hook(entry, with_kwargs=True)]
    handles += [layer.register_forward_hook(leave) for layer in layers]
    try:
        logits = to_numpy(forward(model, ids, calls.append))
    finally:
        for handle in handles:
            handle.remove()
    if len(calls) != len(layers):
        raise ProbeError(f"{len(layers)} layers, but {len(calls)} calls of attention")
    return Pass(states, sorted(calls, key=lambda call: call.layer), logits)


def replay(model: Any, own: Pass) -> Iterator[Branches]:
    """Replay the layers of a model from its embeddings on; each starts from what the replay itself has reached."""
    check_factors(model)
    y = own.states[0]
    positions = np.arange(len(y))
    for index, call in enumerate(own.calls):
        layer = read_layer(model, index)
        normalised = apply_norm(layer.before_attention, y)
        query, key, value = project(layer.attention, normalised, positions)
        mixed = attend(query, key, value, scale=call.scale, mask=window_mask(call), causal=True, softcap=call.softcap)
        heads = np.moveaxis(mixed.reshape(-1, *mixed.shape[-2:]), 0, 1)
        added = apply_norm(layer.after_attention, layer.attention.output(heads.reshape(len(y), -1)))
        middle = retract(y, added)
        entered = apply_norm(layer.before_feed_forward, middle)
        mapped = apply_norm(layer.after_feed_forward, transform(layer.feed_forward, entered))
        end = retract(middle, mapped)
        yield Branches(layer, y, normalised, query, key, added, middle, entered, mapped, end)
        y = end


def compare(model: Any, ids: Any) -> Recovery:
    """Replay a model over a sequence and measure how far the replay is from it, layer by layer."""
    own = own_pass(model, ids)
    layers, end = [], own.states[0]
    for branches, state in zip(replay(model, own), own.states[1:], strict=True):
        end = branches.end
        layers.append(relative_difference(end, state))
    return Recovery(layers, relative_difference(unembed(model, end), own.logits))


def relative_difference(a: NDArray, b: NDArray) -> float:
    """|a - b| / |b| in the Frobenius norm."""
    return float(np.linalg.norm(a - b) / np.linalg.norm(b))


def apply_norm(norm: Norm | None, y: NDArray) -> NDArray:
    return y if norm is None else norm(y)


def retract(y: NDArray, f: NDArray) -> NDArray:
    """The stream after a residual branch, by its direction and its radius."""
    return np.linalg.norm(y + f, axis=-1, keepdims=True) * residual_direction(y, f)


def project(attention: Attention, x: NDArray, positions: NDArray) -> tuple[NDArray, NDArray, NDArray]:
    """Queries (groups, heads / groups, n, d_h), keys and values (groups, 1, n, d_h) of a normalised stream."""
    q = _heads(attention.query(x), attention.query_norm, attention.head_dim)
    k = _heads(attention.key(x), attention.key_norm, attention.head_dim)
    v = _heads(attention.value(x), None, attention.head_dim)
    if attention.rotary is not None:
        q, k = turn(q, positions, attention.rotary), turn(k, positions, attention.rotary)
    return q.reshape(len(k), -1, *q.shape[1:]), k[:, None], v[:, None]


def turn(x: NDArray, positions: NDArray, rotary: Rotary) -> NDArray:
    """The rotary embedding of the first coordinates, as many as it has angles for."""
    turned = 2 * len(rotary.frequencies)
    head, rest = x[..., :turned], x[..., turned:]
    if rotary.base is not None:
        head = rotate(head, positions, rotary.base)
    else:  # planes one by one, each at its own speed
        planes = np.stack(np.split(head, 2, axis=-1), axis=-1)
        planes = rotate(planes, positions[:, None] * rotary.frequencies)
        head = np.concatenate([planes[..., 0], planes[..., 1]], axis=-1)
    return np.concatenate([rotary.factor * head, rest], axis=-1)


def transform(part: FeedForward | Experts, x: NDArray) -> NDArray:
    """The feed-forward part of a layer."""
    if isinstance(part, Experts):
        gates = gate(x, part.router, top_k=part.top_k, renormalize=part.renormalize)
        outputs = np.stack([transform(expert, x) for expert in part.experts], axis=-2)
        return mixture_of_experts(gates, outputs)
    return feed_forward(
        x,
        part.inner,
        part.outer,
        part.gate,
        activation=part.activation,
        b_in=part.inner_bias,
        b_out=part.outer_bias,
    )


def unembed(model: Any, y: NDArray) -> NDArray:
    """Logits of a stream."""
    head = read_head(model)
    logits = head.unembedding(head.norm(y))
    return logits if head.softcap is None else soft_cap(logits, head.softcap)


def window_mask(call: AttentionCall) -> NDArray[np.bool_] | None:
    """The sliding window of a layer as a mask; it has to be the mask that the model applied."""
    n = call.query.shape[-2]
    allowed = np.tri(n, dtype=bool)
    window = None if call.window is None else allowed & ~np.tri(n, k=-call.window, dtype=bool)
    if not np.array_equal(call.allowed(), allowed if window is None else window):
        raise ProbeError(f"layer {call.layer} attends by a mask that is neither causal nor a sliding window")
    return window


def _heads(x: NDArray, norm: Norm | None, head_dim: int) -> NDArray:
    """(heads, n, head_dim), normalised head by head or, if the gain is that long, all heads together."""
    if norm is not None and norm.gain.size != head_dim:
        x, norm = norm(x), None
    split = np.moveaxis(x.reshape(len(x), -1, head_dim), 1, 0)
    return apply_norm(norm, split)
