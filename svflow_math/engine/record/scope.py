"""Values of symbols with a memory: what has been evaluated once is not evaluated again.

A symbol bound inside (the index of a sum, the point of a difference quotient) opens an inner scope. A term that does
not mention it has the value that it has outside, and is looked up there: a denominator that all members of a sum
share costs one evaluation, not one for each member.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import mpmath
import sympy as sp


class Scope(Mapping[Any, Any]):
    """A point, and the values of terms at it by the precision at which they were found."""

    def __init__(self, values: Mapping[Any, Any], outer: Scope | None = None, bound: Any = None) -> None:
        self.point = values
        self._outer = outer
        self._bound = bound
        self._found: dict[int, dict[Any, Any]] = {}

    def __getitem__(self, key: Any) -> Any:
        return self.point[key]

    def __contains__(self, key: object) -> bool:
        return key in self.point

    def __iter__(self) -> Iterator[Any]:
        return iter(self.point)

    def __len__(self) -> int:
        return len(self.point)

    def of(self, e: Any) -> Scope:
        """The outermost scope in which the term has its value."""
        scope = self
        while scope._outer is not None and not _mentions(e, scope._bound):
            scope = scope._outer
        return scope

    @property
    def found(self) -> dict[Any, Any]:
        """The values of terms that are known at the current precision; what is found may be added."""
        return self._found.setdefault(mpmath.mp.prec, {})


def bind(point: Mapping[Any, Any], key: Any, value: Any) -> Mapping[Any, Any]:
    """The point with another value for one symbol."""
    if isinstance(point, Scope):
        return Scope({**point.point, key: value}, point, key)
    return {**point, key: value}


@lru_cache(maxsize=200_000)
def _mentions(e: Any, key: Any) -> bool:
    if (
        e == key
        or key in e.free_symbols
        or (isinstance(e, sp.core.function.AppliedUndef) and sp.Symbol(e.func.__name__) == key)
    ):
        return True
    return any(_mentions(a, key) for a in e.args)
