"""Members of families at a point: all values of indices, and how closely a hypothesis is to hold there."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import mpmath
import sympy as sp

from svflow_math.engine.record import evaluate as ev
from svflow_math.engine.record.scope import bind
from svflow_math.engine.record.terms import Index, VectorAt


def tolerance() -> mpmath.mpf:
    return mpmath.mpf(10) ** (8 - mpmath.mp.dps)


def everywhere(expression: Any, point: ev.Point) -> list[ev.Point]:
    """The point with every combination of values for the indices that the expression leaves free."""
    points: list[ev.Point] = [point]
    for index in _free_indices(sp.sympify(expression)):
        points = [bind(p, index, k) for p in points for k in range(int(point[index.over]))]
    return points


@lru_cache(maxsize=10_000)
def _free_indices(expression: Any) -> tuple[Index, ...]:
    return tuple(sorted((s for s in expression.free_symbols if type(s) is Index), key=str))


def demand_whole_family(member: Any) -> None:
    """ValueError where a member does not stand for all: an index is met twice, or names a chosen member."""
    if isinstance(member, VectorAt | sp.core.function.AppliedUndef):
        indices = member.args[1:] if isinstance(member, VectorAt) else member.args
        if len(set(indices)) < len(indices) or not all(type(i) is Index for i in indices):
            raise ValueError(f"{member} does not stand for every member of its family")


def map_members(family: Any, depth: int, change: Any) -> Any:
    return change(family) if depth == 0 else [map_members(member, depth - 1, change) for member in family]
