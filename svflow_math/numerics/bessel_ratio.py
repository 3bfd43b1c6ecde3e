"""The mean resultant length A_d = I_{d/2} / I_{d/2-1}, its complement and its derivative, without cancellation.

Above the switch point Debye's expansion gives, with w = sqrt(nu^2 + kappa^2), p = nu / w and slope, curvature as there,

    A      = (kappa / w) (w / (w + nu) - slope / w)
    1 - A  = nu (1 + nu / (w + kappa)) / (w + nu) + kappa slope / w^2
    A'     = (nu w / (w + nu) + (1 - 2 p^2) slope + (1 - p^2) curvature) / w^2.

Below it they are taken a few dimensions up and brought down by

    A_d     = kappa / (d + kappa A_{d+2})
    1 - A_d = (d - kappa (1 - A_{d+2})) / (d + kappa A_{d+2})
    A_d'    = (d - kappa^2 A_{d+2}') / (d + kappa A_{d+2})^2,

where kappa (1 - A_{d+2}) and kappa^2 A_{d+2}' stay below (d+1)/2. An error of A is multiplied by A_d^2 in each step
down: rounding does not build up, and the expansion may be used where it alone would not do. How many steps that takes
is derived with the tables. For small kappa the power series of two dimensions are shorter than these steps: A is their
quotient, and at most 0.81.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from types import ModuleType

from svflow_math.numerics.bessel_series import length_by_series
from svflow_math.numerics.debye import DebyeSeries, debye_series, debye_series_from, polar
from svflow_math.numerics.vmf_regimes import Regimes
from svflow_math.numerics.vmf_types import Array, Concentrations, Dimensions, Value
from svflow_math.tables.debye import CLIMB_STEPS


def mean_resultant_length(kappa: Concentrations, dim: Dimensions) -> Array:
    """A_d(kappa) in [0, 1], elementwise; within 2e-15 relative."""
    return _LENGTH(kappa, dim)


def mean_resultant_length_complement(kappa: Concentrations, dim: Dimensions) -> Array:
    """1 - A_d(kappa), elementwise; within 1e-14 relative."""
    return _COMPLEMENT(kappa, dim)


def mean_resultant_length_derivative(kappa: Concentrations, dim: Dimensions) -> Array:
    """A_d'(kappa), the variance of the cosine, elementwise; within 1e-14 relative. Underflows to 0 above 1e162."""
    return _DERIVATIVE(kappa, dim)


def _length(kappa: Value, nu: Value, series: DebyeSeries, lib: ModuleType) -> Value:
    w, _, total = polar(kappa, nu, lib)
    return kappa / w * (w / total - series.slope(series.radius / w) / w)


def _complement(kappa: Value, nu: Value, series: DebyeSeries, lib: ModuleType) -> Value:
    w, _, total = polar(kappa, nu, lib)
    return nu / total * (1 + nu / (w + kappa)) + kappa / w * (series.slope(series.radius / w) / w)


def _derivative(kappa: Value, nu: Value, series: DebyeSeries, lib: ModuleType) -> Value:
    w, _, total = polar(kappa, nu, lib)
    r = series.radius / w
    square, rest = (nu / w) ** 2, (kappa / w) ** 2
    return (nu * (w / total) + (rest - square) * series.slope(r) + rest * series.curvature(r)) / w / w


def _length_far(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    return _length(kappa, nu, debye_series(nu), lib)


def _complement_far(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    return _complement(kappa, nu, debye_series(nu), lib)


def _derivative_far(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    return _derivative(kappa, nu, debye_series(nu), lib)


def _length_near(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    dims, top, series = _climb(nu)
    length = _length(kappa, top, series, lib)
    for dim in dims:
        length *= kappa
        length += dim
        length = kappa / length
    return length


def complement_near(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    """1 - A below the switch point."""
    dims, top, series = _climb(nu)
    complement = _complement(kappa, top, series, lib)
    negative = -kappa
    for dim in dims:
        complement *= negative
        complement += dim
        complement /= complement + kappa
    return complement


def _length_small(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    return length_by_series(kappa, nu)[0]


def _complement_small(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    return 1 - length_by_series(kappa, nu)[0]


def _derivative_near(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    dims, top, series = _climb(nu)
    length, derivative = _length(kappa, top, series, lib), _derivative(kappa, top, series, lib)
    negative = -kappa * kappa
    for dim in dims:
        length *= kappa
        length += dim
        derivative *= negative
        derivative += dim
        derivative /= length * length
        length = kappa / length
    return derivative


def _climb(nu: Value) -> tuple[Iterable[Value], Value, DebyeSeries]:
    """Dimensions on the way down to order nu, the order above them, and its expansion.

    Of an array the lowest order needs most steps, and decides.
    """
    if isinstance(nu, float):
        return _climb_of_one_order(nu)
    steps = CLIMB_STEPS[int(2 * nu.min())]
    return (2 * (nu + j) + 2 for j in range(steps - 1, -1, -1)), nu + steps, DebyeSeries(nu + steps, nu + steps)


@lru_cache(maxsize=128)
def _climb_of_one_order(nu: float) -> tuple[tuple[float, ...], float, DebyeSeries]:
    steps = CLIMB_STEPS[int(2 * nu)]
    dims = tuple(2 * (nu + j) + 2 for j in range(steps - 1, -1, -1))
    return dims, nu + steps, debye_series_from(nu + steps, nu + steps)


_LENGTH = Regimes(near=_length_near, far=_length_far, small=_length_small)
_COMPLEMENT = Regimes(near=complement_near, far=_complement_far, small=_complement_small)
_DERIVATIVE = Regimes(near=_derivative_near, far=_derivative_far)
