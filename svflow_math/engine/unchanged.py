"""The answer where nothing has changed since the last whole run: its table, without SymPy being loaded."""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import entry_points, version
from importlib.util import find_spec
from pathlib import Path

_RESULTS = Path("build") / "verification.json"
_FINGERPRINT = Path("build") / "fingerprint"
_PACKAGE = Path(__file__).parents[1]
_SUFFIXES = (".py", ".json", ".npz")
_VERSIONS = ("svflow-math", "sympy", "mpmath", "python-flint", "numpy", "scipy", "geomstats")


def fingerprint() -> str:
    """A digest of every source, of the results, and of the libraries that they come from."""
    roots = {_PACKAGE}
    for chapter in entry_points(group="svflow.chapters"):
        spec = find_spec(chapter.module.partition(".")[0])
        if spec is not None and spec.origin is not None:
            roots.add(Path(spec.origin).parent)
    files = [
        path for root in sorted(roots) for path in sorted(root.rglob("*")) if path.suffix in (".py", ".json", ".npz")
    ]
    total = hashlib.sha256()
    for path in [*files, _RESULTS]:
        total.update(path.name.encode())
        total.update(path.read_bytes() if path.exists() else b"")
    for name in _VERSIONS:
        total.update(version(name).encode())
    return total.hexdigest()


def remember() -> None:
    """Note that the results are those of the sources as they stand."""
    _FINGERPRINT.parent.mkdir(exist_ok=True)
    _FINGERPRINT.write_text(fingerprint(), encoding="utf-8")


def report() -> int | None:
    """Print the last whole run's table and answer its exit status; None where something has changed."""
    if not _FINGERPRINT.exists() or _FINGERPRINT.read_text(encoding="utf-8") != fingerprint():
        return None
    from rich.console import Console

    from svflow_math.engine.report import print_results

    results = json.loads(_RESULTS.read_text(encoding="utf-8"))
    print_results(results, Console())
    return int(any(r["verdict"] in ("fails", "unknown") for r in results))
