"""Differential entropy H = -log C_d - kappa A_d of the von Mises-Fisher law, where both terms are far larger than H.

Above the switch point kappa cancels in closed form: with w = sqrt(nu^2 + kappa^2) and the expansion as in debye.py,

    H = nu - nu log((w + nu) / (2 pi)) - log(w / (2 pi)) / 2 + sum D_k / w^k + (1 - p^2) slope.

Below it both terms carry their exp(-kappa): H = -log C_d(0) + log(exp(-kappa) C_d(0) / C_d(kappa)) + kappa (1 - A_d).
For small kappa, where kappa A_d is no larger than d, they need not.
"""

from __future__ import annotations

from types import ModuleType

from svflow_math.numerics.bessel_ratio import complement_near, length_small
from svflow_math.numerics.bessel_series import excess, log_normalizer_at_zero
from svflow_math.numerics.debye import debye_series, polar
from svflow_math.numerics.log_bessel import anchor
from svflow_math.numerics.vmf_regimes import Regimes
from svflow_math.numerics.vmf_types import Array, Concentrations, Dimensions, Value
from svflow_math.tables.logarithms import LOG_TWO_PI


def entropy(kappa: Concentrations, dim: Dimensions) -> Array:
    """H(kappa), elementwise; within 2e-15 max(1, |H|, d)."""
    return _ENTROPY(kappa, dim)


def _far(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    w, _, total = polar(kappa, nu, lib)
    series = debye_series(nu)
    scale, exact, rest = anchor(nu)
    correction = series.entropy(series.radius / w)
    return (nu - exact) - rest - nu * lib.log(total / scale) - 0.5 * (lib.log(w) - LOG_TWO_PI) + correction


def _near(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    scaled = (1 + excess(kappa, nu)) * lib.exp(-kappa)
    return lib.log(scaled) + kappa * complement_near(kappa, nu, lib) - log_normalizer_at_zero(nu)


def _small(kappa: Value, nu: Value, lib: ModuleType) -> Value:
    return lib.log1p(excess(kappa, nu)) - kappa * length_small(kappa, nu, lib) - log_normalizer_at_zero(nu)


_ENTROPY = Regimes(near=_near, far=_far, small=_small)
