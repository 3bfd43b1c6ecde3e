"""What is measured of one sequence: outcome of each suffix token, and metrics of each head over the suffix.

Head space: x is the direction of a query, its components are the directions of the keys, on the sphere of the head.
Model space: x is the direction of the stream; where the map to queries is affine, component j has a mean direction and
a concentration that depend on the positions only. Both with the first key, which many heads use as a sink, and without.
"""
# pyright: reportMissingImports=false

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from svflow_math.attention import weights
from svflow_math.metrics import context_divergence, head_metrics
from svflow_math.probe.architecture import decoder
from svflow_math.probe.errors import ProbeError
from svflow_math.probe.hooks import AttentionCall, to_numpy

SINKS = {True: "", False: ".nosink"}


@dataclass(frozen=True)
class SuffixHeads:
    """What one layer's suffix queries see, in the precision of the model."""

    query: NDArray  # (groups, heads / groups, n_q, d)
    key: NDArray  # (groups, 1, n_k, d)
    allowed: NDArray[np.bool_]  # (n_q, n_k)
    scale: float
    softcap: float | None

    @classmethod
    def of(cls, call: AttentionCall, suffix: slice) -> SuffixHeads:
        query, key, _ = call.arrays(np.float32)
        return cls(query[..., suffix, :], key, call.allowed()[suffix], call.scale, call.softcap)

    def weights(self) -> NDArray:
        """The model's own attention weights."""
        return weights(self.query, self.key, scale=self.scale, mask=self.allowed, softcap=self.softcap)


def head_space(heads: SuffixHeads) -> dict[str, NDArray]:
    """Metrics (heads,) of a layer, means over the suffix."""
    metrics = head_metrics(
        heads.query,
        heads.key,
        scale=heads.scale,
        mask=heads.allowed,
        causal=False,
        sink=None,  # both, along a new first axis
        softcap=heads.softcap,
    )
    return {
        f"head.{name}{suffix}": head_means(value)
        for name, values in metrics._asdict().items()
        for suffix, value in zip(SINKS.values(), values, strict=True)
    }


def divergence(heads: SuffixHeads, ids: NDArray, base: SuffixHeads, base_ids: NDArray) -> dict[str, NDArray]:
    """Jensen-Shannon divergence (heads,) of the weights from those in the unshuffled context, by token identity."""
    tokens = np.unique(np.concatenate([ids, base_ids]))
    pairs = zip(_masses(heads, ids, tokens), _masses(base, base_ids, tokens), strict=True)
    return {
        f"divergence{suffix}": head_means(context_divergence(here, there))
        for suffix, (here, there) in zip(SINKS.values(), pairs, strict=True)
    }


def outcomes(logits: torch.Tensor, ids: NDArray, suffix: slice) -> dict[str, NDArray]:
    """Per suffix token: its log probability, the confidence of the model and whether its first choice was right."""
    before = slice(suffix.start - 1, suffix.stop - 1)
    log_probs = torch.log_softmax(logits[before].double(), dim=-1)
    targets = torch.as_tensor(ids[suffix], device=logits.device)
    best = log_probs.max(dim=-1)
    return {
        "log_prob": to_numpy(log_probs.gather(1, targets[:, None])[:, 0]),
        "confidence": to_numpy(best.values.exp()),
        "correct": to_numpy((best.indices == targets).double()),
    }


def head_means(value: NDArray) -> NDArray:
    """(groups, heads / groups, n) to means over the suffix, head by head."""
    return np.asarray(value, np.float64).mean(axis=-1).ravel()


def _masses(heads: SuffixHeads, ids: NDArray, tokens: NDArray) -> tuple[NDArray, NDArray]:
    """The weights summed over equal tokens, with the first key and without."""
    given = heads.weights()
    member = (ids[:, None] == tokens).astype(given.dtype)
    rest = given[..., 1:] @ member[1:]  # without the first key, not less the first key: that may be nearly all
    whole = rest + given[..., :1] * member[0]
    return tuple(mass / mass.sum(axis=-1, keepdims=True) for mass in (whole, rest))


def layer_numbers(model: Any, chosen: list[int] | None) -> list[int]:
    """The layers to measure; all if none is named."""
    count = len(decoder(model).layers)
    wrong = [layer for layer in chosen or () if not 0 <= layer < count]
    if wrong:
        raise ProbeError(f"layer {wrong[0]} does not exist: the model has layers 0 to {count - 1}")
    return sorted(set(chosen)) if chosen else list(range(count))
