"""Pages from records and results: formulas, sentences, references, and the standing of a theorem."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docutils import nodes
from math_core import LatexError

from derivations.vocabulary import w, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.check import Verdict
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.digest import digest
from svflow_math.engine.record.hypothesis import NonZero, Unit
from svflow_math.engine.record.registry import Entry, Header, entries
from svflow_math.engine.record.step import Cited, Step
from svflow_math.engine.record.terms import Dot
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.record.typeset import mathml
from svflow_math.engine.render import theorem as block
from svflow_math.engine.render.prose import prose
from svflow_math.engine.render.references import Reference, read
from svflow_math.engine.render.results import NotVerified, Result, results
from svflow_math.engine.render.theorem import Status, own_status
from svflow_math.engine.verify.run import checks_of


def test_formula_becomes_native_mathml() -> None:
    assert mathml(r"\frac{a}{b}") == "<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>"
    assert mathml("a", block=True).startswith('<math display="block">')


@pytest.mark.parametrize("latex", [r"\frac{a}", r"\nosuchcommand", r"\left(a", "a}"])
def test_malformed_formula_is_an_error(latex: str) -> None:
    with pytest.raises(LatexError):
        mathml(latex)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("P_x w = w - <x, w> x", "P[x] w = w − ⟨x, w⟩ x"),
        ("e^(kappa s) (1 - s^2)^((n-1)/2)", "e{κ s} (1 − s{2}){(n-1)/2}"),
        ("sqrt(d), theta/2 and y = -x", "√(d), θ/2 and y = −x"),
        ("delta_ij and sum_i a_i", "δ[ij] and sum[i] a[i]"),
        ("e^(-t_j) x", "e{−tj} x"),
        ("p >= 0 for p <= 1", "p ≥ 0 for p ≤ 1"),
        ("the pair project_tangent, log_prior, 1e-12 and von Mises-Fisher", None),
        ("normalised: theta_max_value stays", None),
    ],
)
def test_sentences_are_typeset(text: str, shown: str | None) -> None:
    marks = {nodes.superscript: "{%s}", nodes.subscript: "[%s]"}
    found = "".join(marks.get(type(node), "%s") % node.astext() for node in prose(text))
    assert found == (shown or text)


def test_references_are_read(tmp_path: Path) -> None:
    names = "Last, First and Other, Second and Third, T."
    entry = f"@article{{key1,\n  author = {{{names}}},\n  title = {{T}},\n  year = {{1974}},\n}}\n"
    path = tmp_path / "references.bib"
    path.write_text(entry, encoding="utf-8")
    assert read(path)["key1"].label == "Last et al. (1974)"
    assert "".join(n.astext() for n in read(path)["key1"].nodes()) == "First Last, Second Other, T. Third. T. 1974."
    two = Reference("k", {"author": "A, B and C, D", "title": "T", "year": "2000"})
    assert two.label == "A and C (2000)"


@pytest.mark.parametrize(
    "broken", ["@misc{k,\n  title = {T},\n  year = {1},\n}\n", "@misc{k,\n  author = {A},\n  title = {T}}\n"]
)
def test_unreadable_reference_is_an_error(broken: str, tmp_path: Path) -> None:
    path = tmp_path / "references.bib"
    path.write_text(broken, encoding="utf-8")
    with pytest.raises(ValueError, match=r"references\.bib"):
        read(path)


def test_every_source_is_in_the_bibliography(root: Path) -> None:
    known = read(root / "docs" / "references.bib")
    assert {key for entry in entries().values() for key in entry.theorem.cites} <= set(known)


def record(*steps: Step, **changes: Any) -> Entry:
    """A theorem about the tangent part of a vector, with one witness and one convenience."""
    hypotheses = (Unit(x, witness={x: [2, 0], w: [1, 0]}), NonZero(w, convenience="zero has no direction"))
    fields: dict[str, Any] = {
        "id": "example", "number": "1.1", "hypotheses": hypotheses, "steps": steps or (NormalForm(note="By hand."),),
        "claim": Equal(Dot(x, w - Dot(x, w) * x), 0), "cites": ("dlmf",),
    }  # fmt: skip
    title = Header("What is left is orthogonal to x_1.", "s", "theta is an angle.", "dlmf (4.2)")
    return Entry(Theorem(**fields | changes), "sphere", Path(__file__), title)


def found(**verdicts: Verdict) -> dict[str, Result]:
    """Results with the given verdicts, as a run of the record's checks stores them."""
    details: dict[str, tuple[dict[str, Any], ...]] = {
        "replay": ({"rule": "r", "verdict": "holds", "reason": "", "goal": r"g_1 = 0"},),
        "witnesses": (
            {"witness": "", "outcome": "false", "defect": 0.75, "left": "1", "right": "0"},
            {"convenience": "c"},
        ),
        "second engine": ({"sentence": "Its one equality was decided twice."},),
    }
    names = {"replay": Verdict.HOLDS, "witnesses": Verdict.HOLDS, "digits": Verdict.HOLDS} | verdicts
    names["second engine"] = Verdict.HOLDS
    return {n: Result(n, v, 41.25, "digits", "w=[1]", "svflow verify", details.get(n, ())) for n, v in names.items()}


