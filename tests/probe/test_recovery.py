"""A forward pass is recovered from the emitted functions, at every layer of every kind of model."""
# pyright: reportMissingImports=false

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from transformers import AutoModelForCausalLM, CohereConfig, GPT2Config

from svflow_math.probe.errors import ProbeError
from svflow_math.probe.hooks import to_numpy
from svflow_math.probe.recovery import Recovery, compare, own_pass, project, replay
from tests.probe.models import CONFIGS, SHARED, build, token_ids

pytestmark = pytest.mark.models


def worst(recovery: Recovery, layers: int) -> float:
    assert len(recovery.layers) == layers
    return max(*recovery.layers, recovery.logits)


@pytest.mark.parametrize("name", CONFIGS)
def test_single_precision(name: str) -> None:
    assert worst(compare(build(name), token_ids()), 3) <= 1e-5


@pytest.mark.parametrize("name", CONFIGS)
def test_double_precision(name: str) -> None:
    """transformers keeps norm, rotary embedding and softmax in single precision whatever the weights are."""
    assert worst(compare(build(name, double=True), token_ids()), 3) <= 1e-6


@pytest.fixture
def everything_double(monkeypatch: pytest.MonkeyPatch) -> None:
    """What transformers computes in single precision on purpose, in double: casts, softmax, angles."""
    monkeypatch.setattr(torch.Tensor, "float", torch.Tensor.double)
    cast, softmax = torch.Tensor.to, torch.nn.functional.softmax

    def widen(value: Any) -> Any:
        return torch.float64 if value is torch.float32 else value

    def to(self: torch.Tensor, *args: Any, **options: Any) -> torch.Tensor:
        return cast(self, *map(widen, args), **{name: widen(value) for name, value in options.items()})

    def wide_softmax(value: torch.Tensor, *args: Any, **options: Any) -> torch.Tensor:
        return softmax(value, *args, **{name: widen(option) for name, option in options.items()})

    monkeypatch.setattr(torch.Tensor, "to", to)
    monkeypatch.setattr(torch.nn.functional, "softmax", wide_softmax)


def widen_angles(model: Any) -> None:
    """The frequencies of a rotary embedding, which transformers stores in single precision, as float64 has them."""
    embedding = model.model.rotary_emb
    parameters = model.config.rope_parameters
    for kind in getattr(embedding, "layer_types", [None]):
        settings = parameters if kind is None else parameters[kind]
        name = "inv_freq" if kind is None else f"{kind}_inv_freq"
        count = getattr(embedding, name).numel()
        exact = settings["rope_theta"] ** (-torch.arange(count, dtype=torch.float64) / count)
        if settings["rope_type"] == "default":
            setattr(embedding, name, exact)
        else:
            setattr(embedding, name, getattr(embedding, name).double())


@pytest.mark.parametrize("name", CONFIGS)
def test_double_precision_throughout(name: str, everything_double: None) -> None:
    model = build(name, double=True)
    widen_angles(model)
    assert worst(compare(model, token_ids()), 3) <= 1e-10


def test_a_wrong_weight_is_seen() -> None:
    """The comparison can fail: a replay from weights that the model did not use is far off, from that layer on."""
    model = build("llama")
    own = own_pass(model, token_ids())
    with torch.no_grad():
        model.model.layers[1].mlp.up_proj.weight[0] *= 1.1
    ends = [branches.end for branches in replay(model, own)]
    errors = [
        np.linalg.norm(end - state) / np.linalg.norm(state) for end, state in zip(ends, own.states[1:], strict=True)
    ]
    assert errors[0] <= 1e-6 < 1e-4 < min(errors[1:])


@pytest.mark.parametrize("name", CONFIGS)
def test_queries_and_keys_from_hidden_states_and_weights(name: str) -> None:
    """What the hook saw is what the projections, QK-norm and rotary embedding make of the stream."""
    model = build(name)
    own = own_pass(model, token_ids())
    for branches, call in zip(replay(model, own), own.calls, strict=True):
        q, k, v = project(branches.layer.attention, branches.normalised, np.arange(len(branches.start)))
        recorded = call.arrays()
        for ours, theirs in zip((q, k, v), recorded, strict=True):
            assert ours.shape == theirs.shape
            assert np.max(np.abs(ours - theirs)) <= 1e-5 * np.max(np.abs(theirs))


def test_parallel_branches_are_refused() -> None:
    model = AutoModelForCausalLM.from_config(CohereConfig(**SHARED))
    with pytest.raises(ProbeError, match=r"logit_scale|not supported|does not normalise|not RMSNorm"):
        compare(model, token_ids())


def test_missing_parts_are_named() -> None:
    model = AutoModelForCausalLM.from_config(GPT2Config(vocab_size=97, n_embd=48, n_layer=2, n_head=4))
    with pytest.raises(ProbeError, match="GPT2LMHeadModel has no decoder with a list of layers"):
        compare(model, token_ids())


def test_unknown_parameters_are_named() -> None:
    model = build("llama")
    model.model.layers[0].self_attn.register_parameter("sinks", torch.nn.Parameter(torch.zeros(4)))
    with pytest.raises(ProbeError, match=r"layer 0 has parameters that are not supported: self_attn\.sinks"):
        compare(model, token_ids())


def test_to_numpy_keeps_half_precision_values() -> None:
    assert np.array_equal(to_numpy(torch.tensor([1.5, -2.0], dtype=torch.bfloat16)), [1.5, -2.0])
