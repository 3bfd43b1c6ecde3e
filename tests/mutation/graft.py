"""A mutant put into the modules that are already loaded.

Functions keep their identity and get the code of the mutant, so that every alias of them has changed; plain data is set
anew wherever it was imported. What has been computed before is forgotten.
"""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

PACKAGE = "svflow_math"
PLAIN = (int, float, str, tuple, list, dict, np.ndarray, np.generic, type(None))


class _Changed(importlib.machinery.SourceFileLoader, importlib.abc.MetaPathFinder):
    """Finds one module as the mutant has it."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        super().__init__(name, str(path))
        self.tree = tree

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        found = importlib.machinery.ModuleSpec(fullname, self, origin=self.path)
        found.has_location = True
        return found if fullname == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.tree, self.path, "exec")


def module_of(file: str) -> str:
    """The name of the module of a file in svflow_math/."""
    return f"{PACKAGE}.{file.removesuffix('.py').replace('/', '.')}"


def is_run_time(name: str, chapters: tuple[str, ...]) -> bool:
    """Whether a module is one whose mutants are tried."""
    parts = name.split(".")
    return parts[0] == PACKAGE and len(parts) > 1 and parts[1] in ("gen", "numerics", "tables", *chapters)


def install(file: str, path: Path, tree: ast.Module, chapters: tuple[str, ...], is_inside: bool) -> None:
    """Change the loaded modules as the tree of one of them says; what is inside of a function changes no other."""
    finder = _Changed(module_of(file), path, tree)
    importlib.import_module(finder.name)
    names = [finder.name] if is_inside else [name for name in sys.modules if is_run_time(name, chapters)]
    old = {name: sys.modules[name] for name in names}
    packages = [sys.modules[name] for name in {PACKAGE, *(name.rpartition(".")[0] for name in names)}]
    attributes = [dict(vars(package)) for package in packages]
    for name in old:
        del sys.modules[name]
    sys.meta_path.insert(0, finder)
    try:
        new = {name: importlib.import_module(name) for name in old}
    finally:
        sys.meta_path.remove(finder)
        sys.modules.update(old)
        for package, before in zip(packages, attributes, strict=True):
            vars(package).update(before)
    data: dict[tuple[str, str], tuple[Any, Any]] = {}
    for name, module in old.items():
        _graft(module, new[name], data)
    for module in list(sys.modules.values()):
        if module is not None and getattr(module, "__name__", "").startswith(("tests.", PACKAGE, "derivations.")):
            for (_, name), (before, after) in data.items():
                if name in vars(module) and _same(vars(module)[name], before):
                    setattr(module, name, after)


def _graft(old: Any, new: Any, data: dict[tuple[str, str], tuple[Any, Any]]) -> None:
    """Give a module or class what differs in its new version."""
    gone = [name for name in vars(old) if name not in vars(new) and not name.startswith("__")]
    if isinstance(old, ModuleType) and new.__spec__.loader.__class__ is _Changed:
        for name in gone:
            delattr(old, name)
    for name, after in list(vars(new).items()):
        before = vars(old).get(name)
        if isinstance(before, type) and isinstance(after, type) and before is not after:
            if after.__module__.startswith(PACKAGE):
                _graft(before, after, data)
        elif isinstance(before, PLAIN) and isinstance(after, PLAIN) and not _same(before, after):
            if not name.startswith("__"):
                setattr(old, name, after)
                data[getattr(old, "__name__", ""), name] = before, after
        else:
            for function, changed in zip(_functions(before), _functions(after), strict=False):
                _give(function, changed)


def _functions(value: Any) -> Iterator[FunctionType]:
    """The functions in a function, method, property, container or cached function, which forgets what it knew."""
    if isinstance(value, dict | tuple | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _functions(part)
    elif hasattr(value, "cache_clear"):
        value.cache_clear()
    if isinstance(value, property):
        yield from (f for f in (value.fget, value.fset) if isinstance(f, FunctionType))
    elif isinstance(value, cached_property):
        yield from _functions(value.func)
    elif isinstance(value, staticmethod | classmethod):
        yield from _functions(value.__func__)
    elif isinstance(wrapped := getattr(value, "__wrapped__", None), FunctionType):
        yield from _functions(wrapped)
    if isinstance(value, FunctionType):
        yield value


def _give(old: FunctionType, new: FunctionType) -> None:
    if old is new or old.__module__ != new.__module__:
        return
    if old.__code__ != new.__code__:
        old.__code__ = new.__code__
    for name in ("__defaults__", "__kwdefaults__"):
        if not _same(getattr(old, name), getattr(new, name)):
            setattr(old, name, getattr(new, name))
    for cell, changed in zip(old.__closure__ or (), new.__closure__ or (), strict=False):
        before, after = cell.cell_contents, changed.cell_contents  # what a function that was returned has been given
        if not _same(before, after) or getattr(before, "__qualname__", "") != getattr(after, "__qualname__", ""):
            cell.cell_contents = after


def _same(a: Any, b: Any) -> bool:
    if type(a).__qualname__ != type(b).__qualname__:  # the class of a new module is another one
        return False
    if isinstance(a, np.ndarray):
        return np.array_equal(a, b, equal_nan=True)
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(map(_same, a.values(), b.values()))
    return a == b if isinstance(a, PLAIN) else True  # functions and objects are grafted, not replaced
