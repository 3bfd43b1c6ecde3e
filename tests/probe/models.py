"""Tiny random models of the real classes: every trait that the probe has to cope with, in a second or less."""
# pyright: reportMissingImports=false

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import tokenizers
import torch
from transformers import (
    AutoModelForCausalLM,
    Gemma2Config,
    Gemma3TextConfig,
    LlamaConfig,
    MistralConfig,
    MixtralConfig,
    PreTrainedConfig,
    PreTrainedTokenizerFast,
    Qwen2Config,
    Qwen3Config,
    Qwen3MoeConfig,
)

VOCABULARY = 97
SHARED: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "hidden_size": 48,
    "intermediate_size": 80,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 128,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "pad_token_id": 0,
}
GEMMA: dict[str, Any] = SHARED | {"head_dim": 16, "query_pre_attn_scalar": 20, "sliding_window": 7}
LAYERS = ["sliding_attention", "full_attention", "sliding_attention"]
SPARSE: dict[str, Any] = SHARED | {
    "head_dim": 16,
    "num_experts": 6,
    "num_experts_per_tok": 3,
    "moe_intermediate_size": 24,
    "norm_topk_prob": False,
}
LLAMA3 = {
    "rope_type": "llama3",
    "rope_theta": 10000.0,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 32,
}

CONFIGS: dict[str, PreTrainedConfig] = {
    "llama": LlamaConfig(**SHARED, tie_word_embeddings=True),
    "llama with scaled angles": LlamaConfig(**SHARED, rope_parameters=LLAMA3),
    "mistral with sliding windows": MistralConfig(**SHARED, sliding_window=5),
    "qwen2 with QKV bias": Qwen2Config(**SHARED),
    "qwen3 with QK-norm": Qwen3Config(**SHARED, head_dim=16),
    "gemma2 with capped logits": Gemma2Config(
        **GEMMA, layer_types=LAYERS, attn_logit_softcapping=0.5, final_logit_softcapping=0.3
    ),
    "gemma3": Gemma3TextConfig(**GEMMA, layer_types=LAYERS),
    "mixtral": MixtralConfig(**SHARED, num_local_experts=5, num_experts_per_tok=2),
    "qwen3 with experts": Qwen3MoeConfig(**SPARSE),
}


def build(name: str, double: bool = False) -> Any:
    """A model whose every parameter is random, biases and gains too, and large enough to matter."""
    torch.manual_seed(7)
    model = AutoModelForCausalLM.from_config(copy.deepcopy(CONFIGS[name]), dtype=torch.float32)
    generator = torch.Generator().manual_seed(11)
    with torch.no_grad():
        for parameter in model.parameters():
            noise = torch.randn(parameter.shape, generator=generator)
            if parameter.ndim == 1:
                parameter.add_(0.3 * noise)
            else:
                parameter.copy_(noise * parameter.shape[-1] ** -0.5)
    if double:
        model.set_experts_implementation("eager")  # the grouped product of torch knows no doubles
        model = model.double()
    return model.eval()


def token_ids(count: int = 24) -> list[int]:
    generator = torch.Generator().manual_seed(3)
    return [1, *torch.randint(3, VOCABULARY, (count - 1,), generator=generator).tolist()]


def tokenizer() -> Any:
    """One token a word: `w5` is 5, anything else a word chosen by its letters."""
    words = {"<pad>": 0, "<s>": 1, "</s>": 2} | {f"w{index}": index for index in range(3, VOCABULARY)}
    inner = tokenizers.Tokenizer(tokenizers.models.WordLevel(words, unk_token="w3"))
    inner.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=inner, bos_token="<s>", eos_token="</s>", pad_token="<pad>")


def save(model: Any, directory: Path) -> Path:
    """A directory that transformers loads."""
    model.save_pretrained(directory)
    tokenizer().save_pretrained(directory)
    return directory


def texts(count: int, words: int = 60) -> list[tuple[str, str]]:
    """Passages of random words."""
    generator = torch.Generator().manual_seed(5)
    numbers = torch.randint(3, VOCABULARY, (count, words), generator=generator).tolist()
    return [(f"passage {i}", " ".join(f"w{number}" for number in row)) for i, row in enumerate(numbers)]
