"""The recorder sees what attention is given, changes nothing, and is gone afterwards."""
# pyright: reportMissingImports=false

from __future__ import annotations

import numpy as np
import pytest
import torch
from transformers import (
    AttentionInterface,
    AttentionMaskInterface,
    AutoModelForCausalLM,
    BertConfig,
    BertLMHeadModel,
    MambaConfig,
)

from svflow_math.attention import attend
from svflow_math.probe.errors import ProbeError
from svflow_math.probe.hooks import NAME, AttentionCall, forward, recording
from tests.probe.models import CONFIGS, build, token_ids

pytestmark = pytest.mark.models


@pytest.mark.parametrize("name", CONFIGS)
def test_logits_are_the_same_and_the_hook_is_removed(name: str) -> None:
    model = build(name)
    before = model.config._attn_implementation
    plain = forward(model, token_ids())
    calls: list[AttentionCall] = []
    assert torch.equal(forward(model, token_ids(), calls.append), plain)
    assert [call.layer for call in calls] == [0, 1, 2]
    assert model.config._attn_implementation == before
    assert NAME not in AttentionInterface._global_mapping and NAME not in AttentionMaskInterface._global_mapping
    assert torch.equal(forward(model, token_ids()), plain)
    assert len(calls) == 3


def test_the_hook_is_removed_after_an_error() -> None:
    model = build("llama")

    def refuse(call: AttentionCall) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        forward(model, token_ids(), refuse)
    assert NAME not in AttentionInterface._global_mapping
    assert model.config._attn_implementation == "sdpa"


@pytest.mark.parametrize("name", CONFIGS)
def test_what_was_recorded_gives_the_output_of_attention(name: str) -> None:
    """q, k, v, scaling, cap and mask are all there: the emitted attention makes of them what o_proj was given."""
    model = build(name)
    given: list[np.ndarray] = []
    handles = [
        layer.self_attn.o_proj.register_forward_pre_hook(lambda _, args: given.append(args[0][0].double().numpy()))
        for layer in model.model.layers
    ]
    calls: list[AttentionCall] = []
    forward(model, token_ids(), calls.append)
    for handle in handles:
        handle.remove()
    for call, theirs in zip(calls, given, strict=True):
        q, k, v = call.arrays()
        ours = attend(q, k, v, scale=call.scale, mask=call.allowed(), softcap=call.softcap)
        ours = np.moveaxis(ours.reshape(-1, *ours.shape[2:]), 0, 1).reshape(theirs.shape)
        assert np.max(np.abs(ours - theirs)) <= 1e-5 * np.max(np.abs(theirs))


def test_sliding_windows_and_caps_are_seen() -> None:
    calls: list[AttentionCall] = []
    forward(build("gemma2 with capped logits"), token_ids(), calls.append)
    assert [call.window for call in calls] == [7, None, 7]
    assert [call.softcap for call in calls] == [0.5] * 3
    assert [int(call.allowed()[-1].sum()) for call in calls] == [7, 24, 7]


def test_a_model_that_is_not_causal_is_refused() -> None:
    config = BertConfig(
        vocab_size=97,
        hidden_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        is_decoder=False,
    )
    model = BertLMHeadModel(config).eval()
    with pytest.raises(ProbeError, match=r"not causal|does not say which layer"):
        forward(model, token_ids(), lambda call: None)


def test_a_batch_is_refused() -> None:
    model = build("llama")
    with pytest.raises(ProbeError, match="one sequence at a time, got a batch of 2"), recording(model, lambda _: None):
        model(input_ids=torch.tensor([token_ids(), token_ids()]))


def test_attention_free_models_are_refused() -> None:
    model = AutoModelForCausalLM.from_config(MambaConfig(vocab_size=97, hidden_size=48, num_hidden_layers=2))
    with pytest.raises(ProbeError, match=r"does not call its attention|no attention to record|has no"):
        forward(model, token_ids(), lambda call: None)
