"""How checks are run and recorded: what cannot run fails, a user's own heads, results that still stand."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from derivations.attention.kl_le_of_tilt import THEOREM as TILT
from derivations.attention.streamed_softmax_eq_plain import THEOREM as ATTEND
from derivations.attention.vmf_posterior_eq_softmax_of_log_normalizer import THEOREM as POSTERIOR
from derivations.sphere.project_tangent_idempotent import THEOREM as PROJECT
from svflow_math import vmf
from svflow_math.engine.record.check import Check, Outcome, Settings, Verdict
from svflow_math.engine.record.registry import Entry, entries
from svflow_math.engine.record.theorem import Theorem
from svflow_math.engine.verify import run
from svflow_math.engine.verify.heads import AttendsAsRecorded, InsideTiltBounds, PosteriorAsComputedApart
from svflow_math.engine.verify.proof import Digits, repeat
from svflow_math.gen import attention


def softmax(logits: Any) -> Any:
    weights = np.exp(logits - logits.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


@pytest.fixture
def arrays() -> dict[str, Any]:
    """Two query heads with one key head, and what causal attention makes of them."""
    rng = np.random.default_rng(1)
    q, k, v = (rng.standard_normal(shape).astype(np.float32) for shape in ((2, 5, 4), (1, 5, 4), (1, 5, 3)))
    logits = np.where(np.tri(5, dtype=bool), q.astype(float) @ k.astype(float).swapaxes(-1, -2) / 2, -np.inf)
    return {"q": q, "k": k, "v": v, "output": softmax(logits) @ v}


@pytest.fixture
def heads(tmp_path: Path) -> Any:
    """Settings for a file of heads with the arrays given."""

    def write(**arrays: Any) -> Settings:
        np.savez(tmp_path / "own heads.npz", **arrays)
        return Settings(heads=str(tmp_path / "own heads.npz"))

    return write


def worst_pair(dim: int, low: float, high: float) -> dict[str, Any]:
    """Two keys for whose weights the total variation attains its bound."""
    gap = float(vmf.log_normalizer(low, dim) - vmf.log_normalizer(high, dim))
    cosine = gap / (2 * high)
    q, k = np.zeros((1, 2, dim)), np.zeros((1, 2, dim))
    q[..., 0], k[0, 0, 1] = 1, low
    k[0, 1, :2] = high * cosine, high * np.sqrt(1 - cosine**2)
    return {"q": q, "k": k, "v": np.array([[[1.0, 0], [0, 1]]]), "scale": 1.0}


def test_recorded_output_is_compared(arrays: dict[str, Any], heads: Any) -> None:
    assert AttendsAsRecorded().run(ATTEND, heads(**arrays)).verdict is Verdict.HOLDS
    wrong = arrays["output"].copy()
    wrong[1, 3, 2] += 1e-3
    outcome = AttendsAsRecorded().run(ATTEND, heads(**{**arrays, "output": wrong}))
    assert outcome.verdict is Verdict.FAILS
    assert outcome.figure == pytest.approx(1e-3, rel=0.05)


def test_the_scale_of_the_file_is_used(arrays: dict[str, Any], heads: Any) -> None:
    assert AttendsAsRecorded().run(ATTEND, heads(**arrays, scale=0.5)).verdict is Verdict.HOLDS
    assert AttendsAsRecorded().run(ATTEND, heads(**arrays, scale=0.4)).verdict is Verdict.FAILS


@pytest.mark.parametrize(
    ("check", "theorem", "name"),
    [
        (AttendsAsRecorded(), ATTEND, "attend"),
        (PosteriorAsComputedApart(), POSTERIOR, "exact_posterior"),
    ],
    ids=["attend", "posterior"],
)
def test_no_number_is_no_agreement(
    check: Check, theorem: Theorem, name: str, arrays: dict[str, Any], heads: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, right = heads(**arrays), getattr(attention, name)
    assert check.run(theorem, settings).verdict is Verdict.HOLDS
    monkeypatch.setattr(attention, name, lambda *args, **options: np.nan * right(*args, **options))
    assert check.run(theorem, settings).verdict is Verdict.FAILS


@pytest.mark.parametrize("wrong", ["softmax", "half the normaliser"])
def test_the_posterior_is_not_softmax(
    wrong: str, arrays: dict[str, Any], heads: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def halved(q: Any, k: Any, scale: float, log_prior: Any = None) -> Any:
        norms = np.linalg.norm(k, axis=-1)
        log_c = vmf.log_normalizer(scale * np.linalg.norm(q, axis=-1)[..., None] * norms, k.shape[-1])
        return softmax(scale * q @ k.T + log_c / 2 + (0 if log_prior is None else log_prior))

    mutants = {"softmax": lambda q, k, scale, log_prior=None: attention.weights(q, k, scale=scale, bias=log_prior)}
    monkeypatch.setattr(attention, "exact_posterior", {**mutants, "half the normaliser": halved}[wrong])
    assert PosteriorAsComputedApart().run(POSTERIOR, heads(**arrays)).verdict is Verdict.FAILS


def test_bounds_hold_where_they_are_attained(heads: Any) -> None:
    outcome = InsideTiltBounds().run(TILT, heads(**worst_pair(6, 1.0, 9.0)))
    assert outcome.verdict is Verdict.HOLDS
    (row,) = outcome.details
    assert row["TV"] == pytest.approx(row["TV bound"], rel=1e-3)


@pytest.mark.parametrize(
    "change",
    [
        {"total_variation": 0.99},
        {"kl": 0.5},
        {"range": 0.5},
        {"range": np.nan},
        {"total_variation": np.nan},
        {"kl": np.nan},
    ],
    ids=str,
)
def test_bounds_that_are_too_small(change: dict[str, float], heads: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    right = attention.tilt_bounds

    def wrong(*args: Any, **options: Any) -> Any:
        bounds = right(*args, **options)
        return bounds._replace(**{name: factor * getattr(bounds, name) for name, factor in change.items()})

    monkeypatch.setattr(attention, "tilt_bounds", wrong)
    assert InsideTiltBounds().run(TILT, heads(**worst_pair(6, 1.0, 9.0))).verdict is Verdict.FAILS


def test_a_check_that_cannot_run_fails(tmp_path: Path) -> None:
    np.savez(tmp_path / "heads.npz", q=np.ones((1, 2, 4)), v=np.ones((1, 2, 4)))
    settings = Settings(heads=str(tmp_path / "heads.npz"))
    results = {r["check"]: r for r in run.verify(ATTEND.id, settings)}
    assert results["recorded attention"]["verdict"] == "fails"
    assert "lacks the arrays k" in results["recorded attention"]["worst_input"]
    assert results["replay"]["verdict"] == "holds"


def test_the_line_that_repeats_names_all_settings() -> None:
    line = repeat(PROJECT, Settings(seed=3, examples=7, heads="my heads.npz"))
    expected = ["svflow", "verify", PROJECT.id, "--seed", "3", "--examples", "7", "--heads", "my heads.npz"]
    assert shlex.split(line) == expected


def test_results_say_what_was_found() -> None:
    results = run.verify(PROJECT.id, Settings(examples=4))
    assert [r["check"] for r in results] == [c.name for c in run.checks_of(PROJECT)]
    assert {r["verdict"] for r in results} == {"holds"}
    assert len({r["digest"] for r in results}) == 1
    assert json.loads(json.dumps(results)) == results


def test_names_of_checks_are_distinct() -> None:
    for entry in entries().values():
        names = [c.name for c in run.checks_of(entry.theorem)]
        assert len(names) == len(set(names))


@pytest.fixture
def entry() -> Entry:
    return entries()[PROJECT.id]


@pytest.fixture
def results(entry: Entry) -> list[dict[str, Any]]:
    found = {"theorem": entry.theorem.id, "digest": run.digest(entry)}
    return [{**found, "check": c.name, "verdict": "fails"} for c in run.checks_of(entry.theorem)]


def test_results_stand_while_nothing_changes(entry: Entry, results: list[dict[str, Any]]) -> None:
    assert run.standing([*results, {"theorem": "another"}], entry) == results


def test_results_fall_with_the_digest_or_a_check(entry: Entry, results: list[dict[str, Any]]) -> None:
    assert run.standing([], entry) == []
    assert run.standing(results[1:], entry) == []
    assert run.standing([{**results[0], "digest": "0"}, *results[1:]], entry) == []
    more = replace(entry.theorem, checks=(*entry.theorem.checks, Quick()))
    assert run.standing(results, replace(entry, theorem=more)) == []


@dataclass(frozen=True)
class Quick(Check):
    def run(self, theorem: Theorem, settings: Settings) -> Outcome:
        return Outcome(Verdict.HOLDS)


def test_digits_count_agreement() -> None:
    outcome = Digits().run(PROJECT, Settings(examples=4))
    assert outcome.verdict is Verdict.HOLDS
    assert outcome.figure is not None and outcome.figure >= 40
    assert Digits(minimum=45).run(PROJECT, Settings(examples=4)).verdict is Verdict.HOLDS
