"""The data that ship with the package are there and are what their README says."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from svflow_math.data import attention_heads, passages
from svflow_math.probe.publish import MODELS, claimed, merged, quoted
from svflow_math.probe.verdicts import claims


def test_attention_heads() -> None:
    layers = attention_heads()
    assert [layer.layer for layer in layers] == [0, 9, 19, 29]
    for layer in layers:
        assert layer.scale == 1 / 8
        shapes = [array.shape for array in (layer.q, layer.k, layer.v, layer.output, layer.weights_last_query)]
        assert shapes == [(3, 48, 64), (1, 48, 64), (1, 48, 64), (3, 48, 64), (3, 48)]
        # The first token sees itself alone, and the recorded weights are a distribution.
        assert np.array_equal(layer.output[:, 0], np.repeat(layer.v[:, 0], 3, axis=0))
        assert np.max(abs(layer.weights_last_query.sum(-1) - 1)) < 1e-6


def test_passages() -> None:
    texts = passages()
    assert len({text["id"] for text in texts}) == 24
    assert all(len(text["text"].split()) > 150 and text["source"] for text in texts)


@pytest.fixture
def figures(root: Path) -> dict[str, Any]:
    """What svflow_math/data/probe.json holds."""
    return json.loads((root / "svflow_math" / "data" / "probe.json").read_text(encoding="utf-8"))


def test_the_pages_quote_the_figures_that_ship(figures: dict[str, Any], root: Path) -> None:
    """docs/probe-*.inc are what svflow_math/data/probe.json gives."""
    assert quoted(figures) == (root / "docs" / "probe-results.inc").read_text(encoding="utf-8")
    assert claimed(figures) == (root / "docs" / "probe-claims.inc").read_text(encoding="utf-8")


def test_the_verdicts_follow_from_the_figures_that_ship(figures: dict[str, Any]) -> None:
    for run in figures["runs"]:
        assert run["summary"]["claims"] == claims(run["summary"])


def test_every_section_and_every_claim_names_its_model(figures: dict[str, Any]) -> None:
    """None is lost, the claims of another model least of all, and what two runs say alike stands once."""
    headings = [line for line in quoted(figures).splitlines() if line.startswith("## ")]
    rows = claimed(figures).splitlines()[5:]
    expected = []
    for run in figures["runs"]:
        plan = run["summary"]["plan"]
        assert headings.pop(0) == f"## {MODELS[plan['model']]}, {plan['spaces'][0]} space"
        expected += [
            f"| {c['claim']} | **{c['verdict']}** | {MODELS[plan['model']]} | {c['figure']} |"
            for c in run["summary"]["claims"]
        ]
    assert headings == [f"## {MODELS[e['model']]}: what is relaxed, layer by layer" for e in figures["relaxed"]]
    assert {run["summary"]["plan"]["model"] for run in figures["runs"]} == set(MODELS)
    assert set(rows) == set(expected) and len(rows) == len(set(rows))
    names = [row.split(" | ")[0] for row in rows]
    assert names == sorted(names, key=names.index), "the models stand below each other, claim by claim"


def saved(directory: Path, summary: dict[str, Any]) -> Path:
    """A directory as `svflow probe run` leaves it."""
    (directory / "passages").mkdir(parents=True)
    (directory / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    for number in range(2):
        (directory / "passages" / f"{number:04d}.seconds.json").write_text('{"forward": 1.2, "metrics": 0.4}')
    return directory


def test_further_runs_replace_those_of_the_same_model_and_space_only(figures: dict[str, Any], tmp_path: Path) -> None:
    before = deepcopy(figures)
    first, *others = figures["runs"]
    again = deepcopy(first["summary"])
    again["claims"][0]["verdict"] = "another"
    other = deepcopy(again)
    other["plan"]["spaces"] = ["head", "model"]
    (tmp_path / "relaxed").mkdir()
    layers = [{"a": 1.23456789}]
    (tmp_path / "relaxed" / "relaxed.json").write_text(json.dumps({"model": "smollm2", "layers": layers}))
    found = merged(figures, [saved(tmp_path / "a", again), saved(tmp_path / "b", other), tmp_path / "relaxed"])
    spent = {"forward": 2, "metrics": 1}
    assert found["runs"][0] == {"processor_seconds": spent, "summary": again}
    assert found["runs"][1:] == [*others, {"processor_seconds": spent, "summary": other}]
    assert [entry["layers"] for entry in found["relaxed"] if entry["model"] == "smollm2"] == [[{"a": 1.23457}]]
    assert figures == before and merged(figures, []) == before


def test_a_model_without_a_name_is_not_published(figures: dict[str, Any], tmp_path: Path) -> None:
    """A path says where a model was, and not which it is."""
    summary = deepcopy(figures["runs"][0]["summary"])
    summary["plan"]["model"] = "/somewhere/gemma3"
    with pytest.raises(ValueError, match=r"model must be one of smollm2, gemma3.*got '/somewhere/gemma3'"):
        merged(figures, [saved(tmp_path / "run", summary)])
