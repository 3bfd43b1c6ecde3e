"""Emitted modules: text from records, written whole or not at all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection
from functools import singledispatch
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from svflow_math.engine.emit.arrays import array_function
from svflow_math.engine.emit.concentration import concentration_function
from svflow_math.engine.emit.methods import choice_function, solver_function
from svflow_math.engine.emit.mixture import mixture_function
from svflow_math.engine.emit.posterior import bounds_function, posterior_function, smoothing_function
from svflow_math.engine.emit.printer import Imports
from svflow_math.engine.emit.rotary import rotary_function
from svflow_math.engine.emit.rows import row_function
from svflow_math.engine.record.digest import emission_digest
from svflow_math.engine.record.emission import (
    ArrayEmission,
    BoundsEmission,
    ConcentrationEmission,
    Emission,
    MixtureEmission,
    PosteriorEmission,
    RotaryEmission,
    RowEmission,
    SmoothingEmission,
)
from svflow_math.engine.record.methods import ChoiceEmission, SolverEmission
from svflow_math.engine.record.registry import Entry, chapters, entries, home
from svflow_math.engine.record.theorem import Theorem

TABLES = Path(__file__).parents[2] / "tables"
# The whole style, so that a text does not depend on the folder in which it is made.
STYLE = ["--isolated", "--line-length=120", "--target-version=py311"]
OURS = 'lint.isort.known-first-party=["svflow_math"]'


@singledispatch
def function_text(emission: Emission, theorem: Theorem, imports: Imports) -> str:
    """The text of one emitted function; what it imports is added to `imports`."""
    raise NotImplementedError(f"no printer for {type(emission).__name__}")


@function_text.register
def _(emission: RowEmission, theorem: Theorem, imports: Imports) -> str:
    return row_function(theorem, emission, imports)


@function_text.register
def _(emission: PosteriorEmission, theorem: Theorem, imports: Imports) -> str:
    return posterior_function(theorem, emission, imports)


@function_text.register
def _(emission: SmoothingEmission, theorem: Theorem, imports: Imports) -> str:
    return smoothing_function(theorem, emission, imports)


@function_text.register
def _(emission: RotaryEmission, theorem: Theorem, imports: Imports) -> str:
    return rotary_function(theorem, emission, imports)


@function_text.register
def _(emission: ConcentrationEmission, theorem: Theorem, imports: Imports) -> str:
    return concentration_function(theorem, emission, imports)


@function_text.register
def _(emission: MixtureEmission, theorem: Theorem, imports: Imports) -> str:
    return mixture_function(theorem, emission, imports)


@function_text.register
def _(emission: ArrayEmission, theorem: Theorem, imports: Imports) -> str:
    return array_function(theorem, emission, imports)


@function_text.register
def _(emission: BoundsEmission, theorem: Theorem, imports: Imports) -> str:
    return bounds_function(theorem, emission, imports)


@function_text.register
def _(emission: ChoiceEmission, theorem: Theorem, imports: Imports) -> str:
    return choice_function(theorem, emission, imports)


@function_text.register
def _(emission: SolverEmission, theorem: Theorem, imports: Imports) -> str:
    return solver_function(theorem, emission, imports)


def emitted(homes: Collection[str] | None = None) -> dict[Path, str]:
    """Every file that is emitted into packages (all by default) with its text, in the order of the chapters.

    Coefficients are what their tables derive.
    """
    files: dict[Path, str] = {}
    chosen = {name: module for name, module in chapters().items() if homes is None or home(name) in homes}
    for chapter, module in chosen.items():
        mine = [e for e in entries().values() if e.chapter == chapter]
        if any(e.theorem.emits for e in mine):
            files[folder(home(chapter)) / f"{chapter}.py"] = module_text(chapter, mine)
        if find_spec(f"{module.__name__}.tables"):
            tables = import_module(f"{module.__name__}.tables").TABLES
            files |= {TABLES / name: text() for name, text in tables.items()}
    for package in dict.fromkeys(map(home, chosen)):
        files[folder(package) / "theorems.json"] = theorems_json(package)
    return files


def folder(package: str) -> Path:
    """Where the modules of a package stand, also before the first is emitted."""
    top, _, name = package.rpartition(".")
    return Path(import_module(top).__path__[0]) / name


def module_text(chapter: str, mine: list[Entry]) -> str:
    """The module of a chapter's emitted functions, formatted as the whole project is."""
    imports = Imports(name for e in mine for em in e.theorem.emits for name in public_names(em))
    functions = [(em, function_text(em, e.theorem, imports)) for e in mine for em in e.theorem.emits]
    public = ", ".join(f'"{name}"' for name in sorted(name for em, _ in functions for name in public_names(em)))
    module = chapters()[chapter]
    header = (
        f'"""{module.TITLE}: functions emitted from the records of {module.__name__.replace(".", "/")}.\n\n'
        f"EMITTED by `python -m derivations`; a change belongs in the record. Digest {emission_digest(mine)}.\n"
        '"""'
    )
    lines = "\n".join(sorted(imports.lines))
    body = "\n\n\n".join(text for _, text in functions)
    return _formatted(f"{header}\n\n{lines}\n\n__all__ = [{public}]\n\n\n{body}\n")


def public_names(emission: Emission) -> list[str]:
    """What the text of an emission defines for users."""
    result = emission.result if isinstance(emission, BoundsEmission | ArrayEmission) else ""
    return [emission.name, *([result] if result else [])]


def _formatted(text: str) -> str:
    for command in (["check", "--select=I,F401", "--config", OURS, "--fix"], ["format"]):
        ruff = [sys.executable, "-m", "ruff", *command, *STYLE, "--quiet", "--no-cache", "-"]
        text = subprocess.run(ruff, input=text, capture_output=True, encoding="utf-8", check=True).stdout
    return text


def theorems_json(package: str) -> str:
    """What the command line and the wheel know of the theorems of a package."""
    listed = []
    for entry in entries().values():
        if home(entry.chapter) != package:
            continue
        theorem = entry.theorem
        listed.append(
            {
                "id": theorem.id,
                "chapter": entry.chapter,
                "number": theorem.number,
                "title": entry.header.title,
                "statement": theorem.claim.latex(),
                "hypotheses": [_hypothesis(h) for h in theorem.hypotheses],
                "functions": [f"{entry.chapter}.{em.name}" for em in theorem.emits],
                "sympy": "; ".join(map(str, theorem.claim.terms())),
                "uses": list(theorem.uses),
                "cites": list(theorem.cites),
            }
        )
    content = {"version": version("svflow-math"), "theorems": listed}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _hypothesis(h: Any) -> dict[str, Any]:
    text = (type(h).__doc__ or "").strip().splitlines()[0]
    return {"text": text, "latex": h.latex(), "necessary": h.witness is not None}


def write_atomically(path: Path, text: str) -> bool:
    """Write a text file whole or not at all; answer whether its content changed."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return True
