"""Spherical score-based variational flow: theorems, and the NumPy functions that are emitted from them."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

__version__ = "0.1.0"


def __getattr__(name: str) -> ModuleType:
    """Import a submodule at its first use."""
    if not name.startswith("_") and find_spec(f"{__name__}.{name}") is not None:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
