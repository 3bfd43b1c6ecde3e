"""Each primitive against its definition in multiple precision, at its singular points and beside them."""

from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest

from svflow_math.numerics.primitives import (
    angle,
    cathetus,
    dot,
    near_antipode,
    one_plus_cosine,
    quotient,
    reciprocal_norm,
    sinc,
    within,
)

EPS = 2.0**-52


def worst(values: np.ndarray, reference: Callable[..., Any], *arguments: np.ndarray) -> float:
    """Return the largest relative error."""
    with mpmath.workdps(60):
        errors = []
        for value, *exact in zip(values, *arguments, strict=True):
            wanted = reference(*(mpmath.mpf(float(a)) for a in exact))
            errors.append(float(abs((mpmath.mpf(float(value)) - wanted) / wanted)) if wanted else float(abs(value)))
        return max(errors)


def test_dot(rng: np.random.Generator) -> None:
    a, b = rng.integers(-9, 9, (2, 5, 7)).astype(float)
    assert np.array_equal(dot(a, b), (a * b).sum(axis=-1))


def test_quotient() -> None:
    numerator, denominator = np.array([1.0, 3.0, 0.0]), np.array([4.0, 0.0, 0.0])
    assert np.array_equal(quotient(numerator, denominator, 7.0), [0.25, 7.0, 7.0])
    assert np.array_equal(quotient(numerator, denominator, np.array([1.0, 2.0, 3.0])), [0.25, 2.0, 3.0])
    assert quotient(np.array([1], np.float32), np.array([0], np.float32), 1.0).dtype == np.float32


def test_sinc(rng: np.random.Generator) -> None:
    t = np.concatenate([10.0 ** rng.uniform(-320, 6, 200), [0.0, 5e-324]])
    assert worst(sinc(t), lambda u: mpmath.sin(u) / u if u else mpmath.mpf(1), t) <= 2 * EPS


def test_angle(rng: np.random.Generator) -> None:
    t = np.concatenate([10.0 ** rng.uniform(-300, 0, 100), np.pi - 10.0 ** rng.uniform(-15, 0, 100)])
    sine, cosine = np.sin(t), np.cos(t)
    assert worst(angle(sine, cosine), mpmath.atan2, sine, cosine) <= EPS


def test_cathetus_keeps_its_digits_where_the_legs_are_close(rng: np.random.Generator) -> None:
    hypotenuse = 10.0 ** rng.uniform(-300, 300, 300)
    leg = hypotenuse * (1 - 10.0 ** rng.uniform(-15, 0, 300))
    result = cathetus(hypotenuse, leg)
    assert worst(result, lambda h, a: mpmath.sqrt((h - a) * (h + a)), hypotenuse, leg) <= 3 * EPS
    assert cathetus(np.array([1.0]), np.array([1 + EPS]))[0] == 0


def test_cathetus_of_a_short_leg(rng: np.random.Generator) -> None:
    hypotenuse = 10.0 ** rng.uniform(-300, 300, 300)
    for share in (0.0, 1e-12, 0.99e-9, 1.01e-9, 1e-8, 1e-7):  # on both sides of where the leg is left out
        leg = share * hypotenuse
        result = cathetus(hypotenuse, leg)
        assert worst(result, lambda h, a: mpmath.sqrt((h - a) * (h + a)), hypotenuse, leg) <= 3 * EPS
    mixed = cathetus(np.array([5.0, 5.0, 0.0]), np.array([0.0, 3.0, 0.0]))  # one leg that counts, beside others
    assert np.abs(mixed - [5.0, 4.0, 0.0]).max() <= 4 * EPS


