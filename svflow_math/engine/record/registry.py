"""Chapters and their theorems, found through the entry-point group `svflow.chapters`."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from svflow_math.engine.record.theorem import Theorem

_SECTIONS = ("Statement", "Form", "Sources")


@dataclass(frozen=True)
class Header:
    """The fixed opening of a theorem's file: title, then Statement, Form and Sources."""

    title: str
    statement: str
    form: str
    sources: str


@dataclass(frozen=True)
class Entry:
    """A theorem where it stands: its record, its chapter, and the file that holds it."""

    theorem: Theorem
    chapter: str
    path: Path
    header: Header


@cache
def chapters() -> dict[str, ModuleType]:
    """The chapter modules by name, in the order of their titles' numbers."""
    found = {point.name: point.load() for point in entry_points(group="svflow.chapters")}
    return dict(sorted(found.items(), key=lambda item: item[1].NUMBER))


def home(chapter: str) -> str:
    """The package of a chapter's emitted module: of the library for its own records, else of who registers it."""
    package = chapters()[chapter].__name__.partition(".")[0]
    return "svflow_math.gen" if package == "derivations" else f"{package}.gen"


def public_module(chapter: str) -> str:
    """The module from which users import what a chapter emits."""
    package = home(chapter)
    return f"svflow_math.{chapter}" if package == "svflow_math.gen" else f"{package}.{chapter}"


@cache
def entries() -> dict[str, Entry]:
    """Every theorem by id, in reading order. Raises ValueError where two theorems share an id."""
    found: dict[str, Entry] = {}
    for chapter, module in chapters().items():
        for name in module.THEOREMS:
            source = importlib.import_module(f"{module.__name__}.{name}")
            theorem = source.THEOREM
            if theorem.id != name:
                raise ValueError(f"the file {name}.py holds the theorem {theorem.id!r}: they must have one name")
            if name in found:
                raise ValueError(f"two theorems are called {name!r}")
            assert source.__file__ is not None
            found[name] = Entry(theorem, chapter, Path(source.__file__), header(source.__doc__ or "", name))
    return found


def select(ids: list[str]) -> list[Entry]:
    """The theorems named by ids or chapters (all of them for an empty list). Raises KeyError naming what is unknown."""
    known = entries()
    if not ids:
        return list(known.values())
    chosen: dict[str, Entry] = {}
    for name in ids:
        if name in known:
            chosen[name] = known[name]
        elif name in chapters():
            chosen |= {e.theorem.id: e for e in known.values() if e.chapter == name}
        else:
            raise KeyError(name)
    return list(chosen.values())


def header(docstring: str, where: str) -> Header:
    """The header of a theorem's file; ValueError where a part is missing."""
    title, _, body = docstring.strip().partition("\n")
    parts = re.split(rf"^({'|'.join(_SECTIONS)})\b", body, flags=re.MULTILINE)
    found = {name: " ".join(text.split()) for name, text in zip(parts[1::2], parts[2::2], strict=True)}
    missing = [name for name in _SECTIONS if not found.get(name)]
    if missing or not title:
        raise ValueError(f"the docstring of {where} lacks {', '.join(missing) or 'a title'}")
    return Header(title.strip(), *(found[name] for name in _SECTIONS))
