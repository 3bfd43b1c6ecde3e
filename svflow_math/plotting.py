"""Pictures of trajectories on the sphere; matplotlib is loaded when one is asked for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from svflow_math import sphere
from svflow_math.numerics.arrays import real_array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_trajectory"]


def plot_trajectory(trajectory: ArrayLike, means: ArrayLike | None = None, ax: Axes | None = None) -> Axes:
    """Plot trajectories: on the sphere for d = 3, as angles to the means, or to the ends, in other dimensions.

    Parameters
    ----------
    trajectory
        Points of the sphere, shape (steps + 1, ..., d), as `euler.solve` returns them; each index between is one curve.
    means
        Directions to mark, shape (K, d) or (d,). Without them angles are those to the last point of each curve.
    ax
        Axes to draw on, three-dimensional for d = 3; new ones by default.

    Returns
    -------
        The axes.

    Raises
    ------
    ImportError
        If matplotlib is absent; the extra `docs` brings it.
    ValueError, TypeError
        If a point is not on the sphere, shapes do not fit, or the axes given are not three-dimensional for d = 3.

    Examples
    --------
    >>> from svflow_math.euler import solve
    >>> from svflow_math.plotting import plot_trajectory
    >>> path = solve([1.0, 0.0, 0.0], lambda x, t: [0.0, 0.0, 1.0], 0.25, 8)
    >>> ax = plot_trajectory(path, means=[0.0, 0.0, 1.0])
    """
    points = _points("trajectory", trajectory)
    if points.ndim < 2 or not len(points):
        raise ValueError(f"trajectory must have shape (steps + 1, ..., d), got {points.shape}")
    dim = points.shape[-1]
    curves = points.reshape(len(points), math.prod(points.shape[1:-1]), dim)
    marks = None if means is None else np.atleast_2d(_points("means", means))
    if marks is not None and (marks.ndim != 2 or marks.shape[-1] != dim):
        raise ValueError(f"means must have shape (K, {dim}) or ({dim},), got {marks.shape}")
    if dim == 3:
        return _on_sphere(curves, marks, _axes(ax, projection="3d"))
    return _as_angles(curves, marks, _axes(ax))


def _points(name: str, value: ArrayLike) -> NDArray:
    array = real_array(name, value)
    if array.ndim == 0:
        raise ValueError(f"{name} must have a last axis of length d >= 2, got shape ()")
    try:
        sphere.project_tangent(array, np.zeros(array.shape[-1]))  # refuses what is not on the sphere
        return array
    except (ValueError, TypeError) as error:
        raise type(error)(f"{name} must hold points of the sphere: {error}") from None


def _axes(ax: Axes | None, **projection: str) -> Any:
    if ax is not None:
        if not hasattr(ax, "plot"):
            raise TypeError(f"ax must be axes of matplotlib, got {ax!r}")
        if projection and getattr(ax, "name", "") != "3d":
            raise ValueError("ax must be three-dimensional for d = 3: subplots(subplot_kw={'projection': '3d'})")
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("plotting needs matplotlib, which the extra brings: pip install svflow-math[docs]") from error
    return pyplot.subplots(subplot_kw=projection)[1]


def _on_sphere(curves: NDArray, marks: NDArray | None, ax: Any) -> Axes:
    around, up = np.meshgrid(np.linspace(0, 2 * np.pi, 25), np.linspace(0, np.pi, 13))
    ax.plot_wireframe(np.sin(up) * np.cos(around), np.sin(up) * np.sin(around), np.cos(up), color="0.8", linewidth=0.5)
    for curve in range(curves.shape[1]):
        (line,) = ax.plot(*curves[:, curve].T, marker=".", markersize=3)
        ax.scatter(*curves[-1, curve], color=line.get_color(), s=30)
    if marks is not None:
        ax.scatter(*marks.T, marker="*", s=120, color="black")
    ax.set_box_aspect((1, 1, 1))
    return ax


def _as_angles(curves: NDArray, marks: NDArray | None, ax: Any) -> Axes:
    steps = np.arange(len(curves))
    targets = curves[-1][:, None] if marks is None else marks[None]
    angles = sphere.dist(curves[:, :, None], targets[None])
    for curve in range(curves.shape[1]):
        for target in range(angles.shape[-1]):
            ax.plot(steps, angles[:, curve, target], marker=".", markersize=3)
    ax.set(xlabel="step", ylabel="angle to the end" if marks is None else "angle to each mean")
    return ax
