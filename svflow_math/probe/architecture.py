"""What a decoder is made of, read off its modules: norms, projections, rotary embedding, feed-forward layers, experts.

Nothing is recognised by the name of a model. A layer is supported if every parameter in it has a place in the
description below; one that has none, or a part that is not there, is named in one line.
"""
# pyright: reportMissingImports=false

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from svflow_math.probe.errors import ProbeError
from svflow_math.probe.hooks import to_numpy
from svflow_math.retraction import rms_norm

ACTIVATIONS = {
    "SiLUActivation": "silu",
    "SiLU": "silu",
    "GELUActivation": "gelu",
    "GELUTanh": "gelu_tanh",
    "PytorchGELUTanh": "gelu_tanh",
    "NewGELUActivation": "gelu_tanh",
    "ReLU": "relu",
}
ROUTERS = {"MixtralTopKRouter", "Qwen3MoeTopKRouter", "OlmoeTopKRouter"}
# Factors that some models put on a branch or on the logits; at these values they do nothing.
FACTORS = {
    "residual_multiplier": 1.0,
    "embedding_multiplier": 1.0,
    "logits_scaling": 1.0,
    "logit_scale": 1.0,
    "clip_qkv": None,
}


@dataclass(frozen=True)
class Norm:
    """RMSNorm: gain y / sqrt(|y|^2 / d + eps)."""

    gain: NDArray
    eps: float

    def __call__(self, y: NDArray) -> NDArray:
        return rms_norm(y, self.gain, self.eps)


@dataclass(frozen=True)
class Linear:
    """x -> W x + b, W of shape (out, in)."""

    weight: NDArray
    bias: NDArray | None

    def __call__(self, x: NDArray) -> NDArray:
        y = x @ self.weight.T
        return y if self.bias is None else y + self.bias


@dataclass(frozen=True)
class Rotary:
    """Rotary embedding: its base, or angles per position where they are not those of a base; and a factor."""

    base: float | None
    frequencies: NDArray  # (turned / 2,)
    factor: float


@dataclass(frozen=True)
class Attention:
    """Projections of a layer's attention, with QK-norm and rotary embedding where it has them."""

    query: Linear
    key: Linear
    value: Linear
    output: Linear
    query_norm: Norm | None
    key_norm: Norm | None
    rotary: Rotary | None
    head_dim: int


@dataclass(frozen=True)
class FeedForward:
    """Down-projection of an activation, gated or not; weights are (out, in)."""

    inner: NDArray
    outer: NDArray
    gate: NDArray | None
    activation: str
    inner_bias: NDArray | None = None
    outer_bias: NDArray | None = None


@dataclass(frozen=True)
class Experts:
    """A mixture of experts behind a softmax gate."""

    router: NDArray  # (experts, d)
    top_k: int
    renormalize: bool
    experts: tuple[FeedForward, ...]


@dataclass(frozen=True)
class Layer:
    """One decoder layer: attention, then a feed-forward part, each between its norms."""

    before_attention: Norm | None
    attention: Attention
    after_attention: Norm | None
    before_feed_forward: Norm | None
    feed_forward: FeedForward | Experts
    after_feed_forward: Norm | None


@dataclass(frozen=True)
class Head:
    """From the last layer to the logits."""

    norm: Norm
    unembedding: Linear
    softcap: float | None


class Reader:
    """Takes a module apart, and knows which of its parameters it has not seen."""

    def __init__(self, module: Any, where: str) -> None:
        self.module = module
        self.where = where
        self.left = dict(module.named_parameters())

    def part(self, path: str) -> Any:
        found = self.module
        for name in path.split("."):
            found = getattr(found, name, None)
        return found

    def array(self, path: str) -> NDArray | None:
        tensor = self.part(path)
        self.left.pop(path, None)
        if tensor is not None and tensor.is_meta:
            raise ProbeError(
                f"{self.where}: {path} was moved out of the devices; the replay and model space need it there"
            )
        return None if tensor is None else to_numpy(tensor)

    def require(self, path: str) -> NDArray:
        array = self.array(path)
        if array is None:
            raise ProbeError(f"{self.where} has no {path}: its {type(self.module).__name__} is not supported")
        return array

    def linear(self, path: str) -> Linear:
        return Linear(self.require(f"{path}.weight"), self.array(f"{path}.bias"))

    def norm(self, path: str) -> Norm | None:
        """RMSNorm, with the gain as stored or with one added to it, whichever the module computes."""
        module = self.part(path)
        if module is None:
            return None
        stored = self.require(f"{path}.weight")
        eps = getattr(module, "variance_epsilon", getattr(module, "eps", None))
        if eps is not None and f"{path}.bias" not in self.left:
            sample = np.linspace(-1.0, 2.0, stored.size)
            tensor = torch.as_tensor(sample, device=module.weight.device, dtype=module.weight.dtype)
            with torch.inference_mode():
                computed = to_numpy(module(tensor))
            tolerance = 0.05 if module.weight.dtype in (torch.bfloat16, torch.float16) else 1e-4
            for gain in (stored, 1 + stored):
                if np.max(np.abs(rms_norm(sample, gain, float(eps)) - computed)) <= tolerance * np.max(np.abs(gain)):
                    return Norm(gain, float(eps))
        raise ProbeError(f"{self.where}: {path} ({type(module).__name__}) is not RMSNorm")

    def finish(self) -> None:
        if self.left:
            raise ProbeError(f"{self.where} has parameters that are not supported: {', '.join(sorted(self.left))}")


