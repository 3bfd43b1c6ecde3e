"""An attention head group with hand-written gradients, in NumPy that also takes complex numbers.

Complex arguments make the gradients checkable to rounding: the imaginary part of a step of 1e-30 i is a derivative.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Params = dict[str, NDArray]
Loss = Callable[[NDArray], tuple[Any, NDArray]]  # of the outputs (n, d): the value and its gradient

N, D, M = 6, 4, 4  # tokens, their dimension, the dimension of a head
_RNG = np.random.default_rng(7)
TOKENS = _RNG.standard_normal((N, D))
_TARGET, _READOUT = _RNG.standard_normal((N, D)), _RNG.standard_normal((3, D))
_LABELS = _RNG.integers(0, 3, N)


def squared_error(y: NDArray) -> tuple[Any, NDArray]:
    gap = y - _TARGET
    return (gap * gap).sum() / 2, gap


def cross_entropy(y: NDArray) -> tuple[Any, NDArray]:
    mass = np.exp(y @ _READOUT.T)
    law = mass / mass.sum(-1, keepdims=True)
    chosen = np.eye(3)[_LABELS]
    return -np.log((law * chosen).sum(-1)).sum(), (law - chosen) @ _READOUT


def log_cosh(y: NDArray) -> tuple[Any, NDArray]:
    gap = 2 * y - _TARGET[::-1]
    return np.log(np.cosh(gap)).sum(), 2 * np.tanh(gap)


LOSSES: tuple[Loss, ...] = (squared_error, cross_entropy, log_cosh)


@dataclass(frozen=True)
class Heads:
    """Query heads that share one key and value head; `eps` is added to squared norms, None for no normalisation."""

    heads: int = 1
    rotary: bool = False
    bias: bool = False
    eps: float | None = None

    def start(self) -> Params:
        rng = np.random.default_rng(11)
        params = {
            "w_q": rng.standard_normal((self.heads, M, D)),
            "w_k": rng.standard_normal((M, D)),
            "w_v": rng.standard_normal((M, D)),
            "w_o": rng.standard_normal((self.heads, D, M)),
        }
        biases = {"b_q": rng.standard_normal((self.heads, M)), "b_k": rng.standard_normal(M)}
        return params | biases if self.bias else params

    def gradients(self, p: Params, loss: Loss) -> tuple[Any, Params]:
        """The loss and its gradient in every parameter."""
        raw_q = np.einsum("hmd,nd->hnm", p["w_q"], TOKENS) + (p["b_q"][:, None] if self.bias else 0)
        raw_k = TOKENS @ p["w_k"].T + (p["b_k"] if self.bias else 0)
        (q, back_q), (k, back_k) = self._prepared(raw_q), self._prepared(raw_k)
        v = TOKENS @ p["w_v"].T
        mass = np.exp(np.einsum("him,jm->hij", q, k) / np.sqrt(M)) * np.tri(N)
        a = mass / mass.sum(-1, keepdims=True)
        z = np.einsum("hij,jm->him", a, v)
        value, dy = loss(np.einsum("him,hdm->id", z, p["w_o"]))
        dz = np.einsum("id,hdm->him", dy, p["w_o"])
        da = np.einsum("him,jm->hij", dz, v)
        logits = a * (da - (a * da).sum(-1, keepdims=True)) / np.sqrt(M)
        dq, dk = back_q(np.einsum("hij,jm->him", logits, k)), back_k(np.einsum("hij,him->jm", logits, q))
        grads = {
            "w_q": np.einsum("hnm,nd->hmd", dq, TOKENS),
            "w_k": dk.T @ TOKENS,
            "w_v": np.einsum("hij,him,jd->md", a, dz, TOKENS),
            "w_o": np.einsum("id,him->hdm", dy, z),
        }
        return value, grads | ({"b_q": dq.sum(1), "b_k": dk.sum(0)} if self.bias else {})

    def _prepared(self, x: NDArray) -> tuple[NDArray, Callable[[NDArray], NDArray]]:
        """Rows normalised and turned as asked, and the way back for gradients."""
        if self.eps is None:
            unit, pull = x, lambda g: g
        else:
            size = np.sqrt((x * x).sum(-1, keepdims=True) + self.eps)
            unit = x / size
            pull = lambda g: (g - unit * (unit * g).sum(-1, keepdims=True)) / size  # noqa: E731
        if not self.rotary:
            return unit, pull
        turned = np.einsum("nab,...nb->...na", _TURNS, unit)
        return turned, lambda g: pull(np.einsum("nba,...nb->...na", _TURNS, g))


def _turn(position: int) -> NDArray:
    """The rotary embedding, half-split layout."""
    angles = position * 10.0 ** (-2.0 * np.arange(M // 2) / M)
    cosine, sine = np.diag(np.cos(angles)), np.diag(np.sin(angles))
    return np.block([[cosine, -sine], [sine, cosine]])


_TURNS = np.stack([_turn(position) for position in range(N)])


@dataclass(frozen=True)
class Gate:
    """A linear gate over linear experts, y_i = sum_l g_il M_l x_i; `joint` says whether gates are a softmax."""

    joint: bool = True

    def start(self) -> Params:
        rng = np.random.default_rng(13)
        return {name: rng.standard_normal(s) for name, s in (("w", (3, D)), ("b", (3,)), ("m", (3, D, D)))}

    def gradients(self, p: Params, loss: Loss) -> tuple[Any, Params]:
        """The loss and its gradient in every parameter."""
        mass = np.exp(TOKENS @ p["w"].T + p["b"])
        g = mass / (mass.sum(-1, keepdims=True) if self.joint else 1 + mass)
        experts = np.einsum("lab,nb->nla", p["m"], TOKENS)
        value, dy = loss(np.einsum("nl,nla->na", g, experts))
        dg = np.einsum("na,nla->nl", dy, experts)
        logits = g * (dg - (g * dg).sum(-1, keepdims=True)) if self.joint else g * (1 - g) * dg
        return value, {
            "w": logits.T @ TOKENS,
            "b": logits.sum(0),
            "m": np.einsum("nl,na,nb->lab", g, dy, TOKENS),
        }


@dataclass(frozen=True)
class Neurons:
    """A layer of neurons, y_i = sum_k phi(<w_k, x_i> + b_k) o_k, phi the ReLU or, if `smooth`, tanh."""

    smooth: bool = False

    def start(self) -> Params:
        rng = np.random.default_rng(205)  # no unit is near its kink
        return {name: rng.standard_normal(s) for name, s in (("w_in", (5, D)), ("b", (5,)), ("w_out", (D, 5)))}

    def gradients(self, p: Params, loss: Loss) -> tuple[Any, Params]:
        """The loss and its gradient in every parameter."""
        z = TOKENS @ p["w_in"].T + p["b"]
        phi = np.tanh(z) if self.smooth else z * (z.real > 0)
        slope = 1 - phi * phi if self.smooth else z.real > 0
        value, dy = loss(phi @ p["w_out"].T)
        dz = slope * (dy @ p["w_out"])
        return value, {"w_in": dz.T @ TOKENS, "b": dz.sum(0), "w_out": dy.T @ phi}
