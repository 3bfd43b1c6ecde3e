"""A call of a public function, one row of the table of all inputs."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

MODULES = ("sphere", "vmf", "flow", "retraction", "euler", "attention", "experts", "stability", "metrics")
MODULES += ("testing", "plotting")


@dataclass(frozen=True)
class Call:
    """A function, arrays of float64, arguments that are none, and the array that takes a further leading axis."""

    function: Callable[..., Any]
    arguments: dict[str, NDArray]
    options: dict[str, Any] = field(default_factory=dict)
    lead: str = ""
    points: tuple[str, ...] = ()
    tangents: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()  # what a law is about: NaN breaks it
    keeps_type: bool = True  # float32 in, float32 out
    hands_to: Callable[..., Any] | None = None  # the public function, where `function` only names arguments for it

    @property
    def public(self) -> Callable[..., Any]:
        """The function that users call."""
        return self.hands_to or self.function

    @property
    def name(self) -> str:
        module = next(m for m in MODULES if self.public in vars(importlib.import_module(f"svflow_math.{m}")).values())
        chosen = ", ".join(f"{k}={v}" for k, v in self.options.items() if isinstance(v, str | bool))
        return f"{module}.{self.public.__name__}" + (f"({chosen})" if chosen else "")

    def parts(self, **changes: Any) -> list[NDArray]:
        """What the function returns, as a list of arrays."""
        result = self.function(**{**self.arguments, **self.options, **changes})
        return [np.asarray(part) for part in (result if isinstance(result, tuple) else (result,))]
