"""log C_d(kappa), the logarithm of the von Mises-Fisher normaliser, for every dim >= 2 and every finite kappa >= 0."""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType
from typing import NamedTuple

import numpy as np

from svflow_math.numerics.bessel_series import excess, log_normalizer_at_zero
from svflow_math.numerics.debye import debye_series, polar
from svflow_math.numerics.vmf_regimes import Regimes
from svflow_math.numerics.vmf_types import Array, Concentrations, Dimensions, Value
from svflow_math.tables.logarithms import LOG_2_HIGH, LOG_2_LOW, LOG_TWO_PI, THREE_LOG_2_LESS_LOG_TWO_PI


class Anchor(NamedTuple):
    """nu log(scale / (2 pi)) = exact + rest, at the power of two near the nu + w at which log C_d vanishes.

    There the terms of log C_d are larger than the tolerance by more than 2^53 in high dimensions: the largest part of
    the logarithm is taken out as a product without rounding, and what remains is below nu.
    """

    scale: Value
    exact: Value
    rest: Value


def log_normalizer(kappa: Concentrations, dim: Dimensions) -> Array:
    """log C_d(kappa), elementwise; within 1e-15 max(1, |log C_d|, d)."""
    return _LOG_NORMALIZER(kappa, dim)


def log_scaled_normalizer(kappa: Concentrations, dim: Dimensions) -> Array:
    """log(C_d(kappa) exp(kappa)), which keeps its digits where kappa is huge: it grows as log kappa only."""
    return _LOG_SCALED(kappa, dim)


def anchor(nu: Value) -> Anchor:
    """The anchor of order nu: a float (kept for the next call) or an array of orders."""
    return _anchor_of_one_order(nu) if isinstance(nu, float) else _anchor(nu)


def _split(kappa: Value, nu: Value, lib: ModuleType) -> tuple[Value, Value]:
    """The exact part of the anchor and all the rest, whose sum is log(C_d exp(kappa)), above the switch point."""
    w, excess_of_w, total = polar(kappa, nu, lib)
    series = debye_series(nu)
    scale, exact, rest = anchor(nu)
    correction = series.log(series.radius / w)
    return exact, nu * lib.log(total / scale) + rest - excess_of_w + 0.5 * (lib.log(w) - LOG_TWO_PI) - correction


def _far(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    exact, rest = _split(kappa, nu, lib)
    return (exact - kappa) + rest


def _near(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    return log_normalizer_at_zero(nu) - lib.log1p(excess(kappa, nu))


def _scaled_far(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    return sum(_split(kappa, nu, lib))


def _scaled_near(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    return _near(kappa, nu, lib) + kappa


@lru_cache(maxsize=512)
def _anchor_of_one_order(nu: float) -> Anchor:
    return Anchor(*(float(part) for part in _anchor(nu)))


def _anchor(nu: Value) -> Anchor:
    exponent = np.frexp(nu)[1] + 2
    octaves = exponent - 3.0
    return Anchor(
        np.ldexp(1.0, exponent),
        nu * octaves * LOG_2_HIGH,
        nu * (octaves * LOG_2_LOW + THREE_LOG_2_LESS_LOG_TWO_PI),
    )


_LOG_NORMALIZER = Regimes(near=_near, far=_far)
_LOG_SCALED = Regimes(near=_scaled_near, far=_scaled_far)
