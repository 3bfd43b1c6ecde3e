"""Choices among steps, and solvers, as text: tables of methods that the run-time driver looks up."""

from __future__ import annotations

from typing import Any

import sympy as sp

from svflow_math.engine.emit.docstring import docstring
from svflow_math.engine.emit.printer import Imports
from svflow_math.engine.record.methods import ChoiceEmission, SolverEmission
from svflow_math.engine.record.theorem import Theorem

_DRIVER = "svflow_math.numerics.one_step"


def choice_function(theorem: Theorem, emission: ChoiceEmission, imports: Imports) -> str:
    """The public function and the table of what it chooses from; imports are added to `imports`."""
    array, result = imports.name("numpy.typing.ArrayLike"), imports.name("numpy.typing.NDArray")
    chosen, table = imports.name(f"{_DRIVER}.chosen"), f"_{emission.name.upper()}S"
    arguments = [str(a) for a in emission.args]
    signature = ", ".join(f"{a}: {array}" for a in arguments)
    rows = ", ".join(f'"{name}": {row.name}' for name, row in emission.options.items())
    return "\n".join(
        [
            f'def {emission.name}({signature}, method: str = "{next(iter(emission.options))}") -> {result}:',
            docstring(theorem, emission),
            f"    return {chosen}({table}, method)({', '.join(arguments)})",
            "",
            "",
            f"{table} = {{{rows}}}",
        ]
    )


def solver_function(theorem: Theorem, emission: SolverEmission, imports: Imports) -> str:
    """The public function and its methods; imports are added to `imports`."""
    array, result = imports.name("numpy.typing.ArrayLike"), imports.name("numpy.typing.NDArray")
    names = ("Field", "euler", "geodesic_midpoint", "projected_runge_kutta", "trajectory")
    field, euler, midpoint, runge_kutta, trajectory = (imports.name(f"{_DRIVER}.{name}") for name in names)
    project = imports.name("svflow_math.gen.sphere.project_tangent")
    relaxed, exponential = emission.steps["relaxed"].name, emission.steps["exponential"].name
    methods = [f'"{name}": {euler}({row.name})' for name, row in emission.steps.items()]
    methods.append(f'"midpoint": {midpoint}({exponential}, {project})')
    for name, tableau in emission.tableaux.items():
        stages = _tuple([_tuple([_number(a) for a in row]) for row in tableau.stages])
        weights = _tuple([_number(b) for b in tableau.weights])
        methods.append(f'"{name}": {runge_kutta}({stages}, {weights}, {relaxed}, {project})')
    default = next(iter(emission.steps))
    signature = f'x: {array}, field: {field}, h: {array}, steps: int, method: str = "{default}"'
    return "\n".join(
        [
            f"def {emission.name}({signature}) -> {result}:",
            docstring(theorem, emission),
            f"    return {trajectory}(_METHODS, x, field, h, steps, method)",
            "",
            "",
            f"_METHODS = {{{', '.join(methods)}}}",
        ]
    )


def _number(value: Any) -> str:
    value = sp.Rational(value)
    return f"{value.p}" if value.q == 1 else f"{value.p} / {value.q}"


def _tuple(items: list[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
