"""What is relaxed: each figure against what the theorems say it must be where nothing is relaxed."""
# pyright: reportMissingImports=false

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from svflow_math.probe.recovery import own_pass, replay
from svflow_math.probe.relaxation import measure
from svflow_math.probe.relaxation_columns import COLUMNS, plain
from svflow_math.probe.relaxation_report import write_report
from tests.probe.models import build, token_ids

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def layers() -> list[dict[str, float]]:
    return measure(build("llama"), token_ids())


def test_every_figure_is_there(layers: list[dict[str, float]]) -> None:
    for layer in layers:
        assert list(layer) == [column.key for column in COLUMNS]
        assert np.isfinite(list(layer.values())).all()


def test_bounds_hold(layers: list[dict[str, float]]) -> None:
    for layer in layers:
        assert 0 < layer["tilt.tv"] <= layer["tilt.tv_bound"]
        assert 0 < layer["tilt.kl"] <= layer["tilt.kl_bound"]
        assert layer["ascent.tied"] == 1.0
        assert layer["ascent.share"] < 1.0


def test_equal_key_norms_leave_no_tilt() -> None:
    """With a key norm of gain one all keys are equally long, and the weights are the exact posterior."""
    model = build("qwen3 with QK-norm")
    with torch.no_grad():
        for layer in model.model.layers:
            layer.self_attn.k_norm.weight.fill_(1.0)
    for layer in measure(model, token_ids()):
        assert layer["tilt.range"] <= 1e-4  # the epsilon of the norm is left
        assert layer["tilt.kl"] <= 1e-9


def tie(model: Any) -> None:
    """Make attention the score: W_O W_V the transpose of W_Q times W_K, times gains, and no rotary embedding."""
    attention, norm = model.model.layers[0].self_attn, model.model.layers[0].input_layernorm
    heads, size = 4, attention.head_dim
    with torch.no_grad():
        query = attention.q_proj.weight.reshape(heads, size, -1)
        output = (query * norm.weight).permute(2, 0, 1).reshape(-1, heads * size)
        attention.o_proj.weight.copy_(output)
        attention.v_proj.weight.copy_(attention.k_proj.weight)
        model.model.rotary_emb.inv_freq.zero_()
    model.config.rope_parameters["rope_type"] = "linear"  # the frequencies are those of the module


def test_tied_weights_are_the_score() -> None:
    model = build("llama")
    tie(model)
    layer = measure(model, token_ids())[0]
    assert layer["tied.cosine"] >= 1 - 1e-12
    assert layer["tied.tangential"] >= 1 - 1e-12
    assert layer["ascent.share"] == 1.0


def test_balanced_maps_are_balanced() -> None:
    model = build("llama")
    with torch.no_grad():
        for layer in model.model.layers:
            attention = layer.self_attn
            maps = (attention.q_proj.weight, attention.k_proj.weight)
            query, key = (weight.view(2, -1, attention.head_dim, 48) for weight in maps)
            key.copy_((query**2).sum(dim=1, keepdim=True).sqrt())
    for layer in measure(model, token_ids()):
        assert layer["balance.query_key"] <= 1e-6 < layer["balance.value_output"]


def test_steps_are_those_of_the_states() -> None:
    model = build("mistral with sliding windows")
    branches = next(iter(replay(model, own_pass(model, token_ids()))))
    y, f = branches.middle, branches.feed_forward
    radius = np.linalg.norm(y, axis=-1)
    forward = radius + (y * f).sum(axis=-1) / radius
    layer = measure(model, token_ids())[0]
    assert abs(layer["feed_forward.step"] - np.median(1 / forward)) <= 1e-12
    cosine = (y * (y + f)).sum(axis=-1) / (radius * np.linalg.norm(y + f, axis=-1))
    assert abs(layer["feed_forward.turn"] - np.median(np.arccos(cosine))) <= 1e-7


@pytest.mark.parametrize("name", ["gemma3", "mixtral", "gemma2 with capped logits"])
def test_figures_that_do_not_exist_are_left_out(name: str, tmp_path: Path) -> None:
    layers = measure(build(name), token_ids())
    absent = {key for key, value in plain(layers)[0].items() if value is None}
    assert (
        absent
        == {
            "gemma3": {
                "tied.cosine",
                "tied.tangential",
                "ascent.share",
                "ascent.change",
                "ascent.tied",
                "balance.query_key",
            },
            "mixtral": set(),
            "gemma2 with capped logits": {
                *("tied.cosine", "tied.tangential", "ascent.share", "ascent.change", "ascent.tied"),
                *("tilt.range", "tilt.tv", "tilt.tv_bound", "tilt.kl", "tilt.kl_bound"),
            },
        }[name]
    )
    write_report(tmp_path, name, layers)
    assert (tmp_path / "relaxed.html").read_text(encoding="utf-8").count("<svg") == 9
