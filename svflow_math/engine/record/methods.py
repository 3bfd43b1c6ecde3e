"""What a theorem emits of methods: a choice among steps, and a solver of several methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from svflow_math.engine.record.emission import Emission, RowEmission


@dataclass(frozen=True)
class Tableau:
    """An explicit Runge-Kutta method: the coefficients of each stage in the earlier ones, and those of the result."""

    stages: tuple[tuple[Any, ...], ...]
    weights: tuple[Any, ...]

    def result(self, field: Callable[[Any], Any], start: Any, step: Any) -> Any:
        """The end of one step as an expression."""
        slopes: list[Any] = []
        for row in self.stages:
            slopes.append(field(start + step * sum((a * k for a, k in zip(row, slopes, strict=True)), sp.S.Zero)))
        return start + step * sum((b * k for b, k in zip(self.weights, slopes, strict=True)), sp.S.Zero)


@dataclass(frozen=True, kw_only=True)
class ChoiceEmission(Emission):
    """One function for several row functions of the same arguments, chosen by `method`; the first by default."""

    options: Mapping[str, RowEmission]

    @property
    def program(self) -> Any:
        """The program of the function that is chosen by default."""
        return next(iter(self.options.values())).program


@dataclass(frozen=True, kw_only=True)
class SolverEmission(Emission):
    """Trajectories by Euler steps, by the geodesic midpoint, and by Runge-Kutta methods with projection.

    `tableaux` gives the methods whose coefficients are emitted, `labels` a number by which each is told apart in
    `value`, `field`, `start` and `step` the terms in which it is written.
    """

    steps: Mapping[str, RowEmission]
    tableaux: Mapping[str, Tableau]
    labels: Mapping[str, sp.Symbol]
    field: Callable[[Any], Any]
    start: Any
    step: Any

    @property
    def program(self) -> Any:
        """What the emitted coefficients make of a field, each method times its label."""
        results = (self.labels[n] * t.result(self.field, self.start, self.step) for n, t in self.tableaux.items())
        return sum(results, sp.S.Zero)
