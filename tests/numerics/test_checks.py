"""Checks refuse by argument, index and value; norms are free of overflow and underflow."""

import numpy as np
import pytest

from svflow_math.numerics.checks import UNIT_RANGE, Checks, _safe_squares, chosen
from svflow_math.numerics.driver import Rows
from svflow_math.numerics.primitives import dot


def rows_of(shape: tuple[int, ...] = (2, 2), **arguments: np.ndarray) -> Rows:
    first = next(iter(arguments.values()))
    rows = Rows(tuple(arguments), [*arguments.values()], shape, len(arguments), first.shape[-1], first.dtype)
    rows.begin(0, int(np.prod(shape)))
    return rows


def test_the_index_is_that_of_the_argument() -> None:
    x = np.ones((2, 2, 3)) / np.sqrt(3)
    x[1, 0] *= 2
    flat = x.reshape(4, 3)
    with pytest.raises(ValueError, match=r"^x must be a unit vector: norm 2.0 at index \(1, 0\)$"):
        rows_of(x=x).unit("x", dot(flat, flat))
    with pytest.raises(ValueError, match=r"^x must be a unit vector: norm 2.0 at index \(0,\)$"):
        rows_of(x=x[1, :1]).unit("x", dot(flat[2:3], flat[2:3]))


def test_later_blocks_count_from_the_start() -> None:
    rows = rows_of((10,), x=np.ones((10, 3)))
    rows.begin(6, 10)
    with pytest.raises(ValueError, match=r"index \(8,\)"):
        rows.unit("x", np.array([1.0, 1.0, 4.0, 9.0]))


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float64, 1e-6), (np.float32, 1e-3), (np.float16, 1e-3)])
def test_unit_tolerance_is_that_of_the_argument(dtype: type, tolerance: float) -> None:
    rows = rows_of((2,), x=np.ones((2, 3), dtype))
    rows.unit("x", np.array([(1 + 0.99 * tolerance) ** 2, (1 - 0.99 * tolerance) ** 2]))
    for factor in (1 + 1.01 * tolerance, 1 - 1.01 * tolerance, np.nan, np.inf, 0.0):
        with pytest.raises(ValueError, match=r"index \(1,\)"):
            rows.unit("x", np.array([1.0, factor**2]))


def test_tangent_tolerance_grows_with_the_vector() -> None:
    rows = rows_of((2,), x=np.ones((2, 3)), v=np.ones((2, 3)))
    rows.tangent("v", np.array([0.9e-6, -0.9e-3]), np.array([0.1, 1e3]))
    with pytest.raises(ValueError, match=r"^v must be tangent at x: <x, v> = -0.0011 at index \(1,\)$"):
        rows.tangent("v", np.array([0.9e-6, -1.1e-3]), np.array([0.1, 1e3]))
    with pytest.raises(ValueError, match=r"<x, v> = 1.1e-06 at index \(0,\)"):
        rows.tangent("v", np.array([1.1e-6, 0.0]), np.array([0.1, 1e3]))


def test_sign_checks() -> None:
    rows = rows_of((2,), y=np.ones((2, 3)))
    rows.positive("y", "<x, y>", np.array([5e-324, 1.0]))
    rows.nonnegative("eps", np.array([0.0, 1.0]))
    for value in (0.0, -1.0, np.nan):
        with pytest.raises(ValueError, match=rf"^y must keep <x, y> positive: <x, y> = {value} at index \(1,\)$"):
            rows.positive("y", "<x, y>", np.array([1.0, value]))
    for value in (-1e-300, np.nan, np.inf):
        with pytest.raises(ValueError, match=rf"^eps must .*value {value} at index \(1,\)$"):
            rows.nonnegative("eps", np.array([1.0, value]))


def test_antipode_needs_both_signs() -> None:
    rows = rows_of((3,), y=np.ones((3, 3)))
    rows.not_antipodal("y", np.array([1.0, -1.0, -1.0]), np.array([0.0, 5e-324, 1.0]))
    with pytest.raises(ValueError, match=r"antipode of x: .* at index \(1,\)"):
        rows.not_antipodal("y", np.array([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 0.0]))


@pytest.mark.parametrize("exponent", [-1070, -600, 0, 600, 1020])
@np.errstate(over="ignore")
def test_norm_and_direction_at_every_scale(exponent: int) -> None:
    """Powers of two, so that a scaled vector has the digits of the unscaled one."""
    y = np.ldexp(np.array([[3.0, 4.0, 0.0], [0.0, 0.0, 1.0]]), exponent)
    before = y.copy()
    rows = rows_of((2,), y=y)
    assert np.array_equal(rows.norm("y", y), np.ldexp([5.0, 1.0], exponent))
    scaled, norm = rows.direction("y", y)
    assert np.array_equal(scaled / norm[:, None], [[0.6, 0.8, 0.0], [0.0, 0.0, 1.0]])
    assert np.array_equal(y, before)