@pytest.mark.parametrize(
    ("verdicts", "steps", "standing"),
    [
        ({}, (NormalForm(),), Status.PROVED),
        ({"replay": Verdict.CITED}, (NormalForm(), Cited(source="dlmf")), Status.CITED),
        ({"digits": Verdict.FAILS}, (NormalForm(),), Status.FAILED),
        ({"replay": Verdict.UNKNOWN}, (NormalForm(),), Status.FAILED),
    ],
)
def test_standing_in_words(verdicts: dict[str, Verdict], steps: tuple[Step, ...], standing: Status) -> None:
    assert own_status(record(*steps), found(**verdicts)) is standing


def test_without_steps_a_theorem_is_measured_only() -> None:
    assert own_status(record(steps=()), found()) is Status.MEASURED


def test_theorem_is_no_stronger_than_what_it_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    below = record()
    above = SimpleNamespace(theorem=SimpleNamespace(id="above", uses=("example",), steps=(1,)))
    top = SimpleNamespace(theorem=SimpleNamespace(id="top", uses=("above",), steps=(1,)))
    monkeypatch.setattr(block, "entries", lambda: {"example": below, "above": above})
    for verdict, standing in ((Verdict.CITED, Status.CITED), (Verdict.FAILS, Status.FAILED)):
        weak = {"example": found(replay=verdict), "above": found(), "top": found()}
        monkeypatch.setattr(block, "results", lambda entry, path, weak=weak: weak[entry.theorem.id])
        for entry in (above, top):  # whatever lies between
            assert block.status(entry, Path()) is standing  # pyright: ignore[reportArgumentType]


def page(entry: Entry, stored: dict[str, Result], root: Path, monkeypatch: pytest.MonkeyPatch) -> nodes.section:
    monkeypatch.setattr(block, "results", lambda *_: stored)
    config = SimpleNamespace(svflow_verification="none", svflow_bibliography="references.bib")
    app: Any = SimpleNamespace(confdir=root / "docs", config=config)
    return block.section(entry, app)


def test_theorem_as_a_section(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = page(record(), found(), root, monkeypatch)
    text = section.astext()
    assert section["ids"] == ["example"]
    for part in ("What is left is orthogonal to x1", r"\langle x, w - \langle w, x \rangle x \rangle = 0", "proved",
                 "θ is an angle.", "Without this: x = (2, 0), w = (1, 0), left 1, right 0.",
                 "A convenience: zero has no direction.",
                 "DLMF (4.2)", "Proof in one step", "By hand.", "replayed", "g_1 = 0", "41.25 digits",
                 "Its one equality was decided twice."):  # fmt: skip
        assert part in text
    assert "witnesses" not in text


def test_failure_is_shown_where_it_is(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = found(witnesses=Verdict.FAILS)
    stored["witnesses"] = Result("witnesses", Verdict.FAILS, None, "", "no witness", "svflow verify", ())
    text = page(record(), stored, root, monkeypatch).astext()
    assert "failed" in text and "Not shown to be necessary." in text and "no witness" in text


def test_function_that_was_not_emitted_is_an_error(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = record(emits=(SimpleNamespace(name="no_such_function"),))
    with pytest.raises(NotVerified, match="no_such_function"):
        page(missing, found(), root, monkeypatch)


def stored_rows(entry: Entry, **changes: Any) -> list[dict[str, Any]]:
    common = {"theorem": entry.theorem.id, "verdict": "holds", "figure": 1.0, "unit": "", "worst_input": "",
              "reproduce": "", "details": [], "digest": digest(entry), "seconds": 9.875}  # fmt: skip
    return [{**common, "check": check.name, **changes} for check in checks_of(entry.theorem)]


def test_results_stand_for_the_record_as_it_is(tmp_path: Path) -> None:
    entry = next(iter(entries().values()))
    path = tmp_path / "verification.json"
    with pytest.raises(NotVerified):
        results(entry, path)
    rows = stored_rows(entry)
    path.write_text(json.dumps(rows), encoding="utf-8")
    assert list(results(entry, path)) == [row["check"] for row in rows]
    assert "9.875" not in repr(results(entry, path))
    for broken in (rows[1:], stored_rows(entry, digest="0" * 16)):
        path.write_text(json.dumps(broken), encoding="utf-8")
        with pytest.raises(NotVerified):
            results(entry, path)
