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