@np.errstate(over="ignore")
def test_norms_that_are_none() -> None:
    rows = rows_of((2,), y=np.ones((2, 3)))
    assert np.array_equal(rows.norm("y", np.zeros((2, 3))), [0, 0])
    with pytest.raises(ValueError, match=r"^y must not be zero: norm 0.0 at index \(1,\)$"):
        rows.direction("y", np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]))
    with pytest.raises(ValueError, match=r"^y must be finite: value nan at index \(1,\)$"):
        rows.norm("y", np.array([[1.0, 0.0, 0.0], [0.0, np.nan, 0.0]]))
    with pytest.raises(ValueError, match=r"^y must be finite: value -inf at index \(0,\)$"):
        rows.scaled("y", np.array([[1.0, -np.inf, 0.0], [0.0, np.nan, 0.0]]))
    with pytest.raises(ValueError, match=r"^y must have a norm that does not overflow"):
        rows.norm("y", np.full((1, 3), 1.5e308))


def test_ranges_in_which_squares_lose_nothing() -> None:
    """From 2**-(1022 - 104) on, what is below the normal numbers is below the last digit; four squares add up."""
    assert _safe_squares(np.float64) == (2.0 ** (-1022 + 2 * 52), np.finfo(np.float64).max / 4)
    assert _safe_squares(np.float32) == (2.0 ** (-126 + 2 * 23), float(np.finfo(np.float32).max) / 4)


def test_borders_belong_to_what_is_allowed() -> None:
    rows = rows_of((2,), x=np.ones((2, 3)), v=np.ones((2, 3)))
    rows.tangent("v", np.array([1e-6, -1e-6]), np.array([0.5, 1.0]))
    rows.tangent("v", np.array([1e-6, -1e-6 * 4]), np.array([0.5, 4.0]))
    low, high = UNIT_RANGE[True]
    rows.unit("x", np.array([low, high]))
    for border in (low, high):  # a row at the border is not the one to blame
        with pytest.raises(ValueError, match=r"^x must be a unit vector: norm 2.0 at index \(1,\)$"):
            rows.unit("x", np.array([border, 4.0]))
    for square in (np.nextafter(low, 0), np.nextafter(high, 2)):
        with pytest.raises(ValueError, match=r"^x must be a unit vector: norm .* at index \(1,\)$"):
            rows.unit("x", np.array([1.0, square]))


def test_the_tolerance_of_single_precision_for_what_is_tangent() -> None:
    for dtype in (np.float32, np.float16):
        rows = rows_of((2,), x=np.ones((2, 3), dtype), v=np.ones((2, 3), dtype))
        rows.tangent("v", np.array([0.9e-3, -1.9e-3]), np.array([1.0, 2.0]))
        with pytest.raises(ValueError, match=r"^v must be tangent at x: <x, v> = -0.0021 at index \(1,\)$"):
            rows.tangent("v", np.array([0.9e-3, -2.1e-3]), np.array([1.0, 2.0]))


def test_a_point_that_all_rows_share() -> None:
    """Shapes (1, 1) of what belongs to one point, (3,) of what belongs to rows: the index is that of the batch."""
    rows = rows_of((3,), x=np.ones(3), v=np.ones((3, 3)))
    with pytest.raises(ValueError, match=r"^v must be tangent at x: <x, v> = 0.5 at index \(0,\)$"):
        rows.tangent("v", np.array([0.5]), np.array([1.0, 1.0, 1.0]))
    with pytest.raises(ValueError, match=r"^v must be tangent at x: <x, v> = 4.0 at index \(1,\)$"):
        rows.tangent("v", np.array([4.0]), np.array([5e6, 1.0, 5e6]))
    with pytest.raises(ValueError, match=r"^x must be a unit vector: norm 2.0 at index \(\)$"):
        rows.unit("x", np.array([4.0]))


