"""Sums over the keys of each query from which the metrics of attention heads are made, block by block.

Key 0, the sink, comes apart: sums over the other keys give the metrics without it, and joining one key to them gives
those with it. A block takes one exponential for the weights and one for their tilt, C_d(kappa) over its weighted
geometric mean; log C_d comes from `log_normalizers`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from svflow_math.numerics.attention_inputs import Heads, row_norms
from svflow_math.numerics.attention_tiles import Lead, Pairs, hide, lead_blocks, log_joint
from svflow_math.numerics.log_normalizer_grid import LogNormalizers
from svflow_math.numerics.soft_cap import soft_cap

HEIGHT = 64  # queries at a time: short blocks waste little above the diagonal
BLOCK = 65_536  # pairs at a time, three arrays of which stay in the cache
ROOM = {4: 60.0, 8: 600.0}  # of the exponent of a tilt, below the overflow of its dtype, by item size
SAFE = 1e-280  # of a square, whose terms have all their digits


@dataclass(frozen=True)
class KeySums:
    """Per query, each (..., n_q): sums over the keys that it sees; `mass` counts them."""

    energy: NDArray  # log sum_j e^(b_j + logit_j)
    prior: NDArray  # log sum_j e^(b_j)
    mean_logit: NDArray  # sum_j w_j (b_j + logit_j)
    mean_tilt: NDArray  # sum_j w_j g_j, g_j = log C_d(kappa_j), and what a soft cap takes off the logit
    gap: NDArray  # log sum_j w_j e^(g_j) - sum_j w_j g_j
    count: NDArray
    norms: NDArray  # sum_j |k_j|


def key_sums(heads: Heads, sink: bool | None) -> KeySums:
    """The sums with key 0 or without it, None for both, stacked; raises ValueError where a query sees no key."""
    both = key_sums_of_both(heads)
    if sink is None:
        sums = KeySums(*(np.stack([getattr(part, field.name) for part in both]) for field in fields(KeySums)))
    else:
        sums = both[0 if sink else 1]
    lonely = sums.count == 0
    if lonely.any():
        index = list(map(int, np.argwhere(lonely)[0]))
        what = "key beside key 0" if not sink else "key"
        raise ValueError(f"query {tuple(index) if len(index) > 1 else index[0]} has no {what} to attend to")
    return sums


def key_sums_of_both(heads: Heads) -> tuple[KeySums, KeySums]:
    """The sums with key 0, and without it; a query that sees no key has count 0."""
    both = tuple(KeySums(*(np.zeros((*heads.batch, heads.queries)) for _ in fields(KeySums))) for _ in range(2))
    height = max(1, min(HEIGHT, heads.queries, BLOCK // max(1, heads.keys)))
    room = np.empty((3, max(BLOCK, height * heads.keys)), heads.key.dtype)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for lead in lead_blocks(heads.batch, max(1, BLOCK // (height * max(1, heads.keys)))):
            queries = _norms(heads.scaled_query[lead].astype(np.float64))
            keys = _norms(_distinct(heads.key[lead]).astype(np.float64))
            if not queries.max(initial=0) * keys.max(initial=0) < np.inf:
                raise ValueError("a concentration scale |q_i| |k_j| overflows: the vectors of q and k are too long")
            normalizers = LogNormalizers(queries, keys, heads.dim, heads.key.dtype)
            rest = KeySums(*(getattr(both[1], field.name)[lead] for field in fields(KeySums)))
            for start in range(0, heads.queries, height):
                _sum_rest(heads, lead, slice(start, min(start + height, heads.queries)), normalizers, room, rest)
            joined = _joined(rest, _sink(heads, lead, normalizers))
            for field in fields(KeySums):
                getattr(both[0], field.name)[lead] = getattr(joined, field.name)
    return both[0], both[1]


def _logits(tile: Pairs) -> tuple[NDArray, NDArray | None]:
    """The joint logits of a tile, -inf where hidden, and what the soft cap took off them."""
    removed: list[NDArray] = []

    def capped(pairs: Pairs) -> NDArray:
        logits = pairs.scaled_inner
        if pairs.heads.softcap == math.inf:
            return logits
        bounded = soft_cap(logits, pairs.heads.softcap)
        removed.append(logits - bounded)
        return bounded

    joint = log_joint(tile, capped)
    return joint, removed[0] if removed else None


def _distinct(array: NDArray) -> NDArray:
    """What differs along the leading axes: those along which a view repeats itself have length one."""
    return array[tuple(slice(None, None if stride else 1) for stride in array.strides[:-2])]


def _norms(array: NDArray) -> NDArray:
    """Euclidean norms along the last axis; the careful way where a square may have overflowed or vanished."""
    squares = np.vecdot(array, array)
    safe = squares.size and squares.min() > SAFE and squares.max() < np.inf
    return np.sqrt(squares) if safe else row_norms(array)


def _sum_rest(heads: Heads, lead: Lead, rows: slice, normalizers: LogNormalizers, room: NDArray, sums: KeySums) -> None:
    """Write the sums over the keys after key 0, for a block of queries."""
    seen = heads.keys if heads.reach is None else max(0, min(heads.keys, rows.stop + heads.reach))
    tile = Pairs(heads, lead, rows, slice(1, max(1, seen)), room[0])
    logits, removed = _logits(tile)
    count, total, prior = _support(tile, logits, normalizers.key_norms)
    lowest = np.finfo(logits.dtype).min
    top = logits.max(axis=-1, keepdims=True, initial=lowest)
    logits -= top
    weights, tilt = (part[: logits.size].reshape(logits.shape) for part in room[1:])
    np.exp(logits, out=weights)
    hidden = lowest / 2  # in the place of -inf, which times a weight of 0 is no number
    np.maximum(logits, hidden, out=logits)
    mass = weights.sum(axis=-1).astype(np.float64)
    empty = mass == 0
    share, top = np.where(empty, 1, mass), top[..., 0].astype(np.float64)
    normalizers.tile(rows, tile.columns, tilt)
    if removed is not None:
        tilt += removed
    mean_logit, shift = (np.vecdot(weights, part) / share for part in (logits, tilt))
    tilt -= shift[..., None].astype(tilt.dtype)
    highest = normalizers.highest[..., rows] - normalizers.reference[..., rows] - shift
    if removed is not None or np.any(highest > ROOM[tilt.itemsize]):
        tilt += np.where(logits > hidden, logits, -np.inf)
        highest = tilt.max(axis=-1, initial=np.finfo(tilt.dtype).min).astype(np.float64)
        gap = highest + np.log(np.exp(tilt - highest[..., None]).sum(axis=-1)) - np.log(share)
    else:
        np.exp(tilt, out=tilt)
        tilt -= 1  # a small gap then has the error of exp, and that of no sum
        gap = np.log1p(np.vecdot(weights, tilt) / share)
    found = {
        "energy": np.where(empty, -np.inf, top + np.log(share)),
        "prior": prior,
        "mean_logit": np.where(empty, 0, top + mean_logit),
        "mean_tilt": normalizers.reference[..., rows] + shift,
        "gap": np.where(empty, 0, np.maximum(gap, 0)),
        "count": count,
        "norms": total,
    }
    for name, values in found.items():
        getattr(sums, name)[..., rows] = values


def _sink(heads: Heads, lead: Lead, normalizers: LogNormalizers) -> KeySums:
    """The sums over key 0 alone."""
    zero = np.zeros(normalizers.sink.shape)
    if not heads.keys:
        nothing = np.full(zero.shape, -np.inf)
        return KeySums(nothing, nothing, zero, zero, zero, zero, zero)
    tile = Pairs(heads, lead, slice(0, heads.queries), slice(0, 1), np.empty(zero.size, heads.key.dtype))
    logits, removed = _logits(tile)
    count, total, prior = _support(tile, logits, normalizers.key_norms)
    return KeySums(
        energy=logits[..., 0].astype(np.float64),
        prior=prior,
        mean_logit=np.where(count > 0, logits[..., 0], 0),
        mean_tilt=normalizers.sink if removed is None else normalizers.sink + removed[..., 0],
        gap=zero,
        count=count,
        norms=total,
    )


def _support(tile: Pairs, logits: NDArray, key_norms: NDArray) -> tuple[NDArray, NDArray, NDArray]:
    """How many keys of a tile a query sees, the sum of their norms, and the logarithm of the sum of e^bias."""
    heads, keys = tile.heads, key_norms[..., tile.columns]
    if heads.support is None and heads.log_prior is None:  # the first keys, up to a number
        ends = np.full(logits.shape[-2], keys.shape[-1])
        if heads.reach is not None:
            ends = np.clip(np.arange(tile.rows.start, tile.rows.stop) + heads.reach + 1 - tile.columns.start, 0, ends)
        sums = np.concatenate([np.zeros((*keys.shape[:-1], 1)), np.cumsum(keys, axis=-1)], axis=-1)
        return ends.astype(np.float64), sums[..., ends], np.log(ends)
    visible = (~np.isneginf(logits)).astype(np.float64)
    count, total = visible.sum(axis=-1), np.vecdot(visible, keys[..., None, :])
    if heads.log_prior is None:
        return count, total, np.log(count)
    prior = hide(tile, heads.log_prior[(*tile.lead, tile.rows, tile.columns)].astype(np.float64))
    top = prior.max(axis=-1, keepdims=True, initial=np.finfo(np.float64).min)
    return count, total, top[..., 0] + np.log(np.exp(prior - top).sum(axis=-1))


def _joined(rest: KeySums, sink: KeySums) -> KeySums:
    """The sums over two disjoint sets of keys, from those over each."""
    energy = np.logaddexp(rest.energy, sink.energy)
    log_shares = [np.where(part.count > 0, part.energy - energy, -np.inf) for part in (rest, sink)]
    shares = [np.exp(log_share) for log_share in log_shares]
    mean_tilt = shares[0] * rest.mean_tilt + shares[1] * sink.mean_tilt
    tilts = [part.mean_tilt - mean_tilt + part.gap for part in (rest, sink)]
    gap = np.logaddexp(*(s + t for s, t in zip(log_shares, tilts, strict=True)))
    small = np.maximum(*map(np.abs, tilts)) < 1  # there the terms near 1 are taken apart from 1
    near = np.log1p(sum(s * np.expm1(np.where(small, t, 0)) for s, t in zip(shares, tilts, strict=True)))
    count = rest.count + sink.count
    return KeySums(
        energy=energy,
        prior=np.logaddexp(rest.prior, sink.prior),
        mean_logit=shares[0] * rest.mean_logit + shares[1] * sink.mean_logit,
        mean_tilt=mean_tilt,
        gap=np.where(count > 0, np.maximum(np.where(small, near, gap), 0), 0),
        count=count,
        norms=rest.norms + sink.norms,
    )
