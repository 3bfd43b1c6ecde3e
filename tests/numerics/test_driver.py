"""The driver on kernels of its own: blocks, broadcasting, types, and the vectors that a kernel needs on the way."""

from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest

from svflow_math.numerics.driver import BLOCK, Rows, Terms, rowwise
from svflow_math.numerics.primitives import angle


def blend(x: Any, y: Any, t: Any) -> Any:
    """2 t x + y - x, by a kernel with a temporary."""
    return rowwise(_blend, vectors={"x": x, "y": y}, scalars={"t": t})


def _blend(rows: Rows, x: Any, y: Any, t: Any) -> Terms:
    rows.finite("t", t)
    e = rows.combine((1, y), (-1, x))
    return (t, x), (t, x), (1, e)


def rejection(x: Any, y: Any) -> Any:
    """P_x y."""
    return rowwise(_rejection, vectors={"x": x, "y": y})


def _rejection(rows: Rows, x: Any, y: Any) -> Terms:
    xx = rows.dot(x, x)
    e, xe, _, _ = rows.rejection(x, y, xx, rows.dot(y, y), rows.dot(x, y))
    return (-xe / xx, x), (1, e)


def turn(x: Any, y: Any) -> Any:
    """The angle of x and y."""
    return rowwise(_turn, vectors={"x": x, "y": y}, returns="scalar")


def _turn(rows: Rows, x: Any, y: Any) -> Any:
    _, _, sine, cosine = rows.rejection(x, y, rows.dot(x, x), rows.dot(y, y), rows.dot(x, y))
    return angle(sine, cosine)


def affine(y: Any, gain: Any = None, bias: Any = None) -> Any:
    """gain * (y - mean(y)) + bias."""
    return rowwise(_affine, vectors={"y": y, "gain": gain, "bias": bias})


def _affine(rows: Rows, y: Any, gain: Any, bias: Any) -> Terms:
    return (1, rows.hadamard(rows.centre(y), gain)), (1, bias)