def decoder(model: Any) -> Any:
    """The stack of layers inside a causal language model."""
    inner = model.get_decoder() if hasattr(model, "get_decoder") else None
    inner = getattr(inner, "language_model", inner)
    if inner is None or not hasattr(inner, "layers"):
        raise ProbeError(f"{type(model).__name__} has no decoder with a list of layers")
    return inner


def check_factors(model: Any) -> None:
    """Refuse the multipliers that some models put beside the layers."""
    config = model.config.get_text_config()
    for name, neutral in FACTORS.items():
        value = getattr(config, name, neutral)
        if value is not None and value != neutral:
            raise ProbeError(f"{type(model).__name__} has {name} = {value}, which is not supported")


def read_layer(model: Any, index: int) -> Layer:
    """The weights of one layer, in float64."""
    stack = decoder(model)
    module = stack.layers[index]
    reader = Reader(module, f"layer {index}")
    sandwich = reader.part("pre_feedforward_layernorm") is not None or reader.part("input_layernorm") is None
    if sandwich:
        before, after = reader.norm("input_layernorm"), reader.norm("post_attention_layernorm")
        inner, outer = reader.norm("pre_feedforward_layernorm"), reader.norm("post_feedforward_layernorm")
    else:
        before, after = reader.norm("input_layernorm"), None
        inner, outer = reader.norm("post_attention_layernorm"), None
    if (before is None and after is None) or (inner is None and outer is None):
        raise ProbeError(f"layer {index} does not normalise both of its branches: {type(module).__name__}")
    layer = Layer(before, _attention(reader, stack, index), after, inner, _feed_forward(reader), outer)
    reader.finish()
    return layer


def read_head(model: Any) -> Head:
    """The last norm and the unembedding."""
    stack = Reader(decoder(model), type(model).__name__)
    norm = stack.norm("norm")
    unembedding = model.get_output_embeddings()
    if norm is None or unembedding is None:
        raise ProbeError(f"{type(model).__name__} has no last norm or no unembedding")
    bias = getattr(unembedding, "bias", None)
    softcap = getattr(model.config.get_text_config(), "final_logit_softcapping", None)
    return Head(norm, Linear(to_numpy(unembedding.weight), None if bias is None else to_numpy(bias)), softcap)


def _attention(reader: Reader, stack: Any, index: int) -> Attention:
    module = reader.part("self_attn")
    head_dim = getattr(module, "head_dim", None)
    if head_dim is None:
        raise ProbeError(f"{reader.where} has no self_attn with a head_dim: {type(reader.module).__name__}")
    turned = bool(getattr(module, "use_rope", True))  # some layers of some models know no position
    rotary = _rotary(stack, getattr(module, "layer_type", None), index) if turned else None
    return Attention(
        query=reader.linear("self_attn.q_proj"),
        key=reader.linear("self_attn.k_proj"),
        value=reader.linear("self_attn.v_proj"),
        output=reader.linear("self_attn.o_proj"),
        query_norm=reader.norm("self_attn.q_norm"),
        key_norm=reader.norm("self_attn.k_norm"),
        rotary=rotary,
        head_dim=int(head_dim),
    )


def _rotary(stack: Any, layer_type: str | None, index: int) -> Rotary:
    embedding = getattr(stack, "rotary_emb", None)
    settings = getattr(stack.config, "rope_parameters", None)
    if embedding is None or settings is None:
        raise ProbeError(f"layer {index}: positions do not enter by a rotary embedding")
    prefix = ""
    if layer_type in settings:
        settings, prefix = settings[layer_type], f"{layer_type}_"
    if settings.get("rope_type") not in {"default", "linear", "llama3", "yarn"}:
        raise ProbeError(f"layer {index}: rotary embedding of type {settings.get('rope_type')!r} is not supported")
    frequencies = to_numpy(getattr(embedding, f"{prefix}inv_freq"))
    base = float(settings["rope_theta"]) if settings["rope_type"] == "default" else None
    return Rotary(base, frequencies, float(getattr(embedding, f"{prefix}attention_scaling")))


def _activation(reader: Reader, path: str) -> str:
    kind = type(reader.part(path)).__name__
    if kind not in ACTIVATIONS:
        raise ProbeError(f"{reader.where}: activation {kind} is not supported")
    return ACTIVATIONS[kind]


def _feed_forward(reader: Reader) -> FeedForward | Experts:
    if reader.part("mlp.experts") is not None:
        return _experts(reader)
    activation = _activation(reader, "mlp.act_fn")
    gate, gate_bias = reader.array("mlp.gate_proj.weight"), reader.array("mlp.gate_proj.bias")
    inner, outer = reader.linear("mlp.up_proj"), reader.linear("mlp.down_proj")
    if gate_bias is not None:
        raise ProbeError(f"{reader.where}: a bias of mlp.gate_proj is not supported")
    return FeedForward(inner.weight, outer.weight, gate, activation, inner.bias, outer.bias)


def _experts(reader: Reader) -> Experts:
    router = reader.part("mlp.gate")
    if type(router).__name__ not in ROUTERS:
        raise ProbeError(f"{reader.where}: router {type(router).__name__} is not supported")
    weight = reader.require("mlp.gate.weight")
    pairs, outer = reader.require("mlp.experts.gate_up_proj"), reader.require("mlp.experts.down_proj")
    activation = _activation(reader, "mlp.experts.act_fn")
    gates, inners = np.split(pairs, 2, axis=1)
    experts = tuple(FeedForward(w, o, g, activation) for w, o, g in zip(inners, outer, gates, strict=True))
    return Experts(weight, int(router.top_k), bool(getattr(router, "norm_topk_prob", True)), experts)
