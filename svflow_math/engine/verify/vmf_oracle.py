"""The von Mises-Fisher functions in FLINT ball arithmetic: the exact function at the float64 kappa, radius proved."""

from __future__ import annotations

import math
from typing import NamedTuple

from flint import arb, ctx

BITS = 80
"""Proved accuracy of every value: relative, for the logarithms relative to at least 1."""


class Exact(NamedTuple):
    """Balls around the exact values."""

    log_normalizer: arb
    entropy: arb
    mean_resultant_length: arb
    complement: arb
    derivative: arb


def exact(kappa: float, dim: int) -> Exact:
    """All functions at one point; the precision doubles until every radius is small enough."""
    precision = 160 + 2 * max(0, math.ceil(math.log2(kappa))) if kappa > 0 else 160
    while True:
        ctx.prec = precision
        values = _evaluate(kappa, dim)
        bits = [v.rel_one_accuracy_bits() for v in values[:2]] + [v.rel_accuracy_bits() for v in values[2:]]
        if min(bits) >= BITS:
            return values
        precision *= 2


def kl_divergence_equal_means(kappa1: float, kappa2: float, dim: int) -> arb:
    """KL of two laws with one mean direction and kappa1 != kappa2."""
    precision = 256
    while True:
        ctx.prec = precision
        first, (other, _) = _evaluate(kappa1, dim), _log_normalizer(kappa2, dim)
        value = first.log_normalizer - other + first.mean_resultant_length * (arb(kappa1) - arb(kappa2))
        if value.rel_accuracy_bits() >= BITS:
            return value
        precision *= 2


def error(value: float, reference: arb) -> float:
    """value - reference, the difference taken before it is rounded."""
    return float((arb(value) - reference).mid())


def _log_normalizer(kappa: float, dim: int) -> tuple[arb, arb]:
    """The logarithm, and the scaled Bessel function in it."""
    half, pi = arb(dim) / 2, arb.pi()
    if kappa == 0:
        return half.lgamma() - arb(2).log() - half * pi.log(), arb(0)
    x, nu = arb(kappa), half - 1
    scaled = x.bessel_i(nu, scaled=True)
    return nu * x.log() - half * (2 * pi).log() - scaled.log() - x, scaled


def _evaluate(kappa: float, dim: int) -> Exact:
    log_normalizer, scaled = _log_normalizer(kappa, dim)
    if kappa == 0:
        return Exact(log_normalizer, -log_normalizer, arb(0), arb(1), 1 / arb(dim))
    x = arb(kappa)
    ratio = x.bessel_i(arb(dim) / 2, scaled=True) / scaled
    derivative = 1 - ratio * ratio - (dim - 1) * ratio / x
    return Exact(log_normalizer, -log_normalizer - x * ratio, ratio, 1 - ratio, derivative)
