"""What a model's attention is given: queries and keys after the rotary embedding and QK-norm, scaling, mask, cap.

Attention is called through a name in the configuration of the model. While a recorder is installed that name is one of
its own, and the function behind it hands its arguments to the recorder and then calls the function that was there
before, so that the model computes what it computed.
"""
# pyright: reportMissingImports=false

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.masking_utils import ALL_MASK_ATTENTION_FUNCTIONS
from transformers.modeling_utils import ALL_ATTENTION_FUNCTIONS

from svflow_math.probe.errors import ProbeError

NAME = "svflow_recorder"
# Arguments that change no weight when a whole sequence is read once.
HARMLESS = {
    "dropout",
    "sliding_window",
    "position_ids",
    "cache_position",
    "use_cache",
    "output_attentions",
    "is_causal",
}


@dataclass(frozen=True)
class AttentionCall:
    """The arguments of one layer's attention for one sequence."""

    layer: int
    query: torch.Tensor  # (heads, n, d)
    key: torch.Tensor  # (groups, n, d)
    value: torch.Tensor  # (groups, n, d_v)
    scale: float
    softcap: float | None
    window: int | None  # as the layer states it
    mask: torch.Tensor | None  # (n, n), True = may attend; None for plain causality

    def allowed(self) -> NDArray[np.bool_]:
        """The mask as an array, causality included."""
        n = self.query.shape[-2]
        causal = np.tri(n, dtype=bool)
        return causal if self.mask is None else causal & self.mask.cpu().numpy()

    def arrays(self, dtype: type = np.float64) -> tuple[NDArray, NDArray, NDArray]:
        """Queries (groups, heads / groups, n, d), keys and values (groups, 1, n, d): leading axes broadcast."""
        query, key, value = (to_numpy(tensor, dtype) for tensor in (self.query, self.key, self.value))
        groups = key.shape[0]
        return query.reshape(groups, -1, *query.shape[1:]), key[:, None], value[:, None]


def to_numpy(tensor: torch.Tensor, dtype: type = np.float64) -> NDArray:
    """A tensor of any device and precision as an array."""
    wide = torch.float64 if tensor.dtype == torch.float64 else torch.float32
    return tensor.detach().to("cpu", wide).numpy().astype(dtype, copy=False)


@contextmanager
def recording(model: Any, receive: Callable[[AttentionCall], None]) -> Iterator[None]:
    """Pass every attention call of a model to `receive` while the context lasts; one sequence at a time.

    Raises
    ------
    ProbeError
        If the model does not call its attention through the interface of transformers, or with arguments that would
        change the weights in a way that is not modelled here.
    """
    before = model.config._attn_implementation
    if not model._can_set_attn_implementation():
        raise ProbeError(f"{type(model).__name__} does not call its attention through AttentionInterface")
    count = 0

    def attention(module: Any, query: Any, key: Any, value: Any, attention_mask: Any, **options: Any) -> Any:
        nonlocal count
        count += 1
        receive(_call(module, query, key, value, attention_mask, options))
        own = getattr(sys.modules[type(module).__module__], "eager_attention_forward", None)
        inner = ALL_ATTENTION_FUNCTIONS.get_interface(before, own)  # type: ignore[arg-type]
        return inner(module, query, key, value, attention_mask, **options)

    AttentionInterface.register(NAME, attention)
    AttentionMaskInterface.register(NAME, ALL_MASK_ATTENTION_FUNCTIONS[before])
    try:
        model.set_attn_implementation(NAME)
        yield
    finally:
        model.set_attn_implementation(before)
        # transformers registers for good; nothing of ours may stay.
        AttentionInterface._global_mapping.pop(NAME, None)
        AttentionMaskInterface._global_mapping.pop(NAME, None)
    if not count:
        raise ProbeError(f"{type(model).__name__} has no attention to record")


Receive = Callable[[AttentionCall], None]


def forward(model: Any, ids: Any, receive: Receive | None = None, **options: Any) -> torch.Tensor:
    """Logits (n, vocabulary) of one sequence of token ids; with `receive`, its attention calls are recorded.

    Options are those of the model; with `logits_to_keep` it gives the logits of the positions named.
    """
    embedding = model.get_input_embeddings()
    # accelerate keeps weights that it has moved out of the way on no device at all, and says where they are used
    device = getattr(getattr(embedding, "_hf_hook", None), "execution_device", None) or embedding.weight.device
    tokens = torch.as_tensor(np.asarray(ids), device=device)[None]
    with torch.inference_mode():
        if receive is None:
            return model(input_ids=tokens, use_cache=False, **options).logits[0]
        with recording(model, receive):
            return model(input_ids=tokens, use_cache=False, **options).logits[0]


@contextmanager
def reading_once(stack: Any) -> Iterator[None]:
    """While the context lasts, the layers of a model read one sequence at the first call, and answer the same again."""
    before = vars(stack).get("forward")  # accelerate puts one here
    read, answers = stack.forward, []

    def answer(*args: Any, **options: Any) -> Any:
        if not answers:
            answers.append(read(*args, **options))
        return answers[0]

    stack.forward = answer
    try:
        yield
    finally:
        if before is None:
            del stack.forward
        else:
            stack.forward = before


def _call(module: Any, query: Any, key: Any, value: Any, mask: Any, options: dict[str, Any]) -> AttentionCall:
    layer = getattr(module, "layer_idx", None)
    kind = type(module).__name__
    if layer is None:
        raise ProbeError(f"{kind} does not say which layer it is")
    known = HARMLESS | {"scaling", "softcap"}
    strange = sorted(k for k, v in options.items() if k not in known and isinstance(v, torch.Tensor))
    if strange:
        raise ProbeError(f"layer {layer}: {kind} adds {', '.join(strange)} to its attention, which is not supported")
    if options.get("is_causal") is False or not getattr(module, "is_causal", True):
        raise ProbeError(f"layer {layer}: {kind} is not causal")
    if query.shape[0] != 1:
        raise ProbeError(f"one sequence at a time, got a batch of {query.shape[0]}")
    if mask is not None:
        mask = mask[0, 0, :, : key.shape[-2]]
        mask = mask if mask.dtype == torch.bool else mask == 0
    scale = options.get("scaling")
    return AttentionCall(
        layer=layer,
        query=query[0],
        key=key[0],
        value=value[0],
        scale=query.shape[-1] ** -0.5 if scale is None else float(scale),
        softcap=options.get("softcap"),
        window=options.get("sliding_window"),
        mask=mask,
    )
