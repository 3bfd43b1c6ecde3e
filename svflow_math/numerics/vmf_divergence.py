"""Kullback-Leibler divergence of von Mises-Fisher laws, with digits left when they are close or both far out.

Between equal mean directions it is the Bregman divergence of -log C_d, the integral of (kappa2 - s) A'(s) from kappa1
to kappa2. Three forms, for the three ways in which the textbook difference of logarithms cancels:

closed      both concentrations above the switch point: the divergence of each part of Debye's expansion, with h and
            delta the changes of kappa and of w = sqrt(nu^2 + kappa^2), in terms of x - log(1 + x) and of
            (h^2 - delta^2) / 2 > 0, written without subtraction;
quadrature  both within twice the switch point: the integral of positive terms by Gauss and Legendre's rule;
scaled      one below the switch point, one above its double: the textbook difference with exp(kappa) taken out.
            Laws so different leave no more than two digits to cancel.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from svflow_math.numerics.bessel_ratio import (
    mean_resultant_length_complement,
    mean_resultant_length_derivative,
)
from svflow_math.numerics.debye import debye_series, polar
from svflow_math.numerics.log1p_remainder import log1p_remainder
from svflow_math.numerics.log_bessel import log_scaled_normalizer
from svflow_math.numerics.vmf_regimes import switch
from svflow_math.numerics.vmf_types import Array, Concentrations, Dimensions, Value

# kappa = s sinh v with s = nu + 2, below the first zero of J_nu, puts the poles of A' on |Im v| = pi / 2 or beyond. The
# range of v is at most asinh(56 / 2) = 4.1, where the rule converges as (0.77 + sqrt(1 + 0.77^2))^(-2 n): 2^-49 at
# n = 24, and two more for the double pole.
NODES = 26

# Pairs per pass: with all nodes, temporaries that stay in a cache.
BLOCK = 4096


def kl_equal_means(kappa1: Concentrations, kappa2: Concentrations, dim: Dimensions) -> Array:
    """KL of two laws with one mean direction, elementwise; within 1e-12 relative. kappa2 = 0 is the uniform law."""
    first, second, extent = np.broadcast_arrays(np.asarray(kappa1, float), np.asarray(kappa2, float), dim)
    shape = first.shape
    first, second = first.ravel(), second.ravel()
    dims: Value = dim if np.ndim(dim) == 0 else extent.ravel()  # one dimension keeps one set of coefficients
    turn = switch(0.5 * dims - 1.0)
    closed = np.minimum(first, second) >= turn
    quadrature = ~closed & (np.maximum(first, second) <= 2 * turn)
    result = np.empty(first.shape)
    with np.errstate(over="ignore", under="ignore"):
        for form, region in ((_closed, closed), (_quadrature, quadrature), (_scaled, ~(closed | quadrature))):
            chosen = np.flatnonzero(region)
            for begin in range(0, chosen.size, BLOCK):
                at = chosen[begin : begin + BLOCK]
                result[at] = form(first[at], second[at], dims if np.ndim(dims) == 0 else dims[at])
    return result.reshape(shape)[()]


def _scaled(kappa1: Array, kappa2: Array, dim: Value) -> Array:
    step = kappa2 - kappa1
    return (
        log_scaled_normalizer(kappa1, dim)
        - log_scaled_normalizer(kappa2, dim)
        + step * mean_resultant_length_complement(kappa1, dim)
    )


def _quadrature(kappa1: Array, kappa2: Array, dim: Value) -> Array:
    scale = 0.5 * dim + 1.0
    a, b = kappa1 / scale, kappa2 / scale
    start = np.arcsinh(a)
    both = a + b
    # b sqrt(1 + a^2) - a sqrt(1 + b^2), by the difference of squares
    mean = np.divide(both, b * np.hypot(1, a) + a * np.hypot(1, b), out=np.zeros_like(both), where=both > 0)
    length = np.arcsinh((kappa2 - kappa1) / scale * mean)
    nodes, weights = _rule()
    v = start + nodes * length
    rest = 2 * np.cosh(start + (1 + nodes) / 2 * length) * np.sinh((1 - nodes) / 2 * length)
    values = rest * np.cosh(v) * mean_resultant_length_derivative(scale * np.sinh(v), dim)
    total = np.zeros_like(length)
    for weight, value in zip(weights, values, strict=True):  # in one order, whatever the number of pairs
        total += weight * value
    return scale * scale * length * total


def _closed(kappa1: Array, kappa2: Array, dim: Value) -> Array:
    nu = 0.5 * dim - 1.0
    w1, _, sum1 = polar(kappa1, nu, np)
    w2, _, sum2 = polar(kappa2, nu, np)
    both = 0.5 * w1 + 0.5 * w2  # half of the sum, which may overflow
    h = kappa2 - kappa1
    delta = h * ((0.5 * kappa1 + 0.5 * kappa2) / both)
    cosines = (kappa1 / w1) * (kappa2 / w2)
    sines = (nu / w1) * (nu / w2)
    gap = (nu * (0.5 * (h / both))) ** 2 * (1 / w1 + (w2 / w1 / w1 + 1 / w2 - sines / w1) / (1 + cosines))
    z = delta / w1
    main = nu * log1p_remainder(delta / sum1, sum2 / sum1) + gap * (w1 / sum1)
    root = 0.5 * log1p_remainder(z, w2 / w1) - gap / w1 * 0.5
    return main + root + _series_part(nu, w1, w2, delta, gap)  # gap: (h^2 - delta^2) / (2 w1)


def _series_part(nu: Value, w1: Value, w2: Value, delta: Value, gap: Value) -> Array:
    """The divergence of sum_m s_m r^m, r = radius / w: with g = delta / w2 = 1 - r2 / r1,

    r2^m - r1^m + m r1^m delta / w1 = g^2 (Q_m + m r1^m w2 / w1),  Q_{m+1} = r2 Q_m + m r1^(m+1),  Q_1 = 0,

    where g is small; else its left side.
    """
    series = debye_series(nu)
    r1, r2 = series.radius / w1, series.radius / w2
    slope = series.slope(r1) - 0.5
    quotient, power, total = np.zeros_like(r1), np.ones_like(r1), np.zeros_like(r1)
    for m, coefficient in enumerate(series.powers[1:], start=1):
        power = power * r1
        total = total + coefficient * (quotient + m * power * (w2 / w1))
        quotient = r2 * quotient + m * power * r1
    g = delta / w2
    near = np.clip(g, -0.5, 0.5) ** 2 * total
    apart = series.log(r2) - series.log(r1) + slope * (delta / w1)
    return np.where(np.abs(g) <= 0.5, near, apart) - slope * gap / w1


@lru_cache(maxsize=1)
def _rule() -> tuple[Array, Array]:
    """Gauss and Legendre's nodes, as a column, and weights on [0, 1]."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return (1 + nodes[:, None]) / 2, weights / 2
