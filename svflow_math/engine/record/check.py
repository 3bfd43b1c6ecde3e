"""Checks and their outcomes: every check returns a verdict and a figure."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from svflow_math.engine.record.theorem import Theorem


class Verdict(StrEnum):
    HOLDS = "holds"
    CITED = "cited"
    FAILS = "fails"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Outcome:
    """What a check found: `figure` in `unit`, the worst input met, and one line that reproduces it."""

    verdict: Verdict
    figure: float | None = None
    unit: str = ""
    worst_input: str = ""
    reproduce: str = ""
    details: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class Settings:
    """What a run fixes for every check: the seed, the number of examples, and a user's own attention heads."""

    seed: int = 0
    examples: int = 20
    heads: str | None = None


@dataclass(frozen=True)
class Check(ABC):
    @abstractmethod
    def run(self, theorem: Theorem, settings: Settings) -> Outcome: ...

    @property
    def name(self) -> str:
        """The check's name in tables and results; it tells apart the checks of one theorem."""
        return type(self).__name__.lower()
