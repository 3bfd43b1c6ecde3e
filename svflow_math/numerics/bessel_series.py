"""The power series of the von Mises-Fisher integral: C_d(0) / C_d(kappa) = sum_k t^k / (k! (d/2)_k), t = kappa^2 / 4.

All terms are positive: the sum keeps its digits for every kappa at which it is used.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from svflow_math.numerics.truncated_polynomial import TruncatedPolynomial, truncated
from svflow_math.numerics.vmf_regimes import SWITCH_POINT
from svflow_math.numerics.vmf_types import Value

# Relative size of the first term left out, where the terms fall by a factor of two or more: an eighth of an ulp.
NEGLIGIBLE = 2.0**-56

_LOG_AT_ZERO = np.array(
    [
        math.nan,
        math.nan,
        *(math.lgamma(d / 2) - math.log(2) - d / 2 * math.log(math.pi) for d in range(2, 2 * int(SWITCH_POINT) + 2)),
    ]
)


def log_normalizer_at_zero(nu: Value) -> Value:
    """log C_d(0) = log(Gamma(d/2) / (2 pi^(d/2))) for nu = d/2 - 1 below the switch point."""
    if isinstance(nu, float):
        return float(_LOG_AT_ZERO[int(2 * nu + 2)])
    return _LOG_AT_ZERO[(2 * nu + 2).astype(int)]


def excess(kappa: Value, nu: Value) -> Value:
    """C_d(0) / C_d(kappa) - 1, below the switch point."""
    series = _series_of_one_order(nu) if isinstance(nu, float) else TruncatedPolynomial(_coefficients(nu))
    return series(kappa * kappa * 0.25)


@lru_cache(maxsize=128)
def _series_of_one_order(nu: float) -> TruncatedPolynomial:
    return truncated(_coefficients(nu), NEGLIGIBLE)


def _coefficients(nu: Value) -> list[Value]:
    # The share of the sum beyond a term grows with t and falls with nu: the corner of the regime decides for all.
    smallest = float(np.min(nu))
    largest_t = (SWITCH_POINT**2 - smallest**2) / 4
    coefficients, k, term, total = [0.0], 0, 1.0, 1.0
    coefficient = 1.0
    while term > NEGLIGIBLE * total:
        k += 1
        coefficient = coefficient / (k * (nu + k))
        coefficients.append(coefficient)
        term *= largest_t / (k * (smallest + k))
        total += term
    return coefficients
