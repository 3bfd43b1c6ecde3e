"""The rows of the table of all inputs for what is no formula: strategies, laws and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from numpy.typing import NDArray

from svflow_math import plotting, testing
from tests.call import Call

FEW = settings(
    max_examples=2,
    phases=[Phase.generate],
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[*HealthCheck],  # pyright: ignore[reportArgumentType]
)
X, V = np.eye(3)[:2], np.array([[0.0, 1.0, 0.5], [0.25, 0.0, 0.0]])  # exact in every type
TURN = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
PATH = np.eye(3)[[0, 1, 1, 2]].reshape(2, 2, 3)


@dataclass(frozen=True)
class Law(Call):
    """What comes of it is whether it holds."""

    keeps_type: bool = False

    def parts(self, **changes: Any) -> list[NDArray]:
        try:
            super().parts(**changes)
        except AssertionError:
            return [np.array(0.0)]
        return [np.array(1.0)]


@dataclass(frozen=True)
class Drawn(Call):
    """A strategy: what comes of it is what is drawn first."""

    keeps_type: bool = False

    def parts(self, **changes: Any) -> list[NDArray]:
        found: list[Any] = []

        @FEW
        @given(self.function(**{**self.arguments, **self.options, **changes}))
        def draw(value: Any) -> None:
            found.append(value)

        draw()
        return [
            np.asarray(part) for value in found for part in (value.values() if isinstance(value, dict) else [value])
        ]


class Paper:
    """Axes that only note what is drawn on them."""

    name = "3d"

    def __init__(self) -> None:
        self.drawn: list[NDArray] = []

    def plot(self, *arrays: NDArray, **looks: Any) -> tuple[Paper]:
        self.drawn += [np.asarray(array, np.float64) for array in arrays]
        return (self,)

    scatter = plot_wireframe = plot

    def set(self, **looks: Any) -> None:
        pass

    def get_color(self) -> str:
        return "black"

    def set_box_aspect(self, aspect: tuple[float, ...]) -> None:
        pass


@dataclass(frozen=True)
class Picture(Call):
    """What comes of it is what is drawn."""

    keeps_type: bool = False

    def parts(self, **changes: Any) -> list[NDArray]:
        if "ax" not in changes:
            paper = Paper()
            super().parts(ax=paper, **changes)
            return paper.drawn
        pyplot = pytest.importorskip("matplotlib.pyplot")
        try:
            self.function(**{**self.arguments, **changes})
        finally:
            pyplot.close("all")
        return []


def same(x: NDArray) -> NDArray:
    return x


def there(x: NDArray, y: NDArray) -> NDArray:
    return y - x


def back(x: NDArray, v: NDArray) -> NDArray:
    return x + v


def flat(x: NDArray, mu: NDArray, kappa: float) -> NDArray:
    """The uniform density of the sphere of R^3."""
    return np.full(len(x), -np.log(4 * np.pi))


# Arguments of the functions under test have no names of their own.


def equivariant(function: Any, rotation: Any, arguments: Any, tolerance: Any = 1e-13) -> None:
    testing.assert_equivariant(function, rotation, arguments, tolerance=tolerance)


def batch_is_loop(function: Any, arguments: Any, ulps: Any = 4) -> None:
    testing.assert_batch_is_loop(function, arguments, ulps=ulps)


def keeps_dtype(function: Any, arguments: Any) -> None:
    testing.assert_keeps_dtype(function, arguments)


def _tools() -> Iterator[Call]:
    named: dict[str, Callable[..., Any]] = {"function": same}
    yield Law(testing.assert_on_sphere, {"x": X}, lead="x", judged=("x",))
    yield Law(testing.assert_tangent, {"x": X, "v": V}, lead="x", judged=("x", "v"))
    yield Law(equivariant, {"rotation": TURN, "arguments": V}, named, "arguments", hands_to=testing.assert_equivariant)
    yield Law(batch_is_loop, {"arguments": V}, named, hands_to=testing.assert_batch_is_loop)
    yield Law(keeps_dtype, {"arguments": V}, named, "arguments", hands_to=testing.assert_keeps_dtype)
    yield Law(testing.assert_inverse, {"x": X, "y": X[::-1].copy()}, {"exponential": back, "logarithm": there}, "x")
    yield Law(testing.assert_retraction, {"x": X, "v": V}, {"retraction": back}, "x")
    yield Law(testing.assert_normalized, {"concentration": np.array(2.0)}, {"log_density": flat, "dim": 3})
    yield Drawn(testing.vectors, {}, {"dim": 3})
    yield Drawn(testing.points, {}, {"dim": 3})
    yield Drawn(testing.rotations, {}, {"dim": 3})
    yield Drawn(testing.mixtures, {}, {"dim": 3})
    yield Drawn(testing.concentrations, {}, {})
    for strategy in (testing.tangents, testing.near, testing.near_antipode):
        yield Drawn(strategy, {"x": X[0]}, points=("x",))
    yield Picture(plotting.plot_trajectory, {"trajectory": PATH, "means": X}, points=("trajectory", "means"))
    yield Picture(plotting.plot_trajectory, {"trajectory": PATH[:, 0, :2]}, points=("trajectory",))


TOOLS = tuple(_tools())