def test_one_row_of_many_that_overflows() -> None:
    y = np.array([[3.0, 4.0], [1.5e308, 1.5e308], [3e200, 4e200], [3e-200, 4e-200]])
    rows = rows_of((4,), y=y)
    with np.errstate(over="ignore"):
        with pytest.raises(ValueError, match=r"^y must have a norm that does not overflow: norm inf at index \(1,\)$"):
            rows.norm("y", y)
        assert np.abs(rows.norm("y", y[[0, 2, 3]]) / [5, 5e200, 5e-200] - 1).max() <= 4e-16
        scaled, norm, factor = rows.scaled("y", y)
    assert isinstance(factor, np.ndarray)
    assert np.array_equal(scaled, np.ldexp(y, np.round(np.log2(factor)).astype(int)[:, None]))  # exact powers of two
    assert factor[0] == 1 and factor[1] < 1e-300 and factor[2] < 1e-190 and factor[3] > 1e190
    assert np.abs(norm - np.hypot(*scaled.T)).max() <= 1e-15
    assert np.all((norm[1:] >= 0.25) & (norm[1:] <= 2))
    same, norm, factor = rows.scaled("y", y[:1])
    assert same is not y and np.shares_memory(same, y)
    assert (norm, factor) == (5, 1)


@np.errstate(invalid="ignore")
def test_one_row_of_many_that_is_not_finite() -> None:
    """Beside rows that are only rescaled: the one that has no norm is named, whichever way the norm is asked for."""
    y = np.array([[3e-200, 4e-200], [1.0, np.nan], [0.0, 1.0]])
    rows = rows_of((3,), y=np.ones((3, 2)))
    for ask in (rows.norm, rows.scaled, rows.direction):
        with pytest.raises(ValueError, match=r"^y must be finite: value nan at index \(1,\)$"):
            ask("y", y)


def test_which_arguments_are_vectors_is_for_the_driver_to_say() -> None:
    with pytest.raises(NotImplementedError):
        Checks(("x",), [np.ones(2)], ())._is_vector("x")


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_subnormal_rows_come_into_range(dtype: type) -> None:
    """The least exponent of a factor is that of 1 / smallest normal, which is finite."""
    tiny = np.finfo(dtype).smallest_subnormal
    y = np.array([[tiny, 0, 0], [0, 3 * tiny, 4 * tiny], [0, 0, 0]], dtype)
    rows = rows_of((3,), y=y)
    scaled, norm, factor = rows.scaled("y", y)
    assert isinstance(factor, np.ndarray)
    assert np.all(np.isfinite(factor))
    assert np.array_equal(norm, factor * y.max(axis=-1) * np.array([1, 1.25, 0], dtype))
    assert np.array_equal(scaled, factor[:, None] * y)
    assert np.array_equal(rows.norm("y", y), np.array([tiny, 5 * tiny, 0], dtype))


def test_finite_vectors_scalars_and_what_is_absent() -> None:
    rows = rows_of((2,), gain=np.ones((2, 3)), t=np.ones((2, 1)))
    rows.finite("gain", None)
    rows.finite("gain", np.ones((2, 3)))
    with pytest.raises(ValueError, match=r"^gain must be finite: value \[ 1. nan  1.\] at index \(1,\)$"):
        rows.finite("gain", np.array([[1.0, 1.0, 1.0], [1.0, np.nan, 1.0]]))
    with pytest.raises(ValueError, match=r"^gain must be finite: value \[inf inf inf\] at index \(0,\)$"):
        rows.finite("gain", np.full((2, 3), np.inf))
    with pytest.raises(ValueError, match=r"^s must be finite: value -inf at index \(1,\)$"):
        rows.finite("s", np.array([1.0, -np.inf]))


def test_the_first_row_that_fails_is_named() -> None:
    rows = rows_of((4,), y=np.ones((4, 3)))
    with pytest.raises(ValueError, match=r"^eps must not be negative: value -1.0 at index \(1,\)$"):
        rows.nonnegative("eps", np.array([0.0, -1.0, -2.0, 1.0]))
    with pytest.raises(ValueError, match=r"^y must keep c positive: c = -1.0 at index \(1,\)$"):
        rows.positive("y", "c", np.array([1.0, -1.0, -2.0, 1.0]))
    with pytest.raises(ValueError, match=r"angle pi at index \(2,\)$"):
        rows.not_antipodal("y", np.array([-1.0, 1.0, -1.0, -1.0]), np.array([1.0, 0.0, 0.0, 0.0]))
    rows.not_antipodal("y", np.array([1.0, 0.0, 1.0, 1.0]), np.zeros(4))


def test_choices_are_made_by_name() -> None:
    table = {"plain": 1, "sharp": 2}
    assert chosen("method", "sharp", table) == 2
    for bad, shown in (("blunt", "'blunt'"), (1, "1"), (None, "None"), (["plain"], r"\['plain'\]")):
        with pytest.raises(ValueError, match=rf"^method must be one of 'plain', 'sharp', got {shown}$"):
            chosen("method", bad, table)
