"""Pictures of trajectories: what is drawn, on which axes, and what is refused."""

from __future__ import annotations

import doctest
import sys
from typing import Any

import numpy as np
import pytest

from svflow_math import euler, plotting

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

STARTS = np.array([[1.0, 0.0, 0.0], [0.0, 0.6, 0.8]])


@pytest.fixture(autouse=True)
def _closed():
    yield
    from matplotlib import pyplot

    pyplot.close("all")


def test_on_the_sphere() -> None:
    path = euler.solve(STARTS, lambda x, t: [0.0, 0.0, 1.0], 0.25, 6)
    ax = plotting.plot_trajectory(path, means=[[0.0, 0.0, 1.0], [0.0, 1.0, 0.0]])
    assert ax.name == "3d"
    lines: Any = ax.get_lines()
    curves = [np.stack(line.get_data_3d(), axis=-1) for line in lines]
    assert len(curves) == 2
    for i, curve in enumerate(curves):
        np.testing.assert_allclose(curve, path[:, i], atol=1e-15)
    assert plotting.plot_trajectory(path[:, 0], ax=ax) is ax
    assert len(ax.get_lines()) == 3


def heights(line: Any) -> np.ndarray:
    """The ordinates of a curve."""
    return np.asarray(line.get_ydata())


@pytest.mark.parametrize("dim", [2, 4])
def test_as_angles(dim: int) -> None:
    start, mean = np.eye(dim)[:2]
    path = euler.solve(start, lambda x, t: mean, 0.5, 6)
    ax = plotting.plot_trajectory(path, means=mean)
    (line,) = ax.get_lines()
    np.testing.assert_allclose(heights(line), np.arccos(path @ mean), atol=1e-12)
    (line,) = plotting.plot_trajectory(path).get_lines()
    assert heights(line)[-1] == 0
    assert heights(line)[0] > 1


def test_what_is_refused() -> None:
    path = euler.solve(STARTS, lambda x, t: [0.0, 0.0, 1.0], 0.25, 2)
    with pytest.raises(ValueError, match="trajectory must hold points of the sphere"):
        plotting.plot_trajectory(2 * path)
    with pytest.raises(ValueError, match="trajectory must have shape"):
        plotting.plot_trajectory(path[0, 0])
    with pytest.raises(ValueError, match="means must have shape"):
        plotting.plot_trajectory(path, means=[1.0, 0.0])
    with pytest.raises(ValueError, match="three-dimensional"):
        plotting.plot_trajectory(path, ax=plotting.plot_trajectory(path[..., :2] * 0 + [1.0, 0.0]))


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"svflow-math\[docs\]"):
        plotting.plot_trajectory(STARTS[:, None])


def test_the_example_runs() -> None:
    (test,) = doctest.DocTestFinder(recurse=False).find(plotting.plot_trajectory, globs={})
    assert test.examples
    assert not doctest.DocTestRunner(verbose=False).run(test).failed