def test_one_plus_cosine(rng: np.random.Generator) -> None:
    gap = 10.0 ** rng.uniform(-150, 0, 300)
    # At the angle pi - gap.
    sine, cosine = np.sin(gap), -np.cos(gap)
    assert worst(one_plus_cosine(cosine, sine), lambda u: 2 * mpmath.sin(u / 2) ** 2, gap) <= 6 * EPS
    assert worst(one_plus_cosine(-cosine, sine), lambda u: 1 + mpmath.cos(u), gap) <= 2 * EPS
    assert one_plus_cosine(np.array([0.0]), np.array([1 - EPS / 2]))[0] == 1  # a sum that is exact is taken


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_reciprocal_norm(rng: np.random.Generator, dtype: Any) -> None:
    eps = float(np.finfo(dtype).eps)
    square = (10.0 ** rng.uniform(-30, 30, 100)).astype(dtype)
    assert worst(reciprocal_norm(square), lambda u: 1 / mpmath.sqrt(u), square) <= 1.5 * eps
    assert np.all(reciprocal_norm(np.array([1 - 8 * eps, 1, 1 + 8 * eps], dtype)) == 1)
    assert np.array_equal(reciprocal_norm(np.array([1 - 8 * eps, 1, 4], dtype)), [1, 1, 0.5])
    assert np.all(reciprocal_norm(np.array([1 - 20 * eps, 1 + 20 * eps], dtype)) != 1)
    assert reciprocal_norm(square).dtype == dtype


def test_near_antipode() -> None:
    assert np.array_equal(near_antipode(np.array([-1, -0.51, -0.5, 0, 1])), [1, 1, 0, 0, 0])
    assert near_antipode(np.array([-1], np.float32)).dtype == np.float32


def test_within() -> None:
    assert within(np.array([1.0, 2.0]), 1.0, 2.0)
    assert not within(np.array([1.0, np.nextafter(2.0, 3.0)]), 1.0, 2.0)
    assert not within(np.array([np.nextafter(1.0, 0.0), 2.0]), 1.0, 2.0)
    assert not within(np.array([1.5, np.nan, 1.5]), 1.0, 2.0)
    assert within(np.empty(0), 1.0, 2.0)


def test_quotient_without_zeros_is_the_plain_one() -> None:
    assert np.array_equal(quotient(np.array([1.0, 3.0]), np.array([4.0, 2.0]), 7.0), [0.25, 1.5])
    with np.errstate(all="raise"):
        assert np.array_equal(quotient(np.array([1.0, 3.0]), np.array([4.0, 0.0]), np.array([7.0, 8.0])), [0.25, 8.0])


def test_what_all_rows_share_is_one_number() -> None:
    """Norms that are one up to rounding give a factor of length one, which the driver need not multiply with."""
    eps = 2.0**-52
    for square in ([1.0, 1.0], [1 - 8 * eps, 1.0], [1 + 8 * eps, 1.0], [1 + 8 * eps, 1 - 8 * eps]):
        assert np.array_equal(reciprocal_norm(np.array(square)), [1.0])
    for square in ([1.0, 1 + 9 * eps], [1 - 9 * eps, 1.0]):
        assert np.array_equal(reciprocal_norm(np.array(square)) == 1, [s == 1 for s in square])
    single: Any
    for single, factor in ((np.float64(1 + 8 * eps), 1), (np.float64(4.0), 0.5)):
        assert reciprocal_norm(single) == factor


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_cathetus_of_what_is_next_to_nothing(dtype: Any) -> None:
    """A hypotenuse of zero, and the least number there is: no division by zero, and no leg of the other precision."""
    tiny = np.finfo(dtype).smallest_subnormal
    hypotenuse, leg = np.array([0, tiny, 0, 2 * tiny, 5], dtype), np.array([tiny, tiny, 0, 0, 3], dtype)
    with np.errstate(all="raise", under="ignore"):
        result = cathetus(hypotenuse, leg)
    assert result.dtype == dtype
    assert np.array_equal(result[:4], np.array([0, 0, 0, 2 * tiny], dtype))
    assert abs(result[4] - 4) <= 8 * np.finfo(dtype).eps


def test_a_short_leg_beside_a_long_one() -> None:
    """The shortest hypotenuse decides whether a row counts its leg; each row by itself if that is not clear."""
    hypotenuse, leg = np.array([1e-3, 1.0]), np.array([0.0, 0.9e-9])
    assert np.array_equal(cathetus(hypotenuse, leg), hypotenuse)
    hypotenuse = np.r_[1e-4, np.linspace(1.0, 3.0, 99)]  # the first is what no leg may be compared with but its own
    for share in (0.99e-9, 3e-12, 1e-15):
        assert np.array_equal(cathetus(hypotenuse, share * hypotenuse), hypotenuse)
    assert abs(cathetus(np.array([1.0, 1.0]), np.array([0.0, 1e-7]))[1] - (1 - 5e-15)) <= EPS
