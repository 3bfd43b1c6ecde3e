"""Mixtures of von Mises-Fisher laws at many states: blocks, inner products, log-sum-exp.

A function of the chapter gives two formulas. The first is the logarithm of a component's weight at its mean direction,
and is computed once where all states share the components. The second maps a block of states to their values; the
driver provides the inner products, the laws and the means. Sums over d and K are products of matrices wherever the
states share the means. All is computed in float64.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math.numerics.arrays import DOUBLE
from svflow_math.numerics.checks import Checks
from svflow_math.numerics.log1p_remainder import log1p_remainder
from svflow_math.numerics.mixture_inputs import (
    Inputs,
    directions,
    laws,
    mixture_inputs,
    nonnegative,
    normalized_log_prior,
)
from svflow_math.numerics.primitives import within

BLOCK = 65_536  # values of the largest array of a block: a few such arrays stay in the cache of a core
PAIRS = 131_072  # values where every pair of a state and a component has a vector of its own
SMALL_KAPPA = 16.0  # up to here the rounding of 1 - <mu, x> is no larger than that of the weights
ROUNDED = 4 * np.finfo(np.float64).eps  # of a norm, which changes no digit of <mu, x> that its rounding leaves
SAFE_EXPONENT = 600.0  # exp of a number this size is a normal number, and so is a sum of such


@dataclass(frozen=True)
class Components:
    """The components of a block of states: one row for all of them, or one for each."""

    means: NDArray  # (1 or n, K, d), of norm near 1
    inverse_norm: NDArray  # (1 or n, K)
    kappas: NDArray  # (1 or n, K)
    log_prior: NDArray  # (1 or n, K), normalised
    dim: int
    height: int  # of the blocks of states, at most

    def by_state(self, values: NDArray) -> NDArray:
        """Numbers for each component as rows for each state: to spread K of them anew costs more than a sum."""
        return np.repeat(values, self.height, axis=0) if len(values) < self.height else values

    @cached_property
    def kappas_by_state(self) -> NDArray:
        """kappa_z, (n, K)."""
        return self.by_state(self.kappas)

    @cached_property
    def directions(self) -> NDArray:
        """mu_z, (1 or n, K, d)."""
        return self.means * self.inverse_norm[..., None]

    @cached_property
    def scores(self) -> NDArray:
        """kappa_z mu_z, (1 or n, K, d)."""
        return self.kappas[..., None] * self.directions

    @cached_property
    def largest_kappa(self) -> float:
        return float(self.kappas.max())

    @cached_property
    def near(self) -> NDArray:
        """What kappa_z (<mu_z, x> - 1) exceeds where the difference from 1 would lose digits, (n, K)."""
        return self.by_state(np.where(self.kappas > SMALL_KAPPA, -self.kappas / 2, np.inf))


@dataclass(frozen=True)
class States:
    """A block of states."""

    x: NDArray  # (n, d), of norm near 1
    inverse_norm: NDArray  # (n,)
    components: Components
    log_weight: NDArray  # (1 or n, K): of a component, where x is its mean direction
    posterior: Any  # (n, K), a law; None for a function that speaks of none
    is_normalized: bool  # whether the norms of x differ from 1 by rounding only
    room: NDArray | None  # where a vector for each state may be written
    h: Any  # (1 or n,), lengths of steps; None for a function that takes none
    checks: Checks

    @property
    def kappas(self) -> NDArray:
        return self.components.kappas

    @property
    def dim(self) -> int:
        return self.components.dim

    @cached_property
    def direction(self) -> NDArray:
        """x/|x|."""
        return self.x * self.inverse_norm[:, None]

    @property
    def excess(self) -> NDArray:
        """kappa_z (<mu_z, x> - 1), (n, K); where kappa_z is large and mu_z is near, by -kappa_z |mu_z - x|^2/2."""
        excess = _inner(self.x, self.components)
        if not self.is_normalized:
            excess *= self.inverse_norm[:, None]
        excess -= self.components.kappas_by_state[: len(excess)]
        if self.components.largest_kappa > SMALL_KAPPA:
            near = np.flatnonzero(excess > self.components.near[: len(excess)])
            if len(near):
                for rows, columns in _chunks(*np.divmod(near, excess.shape[1]), room=PAIRS // self.dim):
                    mu = self.components.directions[0 if len(self.components.directions) == 1 else rows, columns]
                    chord = mu - self.x[rows] * self.inverse_norm[rows, None]
                    kappas = self.kappas[0 if len(self.kappas) == 1 else rows, columns]
                    excess[rows, columns] = -kappas * np.vecdot(chord, chord) / 2
        return excess

    def mean_score(self, law: NDArray) -> NDArray:
        """The mean of kappa_z mu_z, (n, d)."""
        if len(self.components.scores) == 1:
            return np.matmul(law, self.components.scores[0], out=self.room)
        if len(self.components.directions) == 1:
            return (law * self.kappas) @ self.components.directions[0]
        return (law[:, None, :] @ self.components.scores)[:, 0]

    def tangent(self, law: NDArray) -> NDArray:
        """The tangent part of the mean of kappa_z mu_z, (n, d)."""
        mean = self.mean_score(law)
        part = self._project(mean, self.x, self.inverse_norm)
        along = np.flatnonzero(np.vecdot(part, part) < np.vecdot(mean, mean) / 64)
        # There digits are lost, and the tangent parts of mu_z - x, which are those of mu_z, are added up instead.
        for (rows,) in _chunks(along, room=PAIRS // self.components.means[0].size):
            x, here = self.x[rows], 0 if len(self.components.means) == 1 else rows
            weights = law[rows] * (self.kappas if len(self.kappas) == 1 else self.kappas[rows])
            weights = weights * self.components.inverse_norm[here]
            gap = (weights[:, None, :] @ (self.components.means[here] - x[:, None]))[:, 0]
            # Twice: the rounding of a long vector is not tangent to the last digits of a short part.
            gap = self._project(gap, x, self.inverse_norm[rows])
            part[rows] = self._project(gap, x, self.inverse_norm[rows])
        return part

    @staticmethod
    def _project(vector: NDArray, x: NDArray, inverse_norm: NDArray) -> NDArray:
        return vector - (np.vecdot(x, vector) * inverse_norm**2)[:, None] * x

    def relaxed(self, h: NDArray, vector: NDArray) -> NDArray:
        """The direction of x + h v, (n, d); the vectors are overwritten."""
        vector *= h[:, None]
        if self.is_normalized:  # then x itself, so that the sum is exact where it cancels
            vector += self.x
        else:
            rounded = abs(self.inverse_norm - 1) <= ROUNDED
            vector += self.x * np.where(rounded, 1, self.inverse_norm)[:, None]
        vector, norm = self.checks.direction("x + h grad log p(x | kappas)", vector)
        vector *= (1 / norm)[:, None]
        return vector

    def along(self, vector: NDArray) -> NDArray:
        """<x, v>, (n,)."""
        return np.vecdot(self.x, vector) * self.inverse_norm

    def tangential_spread(self, law: NDArray) -> NDArray:
        """The mean of |P_x (s_z - E s)|^2, (n,); scores are measured from that of the likeliest component."""
        spread = np.empty(len(law))
        for rows in _chunks(np.arange(len(law)), room=PAIRS // self.components.scores[0].size):
            (rows,) = rows
            p, x = law[rows], self.direction[rows]
            scores = self.components.scores if len(self.components.scores) == 1 else self.components.scores[rows]
            scores = np.broadcast_to(scores, (len(rows), *scores.shape[1:]))
            gap = scores - scores[np.arange(len(rows)), p.argmax(axis=-1)][:, None]
            gap -= p[:, None, :] @ gap
            gap -= np.vecdot(gap, x[:, None])[..., None] * x[:, None]
            spread[rows] = np.vecdot(p, np.vecdot(gap, gap))
        return spread


Weight = Callable[[Components], NDArray]
Value = Callable[[States], NDArray]


@np.errstate(all="ignore")  # what overflows is refused, what vanishes may
def over_states(
    log_weight: Weight,
    value: Value,
    x: ArrayLike,
    means: ArrayLike,
    kappas: ArrayLike,
    *,
    log_prior: ArrayLike | None = None,
    posterior: ArrayLike | None = None,
    h: ArrayLike | None = None,
    vectors: bool = False,
    supported: bool = False,
) -> NDArray:
    """The values of a formula at every state, block by block.

    `vectors`: they are vectors; `supported`: a posterior that does not vanish where the prior does is refused.
    """
    inputs = mixture_inputs(x, means, kappas, log_prior, posterior, h)
    everywhere = [a for a in (inputs.means, inputs.kappas, inputs.log_prior) if a is not None]
    out = np.empty((inputs.count, inputs.dim), inputs.dtype) if vectors else None
    shared = all(a.shared for a in everywhere)
    step = max(1, BLOCK // max(inputs.dim, inputs.components) if shared else PAIRS // inputs.means.rows[0].size)
    components = _components(inputs, 0, 1, min(step, inputs.count)) if shared else None
    weight = components.by_state(log_weight(components)) if components is not None else None
    checks = Checks((), [], inputs.batch)
    for start in range(0, max(inputs.count, 1), step):
        checks.start = start
        stop = min(start + step, inputs.count)
        mine = _components(inputs, start, stop, stop - start) if components is None else components
        room = out[start:stop] if vectors and out is not None and out.dtype == DOUBLE else None
        weights = log_weight(mine) if weight is None else weight[: stop - start]
        states = _states(inputs, mine, weights, room, checks, stop)
        if supported and states.posterior is not None:
            _demand_support(inputs, states, start)
        result = value(states)
        if out is None:
            out = np.empty((inputs.count, *result.shape[1:]), inputs.dtype)
        _store(out[start:stop], result, mine)
    assert out is not None
    return out.reshape((*inputs.batch, *out.shape[1:]))[()]


def softmax(exponents: NDArray) -> NDArray:
    """exp, normalised over the last axis; the argument is overwritten."""
    if not within(exponents, -SAFE_EXPONENT, SAFE_EXPONENT):
        exponents -= _top(exponents)
    np.exp(exponents, out=exponents)
    exponents *= (1 / (exponents @ np.ones(exponents.shape[-1])))[:, None]
    return exponents


def log_sum_exp(exponents: NDArray) -> NDArray:
    """log of the sum of exp over the last axis."""
    top = _top(exponents)
    return top[:, 0] + np.log(np.exp(exponents - top).sum(axis=-1))


def mean_log_ratio(law: NDArray, log_joint: NDArray) -> NDArray:
    """sum_z q_z (l_z - log q_z); what has weight zero adds nothing."""
    some = law > 0
    terms = np.where(some, law, 0) * (np.where(some, log_joint, 0) - np.log(np.where(some, law, 1)))
    return terms.sum(axis=-1)


def divergence_from_softmax(law: NDArray, log_joint: NDArray) -> NDArray:
    """KL(q | softmax(l)), as the sum over z of q log(q/p) - q + p, which are not negative."""
    log_p = log_joint - log_sum_exp(log_joint)[:, None]
    p = np.exp(log_p)
    ratio = p / law
    close = (ratio > 0.25) & (ratio < 4)
    near = np.where(close, ratio, 1)
    log_ratio = np.where((p > 1e-300) & (ratio < np.inf), np.log(ratio), log_p - np.log(law))
    terms = np.where(
        close,
        law * log1p_remainder(np.where(close, (p - law) / np.where(close, law, 1), 0), near),
        p - law - np.where(law > 0, law * log_ratio, 0),
    )
    return terms.sum(axis=-1)


def _components(inputs: Inputs, start: int, stop: int, height: int) -> Components:
    rows, inverse_norm = directions(inputs.means, start, stop)
    kappas = nonnegative(inputs.kappas, start, stop)
    if inputs.log_prior is None:
        log_prior = np.full((1, inputs.components), -np.log(inputs.components))
    else:
        log_prior = normalized_log_prior(inputs.log_prior, start, stop)
    return Components(rows, inverse_norm, kappas, log_prior, inputs.dim, height)


def _states(
    inputs: Inputs, components: Components, log_weight: NDArray, room: NDArray | None, checks: Checks, stop: int
) -> States:
    start = checks.start
    x, inverse_norm = directions(inputs.x, start, stop)
    posterior = None if inputs.posterior is None else laws(inputs.posterior, start, stop)
    count = stop - start
    if len(x) != count:
        x, inverse_norm = np.broadcast_to(x, (count, inputs.dim)), np.broadcast_to(inverse_norm, count)
    if posterior is not None and len(posterior) != count:
        posterior = np.broadcast_to(posterior, (count, inputs.components))
    is_normalized = bool(abs(inverse_norm - 1).max(initial=0.0) <= ROUNDED)
    h = None if inputs.h is None else nonnegative(inputs.h, start, stop)
    return States(x, inverse_norm, components, log_weight, posterior, is_normalized, room, h, checks)


def _demand_support(inputs: Inputs, states: States, start: int) -> None:
    posterior, prior = states.posterior, states.components.log_prior
    assert posterior is not None and inputs.posterior is not None
    outside = (posterior > 0) & (prior == -np.inf)
    if outside.any():
        row, component = map(int, np.argwhere(outside)[0])
        got = f"weight {posterior[row, component]} of component {component}"
        inputs.posterior.refuse(row, start, "must vanish where log_prior is -inf", got)


def _store(out: NDArray, result: NDArray, components: Components) -> None:
    if not np.may_share_memory(out, result):
        out[...] = result
    may_overflow = out.dtype != DOUBLE or components.largest_kappa > 1e150
    if may_overflow and not np.isfinite(out).all():
        raise ValueError(f"the result overflows {out.dtype}: kappas go up to {components.largest_kappa}")


def _inner(x: NDArray, components: Components) -> NDArray:
    """<kappa_z mu_z, x>, (n, K)."""
    if len(components.scores) == 1:
        return x @ components.scores[0].T
    if len(components.directions) == 1:
        return (x @ components.directions[0].T) * components.kappas
    return (components.scores @ x[..., None])[..., 0]


def _top(exponents: NDArray) -> NDArray:
    top = exponents.max(axis=-1, keepdims=True)
    if not (top > -np.inf).all():
        raise ValueError("kappas must leave a density that does not vanish: all log weights of a state are -inf")
    return top


def _chunks(*indices: NDArray, room: int) -> list[tuple[NDArray, ...]]:
    step = max(1, room)
    return [tuple(i[start : start + step] for i in indices) for start in range(0, len(indices[0]), step)]
