"""Softmax over keys, tile by tile: posteriors and posterior means without an n x n array that nobody asked for.

A formula maps a tile of (query, key) pairs to their log likelihoods. The driver adds the log prior, restricts to the
support and normalises over the keys. Tiles of keys are joined by the streamed softmax: where a tile raises the
maximum m of a query to m', the mass and the sum gathered so far are multiplied by exp(m - m').
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from svflow_math.numerics.attention_inputs import Heads

QUERY_TILE = 128
KEY_TILE = 512
TILE_VALUES = 262_144  # logits at a time: 1 MB of float32; fewer calls outweigh a tighter fit in the cache

SAFE_LOGIT = 40.0

Lead = tuple[slice, ...]


@dataclass(frozen=True)
class Pairs:
    """A tile of (query, key) pairs; its arrays broadcast to (..., queries, keys)."""

    heads: Heads
    lead: Lead
    rows: slice
    columns: slice
    room: NDArray

    @property
    def scaled_inner(self) -> NDArray:
        """scale <q_i, k_j>. The caller may overwrite it: it lives in the room that all tiles share."""
        query, key = self.heads.scaled_query[(*self.lead, self.rows)], self.heads.key[(*self.lead, self.columns)]
        shape = (*query.shape[:-1], key.shape[-2])
        return np.matmul(query, key.swapaxes(-1, -2), out=self.room[: math.prod(shape)].reshape(shape))

    @property
    def scaled_query_norm(self) -> NDArray:
        """scale |q_i|, a column."""
        return self.heads.scaled_query_norm[(*self.lead, self.rows, None)]

    @property
    def key_norm(self) -> NDArray:
        """|k_j|, a row."""
        return self.heads.key_norm[(*self.lead, None, self.columns)]


Formula = Callable[[Pairs], NDArray]


def posterior(heads: Heads, log_likelihood: Formula) -> NDArray:
    """Weights of the keys, (..., n_q, n_k): prior times likelihood, normalised over the support."""
    weights = np.zeros((*heads.batch, heads.queries, heads.keys), heads.key.dtype)
    lowest = np.finfo(weights.dtype).min
    with np.errstate(over="ignore", invalid="ignore"):
        for tile in _full_rows(heads):
            joint = log_joint(tile, log_likelihood)
            joint -= joint.max(axis=-1, keepdims=True, initial=lowest)
            mass = row_sums(np.exp(joint, out=joint))
            _require_key(tile, mass == 0)
            weights[(*tile.lead, tile.rows, tile.columns)] = joint / mass
    return weights.astype(heads.dtype, copy=False)


def posterior_mean(heads: Heads, log_likelihood: Formula) -> NDArray:
    """Mean of the values under the posterior, (..., n_q, d_v), streamed over tiles of keys."""
    assert heads.value is not None
    mean = np.empty((*heads.batch, heads.queries, heads.value.shape[-1]), heads.key.dtype)
    lowest = np.finfo(mean.dtype).min
    with np.errstate(over="ignore", invalid="ignore"):
        shifted = _needs_shift(heads)
        for tiles in _streams(heads, KEY_TILE):
            top, mass = lowest, 0.0
            total = mean[(*tiles[0].lead, tiles[0].rows)]  # gathered in place: a pass over memory less
            for tile in tiles:
                joint, fade = log_joint(tile, log_likelihood), 1.0
                if shifted:
                    new_top = np.maximum(top, joint.max(axis=-1, keepdims=True, initial=lowest))
                    joint -= new_top
                    top, fade = new_top, np.exp(top - new_top)
                np.exp(joint, out=joint)
                mass = mass * fade + row_sums(joint)
                value = heads.value[(*tile.lead, tile.columns)]
                if tile is tiles[0]:
                    np.matmul(joint, value, out=total)
                else:
                    total *= fade
                    total += np.matmul(joint, value)
            _require_key(tiles[-1], np.equal(mass, 0))
            total /= mass
        if heads.value_exponent:
            limit = np.finfo(mean.dtype).max  # a mean lies between the values, its rounding may not
            mean = np.clip(np.ldexp(mean, heads.value_exponent), -limit, limit)
    return mean.astype(heads.dtype, copy=False)


def _needs_shift(heads: Heads) -> bool:
    """Whether a logit may be so large that its exponential needs a shift; the posterior is the same for every shift.

    By Cauchy-Schwarz no logit exceeds the product of the largest norms. Up to SAFE_LOGIT neither e^logit nor a sum of
    them leaves the range of float32, and e^-logit stays a normal number.
    """
    if heads.log_prior is not None or not (heads.queries and heads.keys):
        return True
    with np.errstate(over="ignore"):
        squares = [float(np.vecdot(rows, rows).max(initial=0)) for rows in (heads.scaled_query, heads.key)]
    return not math.sqrt(squares[0] * squares[1]) <= SAFE_LOGIT


def key_norm_range(heads: Heads) -> tuple[NDArray, NDArray]:
    """Smallest and largest |k_j| among the keys that a query sees, each (..., n_q)."""
    low = np.empty((*heads.batch, heads.queries), heads.key.dtype)
    high = np.empty_like(low)
    for tile in _full_rows(heads):
        norms = tile.key_norm + np.zeros_like(tile.scaled_query_norm)
        largest = hide(tile, norms.copy()).max(axis=-1, keepdims=True, initial=-np.inf)
        _require_key(tile, np.isneginf(largest))
        high[(*tile.lead, tile.rows)] = largest[..., 0]
        low[(*tile.lead, tile.rows)] = -hide(tile, -norms).max(axis=-1)
    return low, high


def log_joint(tile: Pairs, log_likelihood: Formula) -> NDArray:
    joint = log_likelihood(tile)
    if tile.heads.log_prior is not None:
        joint += tile.heads.log_prior[(*tile.lead, tile.rows, tile.columns)]
    if tile.heads.may_overflow:
        _require_finite(tile, joint)
    return hide(tile, joint)


def hide(tile: Pairs, array: NDArray) -> NDArray:
    """Write -inf over the pairs that the mask or causality excludes."""
    if tile.heads.support is not None:
        np.copyto(array, -np.inf, where=~tile.heads.support[(*tile.lead, tile.rows, tile.columns)])
    if tile.heads.reach is not None:
        first = max(tile.columns.start, tile.rows.start + tile.heads.reach + 1)  # earlier keys every query sees
        if first < tile.columns.stop:
            some = array[..., first - tile.columns.start :]
            ceiling = _staircase(*some.shape[-2:], tile.rows.start + tile.heads.reach - first, array.dtype)
            np.fmin(some, ceiling, out=some)  # four times as fast as a masked copy
    return array


@lru_cache(maxsize=8)  # blocks along the diagonal are alike
def _staircase(height: int, width: int, diagonal: int, dtype: np.dtype) -> NDArray:
    """-inf above the diagonal, inf elsewhere."""
    return np.where(np.tri(height, width, diagonal, bool), np.inf, -np.inf).astype(dtype)


def row_sums(array: NDArray) -> NDArray:
    return np.einsum("...j->...", array)[..., None]


def _require_finite(tile: Pairs, joint: NDArray) -> None:
    """Reject a logit that overflowed, unless its pair is outside the support: there it becomes -inf."""
    prior = np.zeros_like(joint)
    if tile.heads.log_prior is not None:
        prior += tile.heads.log_prior[(*tile.lead, tile.rows, tile.columns)]
    outside = np.isneginf(hide(tile, prior))
    bad = ~(np.isfinite(joint) | outside)
    if bad.any():
        *query, key = map(int, np.argwhere(bad)[0])
        raise ValueError(f"the logit of query {query_index(tile, query)} and key {key + tile.columns.start} overflows")
    np.copyto(joint, -np.inf, where=outside)


def _require_key(tile: Pairs, lonely: NDArray) -> None:
    if lonely.any():
        raise ValueError(
            f"query {query_index(tile, list(map(int, np.argwhere(lonely[..., 0])[0])))} has no key to attend to"
        )


def query_index(tile: Pairs, local: list[int]) -> int | tuple[int, ...]:
    index = tuple(place + axis.start for place, axis in zip(local, (*tile.lead, tile.rows), strict=True))
    return index if tile.lead else index[0]


def _full_rows(heads: Heads) -> Iterator[Pairs]:
    """Tiles that hold every key their queries see."""
    for (tile,) in _streams(heads, heads.keys):
        yield tile


def _streams(heads: Heads, key_tile: int) -> Iterator[list[Pairs]]:
    """Blocks of queries, each with the tiles of keys that some query of the block sees; at least one tile."""
    key_tile = max(1, min(key_tile, heads.keys))
    height = max(1, min(QUERY_TILE, heads.queries, TILE_VALUES // key_tile))
    room = np.empty(max(TILE_VALUES, height * key_tile), heads.key.dtype)
    for lead in lead_blocks(heads.batch, TILE_VALUES // (height * key_tile)):
        for start in range(0, heads.queries, height):
            rows = slice(start, min(start + height, heads.queries))
            seen = heads.keys if heads.reach is None else max(0, min(heads.keys, rows.stop + heads.reach))
            edges = range(0, max(1, seen), key_tile)
            yield [Pairs(heads, lead, rows, slice(left, min(left + key_tile, seen)), room) for left in edges]


def lead_blocks(batch: tuple[int, ...], room: int) -> Iterator[Lead]:
    """Cut the leading axes into blocks of at most room items, or of one."""
    if not batch:
        yield ()
        return
    step = max(1, room // max(1, math.prod(batch[1:])))
    for start in range(0, batch[0], step):
        for rest in lead_blocks(batch[1:], max(1, room // step)):
            yield (slice(start, min(start + step, batch[0])), *rest)
