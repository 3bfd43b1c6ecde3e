"""One regular row on NumPy scalars; whatever is not regular is left to the block of one row."""

import numpy as np
import pytest

from svflow_math.numerics.primitives import dot
from svflow_math.numerics.single import ROW, Irregular


def test_irregular_rows_are_left_alone() -> None:
    unit = np.array([0.6, 0.8])
    for call in (
        lambda: ROW.unit("x", 1 + 3e-6),
        lambda: ROW.unit("x", np.nan),
        lambda: ROW.tangent("v", 2e-6, 1e9),
        lambda: ROW.tangent("v", np.nan, 1.0),
        lambda: ROW.finite("t", np.float64(np.inf)),
        lambda: ROW.finite("gain", np.array([1.0, np.nan])),
        lambda: ROW.nonnegative("eps", -1e-300),
        lambda: ROW.nonnegative("eps", np.nan),
        lambda: ROW.positive("y", "<x, y>", 0.0),
        lambda: ROW.positive("y", "<x, y>", np.nan),
        lambda: ROW.not_antipodal("y", -1.0, 0.0),
        lambda: ROW.norm("v", np.zeros(2)),
        lambda: ROW.norm("v", np.array([1e100, 0.0])),
        lambda: ROW.norm("v", np.array([np.nan, 0.0])),
        lambda: ROW.direction("y", np.array([1e-100, 0.0])),
        lambda: ROW.rejection(unit, unit, dot(unit, unit), dot(unit, unit), dot(unit, unit)),
        lambda: ROW.rejection(unit, unit * (1 + 1e-7), dot(unit, unit), dot(unit, unit), dot(unit, unit)),
    ):
        with pytest.raises(Irregular):
            call()


def test_regular_rows_pass() -> None:
    ROW.unit("x", 1 + 1e-6)
    ROW.tangent("v", -1e-7, 0.0)
    ROW.finite("t", np.float64(1e9))
    ROW.finite("gain", None)
    ROW.nonnegative("eps", 0.0)
    ROW.positive("y", "<x, y>", 1e-300)
    ROW.not_antipodal("y", 1.0, 0.0)
    ROW.not_antipodal("y", -1.0, 1e-300)
    assert ROW.norm("v", np.array([3.0, 4.0])) == 5
    scaled, norm = ROW.direction("y", np.array([3.0, 4.0]))
    assert norm == 5
    assert np.array_equal(scaled, [3, 4])


def test_scalars_are_those_of_numpy() -> None:
    """Python's would raise where NumPy's give an infinity that a check finds."""
    x, y = np.array([1.0, 0.0]), np.array([0.8, 0.6])
    values = (ROW.norm("x", x), *ROW.rejection(x, y, dot(x, x), dot(y, y), dot(x, y))[1:])
    assert {type(value) for value in values} == {np.float64}


def test_the_border_of_what_is_regular() -> None:
    """What is refused or rescaled in a block is left to it; what is plainly in range takes the quick way."""
    unit = np.array([0.6, 0.8])
    ROW.unit("x", (1 + 0.99e-6) ** 2)
    ROW.unit("x", (1 - 0.99e-6) ** 2)
    ROW.tangent("v", 1e-6, 0.0)
    ROW.finite("gain", np.array([1.0, 2.0]))
    ROW.nonnegative("eps", 0.5)
    ROW.positive("y", "<x, y>", 5e-324)
    ROW.not_antipodal("y", 1.0, 5e-324)
    for size in (1e-30, 1.0, 1e30):
        assert ROW.norm("v", size * unit) == np.hypot(*(size * unit))
        vector, norm, factor = ROW.scaled("v", size * unit)
        assert np.array_equal(vector, size * unit)
        assert (norm, factor) == (np.hypot(*vector), 1.0)
    for call in (
        lambda: ROW.unit("x", (1 - 1.01e-6) ** 2),
        lambda: ROW.tangent("v", -1.01e-6, 0.0),
        lambda: ROW.nonnegative("eps", 1e300),
        lambda: ROW.not_antipodal("y", 0.0, 0.0),
        lambda: ROW.norm("v", np.array([1e-40, 0.0])),
        lambda: ROW.norm("v", np.array([0.0, 1e40])),
    ):
        with pytest.raises(Irregular):
            call()


@pytest.mark.parametrize("angle", [0.3, 1.2, 1.9, 2.9, 1e-9, np.pi - 1e-9])
def test_points_near_each_other_and_near_antipodes_are_regular(angle: float) -> None:
    x, y = np.array([1.0, 0.0, 0.0]), np.array([np.cos(angle), np.sin(angle), 0.0])
    e, xe, sine, cosine = ROW.rejection(x, y, dot(x, x), dot(y, y), dot(x, y))
    assert np.abs(e - x * xe - [0, np.sin(angle), 0]).max() <= 2e-16 * np.sin(angle)
    assert abs(sine - np.sin(angle)) <= 4e-16 * np.sin(angle)
    assert abs(cosine - np.cos(angle)) <= 2e-16


def test_points_off_the_sphere_by_what_is_taken() -> None:
    """Cosine and sine are those of the directions, times the norm of y: the angle does not see the norms."""
    for angle in (0.3, 1.2, 1.9, 2.9):
        x = np.array([1.0, 0.0]) * (1 + 0.9e-6)
        y = np.array([np.cos(angle), np.sin(angle)]) * (1 - 0.9e-6)
        _, _, sine, cosine = ROW.rejection(x, y, dot(x, x), dot(y, y), dot(x, y))
        assert abs(np.arctan2(sine, cosine) - angle) <= 1e-15
        assert abs(sine - (1 - 0.9e-6) * np.sin(angle)) <= 4e-16


def test_next_to_the_antipode_the_block_decides() -> None:
    x = np.array([1.0, 0.0, 0.0])
    for gap, regular in ((2.0**-60, True), (2.0**-62, False), (1e-30, False), (0.0, False)):
        y = np.array([-1.0, gap, 0.0])
        if regular:
            assert ROW.rejection(x, y, dot(x, x), dot(y, y), dot(x, y))[2] == gap
        else:
            with pytest.raises(Irregular):
                ROW.rejection(x, y, dot(x, x), dot(y, y), dot(x, y))


def test_vectors_on_the_way() -> None:
    x, y = np.array([1.0, 2.0, 6.0]), np.array([0.5, -1.0, 4.0])
    before = x.copy()
    assert np.array_equal(ROW.centre(x), [-2.0, -1.0, 3.0])
    assert np.array_equal(ROW.centre(np.full(3, 0.1)), [0.0, 0.0, 0.0])
    assert ROW.hadamard(x, None) is x
    assert np.array_equal(ROW.hadamard(x, y), x * y)
    three = np.float64(3.0)
    assert np.array_equal(ROW.combine((1, None), (three, x), (1, None), (1, y), (-1, x)), 3 * x + y - x)
    assert np.array_equal(ROW.combine((-1, x), (three, y)), 3 * y - x)
    assert np.array_equal(ROW.combine((1, x), (1, y)), x + y)
    assert np.array_equal(x, before)
