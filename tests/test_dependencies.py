"""The audit of dependencies that needs no connection: bounds, reasons and licences. `pytest -s` prints the list."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

PERMISSIVE = re.compile(r"MIT|BSD|Apache|PSF|Python Software Foundation|0BSD|ISC|Public Domain|MPL|Mozilla Public")
# Packages that say nothing, or another licence, and why they may be used.
KNOWN = {
    "axe-playwright-python": "MIT; carries axe-core, MPL-2.0",
    "codespell": "GPL-2.0-only: a command that reads our files, never imported",
    "gmpy2": "LGPL-3.0-or-later: integers that mpmath and SymPy take where they find them, in place of Python's own",
}


def licence(found: Distribution) -> str:
    metadata: Any = found.metadata
    classifiers = [c for c in metadata.get_all("Classifier") or [] if c.startswith("License ::")]
    named = metadata.get("License-Expression") or "; ".join(c.split(" :: ")[-1] for c in classifiers)
    return named or next(iter((metadata.get("License") or "").splitlines()), "")


def installed(names: list[str]) -> dict[str, Distribution]:
    """What is installed of the requirements, and of theirs in turn."""
    found: dict[str, Distribution] = {}
    while names:
        try:
            one = distribution(names.pop())
        except PackageNotFoundError:  # of another platform, or of an extra that is not installed
            continue
        if one.name not in found:
            found[one.name] = one
            needs = [Requirement(line) for line in one.requires or ()]
            names += [r.name for r in needs if r.marker is None or r.marker.evaluate({"extra": ""})]
    return found


def test_requirements_have_a_bound_and_a_reason(root: Path) -> None:
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    wanted = [line for lines in (project["dependencies"], *project["optional-dependencies"].values()) for line in lines]
    for line in wanted:
        requirement = Requirement(line)
        if requirement.name != "svflow-math":
            assert requirement.specifier, f"{line} has no bound"
            assert f'"{line}", # ' in text, f"{line} has no reason beside it"


def test_licences_are_permissive_or_known(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [line for lines in (project["dependencies"], *project["optional-dependencies"].values()) for line in lines]
    found = installed([Requirement(line).name for line in wanted])
    print("", *(f"{d.name} {d.version}: {KNOWN.get(d.name) or licence(d)}" for d in found.values()), sep="\n")
    assert len(found) > 40
    unknown = [f"{d.name}: {licence(d)!r}" for d in found.values() if not PERMISSIVE.search(licence(d))]
    assert {line.partition(":")[0] for line in unknown} <= KNOWN.keys(), unknown
