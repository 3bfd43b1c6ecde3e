"""Emitted text: the same on every run, whole or not at all, refusing what it cannot check or compute."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import sympy as sp
from sympy.core.cache import clear_cache

from derivations.sphere.exp_on_sphere import THEOREM as EXP
from derivations.sphere.geodesic_dist_eq import THEOREM as GEODESIC
from derivations.sphere.operations import time
from derivations.sphere.project_tangent_idempotent import THEOREM as PROJECT
from svflow_math.engine.emit.module import emitted, module_text, write_atomically
from svflow_math.engine.emit.printer import Imports, source
from svflow_math.engine.emit.rows import row_function
from svflow_math.engine.record.check import Settings
from svflow_math.engine.record.emission import RowEmission
from svflow_math.engine.record.hypothesis import Between, Hypothesis, NonZero, Unit, Within
from svflow_math.engine.record.registry import entries
from svflow_math.engine.record.terms import Dot, FiniteSum, Norm
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify.run import verify
from svflow_math.numerics.primitives import angle
from tests.engine.symbols import j, p, r, s, w, x

ROWS = [
    (entry.theorem, emission)
    for entry in entries().values()
    for emission in entry.theorem.emits
    if isinstance(emission, RowEmission)
]


def digest(texts: dict[Path, str]) -> str:
    return hashlib.sha256("".join(f"{path.name}\n{text}" for path, text in texts.items()).encode()).hexdigest()


def results() -> str:
    """The results of a record with an emission as they are stored, but for the seconds that they took."""
    found = [{**result, "seconds": 0} for result in verify(PROJECT.id, Settings())]
    return json.dumps(found, indent=1, ensure_ascii=False)


def test_two_runs_give_the_same_bytes(tmp_path: Path) -> None:
    """In this process, also without what SymPy remembers, and in another place with other hashes, locale and time."""
    here = emitted()
    clear_cache()
    mine = [entry for entry in entries().values() if entry.chapter == "sphere"]
    assert module_text("sphere", mine) == next(text for path, text in here.items() if path.name == "sphere.py")
    code = "from tests.engine.test_emit import *; print(digest(emitted())); print(ascii(results()))"
    elsewhere = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TZ": "Asia/Kathmandu"}
    path = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": path, **elsewhere}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [digest(here), ascii(results())]
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_written_once(tmp_path: Path) -> None:
    path = tmp_path / "new" / "gen.py"
    assert write_atomically(path, "x = 'é'\n")
    assert path.read_bytes() == "x = 'é'\n".encode()
    before = path.stat().st_mtime_ns
    assert not write_atomically(path, "x = 'é'\n")
    assert path.stat().st_mtime_ns == before
    assert [p.name for p in path.parent.iterdir()] == ["gen.py"]


def test_a_text_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "gen.py"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):  # met after the first characters are written
        write_atomically(path, "new" * 10_000 + "\ud800")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("moment", ["chmod", "replace"])
def test_an_interrupt_leaves_the_old_file(moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "gen.py"
    path.write_text("old", encoding="utf-8")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, moment, interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, "new")
    monkeypatch.undo()
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


KILLED = """
import os, signal
from pathlib import Path
from svflow_math.engine.emit.module import write_atomically

def kill(*_):
    os.kill(os.getpid(), signal.SIGKILL)

os.{moment} = kill
write_atomically(Path({path!r}), "new" * 1000)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
def test_a_killed_run_leaves_the_old_file(tmp_path: Path) -> None:
    """The temporary file stays, under a name that is neither imported nor read, and the next run is not disturbed."""
    path = tmp_path / "gen.py"
    path.write_text("old", encoding="utf-8")
    command = [sys.executable, "-c", KILLED.format(moment="replace", path=str(path))]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    assert subprocess.run(command, env=environment, check=False).returncode == -signal.SIGKILL
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.glob("*.py")) == [path]
    assert all(other.name.startswith(".") for other in tmp_path.iterdir() if other != path)
    assert write_atomically(path, "new")
    assert path.read_text(encoding="utf-8") == "new"


def text_of(theorem: Theorem) -> str:
    (emission,) = theorem.emits
    assert isinstance(emission, RowEmission)
    return row_function(theorem, emission, Imports())


def without_let(theorem: Theorem, value: object) -> Theorem:
    (emission,) = theorem.emits
    assert isinstance(emission, RowEmission)
    lets = tuple(let for let in emission.lets if let.value != value)
    assert len(lets) == len(emission.lets) - 1
    return replace(theorem, emits=(replace(emission, lets=lets),))


