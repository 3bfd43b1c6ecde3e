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
is derived with the tables. For small kappa the steps need nothing to begin with: since A_{d+2j} <= kappa / (d + 2j), n
of them leave a relative error of at most the product of kappa^2 / (d + 2j)^2, j = 1 .. n. There A is at most 0.81.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from types import ModuleType

from svflow_math.numerics.bessel_series import NEGLIGIBLE
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
    (first, *dims), top, series = _climb(nu)
    return _down(kappa, first + kappa * _length(kappa, top, series, lib), dims)


def _down(kappa: Value, below: Value, dims: Iterable[Value]) -> Value:
    """A_d = kappa / (d + kappa A_{d+2}) from the denominator of the uppermost dimension, by those below it."""
    square = kappa * kappa
    for dim in dims:
        below = square / below
        below += dim
    return kappa / below


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


def length_small(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    """A for kappa^2 <= 4 dim, by its continued fraction."""
    largest = kappa if lib is math else float(kappa.max())
    dims = _fraction(nu, largest * largest)
    return _down(kappa, dims[0], dims[1:])


def _complement_small(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    return 1 - length_small(kappa, nu, lib)


def _fraction(nu: Value, square: float) -> Sequence[Value]:
    """The dimensions, the first last, that a largest kappa^2 needs; of an array of orders the lowest decides."""
    if isinstance(nu, float):
        reach, dims = _fraction_of_one_order(nu)
        return dims[-1 - bisect_left(reach, square) :]
    steps = bisect_left(_fraction_of_one_order(float(nu.min()))[0], square)
    return [2 * (nu + j) + 2 for j in range(steps, -1, -1)]


@lru_cache(maxsize=128)
def _fraction_of_one_order(nu: float) -> tuple[list[float], tuple[float, ...]]:
    """The largest kappa^2 for which 0, 1, ... steps do, and the dimensions, the first last."""
    reach, dims, log_product = [0.0], [2 * nu + 2], math.log(NEGLIGIBLE)
    while reach[-1] < 8 * nu + 8:
        dims.append(dims[-1] + 2)
        log_product += 2 * math.log(dims[-1])
        reach.append(math.exp(log_product / (len(dims) - 1)))
    return reach, tuple(reversed(dims))


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


_LENGTH = Regimes(near=_length_near, far=_length_far, small=length_small)
_COMPLEMENT = Regimes(near=complement_near, far=_complement_far, small=_complement_small)
_DERIVATIVE = Regimes(near=_derivative_near, far=_derivative_far)
