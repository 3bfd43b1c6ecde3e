"""What is measured of one sequence: outcome of each suffix token, and metrics of each head over the suffix.

Head space: x is the direction of a query, its components are the directions of the keys, on the sphere of the head.
Model space: x is the direction of the stream; where the map to queries is affine, component j has a mean direction and
a concentration that depend on the positions only. Both with the first key, which many heads use as a sink, and without.
"""
# pyright: reportMissingImports=false

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from svflow_math.attention import weights
from svflow_math.metrics import context_divergence, head_metrics
from svflow_math.probe.architecture import decoder
from svflow_math.probe.errors import ProbeError
from svflow_math.probe.hooks import AttentionCall, Receive, forward, reading_once, to_numpy

LOGITS = 1 << 23  # at a time: a vocabulary is long
BLOCK = 1 << 17  # weights at a time
ROOM = 1 << 24  # weights that are kept for later
SINKS = {True: "", False: ".nosink"}

Index = tuple[int, slice, slice]  # a group, heads of it, and queries


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
        return cls(query[..., suffix, :], key, mask, call.scale, call.softcap)

    @property
    def options(self) -> dict[str, Any]:
        """What functions of heads are told beside queries and keys."""
        return {"scale": self.scale, "mask": self.mask, "causal": True, "softcap": self.softcap}

    def allowed(self) -> NDArray[np.bool_]:
        """The mask as an array, causality included."""
        n_q, n_k = self.query.shape[-2], self.key.shape[-2]
        return np.tri(n_q, n_k, n_k - n_q, dtype=bool) if self.mask is None else self.mask

    def blocks(self) -> Iterator[tuple[Index, SuffixHeads]]:
        """A few queries at a time, for the sake of memory, and which they are."""
        groups, per_group, n_q, _ = self.query.shape
        rows = max(1, min(n_q, BLOCK // self.key.shape[-2]))
        step = max(1, BLOCK // (rows * self.key.shape[-2]))
        for group in range(groups):
            for head in range(0, per_group, step):
                for row in range(0, n_q, rows):
                    index = (group, slice(head, min(head + step, per_group)), slice(row, min(row + rows, n_q)))
                    yield index, self.part(*index)

    def part(self, group: int, heads: slice, rows: slice) -> SuffixHeads:
        """Some queries of some heads of a group, and the keys up to the last of them."""
        seen = self.key.shape[-2] - self.query.shape[-2] + rows.stop
        mask = None if self.mask is None else self.mask[rows, :seen]
        return replace(self, query=self.query[group, None, heads, rows], key=self.key[group, None, :, :seen], mask=mask)

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
        given = heads.weights()
        unseen = len(self.order) - given.shape[-1]
        if unseen:
            given = np.concatenate([given, np.zeros((*given.shape[:-1], unseen), given.dtype)], axis=-1)
        given = given.take(self.order, axis=-1)
        return given[..., : self.items] + given[..., self.items :] @ self.repeated


class Baseline:
    """The laws over tokens in the unshuffled context, which every other is compared with; kept where there is room."""

    def __init__(self, ids: NDArray) -> None:
        self._keys = KeysByToken.of(ids)
        self._heads: dict[int, SuffixHeads] = {}
        self._laws: dict[int, NDArray] = {}  # (groups, heads / groups, n_q, items)
        # one piece: many that are kept between what comes and goes leave holes that nothing fits
        self._room = np.empty(ROOM, np.float32)

    def add(self, layer: int, heads: SuffixHeads) -> None:
        """Take what a layer sees there."""
        shape = (*heads.query.shape[:-1], self._keys.items)
        size = math.prod(shape)
        if size <= self._room.size:
            self._laws[layer], self._room = self._room[:size].reshape(shape), self._room[size:]
            for index, block in heads.blocks():
                self._laws[layer][index] = self._keys.laws(block)[0]
        else:  # copies: a view would keep the queries of the prefix too
            self._heads[layer] = replace(heads, query=heads.query.copy(), key=heads.key.copy())

    def laws(self, layer: int, index: Index) -> NDArray:
        """Those of a block of a layer."""
        if layer in self._laws:
            return self._laws[layer][index][None]
        return self._keys.laws(self._heads[layer].part(*index))


def divergence(heads: SuffixHeads, ids: NDArray, base: Baseline, layer: int) -> dict[str, NDArray]:
    """Jensen-Shannon divergence (heads,) of the weights from those in the unshuffled context, by token identity.

    Both contexts hold the same tokens, and the first key, which stays where it is, is an item of its own.
    """
    keys = KeysByToken.of(ids)
    found, without = np.empty(heads.query.shape[:-1]), np.empty(heads.query.shape[:-1])
    for index, block in heads.blocks():
        here, there = keys.laws(block), base.laws(layer, index)
        found[index] = context_divergence(here, there)[0]
        without[index] = context_divergence(_without_sink(here), _without_sink(there))[0]
    return {f"divergence{SINKS[True]}": head_means(found), f"divergence{SINKS[False]}": head_means(without)}


def _without_sink(laws: NDArray) -> NDArray:
    rest = laws[..., 1:]  # not the whole less the first item: that may be nearly all
    return rest / rest.sum(axis=-1, keepdims=True)


def outcomes(model: Any, ids: NDArray, suffix: slice, receive: Receive | None = None) -> dict[str, NDArray]:
    """Per suffix token: its log probability, the confidence of the model and whether its first choice was right.

    The layers read the sequence once. Logits come a few positions at a time where the model can be asked for them.
    """
    count = suffix.stop - suffix.start
    found = {name: np.empty(count) for name in ("log_prob", "confidence", "correct")}
    chosen = "logits_to_keep" in signature(model.forward).parameters
    step = max(1, LOGITS // model.config.get_text_config().vocab_size) if chosen else count
    with reading_once(decoder(model)):
        for start in range(0, count, step):
            place = slice(start, min(start + step, count))
            rows = torch.arange(suffix.start - 1 + place.start, suffix.start - 1 + place.stop)
            options = {"logits_to_keep": rows} if chosen else {}
            logits = forward(model, ids, receive if start == 0 else None, **options)
            logits = logits if chosen else logits[rows]
            logits = logits if logits.dtype == torch.float64 else logits.float()
            mass = torch.logsumexp(logits, dim=-1)
            targets = torch.as_tensor(ids[1 + rows.numpy()], device=logits.device)
            best = logits.max(dim=-1)
            found["log_prob"][place] = to_numpy(logits.gather(1, targets[:, None])[:, 0] - mass)
            found["confidence"][place] = to_numpy((best.values - mass).exp())
            found["correct"][place] = to_numpy((best.indices == targets).double())
    return found


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
