"""What two masses add to the divergence of Jensen and Shannon, against its definition in multiple precision."""

from typing import Any

import mpmath
import numpy as np
import pytest

from svflow_math.metrics import context_divergence
from svflow_math.numerics import midpoint_divergence as module
from svflow_math.numerics.midpoint_divergence import SWITCH, midpoint_divergence


def exact(a: float, b: float) -> mpmath.mpf:
    a, b = mpmath.mpf(a), mpmath.mpf(b)
    return mpmath.fsum(x * mpmath.log(2 * x / (a + b)) for x in (a, b) if x) / 2


def pairs(dtype: type, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Close, far apart, both sides of the seam, one of them zero."""
    a = 10.0 ** rng.uniform(-12, 0, 400)
    ratio = np.concatenate([10.0 ** rng.uniform(-6, 0, 200), SWITCH * (1 + rng.uniform(-1e-3, 1e-3, 200))])
    b = a * (1 - ratio) / (1 + ratio)
    b[::40] = 0
    return a.astype(dtype), b.astype(dtype)


def worst(dtype: type, rng: np.random.Generator) -> float:
    """The largest relative error, in ulp."""
    a, b = pairs(dtype, rng)
    got = midpoint_divergence(a, b)
    assert got.dtype == dtype and np.array_equal(got, midpoint_divergence(b, a))
    with mpmath.workdps(60):
        exacts = [exact(*masses) for masses in zip(a.tolist(), b.tolist(), strict=True)]
        errors = [abs(value - expected) / expected for value, expected in zip(got.tolist(), exacts, strict=True)]
    return float(max(errors) / np.finfo(dtype).eps)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_by_definition(dtype: type, rng: np.random.Generator) -> None:
    assert worst(dtype, rng) <= 6


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("wrong", ["fewer terms", "a seam further out", "a coefficient"])
def test_wrong_twins_are_seen(wrong: str, dtype: type, rng: np.random.Generator, monkeypatch: Any) -> None:
    if wrong == "fewer terms":
        monkeypatch.setattr(module, "TERMS", {size: count - 5 for size, count in module.TERMS.items()})
    elif wrong == "a seam further out":
        monkeypatch.setattr(module, "SWITCH", 0.8)
    else:
        monkeypatch.setattr(module, "_coefficient", lambda k: 1 / (2 * k * (2 * k - (k != 5))))
    assert worst(dtype, rng) > 6


def test_limits() -> None:
    a = np.array([0.0, 0.3, 0.3, 0.0, 1e-320])
    b = np.array([0.0, 0.3, 0.0, 0.6, 1e-320])
    assert np.max(np.abs(midpoint_divergence(a, b) - np.log(2) / 2 * np.array([0, 0, 0.3, 0.6, 0]))) <= 1e-16
    assert midpoint_divergence(np.array(0.25), np.array(0.75)).shape == ()
    assert np.array_equal(midpoint_divergence(a[:, None], b), midpoint_divergence(*np.meshgrid(a, b, indexing="ij")))


def test_single_precision_is_that_of_its_entries(rng: np.random.Generator) -> None:
    """Laws in float32 are measured in float32, term by term without cancellation: a divergence keeps its digits."""
    for size in (1e-3, 1e-1, 10.0):
        logits = rng.normal(size=(50, 300))
        first, second = (np.exp(x) for x in (logits, logits + size * rng.normal(size=logits.shape)))
        first, second = ((w / w.sum(axis=-1, keepdims=True)).astype(np.float32) for w in (first, second))
        single = context_divergence(first, second)
        double = context_divergence(*(w.astype(np.float64) for w in (first, second)))
        assert single.dtype == np.float32
        # half an ulp of each entry moves a divergence by its root
        assert np.max(np.abs(single - double) - 1e-6 * double - 3e-8 * np.sqrt(double)) <= 0
    assert np.all(context_divergence(first, first) == 0)