def test_a_hypothesis_that_the_program_cannot_check_is_refused() -> None:
    text_of(PROJECT)
    with pytest.raises(ValueError, match=r"project_tangent computes nothing .* \|x\| = 1"):
        text_of(without_let(PROJECT, Dot(x, x)))
    v = EXP.hypotheses[1].subjects()[0]
    with pytest.raises(ValueError, match="exp computes nothing"):
        text_of(without_let(EXP, Norm(v)))


@pytest.mark.parametrize(
    "hypothesis", [Between(time, 0, 1), Within(time, 0, 1), NonZero(time)], ids=lambda h: h.latex()
)
def test_a_hypothesis_of_a_kind_that_no_program_checks_is_refused(hypothesis: Hypothesis) -> None:
    with pytest.raises(ValueError, match="geodesic computes nothing"):
        text_of(replace(GEODESIC, hypotheses=(*GEODESIC.hypotheses, hypothesis)))


def test_a_hypothesis_of_the_statement_alone_is_not_checked() -> None:
    assert text_of(replace(PROJECT, hypotheses=(*PROJECT.hypotheses, Unit(w.func("z"))))) == text_of(PROJECT)


@pytest.mark.parametrize(("theorem", "emission"), ROWS, ids=[emission.name for _, emission in ROWS])
def test_a_kernel_checks_before_it_goes_on(theorem: Theorem, emission: RowEmission) -> None:
    """Each check stands right after the line that computes what it checks, and before the result."""
    _, _, kernel = row_function(theorem, emission, Imports()).partition(f"def _{emission.name}(")
    lines = [line.strip() for line in kernel.splitlines()[1:]]
    checks = [
        k
        for k, line in enumerate(lines)
        if re.match(r"rows\.(unit|tangent|positive|nonnegative|not_antipodal)\(", line)
    ]
    asked = {type(h) for h in theorem.hypotheses if set(h.subjects()) <= set(emission.args)} - {NonZero}
    assert len(checks) >= len(asked)
    for k in checks:
        names = set(re.findall(r"\b[A-Za-z_]\w*\b", lines[k].split('"')[-1]))
        given = [i for i in range(k) if names & set(re.findall(r"\w+", lines[i].partition(" = ")[0]))]
        computed = max(given, default=-1)  # an argument is there from the start
        assert all(line.startswith("rows.") for line in lines[computed + 1 : k])
        assert not any(line.startswith("return") for line in lines[:k])


UNKNOWN: dict[str, Callable[[], sp.Basic]] = {
    "gamma": lambda: sp.gamma(r),
    "arccosine": lambda: sp.acos(r),
    "hyperbolic sine": lambda: sp.sinh(r),
    "sign": lambda: sp.sign(r),
    "largest": lambda: sp.Max(r, s),
    "cases": lambda: sp.Piecewise((r, r > 0), (s, True)),
    "remainder": lambda: sp.Mod(r, s),
    "floor": lambda: sp.floor(r),
    "a name": lambda: sp.Function("f")(r),
    "Bessel": lambda: sp.besseli(r, s),
    "sum": lambda: FiniteSum(j, r),
    "pi": lambda: sp.pi * r,
    "e": lambda: sp.E * r,
    "decimal": lambda: sp.Float("0.1") * r,
    "comparison": lambda: r > 0,
    "within a sum": lambda: 1 + sp.exp(sp.erf(r)) * s,
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_has_no_stable_implementation_is_refused(name: str) -> None:
    with pytest.raises(NotImplementedError):
        source(UNKNOWN[name](), Imports())


PRINTED = [
    r / p**2,
    r / (p**2 * (p + r) ** 2),
    sp.Pow(p**2, r, evaluate=False),
    (p**2 + 1) ** 3,
    -(r**2) + s,
    1 / sp.sqrt(p),
    r - (s - p),
    r / (s * p) + sp.sqrt(p) / 3,
    sp.exp(-(r**2) / 2) * sp.log(p) * sp.tanh(r),
    sp.Abs(r) ** 2 * sp.cos(s) - sp.sin(r) * sp.atan(s),
    sp.atan2(p, r) / sp.Rational(7, 3),
]


@pytest.mark.parametrize("e", PRINTED, ids=str)
def test_what_is_printed_has_the_value_of_the_expression(e: sp.Expr) -> None:
    at = {p: 0.7, r: -1.3, s: 2.1}
    value = eval(source(e, Imports()), {"np": np, "angle": angle, **{str(symbol): v for symbol, v in at.items()}})  # noqa: S307
    assert float(value) == pytest.approx(float(e.subs(at)), rel=1e-14)


def test_imports_are_what_the_text_uses() -> None:
    imports = Imports()
    assert source(sp.atan2(p, r) * sp.exp(s), imports) == "np.exp(s_0)*angle(p, r)"
    assert imports.lines == {"import numpy as np", "from svflow_math.numerics.primitives import angle"}
