"""Real data that ships with the package: attention heads of a language model, and passages to probe one with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Layer:
    """Query heads of one layer and the key/value head that they share; see README.md beside this file."""

    layer: int
    scale: float
    q: NDArray[np.float32]  # (heads, n, d)
    k: NDArray[np.float32]  # (1, n, d)
    v: NDArray[np.float32]  # (1, n, d)
    output: NDArray[np.float32]  # (heads, n, d), causal attention as recorded
    weights_last_query: NDArray[np.float32]  # (heads, n), as recorded


def attention_heads() -> list[Layer]:
    """Load the recorded heads of SmolLM2-135M-Instruct, first layer first."""
    names = ("q", "k", "v", "output", "weights_last_query")
    with files(__name__).joinpath("smollm2_heads.npz").open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        layers = sorted(int(name.removeprefix("layer").removesuffix("_q")) for name in arrays if name.endswith("_q"))
        scale = float(arrays["scale"])
        return [Layer(layer, scale, *(arrays[f"layer{layer}_{name}"] for name in names)) for layer in layers]


def passages() -> list[dict[str, Any]]:
    """Load the public-domain passages: dicts with id, source and text."""
    return json.loads(files(__name__).joinpath("passages.json").read_text(encoding="utf-8"))
