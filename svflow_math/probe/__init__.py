"""Real language models, recovered from the emitted functions and probed with the metrics of the library.

Needs the extra `probe`. The commands `svflow probe recover`, `relaxed` and `run` do the same from a shell.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from svflow_math.probe.errors import ProbeError
    from svflow_math.probe.hooks import AttentionCall, recording
    from svflow_math.probe.loading import Loaded, load
    from svflow_math.probe.recovery import compare
    from svflow_math.probe.relaxation import measure
    from svflow_math.probe.runs import run

__all__ = ["AttentionCall", "Loaded", "ProbeError", "compare", "load", "measure", "recording", "run"]

# Loaded when they are asked for: a report can be written without torch.
_HOMES = {
    "AttentionCall": "hooks",
    "Loaded": "loading",
    "ProbeError": "errors",
    "compare": "recovery",
    "load": "loading",
    "measure": "relaxation",
    "recording": "hooks",
    "run": "runs",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
