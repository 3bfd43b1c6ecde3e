"""Equalities that replay has decided, noted down so that a second engine can decide them again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from svflow_math.engine.record.facts import Facts


@dataclass(frozen=True)
class Obligation:
    """lhs = rhs, for numbers or vectors, wherever the facts hold."""

    lhs: Any
    rhs: Any
    facts: Facts


_open: ContextVar[list[Obligation] | None] = ContextVar("obligations", default=None)


def note(lhs: Any, rhs: Any, facts: Facts) -> bool:
    """Add an equality that is shown to the list that is open, if one is; True, as the equality is."""
    found = _open.get()
    if found is not None:
        found.append(Obligation(lhs, rhs, facts))
    return True


@contextmanager
def noting() -> Iterator[list[Obligation]]:
    """Open a list for the equalities decided within; a list opened around it does not see them."""
    found: list[Obligation] = []
    token = _open.set(found)
    try:
        yield found
    finally:
        _open.reset(token)
