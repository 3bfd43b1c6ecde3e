"""The Kullback-Leibler bound of a tilt against its definition, its supremum and its simpler bound."""

from __future__ import annotations

import mpmath
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from svflow_math.numerics.tilt import SWITCH, kl_bound


def closed_form(delta: float) -> mpmath.mpf:
    with mpmath.workdps(60):
        d = mpmath.mpf(delta)
        return mpmath.log(mpmath.expm1(d) / d) - 1 + d / mpmath.expm1(d) if d else d


def relative_error(delta: float) -> float:
    with mpmath.workdps(60):
        exact = closed_form(delta)
        return float(abs(mpmath.mpf(float(kl_bound(np.array(delta)))) / exact - 1))


@given(st.floats(1e-10, 1e10) | st.floats(1.5, 2.5))
def test_keeps_relative_accuracy(delta: float) -> None:
    assert relative_error(delta) < 1e-15


def test_keeps_relative_accuracy_at_the_switch() -> None:
    for delta in (np.nextafter(SWITCH, 0), SWITCH, np.nextafter(SWITCH, 3)):
        assert relative_error(float(delta)) < 1e-15


def test_extremes() -> None:
    assert kl_bound(np.array(0.0)) == 0
    assert kl_bound(np.array(1e300)) == 1e300
    tiny = 1e-100
    assert abs(kl_bound(np.array(tiny)) / (tiny**2 / 8) - 1) < 4e-16


@given(st.floats(0.0, 1e6))
def test_is_below_an_eighth_of_the_square(delta: float) -> None:
    assert kl_bound(np.array(delta)) <= delta**2 / 8 * (1 + 4e-16)


@given(st.floats(0.01, 30.0))
def test_is_the_largest_divergence_of_two_points(delta: float) -> None:
    """p and w differ by the factor e^delta on one of two points: the supremum over w of KL(w|p) is the bound."""
    with mpmath.workdps(40):
        d = mpmath.mpf(delta)

        def divergence(w: mpmath.mpf) -> mpmath.mpf:
            return mpmath.log(1 + w * mpmath.expm1(d)) - w * d

        best = 1 / d - 1 / mpmath.expm1(d)
        assert abs(divergence(best) / closed_form(delta) - 1) < 1e-30
        for step in (-0.01, 0.01):
            assert divergence(best * (1 + step)) < closed_form(delta)
