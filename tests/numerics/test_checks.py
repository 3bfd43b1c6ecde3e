"""Checks refuse by argument, index and value; norms are free of overflow and underflow."""

import numpy as np
import pytest

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
