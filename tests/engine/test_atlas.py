"""The error atlas: complete, repeatable from its own one-liners, and red where a function is wrong."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from svflow_math.engine.verify import atlas
from svflow_math.gen import vmf


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "DIMENSIONS", (2, 64, 4096))
    monkeypatch.setattr(atlas, "CONCENTRATIONS", (0.0, 0.3, 20.0, 2901.0, 1e10))


@pytest.mark.usefixtures("few")
def test_every_function_is_within_its_tolerance() -> None:
    found = atlas.atlas(jobs=1)
    assert atlas.failures(found) == []
    assert json.loads(json.dumps(found))["functions"] == found["functions"]
    assert {f["function"] for f in found["functions"]} < set(vmf.__all__)
    for f in found["functions"]:
        assert np.shape(f["ours"]) == np.shape(f["scipy"]) == (3, 5)
        assert f["worst"]["error"] == max(map(max, f["ours"]))
        value = getattr(vmf, f["function"])(f["worst"]["kappa"], f["worst"]["dim"])
        assert repr(f["worst"]["kappa"]) in f["worst"]["reproduce"]
        assert value == pytest.approx(float(f["worst"]["exact"]), rel=1e-14)


@pytest.mark.usefixtures("few")
def test_the_textbook_formulas_fail_where_they_are_known_to() -> None:
    by_name = {f["function"]: f["scipy"] for f in atlas.atlas(jobs=1)["functions"]}
    assert [row[0] for row in by_name["log_normalizer"]] == [None] * 3  # kappa = 0
    assert by_name["log_normalizer"][2][1:3] == [None, None]  # below 2901 at d = 4096
    assert by_name["log_normalizer"][0][1] < 1e-15
    assert all(row[4] is None for row in by_name["log_normalizer"])  # from 2^30 on
    assert by_name["mean_resultant_length_derivative"][0][3] > 1e-10


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("wrong", [lambda value: value * (1 + 1e-13), lambda value: np.nan])
def test_a_wrong_function_is_found(wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    right = vmf.mean_resultant_length
    monkeypatch.setattr(
        vmf, "mean_resultant_length", lambda k, d: wrong(right(k, d)) if (k, d) == (0.3, 64) else right(k, d)
    )
    (line,) = atlas.failures(atlas.atlas(jobs=1))
    assert line.startswith("mean_resultant_length: ") and line.endswith("at kappa=0.3, d=64")
