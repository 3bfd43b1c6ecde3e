"""What hypotheses give to the calculus: terms fixed on sight, signs, laws and events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Facts:
    """What a hypothesis gives to the normal form and to the sign rules."""

    fixed: Mapping[Any, Any] = field(default_factory=dict)  # term -> value, applied on sight
    positive: tuple[Any, ...] = ()
    nonnegative: tuple[Any, ...] = ()
    laws: tuple[tuple[str, Any], ...] = ()  # (family, size): sums to one over its last index
    events: tuple[str, ...] = ()  # families with values 0 and 1
    units: tuple[Any, ...] = ()  # families of unit vectors
    recurrent: tuple[tuple[Any, Any], ...] = ()  # (kappa, n): slice integrals reduced by parts to those of 1 and s
    decided: dict[tuple[Any, bool], bool] = field(default_factory=dict, init=False, repr=False, compare=False)  # signs

    def __add__(self, other: Facts) -> Facts:
        return Facts(
            {**self.fixed, **other.fixed},
            self.positive + other.positive,
            self.nonnegative + other.nonnegative,
            self.laws + other.laws,
            self.events + other.events,
            self.units + other.units,
            self.recurrent + other.recurrent,
        )
