"""The data that ship with the package are there and are what their README says."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from svflow_math.data import attention_heads, passages
from svflow_math.probe.publish import claimed, quoted


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


def test_the_pages_quote_the_figures_that_ship(root: Path) -> None:
    """docs/probe-*.inc are what svflow_math/data/probe.json gives."""
    figures = json.loads((root / "svflow_math" / "data" / "probe.json").read_text(encoding="utf-8"))
    assert quoted(figures) == (root / "docs" / "probe-results.inc").read_text(encoding="utf-8")
    assert claimed(figures) == (root / "docs" / "probe-claims.inc").read_text(encoding="utf-8")
