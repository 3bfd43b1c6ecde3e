"""Balancing losses: the conventions that libraries differ in are arguments, and each is right by its own definition.

The reports A08, A10, A11, A13 and A15 of tests/cases/field_reports.json, and others of their kind.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from svflow_math.experts import gate, kl_to_uniform_loss, squared_cv_loss, switch_loss

CASES = Path(__file__).parent / "cases" / "field_reports.json"
REPORTS = {c["id"]: c for c in json.loads(CASES.read_text(encoding="utf-8"))["cases"]}
ONE_HOT = np.eye(2)
SEEDS = st.integers(0, 2**32 - 1)
LOSSES = (switch_loss, kl_to_uniform_loss, squared_cv_loss)


def laws(seed: int, *shape: int) -> NDArray:
    scores = np.random.default_rng(seed).exponential(size=shape)
    return scores / scores.sum(-1, keepdims=True)


@pytest.mark.parametrize("tokens", [1, 3, 8])
def test_a08_layers_are_averaged_not_pooled(tokens: int) -> None:
    """Layer 1 sends all to expert 1 and layer 2 all to expert 2: fully collapsed, not balanced."""
    assert "(fully collapsed)" in REPORTS["A08"]["expected"]
    gates = np.stack([np.tile(ONE_HOT[0], (tokens, 1)), np.tile(ONE_HOT[1], (tokens, 1))])
    assert switch_loss(gates) == 2
    assert np.array_equal(switch_loss(gates, layers="each"), [2, 2])
    assert switch_loss(gates, layers="pooled") == 1
    assert squared_cv_loss(gates) == 1
    assert squared_cv_loss(gates, layers="pooled") == 0


@pytest.mark.parametrize("size", [1e-21, 1e-300, 5e-324, 1.0, 1e300])
def test_a10_no_constant_is_added_to_scores(size: float) -> None:
    assert REPORTS["A10"]["expected"] == "1"
    assert switch_loss([[size, size]]) == 1
    assert switch_loss([[size, size]], counts="soft") == 1
    assert kl_to_uniform_loss([[size, size]]) == 0


def test_a11_a_gate_without_gradient_is_reported() -> None:
    """One expert kept and renormalised: weight 1 whatever the logits."""
    assert "must be reported" in REPORTS["A11"]["expected"]
    weight = np.array([[1.0, 0.0], [2.0, 0.0], [0.5, 0.0]])
    for change in (0.0, 1e-3, 0.5):
        with pytest.warns(UserWarning, match="the gate has no gradient"):
            assert np.array_equal(gate([1.0 + change, 0.0], weight, top_k=1), [0, 1, 0])
    assert 0 < gate([1.0, 0.0], weight, top_k=1, renormalize=False)[1] < 1
    assert gate([1.0, 0.0], weight, top_k=2)[1] < 1


@pytest.mark.parametrize(("experts", "top_k"), [(4, 2), (8, 2), (8, 8), (3, 1)])
def test_a13_shares_by_assignment_or_by_token(experts: int, top_k: int) -> None:
    assert REPORTS["A13"]["expected"] == "1 with f divided by k; 2 with f counted per token"
    uniform = np.full((5, experts), 1 / experts)
    assert abs(switch_loss(uniform, top_k) - 1) <= 1e-15
    assert abs(switch_loss(uniform, top_k, counts="tokens") - top_k) <= 1e-14


def test_a15_padding_counts_nowhere() -> None:
    """All tokens go to expert 1; what the map says of padding does not matter, nor what its gates are."""
    assert REPORTS["A15"]["expected"] == "2"
    gates = np.tile(ONE_HOT[0], (6, 1))
    assigned = gates > 0
    gates[4:], assigned[4:] = [[0.0, 1.0], [0.0, 0.0]], True
    mask = np.arange(6) < 4
    assert switch_loss(gates, assigned=assigned, mask=mask) == 2
    assert switch_loss(gates[:4], assigned=assigned[:4]) == 2
    assert squared_cv_loss(gates, mask=mask) == 1


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(1, 6), st.integers(2, 7))
def test_losses_by_their_definitions(seed: int, tokens: int, experts: int) -> None:
    gates = laws(seed, 3, tokens, experts)
    mask = np.random.default_rng(seed + 1).random((3, tokens)) < 0.6
    mask[:, 0] = True
    top_k = 1 + seed % experts
    expected: dict[str, list[Any]] = {"switch": [], "kl": [], "cv": [], "kl of mean": []}
    for layer, present in zip(gates, mask, strict=True):
        own = [[mpmath.mpf(g) for g in row] for row in layer[present]]
        mean = [mpmath.fsum(column) / len(own) for column in zip(*own, strict=True)]
        chosen = [sorted(range(experts), key=lambda z, row=row: (-row[z], z))[:top_k] for row in own]
        share = [mpmath.fsum(z in few for few in chosen) / (len(own) * top_k) for z in range(experts)]
        expected["switch"].append(experts * mpmath.fsum(f * p for f, p in zip(share, mean, strict=True)))
        expected["kl"].append(mpmath.fsum(-mpmath.log(experts * g) for row in own for g in row) / (experts * len(own)))
        expected["kl of mean"].append(mpmath.fsum(-mpmath.log(experts * p) for p in mean) / experts)
        expected["cv"].append(experts * mpmath.fsum(p * p for p in mean) - 1)
    got = {
        "switch": switch_loss(gates, top_k, mask=mask, layers="each"),
        "kl": kl_to_uniform_loss(gates, mask=mask, layers="each"),
        "kl of mean": kl_to_uniform_loss(gates, mask=mask, of="mean", layers="each"),
        "cv": squared_cv_loss(gates, mask=mask, layers="each"),
    }
    for name, values in got.items():
        assert np.max(np.abs(values - np.array(expected[name], float))) <= 1e-14 * (1 + float(max(expected[name])))
    assert abs(switch_loss(gates, top_k, mask=mask) - got["switch"].mean()) <= 1e-15 * experts
    few = squared_cv_loss(gates, mask=mask, ddof=1, layers="each") * (experts - 1)
    assert np.max(np.abs(few - got["cv"] * experts)) <= 1e-13


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_inequalities(seed: int) -> None:
    gates = laws(seed, 2, 5, 4)
    for loss in LOSSES:
        order = np.random.default_rng(seed).permutation(4)
        assert abs(loss(gates[..., order]) - loss(gates)) <= 1e-13
        assert abs(loss(7 * gates) - loss(gates)) <= 1e-13
    soft = switch_loss(gates, counts="soft")
    assert soft + 1e-15 >= 1
    assert abs(soft - 1 - squared_cv_loss(gates)) <= 1e-13
    assert switch_loss(gates, counts="soft", layers="pooled") <= soft + 1e-15
    assert 0 <= kl_to_uniform_loss(gates, of="mean") <= kl_to_uniform_loss(gates)


def test_near_balance_the_divergence_keeps_its_digits() -> None:
    for delta in (1e-3, 1e-6, 1e-9):
        low, high = 0.5 - delta, 0.5 + delta
        with mpmath.workdps(50):
            total = mpmath.mpf(low) + mpmath.mpf(high)
            expected = -sum(mpmath.log(2 * mpmath.mpf(g) / total) for g in (low, high)) / 2
            got = kl_to_uniform_loss([[low, high]])
            assert abs(got - expected) <= max(1e-15, 2**-52 / delta) * expected


def test_near_balance_the_variation_keeps_its_digits() -> None:
    for delta in (1e-3, 1e-6, 1e-9):
        low, high = 0.5 - delta, 0.5 + delta
        expected = ((high - low) / (high + low)) ** 2  # differences of neighbours are exact
        assert abs(squared_cv_loss([[low, high]]) - expected) <= max(1e-15, 2**-50 / delta) * expected


def test_an_expert_given_up_costs_everything() -> None:
    assert kl_to_uniform_loss([[1.0, 0.0]]) == np.inf
    assert kl_to_uniform_loss([[1.0, 0.0], [0.0, 1.0]], of="mean") == 0
    assert switch_loss([[1.0, 0.0]]) == 2


def test_loads_and_importances() -> None:
    gates = np.array([[0.6, 0.4], [0.6, 0.4]])
    assert abs(squared_cv_loss(gates) - 0.04) <= 1e-15
    assert squared_cv_loss(gates, top_k=1) == 1
    assert squared_cv_loss(gates, top_k=2) == 0


def test_what_is_refused() -> None:
    bad: Any
    gates = laws(0, 2, 3, 4)
    for loss in LOSSES:
        for value in (np.nan, np.inf):
            bad = gates.copy()
            bad[1, 2, 3] = value
            with pytest.raises(ValueError, match=r"gates must be finite, got \w+ at index \(1, 2, 3\)"):
                loss(bad)
        with pytest.raises(ValueError, match=r"gates must not be negative, got -\d.* at index \(0, 0, 0\)"):
            loss(-gates)
        with pytest.raises(ValueError, match=r"gates must not vanish for all experts, got zeros at index \(0, 0\)"):
            loss(0 * gates)
        with pytest.raises(ValueError, match="gates must have a token in each layer"):
            loss(gates, mask=np.zeros(3, bool))
        with pytest.raises(ValueError, match="gates must have a token in each layer"):
            loss(gates[:, :0])
        with pytest.raises(TypeError, match="mask must be boolean"):
            loss(gates, mask=np.ones(3))
        with pytest.raises(ValueError, match="mask must broadcast"):
            loss(gates, mask=np.ones(4, bool))
        with pytest.raises(ValueError, match="layers must be one of 'mean', 'each', 'pooled', got 'sum'"):
            loss(gates, layers="sum")
        with pytest.raises(ValueError, match="gates must have shape"):
            loss(gates[0, 0])
        with pytest.raises(TypeError, match="gates must hold real numbers"):
            loss(gates.astype(complex))
        assert loss(gates.astype(np.float32)).dtype == np.float32
        assert abs(loss(gates.tolist()) - loss(gates)) == 0
    for loss in (switch_loss, squared_cv_loss):
        for bad in (0, 5, -1):
            with pytest.raises(ValueError, match="top_k must be between 1 and the 4 experts"):
                loss(gates, top_k=bad)
        wrong: Any
        for wrong in (1.0, "1", True):
            with pytest.raises(TypeError, match="top_k must be an integer"):
                loss(gates, top_k=wrong)
    with pytest.raises(ValueError, match="counts must be one of"):
        switch_loss(gates, counts="hard")
    with pytest.raises(ValueError, match="of must be one of"):
        kl_to_uniform_loss(gates, of="all")
    with pytest.raises(ValueError, match="ddof must be 0 or 1"):
        squared_cv_loss(gates, ddof=2)
    with pytest.raises(ValueError, match="at least two experts"):
        squared_cv_loss([[1.0]], ddof=1)
    with pytest.raises(TypeError, match="assigned must be boolean"):
        switch_loss(gates, assigned=gates)
    with pytest.raises(ValueError, match=r"assigned must have the shape .* of gates"):
        switch_loss(gates, assigned=gates[0] > 0)
    with pytest.raises(ValueError, match="assigned must send some token"):
        switch_loss(gates, assigned=gates > 2)
