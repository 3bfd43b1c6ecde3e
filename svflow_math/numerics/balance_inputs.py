"""What balancing losses are given: scores of tokens over experts in one or more layers, and the known conventions."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.arrays import any_array, floats
from svflow_math.numerics.attention_inputs import largest_entry
from svflow_math.numerics.checks import chosen
from svflow_math.numerics.experts_inputs import first, largest

_LAYERS: dict[str, Any] = {"mean": None, "each": None, "pooled": None}


@dataclass(frozen=True)
class Balance:
    """Laws over E experts, by layer (and token), their shares of the tokens, and how losses of layers are reported."""

    gates: NDArray  # (layers, E), or (layers, T, E)
    shares: NDArray | None  # (layers, E)
    width: float
    correction: float
    lead: tuple[int, ...] | None  # None: the mean over the layers
    present: NDArray  # (layers, T)
    dtype: np.dtype

    def result(self, losses: NDArray) -> NDArray:
        """Losses (layers, 1), or (layers, T, 1) averaged over the tokens, as one number or by layer."""
        values = losses[..., 0]
        if values.ndim == 2:
            total = np.sum(values, axis=-1, where=self.present, initial=0.0)
            values = total / self.present.sum(axis=-1)
        values = values.mean() if self.lead is None else values.reshape(self.lead)
        return values.astype(self.dtype)[()]


def switch_inputs(
    gates: ArrayLike,
    top_k: int,
    assigned: ArrayLike | None,
    mask: ArrayLike | None,
    counts: str,
    layers: str,
) -> Balance:
    """Check the arguments of the Switch loss: shares of the tokens by hard counts, or by the gates themselves."""
    counted = chosen("counts", counts, {"assignments": True, "tokens": False, "soft": None})
    balance, present = _balance(gates, mask, layers)
    chosen_experts = _assigned(assigned, top_k, balance, np.shape(gates))
    mean = _mean(balance.gates, present)
    if counted is None:
        return replace(balance, gates=mean, shares=mean)
    hits = np.sum(chosen_experts & present[..., None], axis=-2)
    share = hits.sum(axis=-1, keepdims=True) if counted else present.sum(axis=-1)[..., None]
    if not share.all():
        raise ValueError("assigned must send some token of each layer to an expert")
    return replace(balance, gates=mean, shares=hits / share)


def uniform_inputs(gates: ArrayLike, mask: ArrayLike | None, of: str, layers: str) -> Balance:
    """Check the arguments of the divergence from the uniform law: of the gate of each token, or of their mean."""
    by_token = chosen("of", of, {"tokens": True, "mean": False})
    balance, present = _balance(gates, mask, layers)
    return balance if by_token else replace(balance, gates=_mean(balance.gates, present))


def variation_inputs(gates: ArrayLike, top_k: int | None, mask: ArrayLike | None, ddof: int, layers: str) -> Balance:
    """Check the arguments of the coefficient of variation: of the experts' summed gates, or of their hard counts."""
    balance, present = _balance(gates, mask, layers)
    if not isinstance(ddof, int | np.integer) or isinstance(ddof, bool) or ddof not in (0, 1):
        raise ValueError(f"ddof must be 0 or 1, got {ddof!r}")
    if ddof and balance.width < 2:
        raise ValueError("ddof=1 needs at least two experts")
    if top_k is None:
        mean = _mean(balance.gates, present)
    else:
        hits = np.sum(largest("top_k", top_k, balance.gates) & present[..., None], axis=-2)
        mean = hits / hits.sum(axis=-1, keepdims=True)
    return replace(balance, gates=mean, correction=float(ddof))


def _balance(gates: ArrayLike, mask: ArrayLike | None, layers: str) -> tuple[Balance, NDArray]:
    """The normalised gates (layers, T, E) and which tokens count, (layers, T)."""
    arrays, dtype = floats({"gates": gates}, precise=True)
    chosen("layers", layers, _LAYERS)
    scores = arrays["gates"]
    if scores.ndim < 2 or not scores.shape[-1]:
        raise ValueError(f"gates must have shape (..., tokens, experts), got shape {scores.shape}")
    largest_entry("gates", scores)
    if (scores < 0).any():
        index = first(scores < 0)
        raise ValueError(f"gates must not be negative, got {scores[index]} at index {index}")
    lead, count = scores.shape[:-2], scores.shape[-1]
    present = np.ones(scores.shape[:-1], bool)
    if mask is not None:
        present = _boolean("mask", mask, scores.shape[:-1])
    top = scores.max(axis=-1, keepdims=True)
    if ((top[..., 0] == 0) & present).any():
        index = first((top[..., 0] == 0) & present)
        raise ValueError(f"gates must not vanish for all experts, got zeros at index {index}")
    scores = np.divide(scores, top, out=np.ones_like(scores), where=top > 0)  # sums of tiny scores keep their digits
    laws = scores / scores.sum(axis=-1, keepdims=True)
    number, tokens = math.prod(lead), scores.shape[-2]
    if layers == "pooled":
        number, tokens = 1, number * tokens
    laws, present = laws.reshape(number, tokens, count), present.reshape(number, tokens)
    if not present.any(axis=-1).all() or not len(present):
        raise ValueError("gates must have a token in each layer, after the mask")
    shape = lead if layers == "each" else None
    return Balance(laws, None, float(count), 0.0, shape, present, dtype), present


def _assigned(assigned: ArrayLike | None, top_k: int, balance: Balance, shape: tuple[int, ...]) -> NDArray:
    if assigned is None:
        return largest("top_k", top_k, balance.gates)
    array = any_array("assigned", assigned)
    if array.dtype != np.bool_:
        raise TypeError(f"assigned must be boolean, got dtype {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"assigned must have the shape {shape} of gates, got shape {array.shape}")
    return array.reshape(balance.gates.shape)


def _mean(laws: NDArray, present: NDArray) -> NDArray:
    total = np.sum(laws, axis=-2, where=present[..., None], initial=0.0)
    return total / present.sum(axis=-1)[..., None]


def _boolean(name: str, value: Any, shape: tuple[int, ...]) -> NDArray:
    array = any_array(name, value)
    if array.dtype != np.bool_:
        raise TypeError(f"{name} must be boolean, got dtype {array.dtype}")
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        raise ValueError(f"{name} must broadcast to {shape}, got shape {array.shape}") from None
