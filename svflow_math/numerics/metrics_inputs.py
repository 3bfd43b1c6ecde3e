"""What metrics are given: heads, laws over the same items, log probabilities of tokens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.arrays import DOUBLE, floats
from svflow_math.numerics.attention_inputs import attention_inputs, largest_entry
from svflow_math.numerics.head_metrics import KeySums, key_sums
from svflow_math.numerics.log_bessel import log_normalizer


@dataclass(frozen=True)
class HeadInputs(KeySums):
    """Sums over the keys of each query, tau |q|, and log C_d(0)."""

    scaled_query_norm: NDArray
    uniform: NDArray
    dtype: np.dtype

    def result(self, values: NDArray) -> NDArray:
        """A metric in the type of the result; raises ValueError where that overflows."""
        narrowed = values.astype(self.dtype)
        if not np.isfinite(narrowed).all():
            index = list(map(int, np.argwhere(~np.isfinite(narrowed))[0]))
            raise ValueError(f"a metric of query {tuple(index) if len(index) > 1 else index[0]} overflows {self.dtype}")
        return narrowed


@dataclass(frozen=True)
class Pairs:
    """Two laws over the same items, normalised."""

    first: NDArray
    second: NDArray
    dtype: np.dtype

    def result(self, values: NDArray) -> NDArray:
        """Sums (..., 1), which may be infinite, in the type of the result."""
        return values[..., 0].astype(self.dtype)[()]


@dataclass(frozen=True)
class Tokens:
    """Log probabilities, and how many there are in a row."""

    log_probs: NDArray
    count: float
    dtype: np.dtype

    def result(self, values: NDArray) -> NDArray:
        """Perplexities (..., 1); raises ValueError where one overflows, but for a probability of zero."""
        narrowed = values.astype(self.dtype)
        bad = np.isinf(narrowed) & ~np.isneginf(self.log_probs).any(axis=-1, keepdims=True)
        if bad.any():
            raise ValueError(f"the perplexity overflows at index {tuple(map(int, np.argwhere(bad[..., 0])[0]))}")
        return narrowed[..., 0][()]


def head_inputs(
    q: ArrayLike,
    k: ArrayLike,
    scale: float | None,
    bias: ArrayLike | None,
    mask: ArrayLike | None,
    causal: bool,
    sink: bool | None,
    softcap: float | None,
) -> HeadInputs:
    """Check the arguments of the metrics of heads, and sum over the keys."""
    if sink is not None and not isinstance(sink, (bool, np.bool_)):
        raise TypeError(f"sink must be a bool or None, got {sink!r}")
    heads = attention_inputs(q, k, scale=scale, bias=bias, mask=mask, causal=causal, softcap=softcap)
    sums = key_sums(heads, sink)
    norms = np.broadcast_to(np.asarray(heads.scaled_query_norm, np.float64), sums.count.shape)
    uniform = np.float64(log_normalizer(0.0, heads.dim))
    return HeadInputs(**vars(sums), scaled_query_norm=norms, uniform=np.asarray(uniform), dtype=heads.dtype)


def law_inputs(w1: ArrayLike, w2: ArrayLike) -> Pairs:
    """Check two laws (..., n); they are divided by their sums."""
    arrays, dtype = floats({"w1": w1, "w2": w2})
    laws = []
    for name, array in arrays.items():
        if not array.ndim or not array.shape[-1]:
            raise ValueError(f"{name} must have a last axis of one entry or more, got shape {array.shape}")
        mass = array.sum(axis=-1)
        least = array.min(axis=-1)
        bad = ~(np.abs(mass - 1) <= (1e-6 if dtype == DOUBLE else 1e-3)) | (least < 0)
        if bad.any():
            largest_entry(name, array)  # the sum of a law that is not finite is not finite
            index = tuple(map(int, np.argwhere(bad)[0]))
            got = f"entry {least[index]}" if least[index] < 0 else f"sum {mass[index]}"
            raise ValueError(f"{name} must be a law, entries >= 0 of sum 1, got {got} at index {index}")
        laws.append(array / mass[..., None])
    shapes = {name: array.shape for name, array in arrays.items()}
    if shapes["w1"][-1] != shapes["w2"][-1]:
        raise ValueError(f"w1 and w2 must be laws over the same items, got shapes {shapes}")
    try:
        np.broadcast_shapes(*shapes.values())
    except ValueError:
        raise ValueError(f"leading axes of w1 and w2 do not broadcast: {shapes}") from None
    return Pairs(laws[0], laws[1], dtype)


def token_inputs(log_probs: ArrayLike) -> Tokens:
    """Check log probabilities (..., n): at most 0, -inf allowed."""
    arrays, dtype = floats({"log_probs": log_probs}, precise=True)
    array = arrays["log_probs"]
    if not array.ndim or not array.shape[-1]:
        raise ValueError(f"log_probs must have a last axis of one token or more, got shape {array.shape}")
    largest_entry("log_probs", array, support=True)
    bad = array > (1e-6 if dtype == DOUBLE else 1e-3)
    if bad.any():
        index = tuple(map(int, np.argwhere(bad)[0]))
        raise ValueError(f"log_probs must not be positive, got {array[index]} at index {index}")
    return Tokens(array, float(array.shape[-1]), dtype)
