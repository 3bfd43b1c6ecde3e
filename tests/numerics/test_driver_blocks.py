"""What the driver does behind a kernel's back: blocks, buffers, shapes, shared rows, and the way of a single row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from svflow_math.numerics import driver
from svflow_math.numerics.arrays import DOUBLE, HALF, SINGLE
from svflow_math.numerics.driver import Rows, Terms, rowwise
from svflow_math.numerics.primitives import angle


def rows_of(count: int, dim: int, dtype: np.dtype = DOUBLE) -> Rows:
    rows = Rows(("x",), [np.ones((count, dim), dtype)], (count,), 1, dim, dtype)
    rows.begin(0, count)
    return rows


@pytest.mark.parametrize(("count", "dim"), [(20, 6), (21, 6), (3, 64), (5, 100), (1, 100), (2, 2)])
def test_a_block_holds_what_the_cache_does(monkeypatch: pytest.MonkeyPatch, count: int, dim: int) -> None:
    """As many whole rows as fit, never less than one; the last block takes the rest."""
    monkeypatch.setattr(driver, "BLOCK", 64)
    sizes: list[tuple[int, ...]] = []

    def kernel(rows: Rows, x: Any, y: Any) -> Terms:
        sizes.append(x.shape + y.shape)
        return (1, x), (1, y)

    x, y = np.arange(2.0 * count * dim).reshape(2, count, dim)
    assert np.array_equal(rowwise(kernel, vectors={"x": x[:, None], "y": y[:, None]})[:, 0], x + y)
    most = max(1, 64 // dim)
    whole, rest = divmod(count, most)
    assert sizes == [(most, dim) * 2] * whole + [(rest, dim) * 2] * (rest > 0)
    sizes.clear()
    assert np.array_equal(rowwise(kernel, vectors={"x": x, "y": y[:1]}), x + y[:1])
    if count > 1:
        assert {size[2] for size in sizes} == {1}  # what all rows share is one row in every block


@pytest.mark.parametrize("dim", [20, 64, 100])
def test_scalars_of_every_block(monkeypatch: pytest.MonkeyPatch, dim: int) -> None:
    """Blocks of three rows, of one, and of one that is longer than a block."""
    monkeypatch.setattr(driver, "BLOCK", 64)
    y = np.zeros((7, dim))
    y[:, -1] = np.arange(1.0, 8.0)
    assert np.array_equal(rowwise(measure, vectors={"y": y}, returns="scalar"), np.arange(1.0, 8.0))
    assert np.array_equal(rowwise(measure, vectors={"y": y[None, :, :].repeat(2, 0)}, returns="scalar")[1], y[:, -1])


def test_one_row_of_many_that_overflows_half_precision() -> None:
    x = np.array([[1.0, 1.0], [60000, 60000], [2.0, 2.0]], HALF)
    for chosen in (x, x[1:], x[1]):
        with pytest.raises(ValueError, match=r"^the result overflows float16$"):
            rowwise(lambda rows, x: ((1, x), (1, x)), vectors={"x": chosen})
    assert np.array_equal(rowwise(lambda rows, x: ((1, x), (1, x)), vectors={"x": x[::2]}), 2 * x[::2])


def test_temporaries_are_taken_anew_in_every_block() -> None:
    rows = rows_of(4, 3)
    x = np.ones((4, 3))
    first, second = rows.combine((2, x)), rows.combine((3, x))
    assert np.array_equal([first, second], [2 * x, 3 * x])
    assert not np.shares_memory(first, second)
    rows.begin(2, 4)
    again = rows.combine((5, x[:2]))
    assert again.shape == (2, 3)
    assert np.shares_memory(again, first)
    assert not np.shares_memory(again, second)


def test_before_the_first_block_there_are_no_rows() -> None:
    x = np.ones((4, 3))
    rows = Rows(("x",), [x], (4,), 1, 3, DOUBLE)
    assert (rows.start, rows._used) == (0, 0)
    assert rows.combine((2, x[:0])).shape == (0, 3)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_points_at_the_border_of_near_take_one_way(sign: float) -> None:
    """At an inner product of one half among nearer ones as alone, to the bit."""
    x = np.array([[1.0, 0.0]] * 12)
    y = np.stack([np.full(12, 0.5 * sign), np.sqrt(0.75) + np.arange(-6.0, 6.0) * 2.0**-52], axis=-1)
    y[0] = [0.8 * sign, 0.6]
    together = rowwise(turn, vectors={"x": x, "y": y}, returns="scalar")
    assert np.array_equal(
        together, [rowwise(turn, vectors={"x": a, "y": b}, returns="scalar") for a, b in zip(x, y, strict=True)]
    )


def test_a_product_is_over_before_the_next_temporary() -> None:
    """The buffer in which a term is multiplied is free again once it has been added."""
    rows = rows_of(3, 2)
    x, c = np.arange(6.0).reshape(3, 2), np.array([1.0, 2.0, 3.0])
    total = rows.combine((1, x), (c, x), (c, x), (np.array([1.0]), x), (np.array([2.0]), x), (-1, x))
    assert np.array_equal(total, (3 + 2 * c[:, None]) * x)
    assert rows._used == 1
    rows.combine((1, x), (c, x))
    assert rows._used == 2


def test_rows_longer_than_a_buffer_have_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of(1, driver.BLOCK + 1)
    x = np.arange(driver.BLOCK + 1.0)[None]
    assert np.array_equal(rows.combine((2, x), (np.array([3.0]), x)), 5 * x)
    rows = rows_of(1, driver.BLOCK)
    longest = rows.combine((2, x[:, 1:]))
    assert np.array_equal(longest, 2 * x[:, 1:])
    assert np.shares_memory(longest, driver._scratch.pools[DOUBLE][0])  # one that just fits takes the buffer


def test_the_order_of_terms_and_what_is_absent() -> None:
    rows = rows_of(2, 2)
    x, y = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[5.0, 7.0], [11.0, 13.0]])
    out = np.empty((2, 2))
    for terms, expected in (
        (((1, None), (-1, x), (1, y)), y - x),
        (((1, x), (1, None), (-1, y)), x - y),
        (((np.array([1.0]), x), (np.array([1.0]), y)), x + y),
        (((np.array([2.0]), x), (np.array([3.0]), y)), 2 * x + 3 * y),
        (((np.array([1.0, 2.0]), x), (np.array([1.0, 3.0]), y)), x * [[1], [2]] + y * [[1], [3]]),
    ):
        rows.write(out, terms)
        assert np.array_equal(out, expected)


@pytest.mark.parametrize("count", [1, 2, driver.FEW - 1, driver.FEW, driver.FEW + 1])
@pytest.mark.parametrize("shared", [False, True])
def test_products_of_rows_few_or_many(count: int, shared: bool) -> None:
    x = np.arange(3.0 * count).reshape(count, 3)
    out = np.empty((count, 3))
    for coefficient in (-1, 2, np.array([0.5]), np.arange(1.0, count + 1)):
        driver._multiply(x[:1] if shared else x, coefficient, out)
        factor = np.reshape(coefficient, (-1, 1))
        assert np.array_equal(out, np.broadcast_to(factor * (x[:1] if shared else x), (count, 3)))


def test_shapes_of_doubles() -> None:
    a, b = np.ones((2, 3)), np.ones((1, 3))
    assert driver._shape_of_doubles({"x": a, "gain": None, "y": a}) == (2, 3)
    assert driver._shape_of_doubles({"x": a[0]}) == (3,)
    for other in ({"y": b}, {"y": a.astype(np.float32)}, {"y": a.tolist()}, {"y": np.ma.array(a)}):
        assert driver._shape_of_doubles({"x": a, **other}) is None
        assert driver._shape_of_doubles({**other, "x": a}) is None
    for short in (np.ones((2, 1)), np.ones(1), np.array(1.0), np.ones((2, 0))):
        assert driver._shape_of_doubles({"x": short}) is None
    assert driver._shape_of_doubles({"x": None}) is None
    assert driver._shape_of_doubles({"x": np.ones((5, 2))}) == (5, 2)


def mixed(rows: Rows, x: Any, y: Any, gain: Any, t: Any) -> Terms:
    """t x + gain * (y - mean(y)) - x, and a scalar that has to be there."""
    rows.nonnegative("t", t)
    return (t, x), (-1, x), (1, rows.hadamard(rows.centre(y), gain))


@pytest.mark.parametrize("gain", [None, np.array([[0.5, -1.5, 0.25]])])
def test_a_single_row_takes_its_own_way(monkeypatch: pytest.MonkeyPatch, gain: Any) -> None:
    """(d,) and (1, d) on NumPy scalars, with the digits and the shape of the block; anything else in a block."""
    x, y = np.array([[0.1, 0.7, -0.3]]), np.array([[0.3, 0.1, 0.2]])
    flat = None if gain is None else gain[0]
    both = rowwise(mixed, vectors={"x": x[[0, 0]], "y": y[[0, 0]], "gain": gain}, scalars={"t": 0.3})
    assert both.shape == (2, 3)
    seen: list[str] = []
    run = driver._run
    monkeypatch.setattr(driver, "_run", lambda *arguments: seen.append("block") or run(*arguments))
    assert np.array_equal(rowwise(mixed, vectors={"x": x, "y": y, "gain": gain}, scalars={"t": 0.3}), both[:1])
    alone = rowwise(mixed, vectors={"x": x[0], "y": y[0], "gain": flat}, scalars={"t": 0.3})
    assert alone.shape == (3,)
    assert np.array_equal(alone, both[0])
    assert not seen
    for t in (np.float64(0.3), np.array(0.3), [0.3]):
        result = rowwise(mixed, vectors={"x": x[0], "y": y[0], "gain": flat}, scalars={"t": t})
        assert np.array_equal(np.reshape(result, -1), both[0])
    whole = rowwise(mixed, vectors={"x": x[0], "y": y[0], "gain": flat}, scalars={"t": 1})
    assert np.array_equal(whole, rowwise(mixed, vectors={"x": x[0], "y": y[0], "gain": flat}, scalars={"t": 1.0}))
    with pytest.raises(ValueError, match=r"^t must not be negative: value -1.0 at index \(\)$"):
        rowwise(mixed, vectors={"x": x[0], "y": y[0], "gain": flat}, scalars={"t": -1.0})


def measure(rows: Rows, y: Any) -> Any:
    return rows.norm("y", y)


def test_scalars_have_the_shape_of_the_leading_axes() -> None:
    y = np.array([3.0, 4.0])
    for lead in ((), (1,), (2,), (2, 1), (1, 1), (0,), (0, 3)):
        norm = rowwise(measure, vectors={"y": np.broadcast_to(y, (*lead, 2))}, returns="scalar")
        assert np.shape(norm) == lead
        assert np.all(norm == 5)
    assert type(rowwise(measure, vectors={"y": y}, returns="scalar")) is np.float64
    assert type(rowwise(measure, vectors={"y": y.astype(np.float16)}, returns="scalar")) is np.float16


def turn(rows: Rows, x: Any, y: Any) -> Any:
    _, _, sine, cosine = rows.rejection(x, y, rows.dot(x, x), rows.dot(y, y), rows.dot(x, y))
    return angle(sine, cosine)


def away(rows: Rows, x: Any, y: Any) -> Terms:
    xx = rows.dot(x, x)
    e, xe, _, _ = rows.rejection(x, y, xx, rows.dot(y, y), rows.dot(x, y))
    return (-xe / xx, x), (1, e)


@pytest.mark.parametrize("dtype", [DOUBLE, SINGLE], ids=str)
def test_rejection_where_one_point_is_shared(dtype: np.dtype) -> None:
    """One x with many y and many x with one y: near, far and near the antipode, of equal and of unequal norms."""
    far = float(np.finfo(dtype).eps) ** 0.5
    angles = np.array([0.3, 1.5, 3.0, 1.0, 2.2, far, np.pi - far, 1.4])
    y = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=-1)
    y[4:] *= 1 + 3 * far  # off in norm, so that what is left beside x is nearly along x
    x = np.array([1.0, 0.0, 0.0])
    x, y = x.astype(dtype), y.astype(dtype)
    eps = float(np.finfo(dtype).eps)
    for choice in (slice(None), slice(1, 2), [0, 2], [5, 6], [1, 7], [0, 3, 5]):
        exact = np.arctan2(*y[choice].astype(float).T[1::-1])
        wanted = y[choice] * np.array([0, 1, 1], dtype)
        for given in ({"x": x, "y": y[choice]}, {"x": y[choice], "y": x}):
            result = rowwise(turn, vectors=given, returns="scalar")
            assert result.dtype == dtype
            assert np.max(np.abs(result - exact) / exact) <= 4 * eps
        got = rowwise(away, vectors={"x": x, "y": y[choice]})
        assert np.max(np.abs(got - wanted) / np.abs(wanted).max(axis=-1, keepdims=True)) <= 4 * eps
        assert np.array_equal(got, rowwise(away, vectors={"x": np.stack([x] * len(got)), "y": y[choice]}))


def test_points_that_are_none_are_named() -> None:
    x, y = np.array([1.0, 0.0, 0.0]), np.array([1.0, 1.7e308, 1.7e308])
    with pytest.raises(ValueError, match=r"^y must have a norm that does not overflow: norm inf at index \(1,\)$"):
        rowwise(turn, vectors={"x": x, "y": np.stack([x, y])}, returns="scalar")


def test_types_meet() -> None:
    x = np.array([[0.5, 0.25]], HALF)
    for t, dtype in ((0.5, HALF), (True, HALF), (np.float32(0.5), SINGLE), (np.array([0.5]), DOUBLE), ([1], DOUBLE)):
        assert rowwise(mixed, vectors={"x": x, "y": x, "gain": None}, scalars={"t": t}).dtype is dtype
    whole = np.array([[1, 2]])
    assert rowwise(mixed, vectors={"x": whole, "y": whole, "gain": None}, scalars={"t": 1}).dtype is DOUBLE
    assert rowwise(mixed, vectors={"x": whole, "y": x, "gain": None}, scalars={"t": 1}).dtype is DOUBLE


def test_dimensions_and_axes_that_do_not_fit() -> None:
    x = np.ones((2, 3))
    vectors: dict[str, Any]
    for vectors, scalars, message in (
        ({"x": x, "y": x[:, :2]}, None, r"^y must have dimension d = 3 as x has, got shape \(2, 2\)$"),
        ({"x": x, "y": 1.0}, None, r"^y must have a last axis of length d >= 2, got shape \(\)$"),
        ({"x": x[:, :1], "y": x}, None, r"^x must have a last axis of length d >= 2, got shape \(2, 1\)$"),
        ({"x": x, "y": np.ones((4, 3))}, None, r"^leading axes of x, y do not broadcast: \[\(2,\), \(4,\)\]$"),
        (
            {"x": x, "y": x},
            {"t": np.ones(3)},
            r"^leading axes of x, y, t do not broadcast: \[\(2,\), \(2,\), \(3,\)\]$",
        ),
    ):
        with pytest.raises(ValueError, match=message):
            rowwise(lambda rows, x, y, t=None: (1, x), vectors=vectors, scalars=scalars)
    assert rowwise(lambda rows, x: ((2, x),), vectors={"x": [3, 4]}).tolist() == [6, 8]