@pytest.mark.parametrize("dim", [2, 3, 64, BLOCK, BLOCK + 1])
def test_blocks_do_not_show(rng: np.random.Generator, dim: int) -> None:
    """One row less and one row more than whole blocks, and rows longer than a block."""
    for count in (1, 2, max(1, BLOCK // dim) * 2 + 1):
        if count * dim > 4 * BLOCK:
            continue
        x, y = rng.integers(-9, 9, (2, count, dim)).astype(float)
        t = rng.integers(-9, 9, count).astype(float)
        assert np.array_equal(blend(x, y, t), 2 * t[:, None] * x + y - x)


def test_every_pattern_of_broadcasting(rng: np.random.Generator) -> None:
    shapes = [(), (1,), (3,), (2, 1), (1, 3), (2, 3)]
    for a in shapes:
        for b in shapes:
            for c in shapes:
                x = rng.integers(-9, 9, (*a, 4)).astype(float)
                y = rng.integers(-9, 9, (*b, 4)).astype(float)
                t = rng.integers(-9, 9, c).astype(float)
                expected = 2 * t[..., None] * x + y - x
                result = blend(x, y, t)
                assert result.shape == expected.shape
                assert np.array_equal(result, expected)


def test_batch_is_the_loop_over_rows(rng: np.random.Generator) -> None:
    """To the bit: a row takes the same sums alone, on NumPy scalars, as among others."""
    x, y = rng.standard_normal((2, 300, 7))
    x, y = (a / np.linalg.norm(a, axis=-1, keepdims=True) for a in (x, y))
    y[::3] = x[::3] + 1e-7 * y[::3]
    y[1::3] = -x[1::3] + 1e-7 * y[1::3]
    assert np.array_equal(rejection(x, y), [rejection(a, b) for a, b in zip(x, y, strict=True)])
    assert np.array_equal(blend(x, y, 0.3), [blend(a, b, 0.3) for a, b in zip(x, y, strict=True)])
    assert np.array_equal(turn(x, y), [turn(a, b) for a, b in zip(x, y, strict=True)])


def test_results_are_new_arrays(rng: np.random.Generator) -> None:
    x, y = rng.standard_normal((2, 5, 3))
    first = blend(x, y, 0.5)
    kept = first.copy()
    blend(y, x, 0.25)
    assert np.array_equal(first, kept)
    assert not np.shares_memory(first, x)
    assert not np.shares_memory(affine(x), x)


def test_python_numbers_keep_single_precision() -> None:
    x = np.ones((2, 3), np.float32)
    assert blend(x, x, 0.5).dtype == np.float32
    assert blend(x, x, np.float64(0.5)).dtype == np.float64
    assert blend(x, x, [0.5, 0.5]).dtype == np.float64
    assert blend(x[0], x[0], 1).dtype == np.float32


def test_half_is_rounded_once_and_never_infinite() -> None:
    x = np.full((2, 3), 2.0**-11, np.float16)
    assert np.array_equal(blend(x, x + np.float16(1), 1.0), x + np.float16(1) + x)
    big = np.full((2, 3), 60000, np.float16)
    with pytest.raises(ValueError, match="overflows float16"):
        blend(big, big, 1.0)


def test_optional_vectors() -> None:
    y = np.array([[1.0, 2.0, 6.0], [0.1, 0.1, 0.1]])
    centred = np.array([[-2.0, -1.0, 3.0], [0.0, 0.0, 0.0]])
    assert np.array_equal(affine(y), centred)
    assert np.array_equal(affine(y, gain=[1.0, 2.0, 3.0]), centred * [1, 2, 3])
    assert np.array_equal(affine(y, bias=[1.0, 2.0, 3.0]), centred + np.array([1, 2, 3]))
    assert np.array_equal(affine(y[0], [2.0, 2.0, 2.0], [1.0, 1.0, 1.0]), centred[0] * 2 + 1)


def rejection_error(x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Return the relative errors of P_x y and of the angle, with what unequal norms may cost taken off."""
    with mpmath.workdps(60):
        a, b = ([mpmath.mpf(float(u)) for u in v] for v in (x, y))
        aa, bb, ab = (mpmath.fdot(u, v) for u, v in ((a, a), (b, b), (a, b)))
        exact = [v - ab / aa * u for u, v in zip(a, b, strict=True)]
        sine = mpmath.sqrt(mpmath.fdot(exact, exact))
        theta = mpmath.atan2(mpmath.sqrt(aa) * sine, ab)
        error = [mpmath.mpf(float(v)) - w for v, w in zip(rejection(x, y), exact, strict=True)]
        spared = 2.0**-52 * float(abs(mpmath.sqrt(aa) - mpmath.sqrt(bb)))
        vector = max(0.0, float(mpmath.norm(error)) - spared) / float(sine)
        scalar = max(0.0, float(abs(mpmath.mpf(float(turn(x, y))) - theta)) - spared) / np.spacing(float(theta))
        return vector, scalar


@pytest.mark.parametrize("dim", [2, 3, 8, 64])
@pytest.mark.parametrize("gap", [1.0, 1e-4, 1e-8, 1e-12, 1e-15])
@pytest.mark.parametrize("norms", [0.0, 1e-7])
def test_rejection_keeps_its_digits(rng: np.random.Generator, dim: int, gap: float, norms: float) -> None:
    """Near x and near -x, at norms off by up to 1e-7: relative error 1e-15, angles to 4 ulp."""
    for _ in range(20):
        x, u = rng.standard_normal((2, dim))
        x /= np.linalg.norm(x)
        u -= u @ x * x
        for sign in (1, -1):
            y = sign * (x * np.cos(gap) + u * np.sin(gap) / np.linalg.norm(u))
            y *= (1 + norms * rng.uniform(-1, 1)) / np.linalg.norm(y)
            if np.array_equal(x, sign * y):
                continue
            vector, scalar = rejection_error(x, y)
            assert vector <= 1e-15
            assert scalar <= 4
            several = rejection(np.stack([x, x]), np.stack([y, u / np.linalg.norm(u)]))
            assert np.array_equal(several[0], rejection(x, y))


def test_rejection_of_a_difference_that_underflows_when_squared() -> None:
    assert turn(np.array([1.0, 0.0]), np.array([1.0, 1e-200])) == 1e-200
    assert turn(np.array([[1.0, 0.0]] * 2), np.array([[1.0, 1e-200], [0.0, 1.0]]))[0] == 1e-200


def test_no_warning_escapes() -> None:
    measure: Callable[..., Any] = lambda rows, y: rows.norm("y", y)  # noqa: E731
    for y in (np.array([3.0, 4.0]), np.array([[3.0, 4.0]] * 2)):
        norm = rowwise(measure, vectors={"y": np.ldexp(y, 600)}, returns="scalar")
        assert np.array_equal(norm, np.full(y.shape[:-1], np.ldexp(5.0, 600)))
