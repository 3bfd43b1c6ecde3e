"""Debye's uniform expansion of log I_nu(kappa) for one order, as a polynomial in r = R / w, w^2 = nu^2 + kappa^2.

With R = max(nu, switch point), r lies in (0, 1] on the whole regime and p = nu / w = (nu / R) r, so that
sum_k D_k(p^2) / w^k = sum_m s_m r^m. Differentiating along kappa multiplies s_m by m: the mean resultant length needs
sum m s_m r^m, its derivative sum m^2 s_m r^m. For a single order the sum of degree 54 is economized to some 20
terms; an array of orders is summed as it is.

Every kernel here and in its neighbours is written with operators and a namespace `lib` (math or numpy), so that one
text serves Python floats, where a NumPy call would cost more than the formula, and arrays.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from types import ModuleType
from typing import NamedTuple

import numpy as np

from svflow_math.numerics.truncated_polynomial import TruncatedPolynomial, economized
from svflow_math.numerics.vmf_types import Value
from svflow_math.tables.debye import LOG_DEBYE, SWITCH_POINT

Coefficients = list[Value]

# What the coefficients multiply stands beside 1/2, or beside nu / 2 once nu is larger: a quarter of an ulp of that.
NEGLIGIBLE = 2.0**-55


class Polar(NamedTuple):
    """w = sqrt(nu^2 + kappa^2) and its neighbours, each without cancellation; finite for every finite kappa."""

    w: Value
    excess: Value  # w - kappa
    sum: Value  # w + nu


def polar(kappa: Value, nu: Value, lib: ModuleType) -> Polar:
    """Polar form of (kappa, nu), not both zero. Where kappa^2 overflows the excess vanishes, and w is kappa."""
    excess = nu * (nu / (kappa + lib.sqrt(nu * nu + kappa * kappa)))
    w = kappa + excess
    return Polar(w, excess, w + nu)


class DebyeSeries:
    """The expansion of one order for w >= radius: polynomials in r = radius / w, each made when first asked for."""

    def __init__(self, nu: Value, radius: Value) -> None:
        self.radius = radius
        self._nu = nu
        self._tilt = (nu / radius) ** 2

    @cached_property
    def powers(self) -> Coefficients:
        """The s_m of sum_k D_k / w^k = sum_m s_m r^m."""
        powers: Coefficients = [0.0] * (3 * len(LOG_DEBYE) + 1)
        first = 1.0
        for k, row in enumerate(LOG_DEBYE, start=1):
            first = first / self.radius
            scale = first
            for j, coefficient in enumerate(row):
                powers[k + 2 * j] = powers[k + 2 * j] + coefficient * scale
                scale = scale * self._tilt
        return powers

    @cached_property
    def log(self) -> TruncatedPolynomial:
        """sum_k D_k / w^k."""
        return self._polynomial(self.powers)

    @cached_property
    def slope(self) -> TruncatedPolynomial:
        """1/2 - w d/dw of it."""
        return self._polynomial(self._slope_powers())

    @cached_property
    def curvature(self) -> TruncatedPolynomial:
        """(w d/dw)^2 of it."""
        return self._polynomial([m * m * s for m, s in enumerate(self.powers)])

    @cached_property
    def entropy(self) -> TruncatedPolynomial:
        """log + (1 - p^2) slope."""
        slope = self._slope_powers()
        both = [s + t for s, t in zip([*self.powers, 0.0, 0.0], [*slope, 0.0, 0.0], strict=True)]
        for m, t in enumerate(slope):
            both[m + 2] = both[m + 2] - self._tilt * t
        return self._polynomial(both)

    def _slope_powers(self) -> Coefficients:
        slope = [m * s for m, s in enumerate(self.powers)]
        slope[0] = 0.5
        return slope

    def _polynomial(self, coefficients: Coefficients) -> TruncatedPolynomial:
        if isinstance(self._nu, float):
            return economized(coefficients, NEGLIGIBLE * max(1.0, self._nu / 2))
        return TruncatedPolynomial(coefficients)


def debye_series(nu: Value) -> DebyeSeries:
    """The expansion above the switch point for order nu: a float (kept for the next call) or an array of orders."""
    if isinstance(nu, float):
        return debye_series_from(nu, max(nu, SWITCH_POINT))
    return DebyeSeries(nu, np.maximum(nu, SWITCH_POINT))


@lru_cache(maxsize=512)
def debye_series_from(nu: float, radius: float) -> DebyeSeries:
    """The expansion of one order for w >= radius."""
    return DebyeSeries(nu, radius)
