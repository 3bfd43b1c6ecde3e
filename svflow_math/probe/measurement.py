"""What is measured of one sequence: outcome of each suffix token, and metrics of each head over the suffix.

Head space: x is the direction of a query, its components are the directions of the keys, on the sphere of the head.
Model space: x is the direction of the stream; where the map to queries is affine, component j has a mean direction and
a concentration that depend on the positions only. Both with the first key, which many heads use as a sink, and without.
"""
# pyright: reportMissingImports=false

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from svflow_math.attention import weights
from svflow_math.metrics import context_divergence, head_metrics
from svflow_math.probe.architecture import decoder
from svflow_math.probe.errors import ProbeError
from svflow_math.probe.hooks import AttentionCall, to_numpy

ROWS = 64  # suffix tokens at a time: a vocabulary is long
BLOCK = 1 << 20  # weights at a time
ROOM = 1 << 25  # weights that are kept for later
SINKS = {True: "", False: ".nosink"}


@dataclass(frozen=True)
class SuffixHeads:
    """What one layer's suffix queries see, in the precision of the model."""

    query: NDArray  # (groups, heads / groups, n_q, d)
    key: NDArray  # (groups, 1, n_k, d)
    mask: NDArray[np.bool_] | None  # (n_q, n_k), True = may attend; None for plain causality, which costs less
    scale: float
    softcap: float | None

    @classmethod
    def of(cls, call: AttentionCall, suffix: slice) -> SuffixHeads:
        query, key, _ = call.arrays(np.float32)
        causal, allowed = np.tri(key.shape[-2], dtype=bool)[suffix], call.allowed()[suffix]
        mask = None if np.array_equal(allowed, causal) else allowed
        # a copy: a view would keep the queries of the prefix too
        return cls(query[..., suffix, :].copy(), key, mask, call.scale, call.softcap)

    @property
    def options(self) -> dict[str, Any]:
        """What functions of heads are told beside queries and keys."""
        return {"scale": self.scale, "mask": self.mask, "causal": True, "softcap": self.softcap}

    def allowed(self) -> NDArray[np.bool_]:
        """The mask as an array, causality included."""
        n_q, n_k = self.query.shape[-2], self.key.shape[-2]
        return np.tri(n_q, n_k, n_k - n_q, dtype=bool) if self.mask is None else self.mask

    def blocks(self) -> Iterator[SuffixHeads]:
        """A few heads of one key at a time, for the sake of memory."""
        step = max(1, BLOCK // (self.query.shape[-2] * self.key.shape[-2]))
        for query, key in zip(self.query, self.key, strict=True):
            for start in range(0, len(query), step):
                yield replace(self, query=query[None, start : start + step], key=key[None])

    def part(self, head: int, rows: slice) -> SuffixHeads:
        """Some queries of one head, and the keys up to the last of them."""
        group, place = divmod(head, self.query.shape[1])
        seen = self.key.shape[-2] - self.query.shape[-2] + rows.stop
        mask = None if self.mask is None else self.mask[rows, :seen]
        query = self.query[group, place, rows][None, None]
        return replace(self, query=query, key=self.key[group, :, :seen][None], mask=mask)

    def weights(self) -> NDArray:
        """The model's own attention weights."""
        return weights(self.query, self.key, **self.options)


def head_space(heads: SuffixHeads) -> dict[str, NDArray]:
    """Metrics (heads,) of a layer, means over the suffix."""
    metrics = head_metrics(heads.query, heads.key, sink=None, **heads.options)  # both, along a new first axis
    return {
        f"head.{name}{suffix}": head_means(value)
        for name, values in metrics._asdict().items()
        for suffix, value in zip(SINKS.values(), values, strict=True)
    }


@dataclass(frozen=True)
class KeysByToken:
    """Keys in the order of their tokens: key 0, a key of each other token by its id, and then those that repeat one."""

    order: NDArray[np.intp]
    repeated: NDArray[np.float32]  # (repetitions, items), 1 where an item is repeated

    @classmethod
    def of(cls, ids: NDArray) -> KeysByToken:
        tokens, first, item = np.unique(ids[1:], return_index=True, return_inverse=True)
        others = np.setdiff1d(np.arange(len(ids) - 1), first)
        order = np.concatenate([[0], 1 + first, 1 + others])
        return cls(order, np.eye(1 + len(tokens), dtype=np.float32)[1 + item[others]])

    @property
    def items(self) -> int:
        return self.repeated.shape[1]

    def laws(self, heads: SuffixHeads) -> NDArray:
        """The weights summed over equal tokens, (groups, heads / groups, n_q, items)."""
        given = heads.weights().take(self.order, axis=-1)
        return given[..., : self.items] + given[..., self.items :] @ self.repeated


class Baseline:
    """The laws over tokens in the unshuffled context, which every other is compared with; kept where there is room."""

    def __init__(self, ids: NDArray, heads: dict[int, SuffixHeads]) -> None:
        self._heads, self._keys = heads, KeysByToken.of(ids)
        self._kept: dict[int, list[NDArray]] = {}
        self._room = ROOM

    def laws(self, layer: int) -> Iterable[NDArray]:
        """Those of a layer, block by block."""
        heads = self._heads[layer]
        size = heads.query[..., 0].size * self._keys.items
        if layer not in self._kept and size <= self._room:
            self._kept[layer] = [self._keys.laws(block) for block in heads.blocks()]
            self._room -= size
        return self._kept.get(layer) or map(self._keys.laws, heads.blocks())


def divergence(heads: SuffixHeads, ids: NDArray, base: Baseline, layer: int) -> dict[str, NDArray]:
    """Jensen-Shannon divergence (heads,) of the weights from those in the unshuffled context, by token identity.

    Both contexts hold the same tokens, and the first key, which stays where it is, is an item of its own.
    """
    keys = KeysByToken.of(ids)
    found: list[list[NDArray]] = [[] for _ in SINKS]
    for block, there in zip(heads.blocks(), base.laws(layer), strict=True):
        here = keys.laws(block)
        found[0].append(head_means(context_divergence(here, there)))
        found[1].append(head_means(context_divergence(_without_sink(here), _without_sink(there))))
    return {f"divergence{suffix}": np.concatenate(v) for suffix, v in zip(SINKS.values(), found, strict=True)}


def _without_sink(laws: NDArray) -> NDArray:
    rest = laws[..., 1:]  # not the whole less the first item: that may be nearly all
    return rest / rest.sum(axis=-1, keepdims=True)


def outcomes(logits: torch.Tensor, ids: NDArray, suffix: slice) -> dict[str, NDArray]:
    """Per suffix token: its log probability, the confidence of the model and whether its first choice was right."""
    found: dict[str, list[NDArray]] = {"log_prob": [], "confidence": [], "correct": []}
    for start in range(suffix.start, suffix.stop, ROWS):
        stop = min(start + ROWS, suffix.stop)
        log_probs = torch.log_softmax(logits[start - 1 : stop - 1].double(), dim=-1)
        targets = torch.as_tensor(ids[start:stop], device=logits.device)
        best = log_probs.max(dim=-1)
        found["log_prob"].append(to_numpy(log_probs.gather(1, targets[:, None])[:, 0]))
        found["confidence"].append(to_numpy(best.values.exp()))
        found["correct"].append(to_numpy((best.indices == targets).double()))
    return {name: np.concatenate(values) for name, values in found.items()}


def head_means(value: NDArray) -> NDArray:
    """(groups, heads / groups, n) to means over the suffix, head by head."""
    return np.asarray(value, np.float64).mean(axis=-1).ravel()


def layer_numbers(model: Any, chosen: list[int] | None) -> list[int]:
    """The layers to measure; all if none is named."""
    count = len(decoder(model).layers)
    wrong = [layer for layer in chosen or () if not 0 <= layer < count]
    if wrong:
        raise ProbeError(f"layer {wrong[0]} does not exist: the model has layers 0 to {count - 1}")
    return sorted(set(chosen)) if chosen else list(range(count))
